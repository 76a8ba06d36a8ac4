import { readCatalogue } from '../fixtures/catalogue.ts'
import { readPeople } from '../fixtures/people-pool.ts'
import { type Base, build } from './world-base.ts'
import { faultIn } from './scenario-error.ts'
import type { Scenario } from './schema.ts'
import { readSnapshot, SNAPSHOTS } from './compiled-scenario.ts'

/** Something that worlds can start as: its bases by seed, each built once and shared by all its worlds. */
export interface Source {
  readonly name: string
  /** The seed of its own. */
  readonly seed: number
  /** Throws a ScenarioError. */
  base(seed: number): Promise<Base>
}

/** A shipped scenario's name, a path that ends in .yaml, .yml or .json, or a scenario as an object. */
export type Given = string | Readonly<Record<string, unknown>>

const BASES_KEPT = 8
const opened = new Map<string, Source>()

/**
 * Opens a scenario. A shipped one comes from its snapshot when there is one, and only otherwise are the readers of YAML and
 * the generators loaded. Throws a ScenarioError.
 */
export const openScenario = async (given: Given): Promise<Source> => {
  if (typeof given !== 'string') return fromValue(given)
  const known = opened.get(given)
  if (known) return known
  const source = fromSnapshot(given) ?? (await fromFile(given))
  // A file may change between two worlds; what was shipped does not.
  if (!given.includes('.')) opened.set(given, source)
  return source
}

const VALUES_KEPT = 16
/** Larger ones, as exports of large worlds, are built for each world anew: remembering their texts would cost more than it saves. */
const LONGEST_KEPT = 1_000_000
const byText = new Map<string, Source>()

/** A scenario that was brought along; equal ones share their bases. */
const fromValue = async (given: Readonly<Record<string, unknown>>): Promise<Source> => {
  const { parseScenario } = await import('./scenario-file.ts')
  const text = JSON.stringify(given)
  const known = byText.get(text)
  if (known) return known
  const scenario = parseScenario(given, 'scenario')
  needKnownVersions(scenario)
  const source = sourceOf(scenario)
  if (text.length > LONGEST_KEPT) return source
  const [oldest] = byText.keys()
  if (byText.size >= VALUES_KEPT && oldest !== undefined) byText.delete(oldest)
  byText.set(text, source)
  return source
}

/** Records read the catalogue only when somebody looks at a car, which is too late to say that a version is not in it. */
const needKnownVersions = (scenario: Scenario): void => {
  const rows = scenario.records?.inquiries ?? []
  const asked = rows.map(({ car }) => (typeof car === 'object' && 'versionId' in car ? car.versionId : undefined))
  if (asked.every((id) => id === undefined)) return
  const known = new Set(readCatalogue().versions.map(({ id }) => id))
  for (const [i, id] of asked.entries()) {
    if (id === undefined || known.has(id)) continue
    throw faultIn(
      scenario,
      ['records', 'inquiries', i, 'car', 'versionId'],
      `expected the id of a version of the catalogue of this release, got ${id}`,
    )
  }
}

const fromFile = async (nameOrPath: string): Promise<Source> => {
  const { readScenario } = await import('./scenario-file.ts')
  return sourceOf(readScenario(nameOrPath))
}

/** Another seed draws anew, though from what the build has read already. */
const fromRead = async (name: string): Promise<Source> => {
  const scenario = SNAPSHOTS === undefined ? undefined : readSnapshot(name, SNAPSHOTS, 'read')
  return scenario ? sourceOf(scenario) : fromFile(name)
}

const fromSnapshot = (name: string): Source | undefined => {
  const scenario = SNAPSHOTS === undefined ? undefined : readSnapshot(name, SNAPSHOTS, 'drawn')
  if (!scenario) return undefined
  const own = build(scenario, scenario.seed, { catalogue: readCatalogue, people: readPeople })
  let full: Promise<Source> | undefined
  return {
    name: scenario.name,
    seed: scenario.seed,
    base: async (seed) => (seed === scenario.seed ? own : (await (full ??= fromRead(name))).base(seed)),
  }
}

const sources = new WeakMap<Scenario, Source>()

/** One source for one scenario: the reader gives the same value for as long as a file's text stays the same. */
const sourceOf = (scenario: Scenario): Source => {
  const known = sources.get(scenario)
  if (known) return known
  const source = newSource(scenario)
  sources.set(scenario, source)
  return source
}

const newSource = (scenario: Scenario): Source => {
  const bases = new Map<number, Base>()
  return {
    name: scenario.name,
    seed: scenario.seed,
    base: async (seed) => {
      const known = bases.get(seed)
      if (known) return known
      const base = build(scenario, seed, { catalogue: readCatalogue, people: readPeople })
      const [oldest] = bases.keys()
      if (bases.size >= BASES_KEPT && oldest !== undefined) bases.delete(oldest)
      bases.set(seed, base)
      return base
    },
  }
}
