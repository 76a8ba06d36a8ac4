import { clause } from '../../src/kit/runner/clause.ts'
import {
  type ClauseContext,
  type CreatedPublication,
  UNKNOWN_PRECONDITION,
} from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { problemMembers } from '../../src/kit/target/problem.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { amountFor } from '../support/amounts.ts'
import { canonicalJson } from '../support/canonical-json.ts'
import {
  ARCHIVE,
  createSuspended,
  createVerifiedActive,
  etagIn,
  fullEdit,
  type PublicationWrite,
  SUSPEND,
  skipUnlessConditional,
  UNKNOWN_TAG,
  writePublication,
  writePublicationOnce,
} from '../support/publication-writes.ts'

/**
 * Optimistic concurrency (PUB-34): of two writers with one entity tag, one succeeds. Its header is
 * `If-Match`, or the one that the user names (`publications/precondition-header`).
 */

const priced = (t: ClauseContext, importe: number): PublicationWrite => ({
  body: { Precio: amountFor(t, importe) },
})

const WRITES: readonly {
  write: string
  phrase: string
  statement: string
  step(t: ClauseContext, made: CreatedPublication): Promise<PublicationWrite>
}[] = [
  {
    write: 'put',
    phrase: 'A full edit',
    statement: 'PUB-21',
    step: (t, made) => fullEdit(t, made, { Color: 'Verde' }),
  },
  { write: 'patch', phrase: 'A partial edit', statement: 'PUB-28', step: async (t) => priced(t, 20_000_000) },
  { write: 'suspender', phrase: 'PATCH .../suspender', statement: 'PUB-29', step: async () => SUSPEND },
  { write: 'archivar', phrase: 'PATCH .../archivar', statement: 'PUB-30', step: async () => ARCHIVE },
]

/** Returns the tag of another publication; none if it happens to be the same. */
const foreignTag = async (t: ClauseContext, current: string): Promise<readonly string[]> => {
  const etag = etagIn(await t.get((await createSuspended(t)).path))
  return etag === '' || etag === current ? [] : [etag]
}

/** Clauses on writes with an entity tag. */
export const publicationPreconditionClauses = [
  clause({
    id: 'publications-edit/a-stale-etag-is-no-missing-one',
    statements: ['PUB-34', 'ERR-05'],
    title: 'If a write with the current ETag is accepted, one with another ETag is refused with 412, not 428',
    leaves: 'archived',
    needs: ['write'],
    check: async (t) => {
      const made = await createSuspended(t)
      const { body } = priced(t, 20_000_000)
      // The context would skip at 428.
      const write = async (etag: string) => {
        const sent = await t.session.send('PATCH', made.path, { headers: { 'If-Match': etag }, body })
        t.exchanges.push(sent)
        return sent
      }
      const stale = await write(UNKNOWN_TAG)
      if (stale.response.status !== 428) return
      const { status } = (await write(made.etag)).response
      // A service that reads another header wants it whatever If-Match has.
      if (status >= 300) t.skip(UNKNOWN_PRECONDITION)
      t.status(stale, 412)
    },
  }),
  ...WRITES.map(({ write, phrase, statement, step }) =>
    clause({
      id: `publications-edit/${write}-with-a-stale-etag-is-refused`,
      rule: 'publications-edit/{write}-with-a-stale-etag-is-refused',
      statements: ['PUB-34', statement, 'ERR-05'],
      title: `${phrase} with an outdated ETag returns 412, and neither it nor one that resembles the current one changes anything`,
      leaves: 'archived',
      needs: write === 'suspender' ? ['write', 'place'] : ['write'],
      check: async (t) => {
        await skipUnlessConditional(t)
        // A suspended publication may answer 409 to a suspension (`publications/suspend-twice`).
        const created =
          write === 'suspender' ? (await createVerifiedActive(t)).made : await createSuspended(t)
        const { made, current } = await withStaleTag(t, created)
        const refused = await writePublicationOnce(t, made, await step(t, made))
        t.status(refused, 412)
        const { Status } = problemMembers(t.object(refused))
        t.assert(Status === 412, 'Status 412 in the problem', Status, refused)
        const near = [...nearTags(etagIn(current)), ...(await foreignTag(t, etagIn(current)))]
        // One after another: a service may answer 409 while another write is at work.
        for (const etag of near) {
          const sent = await writePublicationOnce(t, { ...made, etag }, await step(t, made))
          // A service may call a tag that it cannot have given invalid.
          t.status(sent, 412, 400)
        }
        await reads(t, made, current)
      },
    }),
  ),
  clause({
    id: 'publications-edit/current-etag-lets-a-write-through',
    statements: ['PUB-34', 'PUB-33'],
    title: 'A write with the ETag of the latest response is accepted, and returns the next ETag',
    leaves: 'archived',
    needs: ['write'],
    check: async (t) => {
      const made = await createSuspended(t)
      const etag = t.header(await t.get(made.path), 'ETag')
      const first = await writePublicationOnce(t, { ...made, etag }, priced(t, 21_000_000))
      t.status(first, 200)
      const second = await writePublicationOnce(
        t,
        { ...made, etag: t.header(first, 'ETag') },
        priced(t, 22_000_000),
      )
      t.status(second, 200)
      const { Importe } = amountFor(t, 22_000_000)
      t.assert(priceIn(second) === Importe, `Precio.Importe ${Importe}`, priceIn(second), second)
    },
  }),
  clause({
    id: 'publications-edit/an-etag-without-its-quotes',
    statements: ['PUB-34', 'ERR-05'],
    title: 'A write whose If-Match has the current ETag without its quotes returns 200, 400 or 412',
    leaves: 'archived',
    needs: ['write'],
    check: async (t) => {
      await skipUnlessConditional(t)
      const made = await createSuspended(t)
      const [, bare = ''] = /^(?:W\/)?"(.+)"$/.exec(etagIn(await t.get(made.path))) ?? []
      if (bare === '') t.skip('the ETag has no quotes')
      const other = await writePublicationOnce(t, { ...made, etag: `${bare}1` }, priced(t, 20_000_000))
      const sent = await writePublicationOnce(t, { ...made, etag: bare }, priced(t, 21_000_000))
      for (const one of [other, sent]) t.status(one, 200, 400, 412)
      if (sent.response.status === 412) t.learn('publications/unquoted-if-match', '412', sent)
      // A service that takes any such header reads none.
      if (sent.response.status === 200 && other.response.status !== 200)
        t.learn('publications/unquoted-if-match', 'same', sent)
    },
  }),
  clause({
    id: 'publications-edit/one-of-two-writers-wins',
    statements: ['PUB-34'],
    title:
      'Of two simultaneous writes with one ETag, one returns 200 and takes effect, the other returns 412 or 409',
    leaves: 'archived',
    needs: ['write'],
    check: async (t) => {
      await skipUnlessConditional(t)
      const made = await createSuspended(t)
      const etag = t.header(await t.get(made.path), 'ETag')
      const prices = [18_000_000, 19_000_000]
      const both = await Promise.all(
        prices.map((price) => writePublicationOnce(t, { ...made, etag }, priced(t, price))),
      )
      const statuses = both.map(({ response }) => response.status)
      // The loser may be refused while its tag is still current: the conditions of 409 are open.
      t.assert(
        ['200,409', '200,412'].includes([...statuses].sort().join()),
        'one 200 and one 412 or 409',
        statuses.join(' and '),
        both[1],
      )
      const { Importe: winner } = amountFor(t, prices[statuses.indexOf(200)] ?? 0)
      const read = await t.get(made.path)
      t.assert(priceIn(read) === winner, `Precio.Importe ${winner} of the winner`, priceIn(read), read)
    },
  }),
  clause({
    id: 'publications-edit/write-without-an-etag',
    statements: ['PUB-34', 'PUB-28'],
    title: 'A write without a precondition is accepted, or refused for lack of one',
    leaves: 'archived',
    needs: ['write'],
    check: async (t) => {
      const made = await createSuspended(t)
      const before = priceIn(await t.get(made.path))
      const written = await writePublicationOnce(t, { ...made, etag: '' }, priced(t, 17_000_000))
      t.status(written, 200, 412, 428)
      const { status } = written.response
      const expected = status === 200 ? amountFor(t, 17_000_000).Importe : before
      const read = await t.get(made.path)
      t.assert(priceIn(read) === expected, `Precio.Importe ${expected} after ${status}`, priceIn(read), read)
      if (status !== 412)
        t.learn('publications/precondition-required', status === 200 ? 'allowed' : '428', written)
    },
  }),
  clause({
    id: 'publications-edit/stale-etag-with-a-wrong-body',
    statements: ['PUB-34', 'PUB-28', 'ERR-01'],
    title: 'A write that is both stale and invalid is refused for one of the two reasons',
    leaves: 'archived',
    needs: ['write'],
    check: async (t) => {
      const { made, current } = await withStaleTag(t, await createSuspended(t))
      const refused = await writePublicationOnce(t, made, { body: { Precio: 'barato' } })
      t.status(refused, 400, 412)
      await reads(t, made, current)
      t.learn(
        'common/precedence',
        refused.response.status === 400 ? 'body-before-precondition' : 'standard',
        refused,
      )
    },
  }),
]

