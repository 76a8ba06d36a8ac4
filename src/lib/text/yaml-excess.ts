import { Lexer, Parser } from 'yaml'

/** Maximum nesting of YAML, in open collections. The shipped scenarios need nine. */
const MAX_YAML_DEPTH = 200
/** Maximum members of a map: the library compares the name of each with all before it. */
const MAX_YAML_MEMBERS = 5_000

/**
 * Describes how collections of a YAML text exceed the bounds; undefined: they do not. The library composes
 * nested ones by recursion, and a nearly exhausted stack can end the process instead of throwing.
 */
export const yamlExcess = (yaml: string): string | undefined => {
  const parser = new Parser()
  for (const lexeme of new Lexer().lex(yaml)) {
    // A parser works only as far as its tokens are read.
    for (const _ of parser.next(lexeme));
    if (parser.stack.length > MAX_YAML_DEPTH) return 'that nests less deep'
    const open = parser.stack.at(-1)
    const isMap =
      open?.type === 'block-map' || (open?.type === 'flow-collection' && open.start.source === '{')
    if (isMap && open.items.length > MAX_YAML_MEMBERS)
      return `with at most ${MAX_YAML_MEMBERS} members in a map`
  }
  return undefined
}
