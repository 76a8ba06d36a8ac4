import type { RunSession } from './session.ts'

/** Body of a create without its `ExternalId`. */
export type SamplePublication = Readonly<Record<string, unknown>>

/**
 * A create that the subject accepts, found by sending: the first of the candidates that is not refused as invalid. Any other answer says
 * nothing about the body, so the search ends there. The first candidate when every one is refused.
 */
export const findSamplePublication = async (session: RunSession, year: number): Promise<SamplePublication> => {
  const candidates = candidatesFor(year)
  for (const candidate of candidates) {
    const id = session.newExternalId()
    const target = `/v3/publicaciones/${encodeURIComponent(session.target.agency)}`
    const { response } = await session.send('POST', target, { body: { ...candidate, ExternalId: id } })
    if (response.status < 300) session.trackCreated(id)
    if (response.status !== 400) return candidate
  }
  return candidates[0]
}

/** Nobody can download these; a service that tries to may refuse them (`publications/photos`). */
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
    // `publications/version-absent` may ask for one.
    { ...car, Version: '1.6 Track' },
    // The contracted product may allow used cars only (`publications/mileage-by-product`).
    { ...car, VersionYear: year - 4, Kilometraje: 48_000, Fotos: PHOTOS },
  ]
}
