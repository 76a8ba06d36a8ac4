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
import type { StoryOutcome, StoryScene } from './play-story-event.ts'

/** Cars that come, go and cost something else. The service's own rules decide, as they would for an app that asks. */

type StoryTransition = 'sold' | 'suspend' | 'reactivate'

const TRANSITIONS: Readonly<Record<StoryTransition, { readonly from: Condition; readonly done: string }>> = {
  sold: { from: 'active', done: 'is sold and archived' },
  suspend: { from: 'active', done: 'is suspended' },
  reactivate: { from: 'suspended', done: 'is back on the market' },
}

export const playTransition = (scene: StoryScene, step: StoryTransition, input: StoryActionInput<'sold'>): StoryOutcome => {
  const { from, done } = TRANSITIONS[step]
  const { before, deciding } = namedOrDrawn(scene, input, from)
  const decided =
    step === 'sold'
      ? archive(deciding, before)
      : step === 'suspend'
        ? suspend(deciding, before)
        : amendPublication(deciding, before, { Activa: true }, new ValidationIssues())
  return publicationOutcome(deciding, before, decided, done)
}

export const playPrice = (scene: StoryScene, input: StoryActionInput<'price'>): StoryOutcome => {
  const { before, deciding } = namedOrDrawn(scene, input, 'active')
  const Precio = input.Precio ?? changedPrice(before, input.percent ?? 0)
  const decided = amendPublication(deciding, before, { Precio }, new ValidationIssues())
  return publicationOutcome(deciding, before, decided, `costs ${moneyText(Precio)} instead of ${moneyText(before.Precio)}`)
}

const changedPrice = ({ ExternalId, Precio }: Publication, percent: number): Money => {
  if (!Precio) throw new ControlError(409, `Publication ${ExternalId} has no price that could change by ${percent} %.`)
  // Prices are round: to the fifty thousand in pesos, to the hundred elsewhere.
  const step = Precio.Moneda === 'ARS' ? 50_000 : 100
  return { ...Precio, Importe: Math.max(step, Math.round((Precio.Importe * (1 + percent / 100)) / step) * step) }
}

const moneyText = (money: Money | null): string => (money ? `${money.Moneda} ${money.Importe}` : 'no price')

export const playPublish = (scene: StoryScene, input: StoryActionInput<'publish'>): StoryOutcome => {
  const agency = requireAgency(scene.world, input.adminMail)
  const published = publish(scene, agency, input)
  return { ...published, outcome: `${published.row.ExternalId} is published at ${published.row.Exposicion}` }
}

/** No package is larger than what fits into this. */
const MAX_FILLED = 500

export const playFill = (scene: StoryScene, { adminMail, app, prefix }: StoryActionInput<'fill'>): StoryOutcome => {
  const agency = requireAgency(scene.world, adminMail)
  const events = []
  let { world } = scene
  let why = `more than ${MAX_FILLED} places are free`
  for (let i = 1, made = 0; made < MAX_FILLED; i++) {
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

interface PublishedOutcome extends Omit<StoryOutcome, 'outcome'> {
  readonly events: NonNullable<StoryOutcome['events']>
  readonly row: Publication
}

const publish = (scene: StoryScene, agency: Agency, input: StoryActionInput<'publish'>): PublishedOutcome => {
  const { world } = scene
  const app = input.app === undefined ? requireWriter(world, agency) : requireApp(world, input.app)
  const drawn = drawListing(scene, agency, app, input)
  const { ExternalId, Marca, Modelo, Version, VersionYear, Kilometraje, Color, Descripcion, RefStock, Vin } = drawn
  const { Precio, Adelanto, Cuota, OperadorResponsable } = drawn
  const body = {
    ...withoutNulls({ Marca, Modelo, Version, VersionYear, Kilometraje, Color, Descripcion, RefStock }),
    ...{ ExternalId, Vin, Precio, Adelanto, Cuota, OperadorResponsable },
    // The sandbox's own pictures have no host of their own until somebody looks at them.
    Fotos: drawn.Fotos.map((url) => new URL(url, PHOTO_ORIGIN).href),
    ...(input.Exposicion && { Exposicion: input.Exposicion }),
    ...(input.DatosTecnicosCustom && { DatosTecnicosCustom: input.DatosTecnicosCustom }),
  }
  const made = requireDecision(createPublication(newDecisionContext(scene, agency, app), body, new ValidationIssues()))
  const row = { ...made, Fotos: drawn.Fotos }
  const next = { ...world.next, publication: world.next.publication + 1 }
  return {
    world: { ...world, next, publications: world.publications.put(row) },
    events: [{ kind: 'publication-written', before: undefined, after: row }],
    row,
  }
}

const PHOTO_ORIGIN = 'https://playa.localhost'

type WithoutNulls<T> = { [K in keyof T]?: Exclude<T[K], null> }

const withoutNulls = <T extends object>(members: T): WithoutNulls<T> =>
  // Only members that are null are left out, and the type lets any be.
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null)) as WithoutNulls<T>

