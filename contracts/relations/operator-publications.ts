import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { entriesOf, isLastPage, linkOfOwner } from '../../src/kit/target/links.ts'
import { sameInAnyCase } from '../../src/lib/text/same-in-any-case.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { looksAfter } from '../support/late-work.ts'
import { archiveAll, createVerifiedActive } from '../support/publication-writes.ts'
import { publicationListHref } from './publication-lists.ts'

/** The publications behind the link of a collaborator (AGE-02). */

/** Pauses before lists are read again, because a service may update them with a delay. */
const PAUSES_MS = [0, 150, 600]

interface WholeList {
  readonly read: Exchange
  readonly ids: readonly string[]
}

/** Reads a list of one page; undefined for others. */
const wholeList = async (t: ClauseContext, href: string): Promise<WholeList | undefined> => {
  const read = await t.get(href, { accept: t.types.json })
  if (read.response.status !== 200 || !isLastPage(read.json, read.request.url)) return undefined
  return { read, ids: entriesOf(read.json).map((entry) => String(membersOf(entry).ExternalId ?? '')) }
}

const showsOwn = async (t: ClauseContext): Promise<void> => {
  const list = await t.get(`/v3/operadores/${t.adminMail}`, { accept: t.types.json })
  const operator = entriesOf(list.json)
    .map(membersOf)
    .find(({ EsAdministradorAgencia: is }) => is === false)
  const href = linkOfOwner(operator?.Publicaciones)
  if (!operator || href === undefined) return t.skip('no collaborator has a link to publications')
  const all = await publicationListHref(t)
  const { made } = await createVerifiedActive(t, { OperadorResponsable: operator.Email })
  try {
    if (!sameInAnyCase(made.body.OperadorResponsable, operator.Email))
      t.skip('the collaborator is not admitted')
    const isIn = ({ ids }: WholeList) => ids.some((id) => sameInAnyCase(id, made.externalId))
    let missing: WholeList | undefined
    for await (const _ of looksAfter(t, PAUSES_MS)) {
      const [whole, own] = await Promise.all([wholeList(t, all), wholeList(t, href)])
      if (!whole || !own || own.ids.length === 0) return t.skip('the lists are empty, or have several pages')
      missing = isIn(whole) && !isIn(own) ? own : undefined
      if (!missing) return
    }
    if (missing)
      t.assert(
        false,
        `${made.externalId}, for which ${operator.Email} is responsible`,
        missing.ids,
        missing.read,
      )
  } finally {
    await archiveAll(t, [made])
  }
}

/** Clauses on the publications of a collaborator. */
export const operatorPublicationClauses: readonly Clause[] = [
  clause({
    id: 'relations/an-operator-leads-to-their-publications',
    statements: ['AGE-02', 'COM-04'],
    title: 'Publicaciones of a collaborator, unless empty, lists what they are responsible for',
    leaves: 'archived',
    needs: ['write', 'place'],
    check: showsOwn,
  }),
]
