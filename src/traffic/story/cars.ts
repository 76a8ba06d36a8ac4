import type { DecisionContext, MissingPhotoSizes } from '../../domain/decision-context.ts'
import { archive, suspend } from '../../domain/publications/lifecycle.ts'
import { createPublication } from '../../domain/publications/publication-creation.ts'
import { amendPublication, withNextRevision } from '../../domain/publications/publication-edit.ts'
import { isRefusal, type Refusal } from '../../domain/refusal.ts'
import { ValidationIssues } from '../../domain/validation-issues.ts'
import { ControlError } from '../../problems/control-error.ts'
import { drawCar, findNamedCar } from '../../scenarios/car-generator.ts'
import { generateListing, PhotoSets } from '../../scenarios/listing-generator.ts'
import type { StoryActionInput } from '../../scenarios/story-schema.ts'
import type { Agency } from '../../world/agency.ts'
import {
  type Condition,
  type Money,
  type Publication,
  publicationIndex,
  publicationKey,
} from '../../world/publication.ts'
import type { App, World } from '../../world/world.ts'
import { requireAgency, requireApp, requirePublication } from '../named-records.ts'
import type { StoryOutcome, StoryScene } from './play.ts'

/** Cars that come, go and cost something else. The service's own rules decide, as they would for an app that asks. */

type Step = 'sold' | 'suspend' | 'reactivate'

const STEPS: Readonly<Record<Step, { readonly from: Condition; readonly done: string }>> = {
  sold: { from: 'active', done: 'is sold and archived' },
  suspend: { from: 'active', done: 'is suspended' },
  reactivate: { from: 'suspended', done: 'is back on the market' },
}

export const carLeaves = (scene: StoryScene, step: Step, said: StoryActionInput<'sold'>): StoryOutcome => {
  const { from, done } = STEPS[step]
  const { before, deciding } = meant(scene, said, from)
  const decided =
    step === 'sold'
      ? archive(deciding, before)
      : step === 'suspend'
        ? suspend(deciding, before)
        : amendPublication(deciding, before, { Activa: true }, new ValidationIssues())
  return written(deciding, before, decided, done)
}

export const priceChanges = (scene: StoryScene, said: StoryActionInput<'price'>): StoryOutcome => {
  const { before, deciding } = meant(scene, said, 'active')
  const Precio = said.Precio ?? by(before, said.percent ?? 0)
  const decided = amendPublication(deciding, before, { Precio }, new ValidationIssues())
  return written(deciding, before, decided, `costs ${moneyText(Precio)} instead of ${moneyText(before.Precio)}`)
}

const by = ({ ExternalId, Precio }: Publication, percent: number): Money => {
  if (!Precio) throw new ControlError(409, `Publication ${ExternalId} has no price that could change by ${percent} %.`)
  // Prices are round: to the fifty thousand in pesos, to the hundred elsewhere.
  const step = Precio.Moneda === 'ARS' ? 50_000 : 100
  return { ...Precio, Importe: Math.max(step, Math.round((Precio.Importe * (1 + percent / 100)) / step) * step) }
}

const moneyText = (money: Money | null): string => (money ? `${money.Moneda} ${money.Importe}` : 'no price')

export const carArrives = (scene: StoryScene, said: StoryActionInput<'publish'>): StoryOutcome => {
  const agency = requireAgency(scene.world, said.adminMail)
  const published = publish(scene, agency, said)
  return { ...published, outcome: `${published.row.ExternalId} is published at ${published.row.Exposicion}` }
}

/** No package is larger than what fits into this. */
const MOST_FILLED = 500

export const lotFills = (scene: StoryScene, { adminMail, app, prefix }: StoryActionInput<'fill'>): StoryOutcome => {
  const agency = requireAgency(scene.world, adminMail)
  const events = []
  let { world } = scene
  let why = `more than ${MOST_FILLED} places are free`
  for (let i = 1, made = 0; made < MOST_FILLED; i++) {
    const ExternalId = `${prefix}-${String(i).padStart(3, '0')}`
    if (world.publications.get(publicationKey(agency.ordinal, ExternalId))) continue
    try {
      const published = publish({ ...scene, world }, agency, { ExternalId, ...(app !== undefined && { app }) })
      if (published.row.condition !== 'active') throw new ControlError(409, 'It came to be suspended.')
      ;({ world } = published)
      events.push(...published.events)
      made += 1
    } catch (error) {
      if (!(error instanceof ControlError)) throw error
      why = error.message
      break
    }
  }
  return { world, events, outcome: `${events.length} published; the next was refused: ${why}` }
}

interface Published extends Omit<StoryOutcome, 'outcome'> {
  readonly events: NonNullable<StoryOutcome['events']>
  readonly row: Publication
}

