import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext, CreatedPublication } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { entriesOf, nextPageLink } from '../../src/kit/target/links.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { amountFor } from '../support/amounts.ts'
import { looksAfter } from '../support/late-work.ts'
import { assertSameMembers, FULL_MEMBERS } from '../support/publication-forms.ts'
import {
  ARCHIVE,
  archiveAll,
  createSuspended,
  etagIn,
  fullEdit,
  type PublicationWrite,
  SUSPEND,
  UNKNOWN_TAG,
  withActiva,
  writePublicationOnce,
} from '../support/publication-writes.ts'
import { publicationListHref } from './publication-lists.ts'

/**
 * Publications of one app and requests of another (ERR-07). Whether an agency's apps share their publications
 * is open (`publications/other-apps`), but all calls must agree: what one call hides from an app, no other
 * shows or changes.
 */

const HIDDEN: readonly number[] = [403, 404]

/** Returns whether the publication does not exist for the second app, or it may not read it. */
const isHidden = async (other: ClauseContext, made: CreatedPublication): Promise<boolean> => {
  const read = await other.get(made.path, { accept: other.types.json })
  const { status } = read.response
  if (!HIDDEN.includes(status) && status !== 200) other.skip(`the second app is answered ${status}`)
  return status !== 200
}

/** Creates a publication that the second app does not see. Skips when the apps share theirs. */
const hiddenFrom = async (
  t: ClauseContext,
  other: ClauseContext,
  members: Readonly<Record<string, unknown>> = { Activa: false },
): Promise<CreatedPublication> => {
  const made = await t.publication(members)
  return (await isHidden(other, made)) ? made : t.skip('the second app sees what the first publishes')
}

/** Asserts that a publication equals an earlier read by its own app. */
const assertAsBefore = async (t: ClauseContext, before: Exchange, why: string): Promise<void> => {
  const after = await t.get(before.request.url)
  t.status(after, 200)
  assertSameMembers(t, FULL_MEMBERS, { expected: before, got: after, why })
  t.assert(etagIn(after) === etagIn(before), `the ETag ${etagIn(before)} ${why}`, etagIn(after), after)
}

/** The writes of the second app to a publication of the first. */
const WRITES: Readonly<
  Record<string, (t: ClauseContext, made: CreatedPublication) => Promise<PublicationWrite>>
> = {
  'a-partial-edit': async (t) => ({ body: { Precio: amountFor(t, 27_272_727) } }),
  'a-full-edit': (t, made) => fullEdit(t, made, { Descripcion: 'De otra app.' }),
  'a-reactivation': async () => withActiva(true),
  'a-suspension': async () => SUSPEND,
  'an-archiving': async () => ARCHIVE,
}

/** Writes of the second app that need an active publication. */
const OF_ACTIVE: readonly string[] = ['a-suspension']

const MAX_PAGES = 6

/** Pauses before a list is read again, because it may be updated with a delay. */
const PAUSES_MS = [0, 300]

/** Returns the page that lists a publication in a form; undefined when none does. */
const pageWith = async (
  t: ClauseContext,
  { externalId }: CreatedPublication,
  list: string,
  accept: string,
) => {
  let href: string | undefined = list
  for (let page = 0; href !== undefined && page < MAX_PAGES; page++) {
    const read: Exchange = await t.get(href, { accept })
    const ids = entriesOf(read.json).map((entry) => String(membersOf(entry).ExternalId).toLowerCase())
    if (ids.includes(externalId.toLowerCase())) return read
    href = nextPageLink(read.json, read.request.url)
  }
  return undefined
}

/** How often the number of listed publications is compared: other clients may publish in between. */
const COUNTED = 3

const countsStay = async (t: ClauseContext, other: ClauseContext, href: string): Promise<void> => {
  const total = async () => {
    const page = await other.get(href)
    return { page, count: Number(membersOf(page.json).Total) }
  }
  for (let n = 1; n <= COUNTED; n++) {
    const before = await total()
    if (!Number.isFinite(before.count)) return
    const made = await hiddenFrom(t, other, {})
    const after = await total()
    await archiveAll(t, [made])
    if (after.count === before.count) return
    if (n === COUNTED)
      t.assert(false, `Total ${before.count}, because it is not listed`, after.count, after.page)
  }
}

