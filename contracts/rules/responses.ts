import type * as z from 'zod'
import { describedOperations } from '../../src/api/operations.ts'
import { HTTP_METHODS } from '../../src/api/wire/http-methods.ts'
import { JSON_TYPE } from '../../src/api/wire/media-types.ts'
import { shapeIssue } from '../../src/kit/runner/issue-sentence.ts'
import { successesOf } from '../../src/kit/runner/operations.ts'
import { allLinksIn, entriesOf } from '../../src/kit/target/links.ts'
import { decodedUri } from '../../src/lib/text/decoded-uri.ts'
import { isUrl } from '../../src/lib/text/url.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { canonicalJson } from '../support/canonical-json.ts'
import { opaqueTag } from '../support/entity-tags.ts'
import { type DescribedRequest, hrefOf, isTagged, requestedForm, requestsJson } from './described-request.ts'
import type { Judgement } from './judgement.ts'
import { OPERATION_SHAPES } from './operation-shapes.ts'
import { judgeProblem } from './problems.ts'
import { type HistoryExchange, isDone } from './recorded-exchange.ts'

/** Rules on single responses, whatever was answered before. */

/** Statuses of transport, authentication and limits, which the description does not show (ERR-09). */
const UNSPOKEN: ReadonlySet<number> = new Set([401, 403, 408, 413, 414, 421, 425, 426, 429, 431, 451])

/** Judges status, headers and shape of the response to a described request. */
export const judgeResponse = (judgement: Judgement, request: DescribedRequest): void => {
  const { exchange } = judgement
  if (exchange.status === 0 || (exchange.status >= 500 && exchange.status < 600)) return
  judgeStatus(judgement, request)
  if (exchange.status === 304) judgeNotModified(judgement)
  else if (isDone(exchange)) judgeSuccess(judgement, request)
  else if (exchange.status >= 400) judgeProblem(judgement, request)
}

