import { type Document, isMap, isScalar, LineCounter, type Node, type Pair, parseDocument } from 'yaml'
import { type Locate, type MemberPath, ScenarioError } from './scenario-error.ts'

/** A parsed text with the positions of its members. */
export interface ReadYaml {
  readonly value: unknown
  readonly locate: Locate
}

/** Parses a YAML or JSON text. Throws a ScenarioError when it is neither. */
export const readYaml = (text: string, file: string): ReadYaml => {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return `${file}:${line}:${col}`
  }
  if (document.errors.length > 0) {
    throw new ScenarioError(
      document.errors.map(({ pos, message }) => `${at(pos[0])}: expected YAML: ${message}`),
    )
  }
  return { value: document.toJS(), locate: (path) => at(offsetOf(document, path)) }
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
