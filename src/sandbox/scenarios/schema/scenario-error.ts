/** Thrown with all problems of a scenario; each has its position, the expected and the actual value. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** Path of a member from the root of a scenario. */
export type MemberPath = readonly PropertyKey[]

/** Position of a member in its source, e.g. `scenarios/demo.yaml:12:5`. */
export type Locate = (path: MemberPath) => string

// A scenario is plain data; its source positions are kept here, for problems that only the build finds.
const sources = new WeakMap<object, Locate>()

/** Keeps the source positions of a scenario. */
export const rememberSource = (scenario: object, locate: Locate): void => {
  sources.set(scenario, locate)
}

/** Creates the error for a problem found while building, with the position in the source. */
export const scenarioErrorAt = (
  scenario: { readonly name: string },
  path: MemberPath,
  sentence: string,
): ScenarioError => {
  const locate = sources.get(scenario) ?? (() => scenario.name)
  return new ScenarioError([problemAt(locate, path, sentence)])
}

/** Formats a problem with its position and path. */
export const problemAt = (locate: Locate, path: MemberPath, sentence: string): string =>
  `${locate(path)}: ${path.length === 0 ? '' : `${pathText(path)}: `}${sentence}`

/** Formats a path as `agencies[0].package.Alta`. */
const pathText = (path: MemberPath): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text === '' ? String(step) : `${text}.${String(step)}`
  }, '')
