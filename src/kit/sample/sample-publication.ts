import { sameInAnyCase } from '../../lib/text/same-in-any-case.ts'
import { membersOf } from '../../lib/unknown-values.ts'
import type { Exchange, RequestOptions } from '../target/exchange.ts'
import { errorKeys } from '../target/problem.ts'
import type { Target } from '../target/target.ts'
import type { CatalogueCar } from './catalogue-car.ts'
import {
  ABSENT,
  alternativesFor,
  createMember,
  FRESH,
  listedCurrencies,
  type RepairSource,
  samplePhotos,
} from './sample-repairs.ts'
import { vinFor } from './vin.ts'

/** Body of a create without its `ExternalId`. */
export type SamplePublication = Readonly<Record<string, unknown>>

/** The part of a run that the search for a sample needs. */
export interface PublicationCreator {
  readonly target: Target
  /** Returns an `ExternalId` that the run has not used. */
  newExternalId(): string
  send(method: string, href: string, options: RequestOptions): Promise<Exchange>
  /** Records a created publication, so that the run archives it at its end. */
  trackCreated(externalId: string): void
}

/** Information of the user and the target about cars that can be created. */
export interface SampleFacts {
  /** Current year of the target. */
  readonly year: number
  /** Cars of the target's catalogue, the best known first. */
  readonly cars: readonly CatalogueCar[]
  /** Members from the user; they are sent unchanged. */
  readonly given?: SamplePublication | undefined
  readonly photos?: readonly string[] | undefined
  readonly servedPhotos?: RepairSource['servedPhotos']
}

/** A publication as the create returned it. */
export interface NewPublication {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
}

/** Results of a run's searches for its creates: runs against one target may share them. */
export interface CreateSearches {
  /** Current year of the target. */
  targetYear?: Promise<number>
  catalogueCars?: Promise<readonly CatalogueCar[]>
  sample?: Promise<FoundSample>
  usedCar?: Promise<FoundSample>
  /** `Precio` of the sample, once it is found; null when the target keeps none. */
  acceptedPrice?: unknown
  /** Another currency that the target lists, once the sample is found. */
  otherCurrency?: string | undefined
  /**
   * After how many milliseconds the target changes the photos of a new publication; undefined when they stay.
   */
  settlingMs?: Promise<number | undefined>
}

/** How the search for a create ended. */
export interface FoundSample {
  /** The create that was accepted, else the first candidate. */
  readonly body: SamplePublication
  readonly isAccepted: boolean
  /** The last refusal; undefined when nothing was refused. */
  readonly refusal?:
    | { readonly status: number; readonly blamed: readonly string[]; readonly exchange: Exchange }
    | undefined
  /** Members that need another value in every create. */
  readonly fresh: readonly string[]
  /** Members that the response shows as null, whatever was sent. */
  readonly dropped: readonly string[]
  /** The publication that shows it, as its create answered it. Absent where nothing was accepted as sent. */
  readonly made?: NewPublication
}

/** Maximum number of creates that one search sends. */
const MAX_ATTEMPTS = 40
/** Maximum number of creates that search for values that the response shows completely. */
const MAX_COMPLETIONS = 8
/** A 403 may concern the car; this many different cars refused with it concern the app. */
const MAX_FORBIDDEN = 3

/**
 * Finds a create that the target accepts. Sends candidates, and changes the members that `Errors` names,
 * until one is accepted. A 401, or 403 for several cars, ends the search: it concerns the app.
 */
export const findSamplePublication = async (
  run: PublicationCreator,
  facts: SampleFacts,
): Promise<FoundSample> => searchCreate(run, facts, candidatesFor(facts))

/**
 * Finds a create of a used car that the target accepts, from the accepted sample: below it is always more
 * than 0 km, with photos.
 */