/** Judges a response to a write to an inquiry (INQ-09). */
export const judgeInquiryWrite = (judgement: Judgement): void => {
  const { method, url, status } = judgement.exchange
  const isWrite = ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method)
  if (isWrite && /\/v3\/consultas\/[^/?#]+\/[^/?#]+$/.test(url))
    judgement.expect(!isDone(judgement.exchange), {
      rule: `answers/inquiries-are-read-only ${method}`,
      because: ['INQ-09'],
      expected: 'a refusal, because inquiries are read-only',
      got: `status ${status}`,
    })
}

/**
 * Judges a response on the agency that the app may not use (ERR-07). An empty list reveals nothing.
 */
export const judgeStranger = (judgement: Judgement): void => {
  const { exchange, completeness } = judgement
  const stranger = completeness.strangerAgency?.toLowerCase()
  if (stranger === undefined) return
  const named = new URL(exchange.url).pathname.split('/').map((part) => decodedUri(part).toLowerCase())
  const { AdminMail, _entries } = membersOf(exchange.json)
  const isShown = AdminMail !== undefined || (Array.isArray(_entries) && _entries.length > 0)
  if (named.includes(stranger))
    judgement.expect(!isShown, {
      rule: 'answers/an-agency-of-others-does-not-exist',
      because: ['ERR-07'],
      expected: 'status 404 or 403, or nothing of it',
      got: `status ${exchange.status}`,
    })
}

const judgeStatus = (judgement: Judgement, { operation, parameters }: DescribedRequest): void => {
  const { exchange } = judgement
  const { status } = exchange
  const successes = successesOf(operation)
  const allowed =
    successes.includes(status) ||
    UNSPOKEN.has(status) ||
    (status >= 300 && status < 400 && status !== 304) ||
    operation.refusalStatuses.includes(status) ||
    isOpenStatus(judgement, status, operation, Object.keys(parameters).length > 0)
  judgement.expect(allowed, {
    rule: `answers/${operation.id}-status`,
    because: [...operation.statements.slice(0, 1)],
    expected: `status ${[...successes, ...operation.refusalStatuses].join(', ')}`,
    got: `status ${status}`,
  })
}

/** Statuses that assumptions permit beyond the listed ones. */
const isOpenStatus = (
  { exchange, completeness, precondition }: Judgement,
  status: number,
  { method, id }: DescribedRequest['operation'],
  hasParameters: boolean,
): boolean => {
  const { accept } = exchange.headers
  switch (status) {
    // `common/etag-elsewhere`
    case 304:
      return method === 'GET' && 'if-none-match' in exchange.headers
    // `common/unknown-members`, `common/path-parameters`, `common/unexpected-body`
    case 400:
      return hasParameters || exchange.url.includes('?')
    // `common/write-to-unknown`, `catalogue/no-match`
    case 404:
      return hasParameters || exchange.url.includes('?')
    case 406:
      // Media types other than application/json belong to resources with a ref form (COM-10).
      return OPERATION_SHAPES[id]?.ref
        ? !(requestsJson(exchange) || isOwnType(accept, completeness.vendor))
        : accept?.trim().toLowerCase() !== JSON_TYPE
    case 409:
      // `common/write-to-unknown`
      return method !== 'GET'
    case 412:
      return precondition !== undefined || 'if-none-match' in exchange.headers || method === 'PATCH'
    // `common/content-type-unsupported`
    case 415:
      return (
        exchange.body.kind !== 'none' && !/^application\/json\b/i.test(exchange.headers['content-type'] ?? '')
      )
    // `publications/precondition-required`
    case 428:
      return method !== 'GET' && precondition === undefined
    default:
      return false
  }
}

const isOwnType = (accept: string | undefined, vendor: string | undefined): boolean =>
  vendor !== undefined &&
  [`application/vnd.${vendor}.entry+json`, `application/vnd.${vendor}.ref+json`].includes(
    (accept ?? '').trim().toLowerCase(),
  )

const judgeNotModified = (judgement: Judgement): void => {
  const { exchange } = judgement
  judgement.expect('if-none-match' in exchange.headers, {
    rule: 'answers/304-only-for-if-none-match',
    because: ['PUB-20', 'CAT-02'],
    expected: 'a 304 only where If-None-Match was sent',
    got: 'status 304',
  })
  judgement.expect(exchange.text === '', {
    rule: 'answers/304-has-no-body',
    because: ['ERR-06'],
    expected: 'no body',
    got: exchange.text,
  })
}

const judgeSuccess = (judgement: Judgement, request: DescribedRequest): void => {
  const { exchange } = judgement
  const { operation } = request
  if (isTagged(operation))
    judgement.expect('etag' in exchange.responseHeaders, {
      rule: `answers/${operation.id}-etag`,
      because: [operation.id === 'entry.read' ? 'CAT-02' : 'PUB-33', 'ERR-10'],
      expected: 'the header ETag',
      got: 'none',
    })
  if (operation.id === 'entry.read') judgeUnchangedEntry(judgement)
  const location = exchange.responseHeaders['location']
  if (operation.id === 'publications.create' && exchange.status === 201)
    judgement.expect(location !== undefined && location !== '', {
      rule: 'answers/create-location',
      because: ['PUB-01'],
      expected: 'the header Location',
      got: 'none',
    })
  judgeBody(judgement, request)
}

/** Judges an entry point that is sent although it has the tag that the client has (CAT-02). */
const judgeUnchangedEntry = (judgement: Judgement): void => {
  const { headers, responseHeaders, status } = judgement.exchange
  const [asked, tag] = [headers['if-none-match'], responseHeaders['etag']]
  if (asked !== undefined && tag !== undefined)
    judgement.expect(opaqueTag(asked.trim()) !== opaqueTag(tag.trim()), {
      rule: 'answers/entry.read-304-for-the-current-tag',
      because: ['CAT-02', 'ERR-10'],
      expected: '304',
      got: `status ${status} with ETag ${tag}`,
    })
}

const judgeBody = (judgement: Judgement, { operation }: DescribedRequest): void => {
  const { exchange } = judgement
  const shapes = OPERATION_SHAPES[operation.id]
  if (!shapes || !judgement.exercise('answers/*-shape')) return
  const asked = requestedForm(exchange)
  const allowed = [
    ...(asked !== 'ref' || !shapes.ref ? [shapes.full] : []),
    ...(asked !== 'full' && shapes.ref ? [shapes.ref] : []),
  ]
  const issues = allowed.map((shape) => shapeIssueOf(shape, exchange.json))
  if (issues.includes(undefined)) {
    judgeLinks(judgement)
    return
  }
  // Where either form will do, the one that the response resembles is named.
  const issue = isLikeRef(exchange.json) ? issues.at(-1) : issues[0]
  judgement.report({
    rule: `answers/${operation.id}-${asked}-shape ${issue?.where}`,
    because: [...shapes.statements.slice(0, 1), ...(asked === 'ref' ? ['COM-10'] : ['COM-14'])],
    expected: issue?.expected ?? 'the described form',
    got: exchange.json === undefined && exchange.text !== '' ? exchange.text : issue?.got,
  })
}

const isLikeRef = (json: unknown): boolean =>
  [json, ...entriesOf(json)].some((one) => 'href' in membersOf(one))

interface ShapeMismatch {
  readonly where: string
  readonly expected: string
  readonly got: unknown
}

/** Returns why a value does not fit; undefined when it does. */
const shapeIssueOf = (shape: z.ZodType, value: unknown): ShapeMismatch | undefined => {
  const read = shape.safeParse(value)
  if (read.success) return undefined
  const { path, sentence, found } = shapeIssue(read.error, value)
  const where = path.map((part) => (typeof part === 'number' ? '[]' : String(part))).join('.') || 'body'
  return {
    where,
    expected: `${where}: ${sentence}`,
    // As JSON, so that a text and a number are not shown as equal.
    got: found === undefined ? 'nothing' : canonicalJson(found),
  }
}

/** Judges the links of a response (COM-02). */
const judgeLinks = (judgement: Judgement): void => {
  const { exchange } = judgement
  const own = describedBase(exchange)
  for (const { where, link, read } of allLinksIn(exchange.json)) {
    judgement.exercise('answers/link-object')
    if (!read) {
      judgement.report({
        rule: `answers/link-object ${placeOf(where)}`,
        because: ['COM-02'],
        expected: `a link object at ${where}`,
        got: link,
      })
      continue
    }
    const { href, templated, method } = read
    if (!/[{}]/.test(href)) judgeMethod(judgement, { href, method: method ?? 'GET', where, link, own })
    else if (judgement.exercise('answers/template-is-marked') && templated !== true)
      judgement.report({
        rule: `answers/template-is-marked ${placeOf(where)}`,
        because: ['COM-02'],
        expected: `templated true at ${where}`,
        got: link,
      })
  }
}

const placeOf = (where: string): string => where.replace(/\[\d+\]/g, '[]')

const METHODS: readonly string[] = HTTP_METHODS

const judgeMethod = (
  judgement: Judgement,
  {
    href,
    method,
    where,
    link,
    own,
  }: { href: string; method: string; where: string; link: unknown; own: string | undefined },
): void => {
  const { exchange } = judgement
  const url = href.includes('/v3/publicaciones/') ? hrefOf(href, exchange) : undefined
  const named = method.toUpperCase()
  const at =
    url === undefined || own === undefined || !url.startsWith(own)
      ? undefined
      : url.slice(own.length).split(/[?#]/)[0]
  // Other addresses may have any method.
  const isStep = at?.startsWith('/v3/publicaciones/') === true
  const template = isStep ? describedOperations.match(at)?.template : undefined
  const described = template ? [...template.byMethod.values()] : []
  const documented = described.filter((one) => one.assumption === undefined)
  // Publications and their steps have the described methods; other addresses may have more.
  const isClosed = /\{externalid\}/.test(template?.path ?? '') && documented.length > 0
  const methods = documented.map((one): string => one.method)
  const isLawful = isClosed ? [...methods, 'DELETE'].includes(named) : METHODS.includes(named)
  if (!judgement.exercise('answers/link-method') || isLawful) return
  judgement.report({
    rule: `answers/link-method ${placeOf(where)}`,
    because: ['COM-02'],
    expected: `${isClosed ? methods.join(' or ') : 'a method of HTTP'} as method at ${where}`,
    got: link,
  })
}

/** Returns the part before `/v3` in the address of an exchange. */
const describedBase = (exchange: HistoryExchange): string | undefined => {
  if (!isUrl(exchange.url)) return undefined
  const { origin, pathname } = new URL(exchange.url)
  const at = pathname.search(/\/v3(\/|$)/)
  return at < 0 ? undefined : origin + pathname.slice(0, at)
}
