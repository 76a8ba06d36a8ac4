import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { isGetLink, linkObjectsIn, membersOf } from './links.ts'

/**
 * Reads the agency at an address of its own: where a template of the block `Agencias` leads for its e-mail, else
 * where it is edited (AGE-05). Returns undefined when neither shows it.
 */
export const agencyAtItsAddress = async (t: ClauseContext): Promise<Exchange | undefined> => {
  const links = linkObjectsIn(membersOf((await t.get('/v3')).json).Agencias).filter(isGetLink)
  const filled = links.map(({ href }) => href.replace(/\{[?&].*?\}/g, '').replace(/\{[^{}]*\}/, t.adminMail))
  for (const href of new Set([
    ...filled.filter((one) => one.includes(t.adminMail)),
    `/v3/agencias/${t.adminMail}`,
  ])) {
    const read = await t.get(href, { accept: t.types.json })
    if (sameMail(membersOf(read.json).AdminMail, t.target.agency)) return read
  }
  return undefined
}

/** Tells whether two values are one e-mail in whatever case. */
export const sameMail = (a: unknown, b: unknown): boolean =>
  String(a).toLowerCase() === String(b).toLowerCase()
