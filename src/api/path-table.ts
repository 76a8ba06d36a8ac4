/** What a path and a method name. */
interface Routed {
  readonly path: string
  readonly method: string
}

/** Finds operations by path and method. */
export class PathTable<Operation extends Routed> {
  readonly all: readonly Operation[]
  /** Templates by noun, the second segment of every path: `/v3/{noun}/...`. */
  readonly #byNoun = new Map<string, PathTemplate<Operation>[]>()
  /**
   * Paths that were matched before: to split and decode a path is a fifth of a read, and clients repeat
   * theirs.
   */
  readonly #matched = new Map<string, MatchedPath<Operation>>()

  constructor(operations: readonly Operation[]) {
    this.all = operations
    const byPath = new Map<string, Operation[]>()
    for (const entry of operations) byPath.set(entry.path, [...(byPath.get(entry.path) ?? []), entry])
    const templates = Array.from(byPath, ([path, entries]) => newPathTemplate(path, entries))
    // A fixed segment precedes a parameter: `/v3/marcas/bestmatch` is not the id of a brand.
    for (const template of templates.sort((a, b) => a.parameterCount - b.parameterCount)) {
      const noun = template.path.split('/')[2] ?? ''
      this.#byNoun.set(noun, [...(this.#byNoun.get(noun) ?? []), template])
    }
  }

  /** Matches a path as sent; undefined when no operation has it. */
  match(path: string): MatchedPath<Operation> | undefined {
    const known = this.#matched.get(path)
    if (known) return known
    const matched = this.#find(path)
    if (matched && path.length <= MAX_CACHED_LENGTH) {
      if (this.#matched.size >= MAX_CACHED) this.#matched.clear()
      this.#matched.set(path, matched)
    }
    return matched
  }

  #find(path: string): MatchedPath<Operation> | undefined {
    const segments = path.split('/').map(decodeSegment)
    for (const template of this.#byNoun.get(segments[2] ?? '') ?? []) {
      const rawParameters = template.match(segments)
      if (rawParameters) return { template, rawParameters }
    }
    return undefined
  }
}

/** A path template that a path matched. Requests to one path share it. */
export interface MatchedPath<Operation extends Routed> {
  readonly template: PathTemplate<Operation>
  /** Decoded segments by parameter name, not yet validated. */
  readonly rawParameters: Readonly<Record<string, string>>
}

/** The operations of one path template. */
interface PathTemplate<Operation extends Routed> {
  readonly path: string
  readonly parameterCount: number
  readonly byMethod: ReadonlyMap<string, Operation>
  /** Value of the `Allow` header. */
  readonly allow: string
  /** Returns the decoded segments by parameter name; undefined when the path does not match. */
  match(segments: readonly string[]): Record<string, string> | undefined
}

const newPathTemplate = <Operation extends Routed>(
  path: string,
  operations: readonly Operation[],
): PathTemplate<Operation> => {
  const parts = path.split('/')
  const names = parts.map((part) => (part.startsWith('{') ? part.slice(1, -1) : undefined))
  const methods = operations.map((entry) => entry.method)
  return {
    path,
    parameterCount: names.filter(Boolean).length,
    byMethod: new Map(operations.map((entry) => [entry.method, entry])),
    allow: methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', '),
    match(segments) {
      if (segments.length !== parts.length) return undefined
      const raw: Record<string, string> = {}
      for (let i = 0; i < parts.length; i++) {
        const segment = segments[i]
        const name = names[i]
        if (segment === undefined || (name ? segment === '' : segment !== parts[i])) return undefined
        if (name) raw[name] = segment
      }
      return raw
    },
  }
}

const MAX_CACHED = 4_000
const MAX_CACHED_LENGTH = 200

/**
 * Decodes a percent-encoded segment. An invalid encoding gives a character that is neither an e-mail nor an
 * id, so that it is refused like another malformed segment (`common/path-parameters`).
 */
const decodeSegment = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return '\ufffd'
  }
}
