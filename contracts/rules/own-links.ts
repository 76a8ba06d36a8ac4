import { entriesOf, linkObjectsIn, ownAddress } from '../../src/kit/target/links.ts'
import { sameInAnyCase } from '../../src/lib/text/same-in-any-case.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { type DescribedRequest, describedRequest, hrefOf } from './described-request.ts'
import type { Members } from './expectations.ts'
import type { Judgement } from './judgement.ts'

/** Where the links of a document and of its entries lead. */

/** Judges the links of the documents in a response. */
export const judgeOwnLinks = (judgement: Judgement): void => {
  const { json } = judgement.exchange
  const entries = entriesOf(json).map(membersOf)
  for (const one of [membersOf(json), ...entries]) {
    judgeKinds(judgement, one)
    const { AdminMail, Email } = one
    if (typeof AdminMail === 'string')
      judgeBlocks(judgement, one, { parameter: 'adminmail', mail: AdminMail })
    else if (typeof Email === 'string' && 'EsAdministradorAgencia' in one)
      judgeBlocks(judgement, one, { parameter: 'operador', mail: Email })
  }
  judgeAddresses(judgement, entries)
}

/** Returns the described read that a link leads to, without the variables of its template. */
const ledTo = (href: string, judgement: Judgement): DescribedRequest | undefined => {
  const url = hrefOf(href.replace(/\{[^}]*\}/g, ''), judgement.exchange)
  return url === undefined ? undefined : describedRequest({ method: 'GET', url })
}

/** Resource of the operations that a block leads to. */
const BLOCKS = {
  Consultas: 'inquiries',
  Publicaciones: 'publications',
  Operadores: 'operators',
  Productos: 'agencies',
  Notificaciones: 'notifications',
  Versiones: 'versions',
  AppNotificaciones: 'webhooks',
} as const

/**
 * A block points to the collection of its name (COM-04): at least one of its links does, or leads to an
 * undescribed address.
 */
const judgeKinds = (judgement: Judgement, document: Members): void => {
  for (const [name, kind] of Object.entries(BLOCKS)) {
    const links = linkObjectsIn(document[name])
    const [first] = links
    if (!first) continue
    const isStray = links.every(({ href }) => {
      const led = ledTo(href, judgement)
      return led && !led.operation.id.startsWith(`${kind}.`)
    })
    judgement.expect(!isStray, {
      rule: `documents/a-block-leads-to-what-it-names ${name}`,
      because: ['COM-04'],
      expected: `${name} that leads to ${kind}`,
      got: first.href,
    })
  }
}

interface Owner {
  readonly parameter: 'adminmail' | 'operador'
  readonly mail: string
}

/** The link blocks of an agency and of an operator lead to their own resources (AGE-02, AGE-06). */
const judgeBlocks = (judgement: Judgement, document: Members, { parameter, mail }: Owner): void => {
  const { exchange } = judgement
  const { _links: _, ...blocks } = document
  for (const { where, href } of linkObjectsIn(blocks)) {
    const path = href.replace(/\{[^}]*\}/g, '')
    const url = hrefOf(path, exchange)
    const request = ledTo(href, judgement)
    // A list of publications has its own address, but names the operator in the same way.
    const query = request?.query ?? (url === undefined ? undefined : new URL(url).searchParams)
    const named = parameter === 'operador' ? query?.get('operador') : request?.parameters[parameter]
    if (!named) continue
    judgement.expect(sameInAnyCase(named, mail), {
      rule: `documents/a-block-leads-to-its-own ${where}`,
      because: [parameter === 'operador' ? 'AGE-02' : 'AGE-06', 'COM-04'],
      expected: `${where.split('.')[0]} of ${mail}`,
      got: href,
    })
  }
}

/** Addresses of one record each. */
const RECORD = /\/v3\/(?:versiones\/\d+|(?:publicaciones|consultas)\/[^/?]+\/[^/?{]+)$/

/** Two entries of a list are two records, so each has its own address (COM-06, COM-03). */
const judgeAddresses = (judgement: Judgement, entries: readonly Members[]): void => {
  const first = new Map<string, Members>()
  for (const entry of entries) {
    const address = ownAddress(entry)
    if (address === undefined || !RECORD.test(address)) continue
    const known = first.get(address) ?? entry
    first.set(address, known)
    judgement.expect(known === entry || JSON.stringify(known) === JSON.stringify(entry), {
      rule: 'documents/an-address-is-of-one-entry',
      because: ['COM-06', 'COM-03'],
      expected: 'an address for each entry',
      got: address,
    })
  }
}
