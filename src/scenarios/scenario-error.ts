/** Everything that is wrong with a scenario, at once: each problem says where, what was expected and what came. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

export type Path = readonly PropertyKey[]

/** Where a member stands in its source, e.g. `scenarios/demo.yaml:12:5`. */
export type Locate = (path: Path) => string

// A scenario is plain data; where it was read from is remembered beside it, for what only building finds out.
const sources = new WeakMap<object, Locate>()

export const rememberSource = (scenario: object, locate: Locate): void => {
  sources.set(scenario, locate)
}

/** A problem found while building, told like those found while reading. */
export const faultIn = (scenario: { readonly name: string }, path: Path, sentence: string): ScenarioError => {
  const locate = sources.get(scenario) ?? (() => scenario.name)
  return new ScenarioError([problemAt(locate, path, sentence)])
}

export const problemAt = (locate: Locate, path: Path, sentence: string): string =>
  `${locate(path)}: ${path.length === 0 ? '' : `${pathText(path)}: `}${sentence}`

/** `agencies[0].package.Alta`. */
const pathText = (path: Path): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text === '' ? String(step) : `${text}.${String(step)}`
  }, '')