/** Clauses on publications of one app that another one reads or writes. */
export const otherAppClauses: readonly Clause[] = [
  clause({
    id: 'relations/a-publication-is-hidden-from-another-app-consistently',
    statements: ['ERR-07', 'PUB-20', 'PUB-35'],
    title:
      'Another app can read a publication in every form and spelling or in none, and writes agree with that',
    leaves: 'archived',
    needs: ['write', 'other-app'],
    check: async (t) => {
      const other = t.asOtherApp()
      const made = await createSuspended(t)
      const hides = await isHidden(other, made)
      const seen = t.exchanges.at(-1)
      t.learn('publications/other-apps', hides ? 'hidden' : 'shared', seen)
      if (hides) t.learn('auth/forbidden-reads', `${seen?.response.status}`, seen)
      if (!hides) {
        const [own, theirs] = [await t.get(made.path), await other.get(made.path)]
        assertSameMembers(t, FULL_MEMBERS, { expected: own, got: theirs, why: 'as its app reads' })
        // The right to write is open, but what an app reads exists for it.
        const write = await other.send('PATCH', made.path, { body: {}, headers: { 'If-Match': UNKNOWN_TAG } })
        const { status } = write.response
        return t.assert(status !== 404, 'no 404: this app reads it', `${status}`, write)
      }
      const reads = [
        other.get(made.path, { accept: t.types.ref }),
        other.get(made.path, { accept: t.types.entry }),
        other.get(t.path(made.externalId.toUpperCase())),
        other.get(made.path, { headers: { 'If-None-Match': made.etag } }),
        other.get(made.path, { headers: { 'If-None-Match': '*' } }),
      ]
      for (const read of await Promise.all(reads)) {
        const { status } = read.response
        t.assert(status >= 400, '404, as in JSON: it does not exist for this app', `${status}`, read)
      }
    },
  }),
  clause({
    id: 'relations/a-hidden-publication-is-not-listed-for-another-app',
    statements: ['ERR-07', 'AGE-06'],
    title: 'A publication that does not exist for another app is neither listed nor counted for it',
    leaves: 'archived',
    needs: ['write', 'place', 'other-app'],
    check: async (t) => {
      const other = t.asOtherApp()
      const made = await hiddenFrom(t, other, {})
      const href = await publicationListHref(other)
      for (const accept of [t.types.json, t.types.ref])
        for await (const _ of looksAfter(t, PAUSES_MS)) {
          const page = await pageWith(other, made, href, accept)
          t.assert(page === undefined, `no entry ${made.externalId}, which is not found`, 'one', page)
        }
      await archiveAll(t, [made])
      await countsStay(t, other, href)
    },
  }),
  ...Object.entries(WRITES).map(([name, writeOf]) =>
    clause({
      id: `relations/a-hidden-publication-takes-no-${name.replace(/^an?-/, '')}-of-another-app`,
      rule: 'relations/a-hidden-publication-takes-no-{write}-of-another-app',
      statements: ['ERR-07', 'ERR-08', 'PUB-35'],
      title: `${name.replaceAll('-', ' ')} by an app for which the publication does not exist is refused`,
      leaves: 'archived',
      needs: OF_ACTIVE.includes(name) ? ['write', 'place', 'other-app'] : ['write', 'other-app'],
      check: async (t) => {
        const other = t.asOtherApp()
        const made = await hiddenFrom(t, other, OF_ACTIVE.includes(name) ? {} : { Activa: false })
        const before = await t.get(made.path)
        t.status(before, 200)
        const sent = await writeOf(t, made)
        const wrote = await writePublicationOnce(other, { ...made, etag: etagIn(before) }, sent)
        const { status } = wrote.response
        t.assert(status >= 400 && status < 500, '404: it does not exist for this app', `${status}`, wrote)
        await assertAsBefore(t, before, `as before the ${status} to another app`)
      },
    }),
  ),
  clause({
    id: 'relations/a-create-of-another-app-leaves-a-publication-alone',
    statements: ['PUB-35', 'PUB-01', 'ERR-07'],
    title: 'A create of another app with an ExternalId in use does not change the publication that has it',
    leaves: 'archived',
    needs: ['write', 'other-app'],
    check: async (t) => {
      const other = t.asOtherApp()
      const { path, externalId } = await createSuspended(t)
      const before = await t.get(path)
      t.status(before, 200)
      for (const ExternalId of [externalId, externalId.toUpperCase()]) {
        const sent = await other.create({ ExternalId, Activa: false, Color: 'De otra app' })
        await assertAsBefore(t, before, `as before a create of another app (${sent.response.status})`)
        // Each app may have its own ids: the other app archives what it created.
        if (sent.response.status < 300) return
      }
    },
  }),
]
