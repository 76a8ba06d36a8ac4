import type { Named } from './catalogue.ts'

/** Forms in which a request may refer to a catalogue entry (COM-11). */
export type CatalogueReferenceForm =
  | 'id'
  | 'api-url'
  | 'api-url-path'
  | 'name'
  | 'codename'
  | 'iso'
  | 'part-of-name'

/** True for a text that can only be a URL or a path, even when it refers to no entry. */
export const isUrlReference = (text: string): boolean => /^(https?:\/)?\//i.test(text.trim())

/** Finds the entry by id, when `forms` include ids. */
export function findById<T extends Named>(
  entries: readonly T[],
  text: string,
  forms: ReadonlySet<CatalogueReferenceForm>,
): T | null {
  const digits = text.trim()
  if (!forms.has('id') || !/^\d{1,10}$/.test(digits)) return null
  return entries.find((entry) => entry.id === Number(digits)) ?? null
}

/** Finds the entry by api-url or api-url-path, when `forms` include them. */
export function findByUrl<T extends Named>(
  entries: readonly T[],
  text: string,
  forms: ReadonlySet<CatalogueReferenceForm>,
): T | null {
  const path = referencePath(text.trim(), forms)
  return path === null ? null : (entries.find((entry) => entry.path === path) ?? null)
}

/** Returns the path from `/v3` on. The host and any prefix before `/v3` are ignored (`common/api-url`). */
function referencePath(text: string, forms: ReadonlySet<CatalogueReferenceForm>): string | null {
  const url = /^https?:\/\/[^/?#\s]+(\/[^?#\s]*)$/i.exec(text)
  if (url !== null ? !forms.has('api-url') : !forms.has('api-url-path')) return null
  const path = url?.[1] ?? text
  const from = path.lastIndexOf('/v3/')
  return path.startsWith('/') && from >= 0 ? path.slice(from) : null
}
