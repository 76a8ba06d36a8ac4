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

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
