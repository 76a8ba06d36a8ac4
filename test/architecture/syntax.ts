import ts from 'typescript'
import type { Source } from '../coverage/sources.ts'

/** A node of the syntax tree with its source. */
export interface Place {
  readonly source: Source
  readonly file: ts.SourceFile
  readonly node: ts.Node
}

const parse = ({ path, text }: Source): ts.SourceFile =>
  ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)

/**
 * Finds all nodes of the sources that match, in order. Only texts that match `clue` are parsed: every node
 * that matches has to hold such a text, and to parse all would take seconds.
 */
export const nodesIn = (
  sources: readonly Source[],
  clue: RegExp,
  matches: (node: ts.Node) => boolean,
): Place[] =>
  sources.flatMap((source) => {
    if (!clue.test(source.text)) return []
    const file = parse(source)
    const found: Place[] = []
    const visit = (node: ts.Node): void => {
      if (matches(node)) found.push({ source, file, node })
      ts.forEachChild(node, visit)
    }
    visit(file)
    return found
  })

/** Line of a node, from 0. */
export const lineOf = ({ file, node }: Place, end = false): number =>
  file.getLineAndCharacterOfPosition(end ? node.end : node.getStart(file)).line

/** Formats a place as `path:line text`. */
export const placeText = (place: Place): string => {
  const line = lineOf(place)
  return `${place.source.path}:${line + 1} ${place.source.lines[line]?.trim()}`
}
