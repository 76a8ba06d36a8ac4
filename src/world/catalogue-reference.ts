import type { Named } from './catalogue.ts'

/** The forms in which a request may refer to a catalogue entry (COM-11). */
export type CatalogueReferenceForm = 'id' | 'api-url' | 'api-url-path' | 'name' | 'codename' | 'iso' | 'part-of-name'

/** True for a text that can only be an address, whether or not it leads anywhere. */
export const isUrlReference = (text: string): boolean => /^(https?:\/)?\//i.test(text.trim())

/** The entry whose id the text is, when ids are among the forms. */
export function findById<T extends Named>(entries: readonly T[], text: string, forms: ReadonlySet<CatalogueReferenceForm>): T | null {
  const digits = text.trim()
  if (!forms.has('id') || !/^\d{1,10}$/.test(digits)) return null
  return entries.find((entry) => entry.id === Number(digits)) ?? null
}

/** The entry whose api-url or api-url-path the text is, when those are among the forms. */
export function findByUrl<T extends Named>(entries: readonly T[], text: string, forms: ReadonlySet<CatalogueReferenceForm>): T | null {
  const path = referencePath(text.trim(), forms)
  return path === null ? null : (entries.find((entry) => entry.path === path) ?? null)
}

/** Assumption common/api-url: neither the host nor what stands before `/v3` (a base, a world) is compared. */
function referencePath(text: string, forms: ReadonlySet<CatalogueReferenceForm>): string | null {
  const url = /^https?:\/\/[^/?#\s]+(\/[^?#\s]*)$/i.exec(text)
  if (url !== null ? !forms.has('api-url') : !forms.has('api-url-path')) return null
  const path = url?.[1] ?? text
  const from = path.lastIndexOf('/v3/')
  return path.startsWith('/') && from >= 0 ? path.slice(from) : null
}
