import { choose, defaultProfile, type Profile } from '../assumptions/profile.ts'
import { type Agencies, type Agency, agencyTable } from '../world/agency.ts'
import type { Catalogue } from '../world/catalogue.ts'
import { type Inquiries, type Inquiry, inquiryTable } from '../world/inquiry.ts'
import type { PeoplePool } from '../world/people.ts'
import { type Publication, type Publications, publicationTable } from '../world/publication.ts'
import type { Receiver, StoryEvent } from '../world/story.ts'
import { type Usage, usageOf } from '../world/usage.ts'
import { type Visit, type Visits, visitTable } from '../world/visit.ts'
import { type Webhooks, webhookTable } from '../world/webhook.ts'
import type { App, World } from '../world/world.ts'
import { eventsOf } from './story-events.ts'
import { agenciesOf } from './agencies.ts'
import type { AgencySaid } from './agency-schema.ts'
import { type Lead, leadsOf } from './inquiry-generator.ts'
import { lotOf } from './stock-generator.ts'
import { faultIn } from './scenario-error.ts'
import { type RecordedRows, rowsOf } from './records.ts'
import type { Records } from './records-schema.ts'
import type { Scenario } from './schema.ts'
import { visitsOf } from './visit-generator.ts'

/**
 * The part of a world that does not depend on time, shared by all worlds that start from it. Instants are milliseconds after the
 * local midnight at which the first day of the world begins.
 */
export interface Base {
  readonly agencies: Agencies
  readonly publications: Publications
  readonly inquiries: Inquiries
  readonly visits: Visits
  readonly webhooks: Webhooks
  readonly next: World['next']
  readonly profile: Profile
  readonly apps: readonly App[]
  readonly events: readonly StoryEvent[]
  readonly receivers: readonly Receiver[]
  /** Of records alone: the moment at which they were written, and what callers had used up by then. */
  readonly clock?: NonNullable<Records['clock']>
  readonly usage?: Usage
}

/** Where a scenario takes what it does not say itself. */
export interface Sources {
  readonly catalogue: () => Catalogue
  readonly people: () => PeoplePool
}

/** The base of a scenario under a seed: equal ones give equal bytes. Throws a ScenarioError. */
export const build = (scenario: Scenario, seed: number, sources: Sources): Base => {
  const { agencies, nextBranch } = agenciesOf(scenario.agencies)
  const profile = choose(defaultProfile, scenario.profile, 'scenario')
  const recorded = recordedRows(scenario, agencies, sources)
  const made = generatedRows({ scenario, seed, sources, profile, agencies, recorded })
  const publications = [...recorded.publications, ...made.publications]
  const inquiries = recorded.inquiries.length === 0 ? made.inquiries : [...recorded.inquiries, ...made.inquiries]
  const next = {
    publication: 1 + greatest(publications, ({ handle }) => handle.number),
    inquiry: 1 + greatest(inquiries, ({ number }) => number),
    branch: nextBranch,
  }
  return {
    agencies: agencyTable(agencies),
    publications: publicationTable(publications),
    inquiries: inquiryTable(inquiries),
    visits: visitTable([...recorded.visits, ...made.visits]),
    webhooks: webhookTable(scenario.webhooks),
    // Numbers are never given twice, whatever a file says that somebody edited.
    next: scenario.records?.next ? furthest(scenario.records.next, next) : next,
    profile,
    apps: scenario.apps,
    events: scenario.events ? eventsOf(scenario.events, seed) : [],
    receivers: scenario.receivers ?? [],
    ...(scenario.records?.clock && { clock: scenario.records.clock }),
    ...(scenario.records?.usage && { usage: usageOf(scenario.records.usage) }),
  }
}

const furthest = (a: World['next'], b: World['next']): World['next'] => ({
  publication: Math.max(a.publication, b.publication),
  inquiry: Math.max(a.inquiry, b.inquiry),
  branch: Math.max(a.branch, b.branch),
})

const recordedRows = (scenario: Scenario, agencies: readonly Agency[], { catalogue }: Sources): RecordedRows => {
  if (!scenario.records) return { publications: [], inquiries: [], visits: [] }
  const ordinals = new Map(agencies.map(({ adminMail, ordinal }) => [adminMail.toLowerCase(), ordinal]))
  return rowsOf(scenario.records, {
    ordinals,
    catalogue,
    fault: (path, sentence) => faultIn(scenario, ['records', ...path], sentence),
  })
}

interface Generation {
  readonly scenario: Scenario
  readonly seed: number
  readonly sources: Sources
  readonly profile: Profile
  readonly agencies: readonly Agency[]
  readonly recorded: RecordedRows
}

const generatedRows = (generation: Generation): RecordedRows => {
  const { scenario, seed, sources, profile, agencies, recorded } = generation
  const publications: Publication[] = []
  const visits: Visit[] = []
  const leads: Lead[] = []
  const byKey = new Map(recorded.publications.map((row) => [row.handle.key, row]))
  const firstNumber = 1 + greatest(recorded.publications, ({ handle }) => handle.number)
  for (const [i, agency] of agencies.entries()) {
    const said = scenario.agencies[i]!
    const fault = (path: readonly PropertyKey[], sentence: string) =>
      faultIn(scenario, ['agencies', i, ...path], sentence)
    const shared = { ...sources, agency, seed, fault }
    const lot = lotOf({
      ...shared,
      said,
      profile,
      app: publisherOf(scenario, said),
      firstNumber: firstNumber + publications.length,
    })
    for (const row of lot) {
      if (byKey.has(row.handle.key)) throw fault([], `expected every ExternalId once, got ${row.ExternalId} twice`)
      byKey.set(row.handle.key, row)
      publications.push(row)
    }
    visits.push(...visitsOf(agency, lot, said.visits, seed))
    if (said.inquiries)
      for (const lead of leadsOf({ ...shared, lot, byKey: (key) => byKey.get(key) }, said.inquiries)) leads.push(lead)
  }
  return { publications, visits, inquiries: numbered(leads, 1 + greatest(recorded.inquiries, ({ number }) => number)) }
}

/** The first app that may write to the agency, or that knows it at all. */
const publisherOf = ({ apps }: Scenario, { access }: AgencySaid): string => {
  const names = apps.map(({ name }) => name).filter((name) => Object.hasOwn(access, name))
  return names.find((name) => access[name]?.write) ?? names[0] ?? apps[0]!.name
}

/** Numbers follow the order of reception, so that ids grow with time as they do in a live service. */
const numbered = (leads: Lead[], first: number): Inquiry[] => {
  const inOrder = leads.every((lead, i) => i === 0 || leads[i - 1]!.at <= lead.at)
  if (!inOrder) leads.sort((a, b) => a.at - b.at)
  return leads.map(({ agency, at, car, OperadorResponsable, OrigenLead, lead }, i) => ({
    number: first + i,
    agency,
    at,
    car,
    OperadorResponsable,
    OrigenLead,
    lead,
  }))
}

const greatest = <T>(rows: readonly T[], number: (row: T) => number): number =>
  rows.reduce((most, row) => Math.max(most, number(row)), 0)
