import { Refused } from './client.ts'
import type { Visit } from './page-context.ts'
import type { Notice } from './sessions.ts'

/** The fields of a sent form as texts, without surrounding blanks. */
export const fieldsOf = async (visit: Visit): Promise<Record<string, string>> => {
  const body = await visit.req.parseBody()
  const texts = Object.entries(body).flatMap(([name, value]) =>
    typeof value === 'string' && name !== FORM_KEY ? [[name, value.trim()]] : [],
  )
  return Object.fromEntries(texts)
}

export const FORM_KEY = '_key'

interface Sent {
  /** Where the browser goes afterwards; what was done may say. */
  readonly leadsTo: string
  readonly fields?: Readonly<Record<string, string>>
}

/**
 * Does what a form asked for and leads on, with a notice of how it went. A refusal of the sandbox leads back, with its own
 * sentences and with what was filled in.
 */
export const carryOut = async (
  visit: Visit,
  { leadsTo, fields = {} }: Sent,
  act: () => Promise<string | (Pick<Notice, 'text'> & Partial<Notice> & { leadsTo?: string })>,
): Promise<Response> => {
  const { session } = visit.get('desk')
  try {
    const done = await act()
    const said = typeof done === 'string' ? { text: done } : done
    const { leadsTo: next = leadsTo, ...notice } = said
    session.notice = { tone: 'good', ...notice }
    return visit.redirect(next, 303)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    session.notice = { tone: 'bad', text: error.message, details: error.details, values: fields }
    return visit.redirect(leadsTo, 303)
  }
}

/** A whole number from a field; undefined when it is empty. */
export const numberIn = (fields: Readonly<Record<string, string>>, name: string): number | undefined => {
  const text = fields[name] ?? ''
  if (text === '') return undefined
  const number = Number(text)
  if (Number.isFinite(number)) return number
  throw new Refused(400, `${name}: expected a number, not ${JSON.stringify(text)}.`)
}

/** A text from a field; undefined when it is empty. */
export const textIn = (fields: Readonly<Record<string, string>>, name: string): string | undefined =>
  fields[name] === '' ? undefined : fields[name]

/** A JSON object from a text area. */
export const objectIn = (text: string): Record<string, unknown> => {
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return { ...read }
  } catch (error) {
    throw new Refused(400, `That is not JSON: ${error instanceof Error ? error.message : 'unreadable'}`)
  }
  throw new Refused(400, 'Expected one JSON object, { ... }.')
}