export const findUsedCar = async (
  run: PublicationCreator,
  facts: SampleFacts,
  sample: SamplePublication,
): Promise<FoundSample> => {
  const { year, cars, photos = [] } = facts
  const Fotos = samplePhotos({ photos })
  const known = Math.min(cars[0]?.version?.year ?? year - 4, year - 2)
  const candidates = [...new Set([year - 4, known, year - 2])].map((VersionYear) => ({
    car: cars[0],
    body: { ...sample, VersionYear, Kilometraje: 12_000 * (year - VersionYear), Fotos },
  }))
  return searchCreate(
    run,
    facts,
    candidates,
    (body) => Number(body['Kilometraje']) > 0 && body['Fotos'] !== undefined,
  )
}

interface Candidate {
  readonly car: CatalogueCar | undefined
  readonly body: SamplePublication
}

const candidatesFor = ({ year, cars, given, photos = [] }: SampleFacts): readonly Candidate[] => {
  const Fotos = samplePhotos({ photos })
  const all = cars.length > 0 ? cars.slice(0, 4) : [undefined]
  const candidates = all.flatMap((car, at) => {
    const plain = {
      Marca: car?.brand ?? 'Volkswagen',
      Modelo: car?.model ?? 'Polo',
      VersionYear: year,
      Kilometraje: 0,
      Color: 'Blanco',
      Precio: { Moneda: 'ARS', Importe: 25_000_000 },
    }
    const { name, year: versionYear = year - 2, fuel, transmission } = car?.version ?? { name: '1.6 Track' }
    const named = {
      ...plain,
      Version: name,
      VersionYear: versionYear,
      Fotos,
      ...(fuel && { Propulsion: fuel }),
      ...(transmission && { Transmision: transmission }),
    }
    const bodies = [
      { ...plain, Fotos },
      // A new car needs no photos (PUB-17).
      plain,
      // The contracted product may allow used cars only (`publications/mileage-by-product`).
      { ...plain, VersionYear: year - 4, Kilometraje: 48_000, Fotos },
      // The service may require a version (`publications/version-absent`).
      { ...named, Kilometraje: versionYear < year ? 12_000 * (year - versionYear) : 0 },
    ]
    return (at === 0 ? bodies : bodies.slice(2)).map((body) => ({ car, body: { ...body, ...given } }))
  })
  return given ? [...candidates, { car: undefined, body: given }] : candidates
}

const searchCreate = async (
  run: PublicationCreator,
  facts: SampleFacts,
  candidates: readonly Candidate[],
  fits: (body: SamplePublication) => boolean = () => true,
): Promise<FoundSample> => {
  const path = `/v3/publicaciones/${encodeURIComponent(run.target.agency)}`
  let refusal: FoundSample['refusal']
  let attempts = 0
  let forbidden = 0
  let accepted: FoundSample | undefined
  let completions = 0
  for (const { car, body: first } of candidates) {
    const { year, photos = [], servedPhotos } = facts
    const source = { run, agency: run.target.agency, car, year, photos, servedPhotos }
    const repair = repairer(source, facts.given ?? {})
    let body: SamplePublication | undefined = first
    while (body !== undefined && attempts < MAX_ATTEMPTS) {
      attempts += 1
      const ExternalId = run.newExternalId()
      const sent = { ...withFresh(body, ExternalId), Activa: false, ExternalId }
      const exchange = await run.send('POST', path, { body: sent })
      const { status } = exchange.response
      if (status < 300) run.trackCreated(ExternalId)
      const isMade = status === 201 || showsCreated(exchange, ExternalId)
      const dropped = isMade ? droppedMembers(sent, exchange) : []
      if (isMade && dropped.length === 0) {
        const made = { path: `${path}/${ExternalId}`, body: membersOf(exchange.json) }
        return { ...acceptedSample(body, refusal), made }
      }
      if (isMade) {
        accepted ??= acceptedSample(body, refusal, dropped)
        completions += 1
        if (completions > MAX_COMPLETIONS) return accepted
        // Its place is free again for the next attempt.
        await run.send('PATCH', `${path}/${ExternalId}/archivar`, archivingHeaders(exchange))
      } else refusal = { status, blamed: blamedMembers(exchange), exchange }
      if (status === 403) forbidden += 1
      if (status === 401 || forbidden >= MAX_FORBIDDEN) break
      const blamed = isMade ? [] : blamedMembers(exchange)
      const repaired: SamplePublication | undefined = await repair(body, { dropped, blamed })
      body = repaired !== undefined && fits(repaired) ? repaired : undefined
    }
    if (accepted !== undefined) return { ...accepted, refusal }
    if (refusal?.status === 401 || forbidden >= MAX_FORBIDDEN) break
  }
  return { ...fallback(candidates), refusal }
}

