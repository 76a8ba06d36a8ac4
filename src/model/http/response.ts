import { isChosen, type Profile } from '../../api/assumptions/profile.ts'
import { assertDeclared } from '../../api/declared-statuses.ts'
import { JSON_TYPE, PROBLEM_TYPE } from '../../api/wire/media-types.ts'
import { contentHash } from '../../lib/random/content-hash.ts'
import type { NegotiatedType } from './accept.ts'
import { entityTagHeader, ifNoneMatchApplies } from './entity-tag.ts'
import type { Operation, Outcome, RequestContext } from './operation.ts'
import { type Problem, problemBody } from './problem.ts'
import { renderBody } from './representation.ts'
import type { ApiRequest, ApiResponse, Decision } from './request.ts'

/** Inputs of a problem response besides the problem. */
export interface ProblemContext {
  readonly request: Pick<ApiRequest, 'method' | 'instance' | 'header'>
  readonly profile: Profile
  readonly operation?: Operation | undefined
  readonly form?: NegotiatedType | undefined
}

/** Renders the response of a problem (ERR-01), chosen by a step or by an injected fault. */
export const problemResponse = (
  { request, profile, operation, form }: ProblemContext,
  step: Decision['step'],
  problem: Problem,
): ApiResponse => {
  const contentType = problem.status === 412 ? preconditionType(request, profile, form) : PROBLEM_TYPE
  const body = problemBody(problem, { instance: request.instance, profile, contentType })
  return {
    status: problem.status,
    headers: {
      'Content-Type': body.contentType,
      ...commonHeaders(profile),
      ...problem.headers,
      'Content-Length': String(Buffer.byteLength(body.text)),
    },
    body: request.method === 'HEAD' ? null : body.text,
    decision: { step, because: problem.because, ...(operation && { operation: operation.id }) },
    events: [],
  }
}

/** Chooses the media type of a 412 (ERR-05, `errors/precondition-type`). */
const preconditionType = (
  request: ProblemContext['request'],
  profile: Profile,
  form: NegotiatedType | undefined,
): string => {
  if (isChosen(profile, 'errors/precondition-type', 'accepted-type')) return form?.contentType ?? JSON_TYPE
  const accept = request.header('accept')?.trim()
  return !accept || accept === '*/*' ? PROBLEM_TYPE : JSON_TYPE
}

/** The statuses of a response that is not a problem. */
export interface SuccessStatuses {
  readonly shown: 200 | 201
  /** Of a read whose `If-None-Match` names the current tag. */
  readonly unchanged: 304
}

/** A request whose operation decided an outcome. */
export interface DecidedRequest {
  readonly request: ApiRequest
  readonly profile: Profile
  readonly operation: Operation
  readonly form: NegotiatedType
  readonly context: RequestContext
  readonly outcome: Outcome
  readonly statuses: SuccessStatuses
}

/** Renders the response of an outcome: 200, 201 with `Location` (PUB-01), or 304 without a body (ERR-10). */
export const resultResponse = (decided: DecidedRequest): ApiResponse => {
  const { request, profile, operation, form, context, outcome, statuses } = decided
  const because = outcome.because ? [...operation.statements, ...outcome.because] : operation.statements
  const isRead = operation.method === 'GET'
  let body: Uint8Array | string | undefined
  const render = () =>
    (body ??= renderBody(outcome.result, {
      representation: operation.representation,
      form: form.form,
      context: context.render,
      world: outcome.world ?? context.world,
      storesInCache: isRead,
    }))
  const opaqueTag = tagOf(decided, render)
  const tag = opaqueTag === undefined ? undefined : entityTagHeader(opaqueTag, profile)
  const ifNoneMatch = isRead && tag !== undefined ? request.header('if-none-match') : null
  if (ifNoneMatch !== null && tag !== undefined && ifNoneMatchApplies(ifNoneMatch, tag)) {
    assertDeclared(operation, statuses.unchanged)
    const headers = { ...commonHeaders(profile), ETag: tag }
    const decision: Decision = { step: 'shown', operation: operation.id, because }
    return { status: statuses.unchanged, headers, body: null, decision, events: NO_EVENTS }
  }
  assertDeclared(operation, statuses.shown)
  const headers: Record<string, string> = { 'Content-Type': form.contentType, ...commonHeaders(profile) }
  if (tag !== undefined) headers['ETag'] = tag
  if (outcome.createdPath !== undefined) headers['Location'] = locationOf(outcome.createdPath, decided)
  const rendered = render()
  headers['Content-Length'] = String(Buffer.byteLength(rendered))
  return {
    status: statuses.shown,
    headers,
    body: request.method === 'HEAD' ? null : rendered,
    decision: { step: 'shown', operation: operation.id, because },
    events: outcome.events ?? NO_EVENTS,
  }
}

const NO_EVENTS: ApiResponse['events'] = []

/**
 * Returns the record's own tag, or a hash of the body where `common/etag-elsewhere` gives every read a tag.
 */
const tagOf = (
  { operation, outcome, context, profile }: DecidedRequest,
  render: () => Uint8Array | string,
): string | undefined => {
  const { entityTag } = operation.representation
  if (entityTag && 'record' in outcome.result) return entityTag(outcome.result.record, context.render)
  if (operation.method !== 'GET' || !isChosen(profile, 'common/etag-elsewhere', 'every-get')) return undefined
  const rendered = Buffer.from(render())
  return contentHash(rendered.toString('latin1'))
}

const locationOf = (path: string, { request, profile, context }: DecidedRequest): string =>
  isChosen(profile, 'publications/location-header', 'absolute')
    ? request.origin + request.prefix + path
    : context.render.base + path

/** Returns the headers of every response (`common/cache-headers`, `versioning/deprecation`). */
const commonHeaders = (profile: Profile): Readonly<Record<string, string>> => {
  const known = commonHeadersBy.get(profile)
  if (known) return known
  const headers = {
    Vary: 'Accept',
    ...(isChosen(profile, 'common/cache-headers', 'private-no-cache') && {
      'Cache-Control': 'private, no-cache',
    }),
    ...(isChosen(profile, 'versioning/deprecation', 'headers') && DEPRECATION),
  }
  commonHeadersBy.set(profile, headers)
  return headers
}

const commonHeadersBy = new WeakMap<Profile, Readonly<Record<string, string>>>()

/** Headers of RFC 9745 and RFC 8594, with made-up dates, so that a client can be tested with them. */
const DEPRECATION = { Deprecation: '@1798761600', Sunset: 'Fri, 31 Dec 2027 23:59:59 GMT' }
