import { sameInAnyCase } from '../../src/lib/text/same-in-any-case.ts'
import { entriesOf, linkObjectsIn, membersOf } from '../support/links.ts'
import { describedRequest, hrefOf } from './described-request.ts'
import type { Members } from './expectations.ts'
import type { Judgement } from './judgement.ts'

/** The link blocks of an agency and of an operator lead to their own resources. */

/** Judges the link blocks of the agencies and operators in a response. */
export const judgeOwnLinks = (judgement: Judgement): void => {
  const { json } = judgement.exchange
  for (const one of [json, ...entriesOf(json)].map(membersOf)) {
    const { AdminMail, Email } = one
    if (typeof AdminMail === 'string')
      judgeBlocks(judgement, one, { parameter: 'adminmail', mail: AdminMail })
    else if (typeof Email === 'string' && 'EsAdministradorAgencia' in one)
      judgeBlocks(judgement, one, { parameter: 'operador', mail: Email })
  }
}

interface Owner {
  readonly parameter: 'adminmail' | 'operador'
  readonly mail: string
}

const judgeBlocks = (judgement: Judgement, document: Members, { parameter, mail }: Owner): void => {
  const { exchange } = judgement
  const { _links: _, ...blocks } = document
  for (const { where, href } of linkObjectsIn(blocks)) {
    const path = href.replace(/\{[^}]*\}/g, '')
    const url = hrefOf(path, exchange)
    const request = url === undefined ? undefined : describedRequest({ method: 'GET', url })
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