/** Returns whether a success other than 201 shows what was sent: it was created, with a wrong status. */
const showsCreated = ({ response, json }: Exchange, externalId: string): boolean =>
  response.status < 300 && sameInAnyCase(membersOf(json)['ExternalId'], externalId)

const acceptedSample = (
  body: SamplePublication,
  refusal: FoundSample['refusal'],
  dropped: readonly string[] = [],
): FoundSample => ({ body, isAccepted: true, refusal, fresh: freshMembers(body), dropped })

const archivingHeaders = ({ response }: Exchange): RequestOptions => {
  const { etag } = response.headers
  return etag === undefined ? {} : { headers: { 'If-Match': etag } }
}

/**
 * Returns the sent members that the response shows as null, or with fewer items. A service may drop a value
 * that it does not know (`common/valor-members`) or a photo that it cannot fetch
 * (`publications/photo-refused`). A sample without it would not test the member.
 */
const droppedMembers = (sent: SamplePublication, { json }: Exchange): readonly string[] => {
  const shown = membersOf(json)
  return Object.keys(sent).filter(
    (name) => (sent[name] !== null && shown[name] === null) || lengthOf(shown[name]) < lengthOf(sent[name]),
  )
}

/** Returns how many items a list has; NaN, which is neither more nor less, of anything else. */
const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : Number.NaN)

/** Returns a listed currency other than that of the sample; undefined when there is none. */
export const otherCurrency = async (
  run: PublicationCreator,
  { body, isAccepted }: FoundSample,
): Promise<string | undefined> => {
  const { Moneda } = membersOf(body['Precio'])
  if (!isAccepted || typeof Moneda !== 'string') return undefined
  const isHome = (names: readonly string[]) => names.some((name) => sameInAnyCase(name, Moneda))
  const listed = await listedCurrencies(run)
  // If the list names the sample's currency differently, any entry may be that one.
  return listed.some(isHome) ? listed.find((names) => !isHome(names))?.[0] : undefined
}

const fallback = ([first]: readonly Candidate[]): FoundSample => ({
  body: first?.body ?? {},
  isAccepted: false,
  fresh: [],
  dropped: [],
})

/**
 * Returns a function that gives every blamed member its next value, and every dropped one while there are
 * values; undefined when none is left.
 */
const repairer = (source: RepairSource, given: SamplePublication) => {
  const left = new Map<string, unknown[]>()
  return async (
    body: SamplePublication,
    { dropped, blamed }: { readonly dropped: readonly string[]; readonly blamed: readonly string[] },
  ): Promise<SamplePublication | undefined> => {
    const next: Record<string, unknown> = { ...body }
    let isChanged = false
    for (const member of [...dropped, ...blamed]) {
      if (member in given) continue
      const values = left.get(member) ?? [...(await alternativesFor(member, source))]
      left.set(member, values)
      if (values[0] === ABSENT && !blamed.includes(member)) continue
      const value = values.shift()
      if (value === undefined) continue
      isChanged = true
      if (value === ABSENT) delete next[member]
      else next[member] = value
    }
    return isChanged ? next : undefined
  }
}

/** Returns the members of a create that a problem names in `Errors`, in the description's spelling. */
export const blamedMembers = ({ json }: Exchange): readonly string[] => {
  const keys = errorKeys(json).map((key) => key.replace(/^\$\.?/, '').split(/[.[]/)[0] ?? '')
  return [...new Set(keys.map((key) => createMember(key) ?? '').filter((member) => member !== ''))]
}

const freshMembers = (body: SamplePublication): readonly string[] =>
  Object.keys(body).filter((member) => body[member] === FRESH)

/** Returns a create with its own value for every member that needs one; `seed` selects it. */
export const withFresh = (body: SamplePublication, seed: string): SamplePublication =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, value === FRESH ? vinFor(seed) : value]),
  )
