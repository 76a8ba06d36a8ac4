import { defaultProfile, type Profile, withOptions } from '../../api/assumptions/profile.ts'
import { atOnce, mapSteps, sortSteps } from '../../lib/collections/steps.ts'
import { type Agencies, type Agency, agencyTable } from '../../model/world/agency.ts'
import type { Catalogue } from '../../model/world/catalogue.ts'
import { type Inquiries, type Inquiry, inquiryTableSteps } from '../../model/world/inquiry.ts'
import type { PeoplePool } from '../../model/world/people.ts'
import { type Publication, type Publications, publicationTableSteps } from '../../model/world/publication.ts'
import type { SimulatedReceiver, StoryEvent } from '../../model/world/story.ts'
import { type Usage, usageFromRows } from '../../model/world/usage.ts'
import { type Visit, type Visits, visitTableSteps } from '../../model/world/visit.ts'
import { type Webhooks, webhookTable } from '../../model/world/webhook.ts'
import type { App, World } from '../../model/world/world.ts'
import { buildAgencies } from './agencies.ts'
import { generateInquiries, type UnnumberedInquiry } from './generators/inquiry-generator.ts'
import { generateStock } from './generators/stock-generator.ts'
import { generateVisits } from './generators/visit-generator.ts'
import { type RecordedRows, readRecords } from './records.ts'
import type { ScenarioStart } from './scenario-start.ts'
import type { AgencyInput } from './schema/agency-schema.ts'
import type { Records } from './schema/records-schema.ts'
import { scenarioErrorAt } from './schema/scenario-error.ts'
import type { Scenario } from './schema/scenario-schema.ts'
import { storyEventsOf } from './story-events.ts'

/**
 * The time-independent part of a world, shared by all worlds that start from it. Instants are milliseconds
 * after the local midnight of the world's first day.
 */
export interface WorldBase {
  readonly agencies: Agencies
  readonly publications: Publications
  readonly inquiries: Inquiries
  readonly visits: Visits
  readonly webhooks: Webhooks
  readonly next: World['next']
  readonly profile: Profile
  readonly apps: readonly App[]
  readonly events: readonly StoryEvent[]
  readonly receivers: readonly SimulatedReceiver[]
  /** When worlds begin for which no time is given. */
  readonly start?: ScenarioStart
  /** Only from records: the clock and the usage of callers at the time of the export. */
  readonly clock?: NonNullable<Records['clock']>
  readonly usage?: Usage
}

/** Sources of the values that a scenario does not give. */
export interface BaseSources {
  readonly catalogue: () => Catalogue
  readonly people: () => PeoplePool
}

/** Builds the base of a scenario with a seed; equal inputs give equal bytes. Throws a ScenarioError. */
export const buildBase = (scenario: Scenario, seed: number, sources: BaseSources): WorldBase =>
  atOnce(baseSteps(scenario, seed, sources))

/** Builds like `buildBase`, and pauses again and again, so that other work gets its turn. */
export function* baseSteps(
  scenario: Scenario,
  seed: number,
  sources: BaseSources,
): Generator<void, WorldBase> {
  const { agencies, nextBranch } = buildAgencies(scenario.agencies)
  const profile = withOptions(defaultProfile, scenario.profile, 'scenario')
  const recorded = yield* recordedRows(scenario, agencies, sources)
  const made = yield* generatedRows({ scenario, seed, sources, profile, agencies, recorded })
  const publications = [...recorded.publications, ...made.publications]
  const inquiries =
    recorded.inquiries.length === 0 ? made.inquiries : [...recorded.inquiries, ...made.inquiries]
  const next = {
    publication: 1 + greatest(publications, ({ handle }) => handle.number),
    inquiry: 1 + greatest(inquiries, ({ number }) => number),
    branch: nextBranch,
  }
  return {
    agencies: agencyTable(agencies),
    publications: yield* publicationTableSteps(publications),
    inquiries: yield* inquiryTableSteps(inquiries),
    visits: yield* visitTableSteps([...recorded.visits, ...made.visits]),
    webhooks: webhookTable(scenario.webhooks),
    // Numbers are never assigned twice, even if a user edited the file.
    next: scenario.records?.next ? furthest(scenario.records.next, next) : next,
    profile,
    apps: scenario.apps,
    events: scenario.events ? yield* storyEventsOf(scenario.events, seed) : [],
    receivers: scenario.receivers ?? [],
    ...(scenario.start && { start: scenario.start }),
    ...(scenario.records?.clock && { clock: scenario.records.clock }),
    ...(scenario.records?.usage && { usage: usageFromRows(scenario.records.usage) }),
  }
}

