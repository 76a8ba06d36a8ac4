/** The first mismatch of a value with an expected subset. */
export interface SubsetMismatch {
  /** E.g. `Precio.Importe` or `Fotos[0]`; empty for the whole value. */
  readonly path: string
  readonly expected: unknown
  /** Undefined for an absent member. */
  readonly got: unknown
}

const MAX_DEPTH = 200

/**
 * Returns the first place where `got` lacks a part of `expected`. Further members are allowed; lists must be
 * equally long.
 */
export const firstMismatch = (
  expected: unknown,
  got: unknown,
  path = '',
  depth = 0,
): SubsetMismatch | undefined => {
  if (expected === got) return undefined
  if (
    !isObject(expected) ||
    !isObject(got) ||
    Array.isArray(expected) !== Array.isArray(got) ||
    depth > MAX_DEPTH
  )
    return { path, expected, got }
  if (Array.isArray(expected) && Array.isArray(got) && expected.length !== got.length)
    return { path: `${path}.length`.replace(/^\./, ''), expected: expected.length, got: got.length }
  for (const [name, inner] of Object.entries(expected)) {
    const at = Array.isArray(expected) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`
    const mismatch = firstMismatch(
      inner,
      Object.hasOwn(got, name) ? Reflect.get(got, name) : undefined,
      at,
      depth + 1,
    )
    if (mismatch) return mismatch
  }
  return undefined
}

/** Returns which share of the expected members, at every depth, a value has: 0 to 1. */
export const subsetAgreement = (expected: unknown, got: unknown): number => {
  const { equal, all } = agreeingMembers(expected, got, 0)
  return equal / all
}

const agreeingMembers = (expected: unknown, got: unknown, depth: number): { equal: number; all: number } => {
  const members = isObject(expected) && depth <= MAX_DEPTH ? Object.entries(expected) : []
  if (members.length === 0) return { equal: firstMismatch(expected, got) === undefined ? 1 : 0, all: 1 }
  const counts = { equal: 0, all: 0 }
  for (const [name, inner] of members) {
    const shown = isObject(got) && Object.hasOwn(got, name) ? Reflect.get(got, name) : undefined
    const { equal, all } = agreeingMembers(inner, shown, depth + 1)
    counts.equal += equal
    counts.all += all
  }
  return counts
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
