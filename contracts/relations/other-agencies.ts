import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { addressesIn, entriesOf, linkOfOwner } from '../../src/kit/target/links.ts'
import { sameInAnyCase } from '../../src/lib/text/same-in-any-case.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { agencyList, withNameRestored } from '../agencies/agencies.ts'
import { FULL_MEMBERS, memberDifferences } from '../support/publication-forms.ts'
import { UNKNOWN_TARGET } from '../support/refusals.ts'

/**
 * The data of one agency is not found in another (PUB-35, INQ-01, AGE-01), and an edit of one does not change
 * the other (AGE-05). The clauses never write to the other agency; they need an app that sees two agencies,
 * or a second app that sees the one of `--stranger-agency`.
 */

const MAX_TRIED = 3

/** An agency other than that of the run, read in full by one of the apps. */
interface OtherAgency {
  readonly mail: string
  readonly body: Readonly<Record<string, unknown>>
  readonly read: Exchange | undefined
  readonly by: ClauseContext
}

/**
 * Reads other agencies in full: those that the app lists, then that of `--stranger-agency` as the second app.
 */
async function* otherAgencies(t: ClauseContext): AsyncGenerator<OtherAgency> {
  const { agency, strangerAgency, otherApp } = t.target
  const list = await agencyList(t, t.types.json).catch(() => undefined)
  for (const entry of entriesOf(list?.json).map(membersOf)) {
    const mail = String(entry.AdminMail ?? '').toLowerCase()
    if (mail === '' || sameInAnyCase(mail, agency)) continue
    const read = typeof entry.href === 'string' ? await t.get(entry.href) : list
    const body = read === list ? entry : membersOf(read?.json)
    if (sameInAnyCase(body.AdminMail, mail)) yield { mail, body, read, by: t }
  }
  if (strangerAgency === undefined || !otherApp) return
  const by = t.asOtherApp()
  const mail = strangerAgency.toLowerCase()
  const read = await by.get(`/v3/agencias/${encodeURIComponent(mail)}`)
  const body = membersOf(read.json)
  if (sameInAnyCase(body.AdminMail, mail)) yield { mail, body, read, by }
}

/** Reads the agency of the run if it is listed. */
async function* ownAgency(t: ClauseContext): AsyncGenerator<OtherAgency> {
  const list = await agencyList(t, t.types.json).catch(() => undefined)
  for (const entry of entriesOf(list?.json).map(membersOf)) {
    if (!sameInAnyCase(entry.AdminMail, t.target.agency)) continue
    const read = typeof entry.href === 'string' ? await t.get(entry.href) : list
    yield { mail: t.target.agency, body: read === list ? entry : membersOf(read?.json), read, by: t }
  }
}

/** Returns the first other agency; skips when neither app sees one. */
const anotherAgency = async (t: ClauseContext): Promise<OtherAgency> => {
  for await (const found of otherAgencies(t)) return found
  return t.skip('neither app sees a second agency')
}

/** An entry of another agency, read in full. */
interface FoundEntry {
  readonly id: string
  readonly read: Exchange
}

/** A list of an agency, the addresses of its entries, and the members that distinguish them. */
interface AgencyList {
  readonly block: 'Publicaciones' | 'Consultas'
  readonly path: string
  readonly address: RegExp
  readonly members: readonly string[]
  readonly label: string
}

