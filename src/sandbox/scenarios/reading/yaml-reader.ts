import { type Document, isMap, isScalar, LineCounter, type Node, type Pair, parseDocument } from 'yaml'
import { yamlExcess } from '../../../lib/text/yaml-excess.ts'
import { sentenceOf, yamlProblems } from '../../../lib/text/yaml-problems.ts'
import { errorMessage } from '../../../lib/unknown-values.ts'
import { type Locate, type MemberPath, ScenarioError } from '../schema/scenario-error.ts'
import { readWrittenYaml } from './written-records.ts'

/** A parsed text with the positions of its members. */
export interface ReadYaml {
  readonly value: unknown
  readonly locate: Locate
}

/** Parses a YAML or JSON text. Throws a ScenarioError when it is neither. */
export const readYaml = (text: string, file: string): ReadYaml => {
  const value = readWrittenYaml(text)
  // Places are asked for only where something is wrong.
  if (value) return { value, locate: (path) => readDocument(text, file).locate(path) }
  return readDocument(text, file)
}

const readDocument = (text: string, file: string): ReadYaml => {
  const excess = yamlExcess(text)
  if (excess) throw new ScenarioError([`${file}: expected YAML ${excess}`])
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return `${file}:${line}:${col}`
  }
  const problems = yamlProblems(document)
  if (problems.length > 0)
    throw new ScenarioError(
      problems.slice(0, MAX_ERRORS).map(({ offset, sentence }) => `${at(offset)}: ${sentence}`),
    )
  return { value: plainValue(document, file), locate: (path) => at(offsetOf(document, path)) }
}

/** Maximum number of errors of one text that are named. */
const MAX_ERRORS = 20

/** Aliases become values only here: one may have no anchor, or they may multiply to any size. */
const plainValue = (document: Document, file: string): unknown => {
  try {
    return document.toJS()
  } catch (error) {
    const message = errorMessage(error)
    throw new ScenarioError([`${file}: ${sentenceOf(message)}`])
  }
}

/** Offset of a member, or of its nearest existing parent. A member of a map starts at its name. */
const offsetOf = (document: Document, path: MemberPath): number => {
  for (let length = path.length; length > 0; length--) {
    const parent = document.getIn(path.slice(0, length - 1), true)
    const pair = isMap(parent)
      ? parent.items.find((item) => nameOf(item) === String(path[length - 1]))
      : undefined
    const node = pair ? pair.key : document.getIn(path.slice(0, length), true)
    const offset = startOf(node)
    if (offset !== undefined) return offset
  }
  return startOf(document.contents) ?? 0
}

const nameOf = ({ key }: Pair): string | undefined => (isScalar(key) ? String(key.value) : undefined)

const startOf = (node: unknown): number | undefined => (isNode(node) ? node.range?.[0] : undefined)

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'range' in value
