import { atOnce, type Steps } from '../../../lib/collections/steps.ts'
import {
  packageFileNames,
  readPackageText,
  readUserText,
  shownPath,
} from '../../../lib/runtime/package-files.ts'
import { closestWords, suggestionEnding } from '../../../lib/text/did-you-mean.ts'
import { parseSteps } from '../../../lib/validation/parse-steps.ts'
import { type Locate, rememberSource, ScenarioError } from '../schema/scenario-error.ts'
import { type Scenario, ScenarioFile } from '../schema/scenario-schema.ts'
import { scenarioProblems } from './scenario-problems.ts'
import { FILE_TOTALS, type ScenarioTotals, SENT_TOTALS } from './scenario-totals.ts'
import { readYaml } from './yaml-reader.ts'

/** A valid scenario. An unchanged file always gives the same object. */
export type LoadedScenario = Scenario

interface Read {
  readonly text: string
  readonly scenario: LoadedScenario
}

const read = new Map<string, Read>()
const texts = new WeakMap<LoadedScenario, string>()

/** Source text of a scenario; undefined when it was given as an object. */
export const sourceText = (scenario: LoadedScenario): string | undefined => texts.get(scenario)

/** Valid names: a name must not contain a path. */
const NAME = /^[a-z0-9][a-z0-9._-]*$/

const isPath = (nameOrPath: string): boolean => /\.(ya?ml|json)$/.test(nameOrPath)

/** Reads a shipped scenario by name, or a file by path (`.yaml`, `.yml`, `.json`). Throws a ScenarioError. */
export const readScenario = (nameOrPath: string): LoadedScenario => {
  if (!isPath(nameOrPath) && !NAME.test(nameOrPath)) throw new ScenarioError([unknownName(nameOrPath)])
  const path = isPath(nameOrPath) ? nameOrPath : `scenarios/${nameOrPath}.yaml`
  const text = textAt(path, nameOrPath)
  const known = read.get(path)
  if (known?.text === text) return known.scenario
  const { value, locate } = readYaml(text, shownPath(path))
  const scenario = atOnce(checked(value, { locate, name: stemOf(path), totals: FILE_TOTALS }))
  texts.set(scenario, text)
  read.set(path, { text, scenario })
  return scenario
}

/** Parses a scenario like `parseScenarioSteps`, at once. */
export const parseScenario = (value: unknown, origin: string): LoadedScenario =>
  atOnce(parseScenarioSteps(value, origin))

/**
 * Parses a scenario given as a value, e.g. in a request, in steps; it may draw less than a file. `origin`
 * prefixes every problem. Throws a ScenarioError.
 */
export const parseScenarioSteps = (value: unknown, origin: string): Steps<LoadedScenario> =>
  checked(value, { locate: () => origin, name: 'given', totals: SENT_TOTALS })

interface ScenarioOrigin {
  readonly locate: Locate
  /** Its name when the scenario gives none. */
  readonly name: string
  readonly totals: ScenarioTotals
}

function* checked(value: unknown, { locate, name, totals }: ScenarioOrigin): Steps<LoadedScenario> {
  const parsed = yield* parseSteps(ScenarioFile, value)
  const problems = yield* scenarioProblems(parsed, value, locate, totals)
  if (problems.length > 0 || !parsed.success) throw new ScenarioError(problems)
  const scenario = { ...parsed.data, name: parsed.data.name ?? name }
  rememberSource(scenario, locate)
  return scenario
}

/** Names of the shipped scenarios. */
export const scenarioNames = (): string[] =>
  packageFileNames('scenarios')
    .filter((file) => file.endsWith('.yaml'))
    .map(stemOf)
    .sort()

/** Returns the name of a file without its folder and its ending. */
const stemOf = (path: string): string => path.replace(/^.*[/\\]/, '').replace(/\.\w+$/, '')

const textAt = (path: string, requested: string): string => {
  try {
    return isPath(requested) ? readUserText(path) : readPackageText(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const said = error instanceof Error && code === '' ? `: ${error.message.replace(/\.$/, '')}` : ''
    const why = WHY_UNREADABLE[code] ?? said
    throw new ScenarioError([
      isPath(requested) ? `the file ${path} cannot be read${why}` : unknownName(requested),
    ])
  }
}

const WHY_UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: ': there is no such file',
  EISDIR: ': it is a folder',
  EACCES: ': this user may not',
}

const unknownName = (name: string): string => {
  const names = scenarioNames()
  const hint = suggestionEnding(closestWords(name, names, 1))
  return `there is no scenario ${name}${hint} (there are ${names.join(', ')}; a path ends in .yaml, .yml or .json)`
}
