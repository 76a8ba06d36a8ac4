import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { entriesOf } from '../../src/kit/target/links.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'

/** Advice from the HTTP RFCs where the description is silent. None of these clauses can fail a service. */

interface Advice {
  readonly slug: string
  /** Document and section. */
  readonly rfc: string
  readonly title: string
  readonly isLast?: true
  check(t: ClauseContext): Promise<void>
}

const advice: readonly Advice[] = [
  {
    slug: 'a-401-names-a-challenge',
    rfc: 'RFC 9110, 15.5.2',
    title: 'A 401 has WWW-Authenticate, which says how to authenticate',
    check: async (t) => {
      const answer = await t.get('/v3', { unsigned: true })
      if (answer.response.status === 401) t.header(answer, 'WWW-Authenticate')
    },
  },
  {
    slug: 'a-405-lists-the-methods',
    rfc: 'RFC 9110, 15.5.6',
    title: 'A 405 has Allow, which lists the methods of the resource',
    check: async (t) => {
      const answer = await t.send('POST', '/v3', { body: {} })
      if (answer.response.status === 405) t.header(answer, 'Allow')
    },
  },
  {
    slug: 'too-many-requests-say-how-long',
    rfc: 'RFC 6585, 4; RFC 9110, 15.6.4',
    title: 'A 429 and a 503 have Retry-After, which says how long to wait',
    // It judges the responses of the whole run.
    isLast: true,
    check: async (t) => {
      await t.get('/v3')
      const refused = t.session.exchanges.find(
        ({ response: { status, headers } }) =>
          (status === 429 || status === 503) && !('retry-after' in headers),
      )
      if (refused) t.header(refused, 'Retry-After')
    },
  },
  {
    slug: 'negotiated-forms-vary',
    rfc: 'RFC 9110, 12.5.5',
    title: 'A response whose form depends on Accept has Vary: Accept, so that caches keep the forms apart',
    check: async (t) => {
      const answer = await t.get('/v3')
      const vary = t.header(answer, 'Vary')
      const names = vary.split(',').map((name) => name.trim().toLowerCase())
      t.assert(names.includes('accept') || names.includes('*'), 'Vary with Accept', vary, answer)
    },
  },
  {
    slug: 'the-higher-quality-wins',
    rfc: 'RFC 9110, 12.4.2',
    title: 'Of two forms in Accept, the one with the higher quality is returned',
    check: async (t) => {
      const { json, ref } = t.types
      const shown = async (accept: string) => {
        const answer = await t.get(`/v3/operadores/${t.adminMail}`, { accept })
        return { answer, isRef: 'title' in membersOf(entriesOf(answer.json)[0]) }
      }
      const [asRef, asJson] = [await shown(ref), await shown(json)]
      // Where one type alone gives no other form, there is nothing to prefer.
      if (!asRef.isRef || asJson.isRef) t.skip('operators are shown in one form')
      const [small, full] = [await shown(`${json};q=0.1, ${ref}`), await shown(`${ref};q=0.1, ${json}`)]
      t.assert(small.isRef, ref, 'the full form', small.answer)
      t.assert(!full.isRef, json, 'the ref form', full.answer)
    },
  },
  {
    slug: 'lists-of-entity-tags-are-read',
    rfc: 'RFC 9110, 13.1.2',
    title: 'If-None-Match with a list of tags that contains the current one returns 304',
    check: async (t) => {
      const { etag } = (await t.get('/v3')).response.headers
      if (etag) t.status(await t.get('/v3', { headers: { 'If-None-Match': `"kit", ${etag}` } }), 304)
    },
  },
  {
    slug: 'entity-tags-are-strong',
    rfc: 'RFC 9110, 13.1.1',
    title: 'Entity tags of resources that are written under If-Match are strong: weak ones never match',
    check: async (t) => {
      for (const answer of [await t.get('/v3'), await firstPublication(t)]) {
        const etag = answer?.response.headers['etag']
        if (etag !== undefined) t.assert(!etag.startsWith('W/'), 'a strong entity tag', etag, answer)
      }
    },
  },
  {
    slug: 'head-equals-get',
    rfc: 'RFC 9110, 9.3.2',
    title: 'HEAD returns the headers of GET, without a body',
    check: async (t) => {
      const [get, head] = [await t.get('/v3'), await t.send('HEAD', '/v3')]
      t.status(head, get.response.status)
      t.assert(head.response.body === '', 'no body', head.response.body, head)
      for (const name of ['content-type', 'etag', 'vary']) {
        const [expected, got] = [get.response.headers[name], head.response.headers[name]]
        t.assert(got === expected, `${name}: ${expected ?? 'none'}`, got ?? 'none', head)
      }
    },
  },
  {
    slug: 'responses-are-dated',
    rfc: 'RFC 9110, 6.6.1',
    title: 'Responses have Date, from which caches and signatures compute ages',
    check: async (t) => {
      if (t.target.isInProcess) t.skip('there is no server between this process and the service')
      const answer = await t.get('/v3')
      const date = t.header(answer, 'Date')
      t.assert(!Number.isNaN(Date.parse(date)), 'a date of HTTP', date, answer)
    },
  },
]

/** Reads the first publication that the agency lists; undefined without one. */
const firstPublication = async (t: ClauseContext): Promise<Exchange | undefined> => {
  const { _entries: entries } = membersOf((await t.get(`/v3/publicaciones/${t.adminMail}`)).json)
  const { href } = membersOf(Array.isArray(entries) ? entries[0] : undefined)
  return typeof href === 'string' ? t.get(href) : undefined
}

/** Advice about HTTP itself, which the description does not mention. */
export const httpAdvice: readonly Clause[] = advice.map(({ slug, rfc, title, isLast, check }) =>
  clause({
    id: `http/${slug}`,
    statements: [],
    advice: rfc,
    title,
    leaves: 'nothing',
    needs: [],
    ...(isLast && { isLast }),
    check,
  }),
)
