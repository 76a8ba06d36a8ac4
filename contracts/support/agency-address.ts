import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { isGetLink, linkObjectsIn } from '../../src/kit/target/links.ts'
import { sameInAnyCase } from '../../src/lib/text/same-in-any-case.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'

/**
 * Reads the agency at its own address: the one that a template of the block `Agencias` gives for its e-mail,
 * else the one of its edits (AGE-05). Returns undefined when neither shows it.
 */
export const agencyAtItsAddress = async (t: ClauseContext): Promise<Exchange | undefined> => {
  const links = linkObjectsIn(membersOf((await t.get('/v3')).json).Agencias).filter(isGetLink)
  const filled = links.map(({ href }) => href.replace(/\{[?&].*?\}/g, '').replace(/\{[^{}]*\}/, t.adminMail))
  for (const href of new Set([
    ...filled.filter((one) => one.includes(t.adminMail)),
    `/v3/agencias/${t.adminMail}`,
  ])) {
    const read = await t.get(href, { accept: t.types.json })
    const body = membersOf(read.json)
    // An agency may not show its e-mail.
    const { AdminMail = 'Productos' in body ? t.target.agency : '' } = body
    if (sameInAnyCase(AdminMail, t.target.agency)) return read
  }
  return undefined
}

/** Returns e-mails of no agency that begin like the given one. */
export const mailsLike = (mail: string): readonly string[] => {
  const [name = '', host = ''] = mail.split('@')
  return [`${name}@playa.invalid`, `${name}.kit@${host}`]
}
