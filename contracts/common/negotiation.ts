import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { errorKeys } from '../../src/kit/target/problem.ts'
import { knownBrandSearch, knownModelSearch } from '../support/catalogue-entries.ts'
import { keyRefersTo, mediaTypeOf } from '../support/problem-body.ts'
import { LinkBlockShape } from '../support/response-shapes.ts'

const JSON_FAMILY = /^(application|text)\/([\w.+-]+\+)?json$/

const isClientError = (status: number): boolean => status >= 400 && status < 500

/**
 * Declares a clause on an `Accept` that names no form of the entry point: 406 or the full form (COM-10,
 * `common/accept-unsupported`).
 */
const unsupported = (slug: string, title: string, accept: (t: ClauseContext) => string): Clause =>
  clause({
    id: `common/${slug}`,
    rule: 'common/unsupported-accept',
    statements: ['COM-10'],
    title,
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const answer = await t.get('/v3', { accept: accept(t) })
      const { status } = answer.response
      t.assert(
        status === 200 || isClientError(status),
        'the full form or a refusal',
        `status ${status}`,
        answer,
      )
      if (status === 200) t.shape(answer, LinkBlockShape, t.object(answer).Marcas)
      if (status === 200 || status === 406)
        t.learn('common/accept-unsupported', status === 200 ? 'full-form' : '406', answer)
    },
  })

/**
 * Media types of requests and responses, entity tags and headers that the description leaves open (COM-01,
 * COM-10).
 */
export const commonNegotiation = [
  clause({
    id: 'common/answers-are-json',
    statements: ['COM-01'],
    title: 'Response bodies are JSON, and Content-Type says so',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      for (const path of [
        '/v3',
        `/v3/operadores/${t.adminMail}`,
        await knownModelSearch(t),
        '/v3/appnotificaciones',
      ]) {
        // The entry point without Accept shows which type the service prefers.
        const answer = await t.get(path, path === '/v3' ? { accept: null } : {})
        if (answer.response.status !== 200) continue
        t.assert(
          JSON_FAMILY.test(mediaTypeOf(answer)),
          'a JSON media type',
          t.header(answer, 'Content-Type'),
          answer,
        )
        t.object(answer)
      }
      if (t.exchanges.every(({ response }) => response.status !== 200)) return t.skip('nothing can be read')
      learnContentType(t)
      learnHeaders(t)
    },
  }),
  unsupported(
    'accept-of-another-kind',
    'An Accept without a JSON type is refused, or ignored: the full form is returned',
    () => 'image/png',
  ),
  unsupported(
    'accept-of-a-ref-that-is-none',
    'The ref type for a resource without a ref is refused, or ignored: the full form is returned',
    (t) => t.types.ref,
  ),
  clause({
    id: 'common/bodies-of-another-kind',
    statements: ['COM-01'],
    title: 'A create sent as text/plain, with a year out of bounds as well, is refused',
    leaves: 'nothing',
    needs: ['write'],
    check: async (t) => {
      // The year is out of bounds on purpose: a service that reads the body refuses it, so nothing is
      // published.
      const answer = await t.create({ VersionYear: 1907 }, { headers: { 'Content-Type': 'text/plain' } })
      const { status } = answer.response
      t.assert(isClientError(status), 'a refusal', `status ${status}`, answer)
      if (status === 415) t.learn('common/content-type-unsupported', '415', answer)
      const read = errorKeys(answer.json).some((key) => keyRefersTo(key, 'VersionYear'))
      if (status === 400 && !read) t.learn('common/content-type-unsupported', '400', answer)
    },
  }),
  clause({
    id: 'common/entity-tags-elsewhere-are-understood',
    statements: ['ERR-10', 'ERR-06'],
    title: 'If another resource has an ETag, sending it back returns the resource, or 304 without a body',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const first = await t.get(await knownBrandSearch(t))
      if (first.response.status !== 200) return t.skip('no brand is known')
      const { etag } = first.response.headers
      const again = await t.get(await knownBrandSearch(t), { headers: { 'If-None-Match': etag ?? '"none"' } })
      t.status(again, ...(etag === undefined ? [200] : [200, 304]))
      if (again.response.status === 304)
        t.assert(again.response.body === '', 'no body', again.response.body, again)
      if (etag === undefined || again.response.status === 304) {
        t.learn('common/etag-elsewhere', etag === undefined ? 'none' : 'every-get', again)
      }
    },
  }),
]

/** Learns `common/answer-content-type` from the first response, to a request without `Accept`. */
const learnContentType = (t: ClauseContext): void => {
  const [entry] = t.exchanges
  if (entry?.response.status !== 200) return
  const value = entry.response.headers['content-type'] ?? ''
  const option =
    mediaTypeOf(entry) === t.types.entry
      ? 'entry-type'
      : /;\s*charset=/i.test(value)
        ? 'charset-added'
        : 'accepted'
  t.learn('common/answer-content-type', option, entry)
}

/** Learns `common/cache-headers` and `versioning/deprecation`; ignores headers that no option describes. */
const learnHeaders = (t: ClauseContext): void => {
  const [entry] = t.exchanges
  const { 'cache-control': cache, deprecation, sunset } = entry?.response.headers ?? {}
  if (cache === undefined) t.learn('common/cache-headers', 'vary', entry)
  else if (/private/i.test(cache) && /no-cache/i.test(cache))
    t.learn('common/cache-headers', 'private-no-cache', entry)
  t.learn(
    'versioning/deprecation',
    deprecation === undefined && sunset === undefined ? 'none' : 'headers',
    entry,
  )
}
