import { posix } from 'node:path'
import { type Source, sourceAt, sourcesUnder } from '../coverage/sources.ts'

/** One import or re-export as the source text says it. */
export interface Import {
  readonly from: string
  /** Path of ours from the root on, or the specifier of a package or of Node. */
  readonly to: string
  readonly isOurs: boolean
  /** Names as the imported file exports them; `*` for all. */
  readonly names: readonly string[]
}

const STATIC =
  /^(?:import|export)\s+(?:type\s+)?(\{[^}]*\}|\*(?:\s+as\s+\w+)?|\w+(?:\s*,\s*\{[^}]*\})?)\s+from\s+'([^']+)'/gm
const BARE = /^import\s+'([^']+)'/gm
const DYNAMIC = /\bimport\(\s*'([^']+)'\s*\)/g

export const importsOf = ({ path, text }: Source): Import[] => [
  ...[...text.matchAll(STATIC)].map(([, clause = '', to = '']) => resolved(path, to, namesIn(clause))),
  ...[...text.matchAll(BARE)].map(([, to = '']) => resolved(path, to, [])),
  // What is done with a module that was loaded on demand is not followed.
  ...[...text.matchAll(DYNAMIC)].map(([, to = '']) => resolved(path, to, ['*'])),
]

const resolved = (from: string, specifier: string, names: readonly string[]): Import => {
  const isOurs = specifier.startsWith('.')
  return { from, to: isOurs ? posix.join(posix.dirname(from), specifier) : specifier, isOurs, names }
}

const namesIn = (clause: string): string[] => {
  if (clause.startsWith('*')) return ['*']
  const inner = /\{([^}]*)\}/.exec(clause)?.[1]
  const named = (inner ?? '').split(',').map(
    (part) =>
      part
        .trim()
        .replace(/^type\s+/, '')
        .split(/\s+as\s+/)[0] ?? '',
  )
  const standard = clause.startsWith('{') ? [] : ['default']
  return [...standard, ...named.filter((name) => name !== '')]
}

/** Every TypeScript file of the project. */
export const everything = (): Source[] => [
  ...sourcesUnder('src', 'test', 'fixtures', 'contracts'),
  sourceAt('build.ts'),
  sourceAt('vitest.config.ts'),
]