/** The car as a stock of that seed would hold it. */
const drawListing = (
  { world, random: draw }: StoryScene,
  agency: Agency,
  app: App,
  input: StoryActionInput<'publish'>,
): Publication => {
  const { seed, catalogue, people } = world.setting
  const named = input.car === undefined ? undefined : findNamedCar(catalogue(), input.car)
  if (input.car !== undefined && !named) throw new ControlError(400, `No car of the catalogue answers to ${input.car}.`)
  const used = (input.Kilometraje ?? 1) > 0 && agency.product.cars !== 'new'
  const version =
    named?.version ?? (input.Marca === undefined ? drawCar(catalogue(), draw, { used, years: MODEL_YEARS }) : null)
  const { ExternalId } = input
  const handle = { number: world.next.publication, key: publicationKey(agency.ordinal, ExternalId) }
  const car = { version: version ?? null, VersionYear: named?.year ?? version?.VersionYear ?? null, used }
  const draft = { agency, handle, app: app.name, condition: 'active', Exposicion: 'Baja', ExternalId } as const
  return generateListing({ ...draft, ...car, describe: true, given: input }, { seed, people, photos: new PhotoSets() })
}

const MODEL_YEARS = [2014, 2024] as const

const requireWriter = (world: World, agency: Agency): App => {
  const app = world.setting.apps.find(({ name }) => agency.access[name]?.write)
  if (app) return app
  throw new ControlError(403, `No app may write to agency ${agency.adminMail}.`)
}

/** The publication that is named, or one of those in the condition. */
const namedOrDrawn = (scene: StoryScene, { adminMail, externalid }: StoryActionInput<'sold'>, condition: Condition) => {
  const { world, random: draw } = scene
  const agency = requireAgency(world, adminMail)
  const list = world.publications.index(publicationIndex.of(agency.ordinal, condition))
  if (externalid === undefined && list.size === 0)
    throw new ControlError(409, `Agency ${agency.adminMail} has no ${condition} publication.`)
  const at = Math.floor(draw.next() * list.size)
  const [drawn] = list.slice(at, at + 1)
  const before =
    (externalid === undefined ? drawn && world.publications.get(drawn.key) : undefined) ??
    requirePublication(world, agency, externalid ?? '')
  const app = world.setting.apps.find(({ name }) => name === before.app) ?? requireWriter(world, agency)
  return { before, deciding: newDecisionContext(scene, agency, app) }
}

const newDecisionContext = ({ world, atMs }: StoryScene, agency: Agency, app: App): DecisionContext => ({
  world,
  agency,
  app,
  nowMs: atMs,
  photos: undefined,
})

const publicationOutcome = (
  deciding: DecisionContext,
  before: Publication,
  decided: Publication | Refusal,
  done: string,
): StoryOutcome => {
  const { world } = deciding
  const after = withNextRevision(deciding, before, requireDecision(decided))
  if (after === before) return { world, outcome: `nothing happened: ${before.ExternalId} was so already` }
  return {
    world: { ...world, publications: world.publications.put(after) },
    events: [{ kind: 'publication-written', before, after }],
    outcome: `${before.ExternalId} ${done}`,
  }
}

/** What the service decided, or its refusal as an error that tells it. */
const requireDecision = (decided: Publication | Refusal | MissingPhotoSizes): Publication => {
  if ('needsPhotos' in decided)
    throw new ControlError(400, `Photos elsewhere would have to be measured: ${decided.needsPhotos.join(', ')}.`)
  if (!isRefusal(decided)) return decided
  const faults = Object.entries(decided.errors).map(([path, sentences]) => `${path}: ${sentences.join(' ')}`)
  throw new ControlError(409, decided.detail || faults.join(' '))
}
