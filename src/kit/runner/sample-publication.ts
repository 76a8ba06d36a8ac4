import type { Exchange, RequestOptions } from '../target/exchange.ts'
import type { Target } from '../target/target.ts'

/** Body of a create without its `ExternalId`. */
export type SamplePublication = Readonly<Record<string, unknown>>

/** What the search for a sample needs of a run. */
export interface PublicationCreator {
  readonly target: Target
  /** Returns an `ExternalId` that the run has not used. */
  newExternalId(): string
  send(method: string, href: string, options: RequestOptions): Promise<Exchange>
  /** Notes a created publication, so that the run archives it at its end. */
  trackCreated(externalId: string): void
}

/**
 * Finds a create that the target accepts: sends candidates until one is not refused as invalid (400). Any
 * other response says nothing about the body, so the search ends there. Returns the first candidate when the
 * target refuses all of them.
 */
export const findSamplePublication = async (run: PublicationCreator, year: number): Promise<SamplePublication> => {
  const candidates = candidatesFor(year)
  for (const candidate of candidates) {
    const externalId = run.newExternalId()
    const path = `/v3/publicaciones/${encodeURIComponent(run.target.agency)}`
    const { response } = await run.send('POST', path, { body: { ...candidate, ExternalId: externalId } })
    if (response.status < 300) run.trackCreated(externalId)
    if (response.status !== 400) return candidate
  }
  return candidates[0]
}

/**
 * Photos on a host that does not exist; a service that downloads photos may refuse them
 * (`publications/photos`).
 */
const PHOTOS = ['https://images.example/1280x720/1.jpg', 'https://images.example/1280x720/2.jpg']

const candidatesFor = (year: number): readonly [SamplePublication, ...SamplePublication[]] => {
  const car = {
    Marca: 'Volkswagen',
    Modelo: 'Polo',
    VersionYear: year,
    Kilometraje: 0,
    Color: 'Blanco',
    Precio: { Moneda: 'ARS', Importe: 25_000_000 },
  }
  return [
    { ...car, Fotos: PHOTOS },
    // A new car needs no photos (PUB-17).
    car,
    // The service may require a version (`publications/version-absent`).
    { ...car, Version: '1.6 Track' },
    // The contracted product may allow used cars only (`publications/mileage-by-product`).
    { ...car, VersionYear: year - 4, Kilometraje: 48_000, Fotos: PHOTOS },
  ]
}
