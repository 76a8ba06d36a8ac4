import type { Choices } from '../choices.ts'
import type { World } from '../world.ts'
import type { Named, Trim } from './catalogue.ts'

/** Folds case, accents and spaces, so that near spellings meet. */
export const folded = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()

type Miss = Choices['matchMisses'][number]

interface Search<T> {
  /** Other full names, such as brand and model together. */
  readonly namesOf?: (row: T) => readonly string[]
  readonly isPartAllowed?: boolean
  /** The member or parameter that asks, for switches that change one of them. */
  readonly asker: string
}

/** Finds the only row that `text` names: by address, path, id, codename, ISO code, name or part of it. */
export const matched = <T extends Named>(
  world: World,
  rows: readonly T[],
  text: string,
  { namesOf, isPartAllowed = false, asker }: Search<T>,
): T | undefined => {
  const { matchFault, matchMisses } = world.choices
  const misses: readonly Miss[] = matchFault.includes(asker) || matchFault.includes('*') ? matchMisses : []
  const allows = (form: Miss): boolean => !misses.includes(form)
  const wanted = folded(text)
  if (wanted === '') return undefined
  const path = pathIn(world, text.trim())
  if (path !== undefined) {
    if (!allows(/^[a-z]+:/i.test(text) ? 'url' : 'path')) return undefined
    return rows.find((row) => row.path.join('/') === path)
  }
  const isNamed = (row: T): boolean =>
    [row.name, ...(namesOf?.(row) ?? [])].some((name) => folded(name) === wanted)
  const byName = allows('name') ? rows.filter(isNamed) : []
  if (byName.length === 1) return byName[0]
  const isCoded = (row: T): boolean => [row.codename, ...aliases(row)].some((word) => folded(word) === wanted)
  const byCode = allows('codename') ? rows.filter(isCoded) : []
  if (byCode.length === 1) return byCode[0]
  const byIso = allows('iso') ? rows.find((row) => row.iso?.toLowerCase() === wanted) : undefined
  if (byIso !== undefined) return byIso
  const byId = allows('id') ? rows.find((row) => String(row.id) === wanted) : undefined
  if (byId !== undefined || !isPartAllowed || !allows('part')) return byId
  return rows.find((row) => folded(row.name).includes(wanted))
}

const aliases = (row: Named): readonly string[] =>
  'aliases' in row ? (row.aliases as readonly string[]) : []

/** Reads the path below `/v3` of an address of this service, or nothing when `text` is not an address. */
const pathIn = ({ basePath, choices }: World, text: string): string | undefined => {
  const isUrl = /^https?:\/\//i.test(text)
  if (!isUrl && !text.startsWith('/')) return undefined
  const path = isUrl ? (URL.canParse(text) ? new URL(text).pathname : '') : text
  const isPrefixed = basePath !== '' && path.startsWith(`${basePath}/v3/`)
  // Which of both forms counts as an api-url-path is a choice; a whole address always has the prefix.
  if (!isUrl && choices.pathPrefix === 'with' && !isPrefixed) return ''
  if (!isUrl && choices.pathPrefix === 'without' && isPrefixed && basePath !== '') return ''
  return decoded(isPrefixed ? path.slice(basePath.length + 4) : path.replace(/^\/v3\//, ''))
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Lists the full names of a trim. */
export const trimNames = ({ model, name, year }: Trim): string[] => {
  const full = `${model.brand.name} ${model.name} ${name}`
  return [full, ...(year === null ? [] : [`${full} ${year}`, `${name} ${year}`])]
}
