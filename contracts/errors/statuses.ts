import { PROBLEM_TYPE, TEXT_JSON_TYPE } from '../../src/api/wire/media-types.ts'
import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { mailsLike } from '../support/agency-address.ts'
import { expectProblem, mediaTypeOf, validationErrorsIn } from '../support/problem-body.ts'
import { LISTED_REFUSALS } from '../support/refusals.ts'

/** E-mail of an agency that does not exist. */
const UNKNOWN_AGENCY = encodeURIComponent('nobody@agency.invalid')

const JSON_FAMILY = /^(application|text)\/([\w.+-]+\+)?json$/

/** Asserts that a 404 has a message; its media type is open (`errors/not-found`). */
const plainNotFound = (t: ClauseContext, answer: Exchange): void => {
  const { body } = answer.response
  t.assert(body.trim() !== '', 'a message', 'no body', answer)
  const option =
    typeof answer.json === 'string'
      ? 'json-string'
      : mediaTypeOf(answer) === PROBLEM_TYPE
        ? 'problem'
        : 'text'
  if (option !== 'text' || mediaTypeOf(answer) === 'text/plain') t.learn('errors/not-found', option, answer)
}

interface Missing {
  readonly slug: string
  readonly what: string
  readonly statements: readonly string[]
  /**
   * Whether the service may answer 400 to a segment that is not of the form of its ids
   * (`common/path-parameters`).
   */
  readonly mayRefuseForm?: boolean
  path(t: ClauseContext): string
}

const missing: readonly Missing[] = [
  {
    slug: 'unknown-version',
    what: 'a version',
    statements: ['CAT-03'],
    path: () => '/v3/versiones/2147483647',
  },
  {
    slug: 'unknown-publication',
    what: 'a publication',
    statements: ['PUB-20'],
    path: (t) => t.path(t.session.newExternalId()),
  },
  {
    slug: 'unknown-inquiry',
    what: 'an inquiry',
    statements: ['INQ-01'],
    mayRefuseForm: true,
    path: (t) => `/v3/consultas/${t.adminMail}/${t.session.newExternalId()}`,
  },
  {
    slug: 'unknown-topic',
    what: 'a webhook',
    statements: ['EVT-02'],
    mayRefuseForm: true,
    path: (t) => `/v3/appnotificaciones/${t.session.newExternalId()}`,
  },
  ...Object.entries({
    publicacion: `/v3/publicaciones/${UNKNOWN_AGENCY}/nothing`,
    consultas: `/v3/consultas/${UNKNOWN_AGENCY}`,
    operadores: `/v3/operadores/${UNKNOWN_AGENCY}`,
    productos: `/v3/agencias/${UNKNOWN_AGENCY}/productos`,
    notificaciones: `/v3/notificaciones/${UNKNOWN_AGENCY}`,
  }).map(([noun, path]) => ({
    slug: `unknown-agency-${noun}`,
    what: `the agency of GET ${noun}`,
    statements: ['ERR-07', 'AGE-12'],
    path: () => path,
  })),
]

const notFound = ({ slug, what, statements, mayRefuseForm, path }: Missing): Clause =>
  clause({
    id: `errors/${slug}`,
    rule: 'errors/unknown-{resource}',
    statements: ['ERR-04', ...statements],
    title: `Reading ${what} that does not exist for the app returns 404 with a message`,
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const answer = await t.get(path(t))
      t.status(answer, ...(mayRefuseForm ? [404, 400] : [404]))
      if (answer.response.status === 404) plainNotFound(t, answer)
      if (!path(t).includes(UNKNOWN_AGENCY)) return
      // An agency is known by its whole mail.
      for (const mail of mailsLike(t.target.agency).map(encodeURIComponent))
        t.status(await t.get(path(t).replace(UNKNOWN_AGENCY, mail)), 404)
    },
  })

/**
 * Texts that are not an id, a name or an e-mail: too long, with quotes, with letters beyond the basic plane.
 */
const ODD_TEXTS = ['a'.repeat(300), `0' or "1"="1`, '\u{1F697}%ñ'].map(encodeURIComponent)

/** Paths with a text that names nothing. */
const ODD_PATHS: readonly ((t: ClauseContext, text: string) => string)[] = [
  (t, text) => `/v3/publicaciones/${t.adminMail}/${text}`,
  (_, text) => `/v3/publicaciones/${text}/nothing`,
  (t, text) => `/v3/consultas/${t.adminMail}/${text}`,
  (t, text) => `/v3/consultas/${t.adminMail}?externalid=${text}`,
  (t, text) => `/v3/consultas/${t.adminMail}?operador=${text}`,
  (t, text) => `/v3/operadores/${t.adminMail}?operador=${text}`,
  (_, text) => `/v3/appnotificaciones/${text}`,
  (_, text) => `/v3/versiones/${text}`,
  (_, text) => `/v3/marcas/bestmatch?make=${text}`,
]