const PUBLICATIONS: AgencyList = {
  block: 'Publicaciones',
  path: '/v3/publicaciones',
  address: /\/v3\/publicaciones\/[^/?]+\/([^/?{]+)$/,
  members: FULL_MEMBERS,
  label: 'the publication of',
}
const INQUIRIES: AgencyList = {
  block: 'Consultas',
  path: '/v3/consultas',
  address: /\/v3\/consultas\/[^/?]+\/([^/?{]+)$/,
  members: ['Momento', 'Auto', 'Interesado'],
  label: 'the inquiry of',
}

/** Reads the first entries, each in full, of the list of the first agency that has some. */
const firstEntries = async (
  t: ClauseContext,
  { block, address }: AgencyList,
  agencies: AsyncGenerator<OtherAgency>,
) => {
  for await (const { mail, body, by } of agencies) {
    const href = linkOfOwner(body[block], mail)
    if (href === undefined) continue
    const list = await by.get(href, { accept: t.types.json })
    const found: FoundEntry[] = []
    for (const entry of entriesOf(list.json).map(membersOf).slice(0, MAX_TRIED)) {
      const own = addressesIn(entry).find((one) => address.test(one))
      const id = own === undefined ? undefined : address.exec(own)?.[1]
      if (own !== undefined && id !== undefined) found.push({ id, read: await by.get(own) })
    }
    if (found.length > 0) return { mail, found }
  }
  return t.skip(`no such agency has ${block} that show their address`)
}

/** Asserts that the entries of an agency are not shown under the path of another one, nor to its app. */
const areNotIn = async (
  by: ClauseContext,
  adminMail: string,
  {
    list: { path, members, label },
    mail,
    found,
  }: { list: AgencyList; mail: string; found: readonly FoundEntry[] },
): Promise<void> => {
  for (const { id, read } of found) {
    if (read.response.status !== 200) continue
    const there = await by.get(`${path}/${adminMail}/${id}`)
    if (there.response.status !== 200) by.status(there, 404, 403)
    // That agency may have another entry with that id.
    else if (memberDifferences(members, read.json, there.json).length === 0)
      by.assert(false, '404', `${label} ${mail}`, there)
  }
}

const theirsAreNotHere = async (t: ClauseContext, list: AgencyList): Promise<void> => {
  const { mail, found } = await firstEntries(t, list, otherAgencies(t))
  await areNotIn(t, t.adminMail, { list, mail, found })
}

const oursAreNotThere = async (t: ClauseContext, list: AgencyList): Promise<void> => {
  const other = await anotherAgency(t)
  const { mail, found } = await firstEntries(t, list, ownAgency(t))
  await areNotIn(other.by, encodeURIComponent(other.mail), { list, mail, found })
}

/** Clauses on the data of another agency. */
export const otherAgencyClauses: readonly Clause[] = [
  clause({
    id: 'relations/a-publication-of-another-agency-is-not-found',
    statements: ['PUB-35', 'PUB-20'],
    title: 'A publication of another agency is not shown under the path of this one',
    leaves: 'nothing',
    needs: [],
    check: (t) => theirsAreNotHere(t, PUBLICATIONS),
  }),
  clause({
    id: 'relations/an-inquiry-of-another-agency-is-not-found',
    statements: ['INQ-01', 'ERR-04'],
    title: 'An inquiry of another agency is not shown under the path of this one',
    leaves: 'nothing',
    needs: [],
    check: (t) => theirsAreNotHere(t, INQUIRIES),
  }),
  clause({
    id: 'relations/a-publication-is-not-found-in-another-agency',
    statements: ['PUB-35', 'PUB-20'],
    title: 'A publication of this agency is not shown under the path of another one',
    leaves: 'nothing',
    needs: [],
    check: (t) => oursAreNotThere(t, PUBLICATIONS),
  }),
  clause({
    id: 'relations/an-inquiry-is-not-found-in-another-agency',
    statements: ['INQ-01', 'ERR-04'],
    title: 'An inquiry of this agency is not shown under the path of another one',
    leaves: 'nothing',
    needs: [],
    check: (t) => oursAreNotThere(t, INQUIRIES),
  }),
  clause({
    id: 'relations/an-operator-of-another-agency-is-not-found',
    statements: ['AGE-01', 'AGE-13'],
    title: '?operador= of an operator of another agency finds no operator of this one',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const emailsIn = ({ json }: Exchange) =>
        entriesOf(json).map((entry) => String(membersOf(entry).Email ?? '').toLowerCase())
      const own = emailsIn(await t.get(`/v3/operadores/${t.adminMail}`))
      const { mail, by } = await anotherAgency(t)
      const theirs = emailsIn(await by.get(`/v3/operadores/${encodeURIComponent(mail)}`))
      const strangers = theirs.filter((email) => email !== '' && !own.includes(email)).slice(0, MAX_TRIED)
      if (strangers.length === 0) t.skip('the other agency has no other operators')
      for (const email of strangers) {
        const asked = await t.get(`/v3/operadores/${t.adminMail}?operador=${encodeURIComponent(email)}`)
        t.status(asked, 200, 400, 403, 404)
        t.assert(!emailsIn(asked).includes(email), `no operator ${email}`, email, asked)
      }
    },
  }),
  clause({
    id: 'relations/a-new-name-is-that-of-one-agency',
    statements: ['AGE-05', 'AGE-06'],
    title: 'PUT of the commercial name of this agency leaves another agency as it is',
    leaves: 'any',
    needs: ['write'],
    sparesPublications: true,
    check: async (t) => {
      const { mail, body: before } = await anotherAgency(t)
      await withNameRestored(t, async (_, path) => {
        const put = await t.send('PUT', path, { body: { NombreComercial: 'Kit de una agencia' } })
        if (put.response.status !== 200) t.skip(`the agency cannot be edited: ${put.response.status}`)
        const { body, read } = await anotherAgency(t)
        const [was, is] = [before, body].map(({ NombreComercial }) => NombreComercial)
        t.assert(is === was, `NombreComercial ${was} of ${mail} as before`, is, read)
      })
    },
  }),
  clause({
    id: 'relations/a-stranger-agency-keeps-its-name',
    statements: ['AGE-05', 'ERR-07'],
    title:
      'PUT of the commercial name of an agency that the app may not use is refused, even with its current name',
    leaves: 'any',
    needs: ['write'],
    sparesPublications: true,
    check: async (t) => {
      const { strangerAgency = t.skip('--stranger-agency names no agency') } = t.target
      // A service that accepts it damages nothing: the agency has that name, or the name is too short.
      let NombreComercial: unknown = 'ab'
      for await (const { mail, body, by } of otherAgencies(t))
        if (by !== t && sameInAnyCase(mail, strangerAgency)) NombreComercial = body.NombreComercial
      const href = `/v3/agencias/${encodeURIComponent(strangerAgency)}`
      t.status(await t.send('PUT', href, { body: { NombreComercial } }), ...UNKNOWN_TARGET)
    },
  }),
]
