import { type Document, isScalar, visit } from 'yaml'

/** What is wrong at an offset of a YAML text, in words of ours. */
export interface YamlProblem {
  readonly offset: number
  readonly sentence: string
}

/** Returns what a YAML text has that is not read here, and its mistakes. */
export const yamlProblems = (document: Document): YamlProblem[] => [
  ...document.errors.map(({ pos, message }) => ({ offset: pos[0], sentence: sentenceOf(message) })),
  ...document.warnings.map(({ pos, message }) => ({ offset: pos[0], sentence: sentenceOf(message) })),
  ...mergeKeys(document),
]

/** Rewords a message of the YAML library so that it says what to write. */
export const sentenceOf = (message: string): string => {
  if (message.includes('Excessive alias')) return 'expected YAML whose aliases repeat less'
  if (message.includes('multiple documents'))
    return 'expected one YAML document: leave out the line `---` and what follows it, or make it a file of its own'
  const [, tag] = /^Unresolved tag: (\S+)/.exec(message) ?? []
  if (tag !== undefined) return `expected a value without a tag: leave out ${tag}`
  return `expected YAML: ${message}`
}

/** YAML 1.2 has no merge keys: `<<` would be a member of that name. */
const mergeKeys = (document: Document): YamlProblem[] => {
  const found: YamlProblem[] = []
  visit(document, {
    Pair: (_, { key }) => {
      if (isScalar(key) && key.value === '<<' && key.type === 'PLAIN')
        found.push({
          offset: key.range?.[0] ?? 0,
          sentence: 'expected members by their names: `<<` merges nothing, so repeat them here',
        })
    },
  })
  return found
}
