import { Lexer, Parser } from 'yaml'

/** Maximum nesting of YAML, in open collections. The shipped scenarios need nine. */
const MAX_YAML_DEPTH = 200

/**
 * True when collections of a YAML text nest deeper than `MAX_YAML_DEPTH`. The library composes them by
 * recursion, and a stack that is nearly exhausted can end the process instead of throwing.
 */
export const isYamlNestedTooDeep = (yaml: string): boolean => {
  const parser = new Parser()
  for (const lexeme of new Lexer().lex(yaml)) {
    // A parser works only as far as its tokens are taken.
    for (const _ of parser.next(lexeme));
    if (parser.stack.length > MAX_YAML_DEPTH) return true
  }
  return false
}