const furthest = (a: World['next'], b: World['next']): World['next'] => ({
  publication: Math.max(a.publication, b.publication),
  inquiry: Math.max(a.inquiry, b.inquiry),
  branch: Math.max(a.branch, b.branch),
})

function* recordedRows(
  scenario: Scenario,
  agencies: readonly Agency[],
  { catalogue }: BaseSources,
): Generator<void, RecordedRows> {
  if (!scenario.records) return { publications: [], inquiries: [], visits: [] }
  const ordinals = new Map(agencies.map(({ adminMail, ordinal }) => [adminMail.toLowerCase(), ordinal]))
  return yield* readRecords(scenario.records, {
    ordinals,
    catalogue,
    errorAt: (path, sentence) => scenarioErrorAt(scenario, ['records', ...path], sentence),
  })
}

interface Generation {
  readonly scenario: Scenario
  readonly seed: number
  readonly sources: BaseSources
  readonly profile: Profile
  readonly agencies: readonly Agency[]
  readonly recorded: RecordedRows
}

function* generatedRows(generation: Generation): Generator<void, RecordedRows> {
  const { scenario, seed, sources, profile, agencies, recorded } = generation
  const publications: Publication[] = []
  const visits: Visit[] = []
  const inquiries: UnnumberedInquiry[] = []
  const byKey = new Map(recorded.publications.map((row) => [row.handle.key, row]))
  const firstNumber = 1 + greatest(recorded.publications, ({ handle }) => handle.number)
  for (const [i, agency] of agencies.entries()) {
    const input = scenario.agencies[i]!
    const errorAt = (path: readonly PropertyKey[], sentence: string) =>
      scenarioErrorAt(scenario, ['agencies', i, ...path], sentence)
    const shared = { ...sources, agency, seed, errorAt }
    const lot = yield* generateStock({
      ...shared,
      input,
      profile,
      app: publisherOf(scenario, input),
      firstNumber: firstNumber + publications.length,
    })
    for (const row of lot) {
      if (byKey.has(row.handle.key))
        throw errorAt([], `expected every ExternalId once, got ${row.ExternalId} twice`)
      byKey.set(row.handle.key, row)
      publications.push(row)
    }
    for (const visit of yield* generateVisits(agency, lot, input.visits, seed)) visits.push(visit)
    if (input.inquiries)
      for (const inquiry of yield* generateInquiries(
        { ...shared, lot, byKey: (key) => byKey.get(key) },
        input.inquiries,
      ))
        inquiries.push(inquiry)
    yield
  }
  return {
    publications,
    visits,
    inquiries: yield* numbered(inquiries, 1 + greatest(recorded.inquiries, ({ number }) => number)),
  }
}

/** Name of the first app with write access to the agency, or else with any access. */
const publisherOf = ({ apps }: Scenario, { access }: AgencyInput): string => {
  const names = apps.map(({ name }) => name).filter((name) => Object.hasOwn(access, name))
  return names.find((name) => access[name]?.write) ?? names[0] ?? apps[0]!.name
}

/** Assigns numbers in order of receipt, so that ids grow with time as in a live service. */
function* numbered(inquiries: readonly UnnumberedInquiry[], first: number): Generator<void, Inquiry[]> {
  const inOrder = inquiries.every((lead, i) => i === 0 || inquiries[i - 1]!.offsetMs <= lead.offsetMs)
  const sorted = inOrder ? inquiries : yield* sortSteps((a, b) => a.offsetMs - b.offsetMs, inquiries)
  let number = first
  return yield* mapSteps(sorted, ({ agency, offsetMs, car, OperadorResponsable, OrigenLead, lead }) => ({
    number: number++,
    agency,
    offsetMs,
    car,
    OperadorResponsable,
    OrigenLead,
    lead,
  }))
}

const greatest = <T>(rows: readonly T[], number: (row: T) => number): number =>
  rows.reduce((most, row) => Math.max(most, number(row)), 0)