/** Returns entity tags that differ from one in its first, middle or last character, or lack or add one. */
const nearTags = (etag: string): readonly string[] => {
  const [, before = '', opaque = '', after = ''] = /^((?:W\/)?")(.*)(")$/.exec(etag) ?? ['', '', etag, '']
  if (opaque.length < 2) return []
  const changed = (at: number) => opaque.slice(0, at) + otherThan(opaque.charAt(at)) + opaque.slice(at + 1)
  const last = opaque.length - 1
  const near = [changed(0), changed(Math.floor(last / 2)), changed(last), opaque.slice(0, -1), `${opaque}1`]
  return [...new Set(near)].map((text) => before + text + after)
}

/** Returns another character of the same kind: a tag may be a number. */
const otherThan = (character: string): string =>
  /\d/.test(character)
    ? String((Number(character) + 1) % 10)
    : /[a-z]/i.test(character)
      ? String.fromCharCode(character.charCodeAt(0) + (/[z]/i.test(character) ? -1 : 1))
      : 'a'

/** Edits a publication; returns it with the entity tag that it had before. */
const withStaleTag = async (
  t: ClauseContext,
  created: CreatedPublication,
): Promise<{ made: CreatedPublication; current: Exchange }> => {
  const made = { ...created, etag: etagIn(await t.get(created.path)) || created.etag }
  const current = await writePublication(t, made, priced(t, 23_500_000))
  if (current.response.status !== 200) t.skip(`the publication cannot be edited: ${current.response.status}`)
  if (etagIn(current) === '' || etagIn(current) === made.etag) t.skip('the edit leaves the ETag as it was')
  return { made, current }
}

/** Asserts that a read shows the publication as the latest change left it. */
const reads = async (t: ClauseContext, made: CreatedPublication, current: Exchange): Promise<void> => {
  const read = await t.get(made.path)
  t.status(read, 200)
  for (const name of ['EstadoActual', 'Color', 'Precio'] as const) {
    const [was, is] = [canonicalJson(t.object(current)[name]), canonicalJson(t.object(read)[name])]
    t.assert(was === is, `${name} ${was} as before`, is, read)
  }
}

const priceIn = ({ json }: Exchange): unknown => membersOf(membersOf(json).Precio).Importe