/** 404, 403, 409, 412 and 304 (ERR-04, ERR-05, ERR-06, ERR-07, ERR-08, ERR-09, ERR-10). */
export const errorsStatuses: readonly Clause[] = [
  ...missing.map(notFound),
  clause({
    id: 'errors/texts-that-name-nothing-are-no-fault-of-the-service',
    statements: ['ERR-04', 'PUB-20', 'INQ-01', 'COM-13'],
    title: 'Reading an id that is too long or has unusual letters never returns 500 or above',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const paths = ODD_PATHS.flatMap((pathOf) => ODD_TEXTS.map((text) => pathOf(t, text)))
      for (const answer of await Promise.all(paths.map((path) => t.get(path)))) {
        const { status } = answer.response
        t.assert(status < 500, 'a status below 500', `status ${status}`, answer)
      }
    },
  }),
  clause({
    id: 'errors/write-to-nothing',
    rule: 'errors/{write}-of-an-unknown-{resource}-is-refused',
    statements: ['ERR-08', 'ERR-02', 'ERR-04'],
    title: 'Writing to a publication that does not exist is refused: 404 with a message, or a problem',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const answer = await t.send('PATCH', t.path(t.session.newExternalId()), { body: { Activa: null } })
      if (answer.response.status === 428) return t.skip('a write without a precondition is refused first')
      t.status(answer, 404, ...LISTED_REFUSALS)
      const { status } = answer.response
      if (status === 404 || status === 403) t.learn('common/write-to-unknown', String(status), answer)
      if (status === 404) return plainNotFound(t, answer)
      // The type of a 412 follows Accept (ERR-05).
      if (status === 412) return
      t.assert(mediaTypeOf(answer) === PROBLEM_TYPE, PROBLEM_TYPE, mediaTypeOf(answer), answer)
      expectProblem(t, answer)
    },
  }),
  clause({
    id: 'errors/a-conflict-is-a-validation-problem',
    statements: ['ERR-01', 'ERR-03', 'PUB-35'],
    title: 'A 409 is a validation problem in application/problem+json whose Status is 409 or 400',
    leaves: 'archived',
    needs: ['write', 'place'],
    check: async (t) => {
      const { externalId } = await t.publication()
      const again = await t.create({ ExternalId: externalId })
      if (again.response.status !== 409) return t.skip(`no 409 to judge: ${again.response.status}`)
      t.assert(
        mediaTypeOf(again) === PROBLEM_TYPE,
        PROBLEM_TYPE,
        mediaTypeOf(again) || 'no Content-Type',
        again,
      )
      const { Status: status } = expectProblem(t, again)
      t.assert(status === 409 || status === 400, 'Status 409 or 400', status, again)
      validationErrorsIn(t, again)
    },
  }),
  clause({
    id: 'errors/a-stale-tag-is-a-problem',
    statements: ['ERR-05', 'ERR-02'],
    title: 'A 412 is a problem with Status 412, in a JSON media type',
    leaves: 'archived',
    needs: ['write', 'place'],
    check: async (t) => {
      const answer = await stale(t, t.types.json)
      const type = mediaTypeOf(answer)
      t.assert(JSON_FAMILY.test(type), 'a JSON media type', type || 'no Content-Type', answer)
      const { Status: status } = expectProblem(t, answer)
      t.assert(status === 412, 'Status 412', status, answer)
    },
  }),
  clause({
    id: 'errors/a-412-has-an-accepted-media-type',
    statements: ['ERR-05', 'COM-10'],
    title: 'A 412 has the JSON media type that the request accepts',
    leaves: 'archived',
    needs: ['write', 'place'],
    check: async (t) => {
      const { ref } = t.types
      const json = await stale(t, t.types.json)
      // `application/problem+json` is a JSON type too; a service may prefer it where Accept is not specific.
      t.assert(
        [t.types.json, PROBLEM_TYPE].includes(mediaTypeOf(json)),
        t.types.json,
        mediaTypeOf(json),
        json,
      )
      const compact = await stale(t, ref)
      const type = mediaTypeOf(compact)
      t.assert([ref, t.types.json].includes(type), `${ref} or ${t.types.json}`, type, compact)
      const text = await stale(t, TEXT_JSON_TYPE)
      // A service may answer every JSON type in the same way, and one that does so for a ref may for any.
      const read = await t.get(text.request.url, { accept: TEXT_JSON_TYPE })
      const types = [...new Set([TEXT_JSON_TYPE, mediaTypeOf(read), ...(type === ref ? [] : [type])])]
      t.assert(types.includes(mediaTypeOf(text)), types.join(' or '), mediaTypeOf(text), text)
      t.learn('errors/precondition-type', type === ref ? 'accepted-type' : 'json-or-problem', compact)
    },
  }),
  clause({
    id: 'errors/not-modified-has-no-body',
    statements: ['ERR-06', 'ERR-10', 'PUB-20'],
    title: 'If-None-Match with the ETag of a publication returns 304 without a body',
    leaves: 'archived',
    needs: ['write', 'place'],
    check: async (t) => {
      const { path } = await t.publication()
      const read = await t.get(path)
      if (read.response.status !== 200)
        return t.skip(`the publication cannot be read: ${read.response.status}`)
      const again = await t.get(path, { headers: { 'If-None-Match': t.header(read, 'ETag') } })
      t.status(again, 304)
      t.assert(again.response.body === '', 'no body', again.response.body, again)
    },
  }),
]

/**
 * Sends a write with an outdated entity tag. Skips when it is not answered 412, which another clause judges.
 */
const stale = async (t: ClauseContext, accept: string): Promise<Exchange> => {
  const { path } = await t.publication()
  const headers = { 'If-Match': '"a-tag-of-something-else"' }
  const answer = await t.send('PATCH', path, { headers, accept, body: { Activa: null } })
  return answer.response.status === 412 ? answer : t.skip(`no 412 to judge: ${answer.response.status}`)
}