const publish = (scene: StoryScene, agency: Agency, said: StoryActionInput<'publish'>): Published => {
  const { world } = scene
  const app = said.app === undefined ? writerOf(world, agency) : requireApp(world, said.app)
  const drawn = painted(scene, agency, app, said)
  const { ExternalId, Marca, Modelo, Version, VersionYear, Kilometraje, Color, Descripcion, RefStock, Vin } = drawn
  const { Precio, Adelanto, Cuota, OperadorResponsable } = drawn
  const body = {
    ...present({ Marca, Modelo, Version, VersionYear, Kilometraje, Color, Descripcion, RefStock }),
    ...{ ExternalId, Vin, Precio, Adelanto, Cuota, OperadorResponsable },
    // The sandbox's own pictures have no host of their own until somebody looks at them.
    Fotos: drawn.Fotos.map((url) => new URL(url, ANYWHERE).href),
    ...(said.Exposicion && { Exposicion: said.Exposicion }),
    ...(said.DatosTecnicosCustom && { DatosTecnicosCustom: said.DatosTecnicosCustom }),
  }
  const made = agreed(createPublication(decidingOf(scene, agency, app), body, new ValidationIssues()))
  const row = { ...made, Fotos: drawn.Fotos }
  const next = { ...world.next, publication: world.next.publication + 1 }
  return {
    world: { ...world, next, publications: world.publications.put(row) },
    events: [{ kind: 'publication-written', before: undefined, after: row }],
    row,
  }
}

const ANYWHERE = 'https://playa.localhost'

type Present<T> = { [K in keyof T]?: Exclude<T[K], null> }

const present = <T extends object>(members: T): Present<T> =>
  // Only members that are null are left out, and the type lets any be.
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null)) as Present<T>

/** The car as a stock of that seed would hold it. */
const painted = (
  { world, draw }: StoryScene,
  agency: Agency,
  app: App,
  said: StoryActionInput<'publish'>,
): Publication => {
  const { seed, catalogue, people } = world.setting
  const named = said.car === undefined ? undefined : findNamedCar(catalogue(), said.car)
  if (said.car !== undefined && !named) throw new ControlError(400, `No car of the catalogue answers to ${said.car}.`)
  const used = (said.Kilometraje ?? 1) > 0 && agency.product.cars !== 'new'
  const version =
    named?.version ?? (said.Marca === undefined ? drawCar(catalogue(), draw, { used, years: YEARS }) : null)
  const { ExternalId } = said
  const handle = { number: world.next.publication, key: publicationKey(agency.ordinal, ExternalId) }
  const car = { version: version ?? null, VersionYear: named?.year ?? version?.VersionYear ?? null, used }
  const draft = { agency, handle, app: app.name, condition: 'active', Exposicion: 'Baja', ExternalId } as const
  return generateListing({ ...draft, ...car, describe: true, given: said }, { seed, people, photos: new PhotoSets() })
}

const YEARS = [2014, 2024] as const

const writerOf = (world: World, agency: Agency): App => {
  const app = world.setting.apps.find(({ name }) => agency.access[name]?.write)
  if (app) return app
  throw new ControlError(403, `No app may write to agency ${agency.adminMail}.`)
}

/** The publication that is named, or one of those in the condition. */
const meant = (scene: StoryScene, { adminMail, externalid }: StoryActionInput<'sold'>, condition: Condition) => {
  const { world, draw } = scene
  const agency = requireAgency(world, adminMail)
  const list = world.publications.index(publicationIndex.of(agency.ordinal, condition))
  if (externalid === undefined && list.size === 0)
    throw new ControlError(409, `Agency ${agency.adminMail} has no ${condition} publication.`)
  const at = Math.floor(draw.next() * list.size)
  const [drawn] = list.slice(at, at + 1)
  const before =
    (externalid === undefined ? drawn && world.publications.get(drawn.key) : undefined) ??
    requirePublication(world, agency, externalid ?? '')
  const app = world.setting.apps.find(({ name }) => name === before.app) ?? writerOf(world, agency)
  return { before, deciding: decidingOf(scene, agency, app) }
}

const decidingOf = ({ world, atMs }: StoryScene, agency: Agency, app: App): DecisionContext => ({
  world,
  agency,
  app,
  nowMs: atMs,
  photos: undefined,
})

const written = (
  deciding: DecisionContext,
  before: Publication,
  decided: Publication | Refusal,
  done: string,
): StoryOutcome => {
  const { world } = deciding
  const after = withNextRevision(deciding, before, agreed(decided))
  if (after === before) return { world, outcome: `nothing happened: ${before.ExternalId} was so already` }
  return {
    world: { ...world, publications: world.publications.put(after) },
    events: [{ kind: 'publication-written', before, after }],
    outcome: `${before.ExternalId} ${done}`,
  }
}

/** What the service decided, or its refusal as an error that tells it. */
const agreed = (decided: Publication | Refusal | MissingPhotoSizes): Publication => {
  if ('needsPhotos' in decided)
    throw new ControlError(400, `Photos elsewhere would have to be measured: ${decided.needsPhotos.join(', ')}.`)
  if (!isRefusal(decided)) return decided
  const faults = Object.entries(decided.errors).map(([path, sentences]) => `${path}: ${sentences.join(' ')}`)
  throw new ControlError(409, decided.detail || faults.join(' '))
}
