import { readCatalogue } from '../fixtures/catalogue.ts'
import { readPeoplePool } from '../fixtures/people-pool.ts'
import { readCompiledScenario } from './compiled-scenario.ts'
import { inSlices } from './in-slices.ts'
import { scenarioErrorAt } from './schema/scenario-error.ts'
import type { Scenario } from './schema/scenario-schema.ts'
import { baseSteps, buildBase, type WorldBase } from './world-base.ts'

/** Source for reopening a scenario: its name for a shipped one, otherwise the whole scenario. */
export type ScenarioReference = { readonly shipped: string } | { readonly content: Scenario }

/** A scenario with its bases by seed, each built once and shared by all worlds that start from it. */
export interface ScenarioSource {
  readonly name: string
  /** Default seed. */
  readonly seed: number
  readonly reference: ScenarioReference
  /** Returns the base for a seed. Throws a ScenarioError. */
  base(seed: number): Promise<WorldBase>
}

/** A shipped scenario's name, a path that ends in .yaml, .yml or .json, or a scenario as an object. */
export type ScenarioInput = string | Readonly<Record<string, unknown>>

const BASES_KEPT = 8
const opened = new Map<string, ScenarioSource>()

/**
 * Opens a scenario. A shipped one comes from its compiled form if there is one; otherwise the YAML reader
 * and the generators are loaded. Throws a ScenarioError.
 */
export const openScenario = async (given: ScenarioInput): Promise<ScenarioSource> => {
  if (typeof given !== 'string') return fromValue(given)
  const known = opened.get(given)
  if (known) return known
  const source = fromSnapshot(given) ?? (await fromFile(given))
  // A file may change between two worlds; a shipped scenario does not.
  if (given.includes('.')) return source
  const shipped = { ...source, reference: { shipped: given } }
  opened.set(given, shipped)
  return shipped
}

/** Opens a scenario from its reference. Throws a ScenarioError when this release does not ship it. */
export const openReference = (reference: ScenarioReference): Promise<ScenarioSource> | ScenarioSource =>
  'shipped' in reference ? openScenario(reference.shipped) : sourceOf(reference.content)

const VALUES_KEPT = 16
/**
 * Larger values, such as exports of large worlds, are not cached: keeping their texts would cost too much
 * memory.
 */
const MAX_KEPT_LENGTH = 1_000_000
const MAX_KEPT = 20_000
const byText = new Map<string, ScenarioSource>()

/** Opens a scenario given as a value; equal values share their bases. */
const fromValue = async (given: Readonly<Record<string, unknown>>): Promise<ScenarioSource> => {
  const { parseScenarioSteps } = await import('./reading/scenario-file.ts')
  const text = hasMoreMembers(given, MAX_KEPT) ? undefined : JSON.stringify(given)
  const known = text === undefined ? undefined : byText.get(text)
  if (known) return known
  const scenario = await inSlices(parseScenarioSteps(given, 'scenario'))
  needKnownVersions(scenario)
  const source = sourceOf(scenario)
  if (text === undefined || text.length > MAX_KEPT_LENGTH) return source
  const [oldest] = byText.keys()
  if (byText.size >= VALUES_KEPT && oldest !== undefined) byText.delete(oldest)
  byText.set(text, source)
  return source
}

/** Returns whether a value has more members and items than this, in each other. */
const hasMoreMembers = (value: unknown, most: number): boolean => {
  const open: unknown[] = [value]
  for (let count = 0; open.length > 0; count += 1) {
    const next = open.pop()
    if (typeof next !== 'object' || next === null) continue
    for (const name in next) if (open.push(Reflect.get(next, name)) + count > most) return true
  }
  return false
}

/** Checks version ids in records now: the lazy access to the catalogue would be too late for an error. */
const needKnownVersions = (scenario: Scenario): void => {
  const rows = scenario.records?.inquiries ?? []
  const ids = rows.map(({ car }) =>
    typeof car === 'object' && 'versionId' in car ? car.versionId : undefined,
  )
  if (ids.every((id) => id === undefined)) return
  const known = new Set(readCatalogue().versions.map(({ id }) => id))
  for (const [i, id] of ids.entries()) {
    if (id === undefined || known.has(id)) continue
    throw scenarioErrorAt(
      scenario,
      ['records', 'inquiries', i, 'car', 'versionId'],
      `expected the id of a version of the catalogue of this release, got ${id}`,
    )
  }
}

const fromFile = async (nameOrPath: string): Promise<ScenarioSource> => {
  const { readScenario } = await import('./reading/scenario-file.ts')
  return sourceOf(readScenario(nameOrPath))
}

/** Opens the parsed form of a shipped scenario, for another seed. */
const fromRead = async (name: string): Promise<ScenarioSource> => {
  const scenario = readCompiledScenario(name, 'read')
  return scenario ? sourceOf(scenario) : fromFile(name)
}

const fromSnapshot = (name: string): ScenarioSource | undefined => {
  const scenario = readCompiledScenario(name, 'drawn')
  if (!scenario) return undefined
  const base = buildBase(scenario, scenario.seed, { catalogue: readCatalogue, people: readPeoplePool })
  let full: Promise<ScenarioSource> | undefined
  return {
    name: scenario.name,
    seed: scenario.seed,
    reference: { shipped: name },
    base: async (seed) => (seed === scenario.seed ? base : (await (full ??= fromRead(name))).base(seed)),
  }
}

const sources = new WeakMap<Scenario, ScenarioSource>()

/** One source per scenario object; an unchanged file always gives the same object. */
const sourceOf = (scenario: Scenario): ScenarioSource => {
  const known = sources.get(scenario)
  if (known) return known
  const source = newSource(scenario)
  sources.set(scenario, source)
  return source
}

const newSource = (scenario: Scenario): ScenarioSource => {
  const bases = new Map<number, WorldBase>()
  return {
    name: scenario.name,
    seed: scenario.seed,
    reference: { content: scenario },
    base: async (seed) => {
      const known = bases.get(seed)
      if (known) return known
      const steps = baseSteps(scenario, seed, { catalogue: readCatalogue, people: readPeoplePool })
      const base = await inSlices(steps)
      const [oldest] = bases.keys()
      if (bases.size >= BASES_KEPT && oldest !== undefined) bases.delete(oldest)
      bases.set(seed, base)
      return base
    },
  }
}
