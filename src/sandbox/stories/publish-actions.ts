import { ControlError } from '../../api/problems/control-error.ts'
import { plainMembersOf } from '../../api/wire/publication-members.ts'
import { createPublication } from '../../model/domain/publications/publication-creation.ts'
import { ValidationIssues } from '../../model/domain/validation-issues.ts'
import type { Agency } from '../../model/world/agency.ts'
import { type Publication, publicationKey } from '../../model/world/publication.ts'
import type { App } from '../../model/world/world.ts'
import { drawCar, findNamedCar } from '../scenarios/generators/car-generator.ts'
import { generateListing, PhotoSets } from '../scenarios/generators/listing-generator.ts'
import type { StoryActionInput } from '../scenarios/schema/story-schema.ts'
import { requireAgency, requireApp } from './named-records.ts'
import { newDecisionContext, requireDecision, requireWriter } from './story-decision.ts'
import type { StoryOutcome, StoryScene, StorySteps } from './story-scene.ts'

/** Publishes one car. */
export const playPublish = (scene: StoryScene, input: StoryActionInput<'publish'>): StoryOutcome => {
  const agency = requireAgency(scene.world, input.adminMail)
  const published = publish(scene, agency, input)
  const { ExternalId, Exposicion } = published.publication
  return { ...published, outcome: `${ExternalId} is published at ${Exposicion}` }
}

/** Maximum of publications that one event creates; no package is larger. */
const MAX_FILLED = 500

/** Publishes cars until the service refuses one because the package is full. */
export function* playFill(
  scene: StoryScene,
  { adminMail, app, prefix }: StoryActionInput<'fill'>,
): StorySteps {
  const agency = requireAgency(scene.world, adminMail)
  const events = []
  let { world } = scene
  let reason = `more than ${MAX_FILLED} places are free`
  for (let i = 1; events.length < MAX_FILLED; i++) {
    yield
    const ExternalId = `${prefix}-${String(i).padStart(3, '0')}`
    if (world.publications.get(publicationKey(agency.ordinal, ExternalId))) continue
    try {
      const published = publish({ ...scene, world }, agency, {
        ExternalId,
        ...(app !== undefined && { app }),
      })
      if (published.publication.condition !== 'active')
        throw new ControlError(409, 'The publication was created suspended.')
      ;({ world } = published)
      events.push(...published.events)
    } catch (error) {
      if (!(error instanceof ControlError)) throw error
      reason = error.message
      break
    }
  }
  return { world, events, outcome: `${events.length} published; the next was refused: ${reason}` }
}

interface PublishedOutcome extends Omit<StoryOutcome, 'outcome'> {
  readonly events: NonNullable<StoryOutcome['events']>
  readonly publication: Publication
}

/** Creates a publication by the service's own rules. Throws a `ControlError` when they refuse it. */
const publish = (scene: StoryScene, agency: Agency, input: StoryActionInput<'publish'>): PublishedOutcome => {
  const { world } = scene
  const app = input.app === undefined ? requireWriter(world, agency) : requireApp(world, input.app)
  const drawn = drawListing(scene, agency, app, input)
  const { ExternalId, Marca, Modelo, Version, Vin, OperadorResponsable } = drawn
  const body = {
    ...withoutNulls({ ...plainMembersOf((name) => drawn[name]), Marca, Modelo, Version, Vin }),
    ExternalId,
    OperadorResponsable,
    // The sandbox's own pictures are stored without a host, but the rules require absolute URLs.
    Fotos: drawn.Fotos.map((url) => new URL(url, PHOTO_ORIGIN).href),
    ...(input.Exposicion && { Exposicion: input.Exposicion }),
    ...(input.DatosTecnicosCustom && { DatosTecnicosCustom: input.DatosTecnicosCustom }),
  }
  const context = newDecisionContext(scene, agency, app)
  const created = requireDecision(createPublication(new ValidationIssues(), context, body))
  const publication = { ...created, Fotos: drawn.Fotos }
  const next = { ...world.next, publication: world.next.publication + 1 }
  return {
    world: { ...world, next, publications: world.publications.put(publication) },
    events: [{ kind: 'publication-written', before: undefined, after: publication }],
    publication,
  }
}

const PHOTO_ORIGIN = 'https://playa.localhost'

type WithoutNulls<T> = { [K in keyof T]?: Exclude<T[K], null> }

const withoutNulls = <T extends object>(members: T): WithoutNulls<T> =>
  // Only null members are removed, and the type makes every member optional.
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null)) as WithoutNulls<T>

/** Draws a listing like those of the agency's stock; `input` overrides drawn members. */
const drawListing = (
  { world, random }: StoryScene,
  agency: Agency,
  app: App,
  input: StoryActionInput<'publish'>,
): Publication => {
  const { seed, catalogue, people } = world.setting
  const named = input.car === undefined ? undefined : findNamedCar(catalogue(), input.car)
  if (input.car !== undefined && !named)
    throw new ControlError(400, `No car of the catalogue matches ${input.car}.`)
  const used = (input.Kilometraje ?? 1) > 0 && agency.product.cars !== 'new'
  const version =
    named?.version ??
    (input.Marca === undefined ? drawCar(catalogue(), random, { used, years: MODEL_YEARS }) : null)
  const { ExternalId } = input
  const handle = { number: world.next.publication, key: publicationKey(agency.ordinal, ExternalId) }
  const car = { version: version ?? null, VersionYear: named?.year ?? version?.VersionYear ?? null, used }
  const draft = {
    agency,
    handle,
    app: app.name,
    condition: 'active',
    Exposicion: 'Baja',
    ExternalId,
  } as const
  return generateListing(
    { ...draft, ...car, describe: true, given: input },
    { seed, people, photos: new PhotoSets() },
  )
}

const MODEL_YEARS = [2014, 2024] as const
