/** The first place where a value does not hold what was expected of it. */
export interface SubsetMismatch {
  /** As in `Precio.Importe` or `Fotos[0]`; empty for the whole. */
  readonly path: string
  readonly expected: unknown
  /** Absent members read as undefined. */
  readonly got: unknown
}

const MAX_DEPTH = 200

/** Whether `got` holds all of `expected`: members that are not named may be there too, lists must be as long. */
export const firstMismatch = (expected: unknown, got: unknown, path = '', depth = 0): SubsetMismatch | undefined => {
  if (expected === got) return undefined
  if (!isObject(expected) || !isObject(got) || Array.isArray(expected) !== Array.isArray(got) || depth > MAX_DEPTH)
    return { path, expected, got }
  if (Array.isArray(expected) && Array.isArray(got) && expected.length !== got.length)
    return { path: `${path}.length`.replace(/^\./, ''), expected: expected.length, got: got.length }
  for (const [name, inner] of Object.entries(expected)) {
    const at = Array.isArray(expected) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`
    const mismatch = firstMismatch(inner, Object.hasOwn(got, name) ? Reflect.get(got, name) : undefined, at, depth + 1)
    if (mismatch) return mismatch
  }
  return undefined
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
