import type { Call } from './call.ts'

type Document = Record<string, unknown>

/**
 * Falsifies one member of the documents of kind `of`, when the choices say so; else gives `document` back.
 */
export const withMemberFault = <T extends object>(call: Call, of: string, document: T): T => {
  const fault = call.choices.memberFault
  if (fault === null || fault.of !== of) return document
  const { [fault.member]: value, ...rest } = document as Document
  const wrong = { missing: undefined, null: null, text: String(value), other: otherThan(value) }[fault.as]
  return (fault.as === 'missing' ? rest : { ...document, [fault.member]: wrong }) as T
}

/** Gives another value of the same type. */
export const otherThan = (value: unknown): unknown => {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (typeof value === 'string') return `${value}.`
  if (Array.isArray(value)) return value.length > 0 ? value.slice(1) : ['otra']
  return value === null ? 'otro' : null
}

/** Adds undescribed members, when the choices say so. */
export const extended = <T extends object>(call: Call, document: T): T =>
  call.choices.extraMembers
    ? { ...document, _meta: { nodo: 'sur-2' }, Observaciones: null, Puntaje: 4.5 }
    : document

/** Waits `ms` milliseconds. */
export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))
