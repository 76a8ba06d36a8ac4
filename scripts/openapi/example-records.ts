import { LEVELS } from '../../src/api/wire/exposure-level.ts'
import { accessOf, visibleAgencies } from '../../src/model/domain/access.ts'
import { packagePlaces } from '../../src/model/domain/publications/package.ts'
import { availableTopics } from '../../src/model/domain/webhooks/webhook-rules.ts'
import { type Agency, administratorOf } from '../../src/model/world/agency.ts'
import type { Catalogue } from '../../src/model/world/catalogue.ts'
import { inquiryIndex, inquirySid } from '../../src/model/world/inquiry.ts'
import { type Publication, publicationIndex } from '../../src/model/world/publication.ts'
import { webhookKey } from '../../src/model/world/webhook.ts'
import { type App, agencyByMail, type World } from '../../src/model/world/world.ts'
import { baseOf } from '../../src/sandbox/scenarios/build-scenario.ts'
import { readScenario } from '../../src/sandbox/scenarios/reading/scenario-file.ts'
import { startWorld } from '../../src/sandbox/scenarios/world-start.ts'

/** Time of the examples. Fixed, so that the document changes only with the service. */
const NOW_MS = Date.UTC(2026, 2, 2, 15)

/** Starts the world that the examples are recorded in. */
export const exampleWorld = (scenario: string, profile: Readonly<Record<string, string>>): World => {
  const { seed } = readScenario(scenario)
  return startWorld(baseOf(scenario, seed), { scenario, seed, nowMs: NOW_MS, wallMs: NOW_MS, profile })
}

/** Records that the examples refer to. They are searched in the world, so that the scenario may change. */
export interface ExampleRecords {
  /** An agency with write access, a publication, inquiries and free places. */
  readonly agency: Agency
  readonly publication: Publication
  /** Id of an inquiry of that agency. */
  readonly sid: string
  /** An agency whose administrator can be edited, since it was created through the API (AGE-04). */
  readonly editable: Agency
  /** A topic that the app has not configured. */
  readonly topic: string
  /** A topic that it has configured. */
  readonly configuredTopic: string
  /** Id of a branch of the agency. */
  readonly branch: number
  readonly catalogue: Catalogue
}

/** Finds the example records in a world. Throws when the scenario lacks one. */
export const findExampleRecords = (world: World): ExampleRecords => {
  const app = callingApp(world)
  const writable = visibleAgencies({ world, app }).filter((agency) => accessOf(agency, app)?.write)
  const agency = required(
    writable.find((candidate) => hasExamples(world, candidate)),
    'an agency with inquiries and free places',
  )
  const [listed] = world.publications
    .index(publicationIndex.ofApp(agency.ordinal, app.name, 'active'))
    .slice(0, 1)
  const [inquiry] = world.inquiries.index(inquiryIndex(agency.ordinal, { app: app.name })).slice(0, 1)
  const editable = writable.find((candidate) => administratorOf(candidate).createdThroughApi)
  const isConfigured = (name: string) => world.webhooks.get(webhookKey(app.name, name)) !== undefined
  const topics = availableTopics(world.setting.profile)
  return {
    agency,
    publication: world.publications.get(listed!.key)!,
    sid: inquirySid(inquiry!),
    editable: required(editable, 'an administrator that was created through the API'),
    topic: required(
      topics.find((name) => !isConfigured(name)),
      'a topic that is not configured',
    ),
    configuredTopic: required(topics.find(isConfigured), 'a topic that is configured'),
    branch: required(agency.branches[0]?.id, 'a branch'),
    catalogue: world.setting.catalogue(),
  }
}

/** Returns the world after the calling app lost write access, or all access, to the agency. */
export const withLostAccess = (world: World, adminMail: string, lost: 'write' | 'access'): World => {
  const agency = agencyByMail(world, adminMail)!
  const { name } = callingApp(world)
  const { [name]: previous, ...others } = agency.access
  const access =
    lost === 'access' || !previous ? others : { ...others, [name]: { ...previous, write: false } }
  return { ...world, agencies: world.agencies.put({ ...agency, access }) }
}

const callingApp = (world: World): App => world.setting.apps[0]!

const hasExamples = (world: World, agency: Agency): boolean => {
  const { name } = callingApp(world)
  return (
    world.inquiries.index(inquiryIndex(agency.ordinal, { app: name })).size > 0 &&
    world.publications.index(publicationIndex.ofApp(agency.ordinal, name, 'active')).size > 0 &&
    LEVELS.some((level) => packagePlaces(world, agency, level).Disponibles > 0)
  )
}

const required = <T>(found: T | undefined, what: string): T => {
  if (found === undefined) throw new Error(`expected a scenario with ${what}, found none`)
  return found
}
