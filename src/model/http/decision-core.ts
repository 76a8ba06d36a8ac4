import { byOption, isChosen, type Profile } from '../../api/assumptions/profile.ts'
import { assertDeclared } from '../../api/declared-statuses.ts'
import type { ParameterSpec, ParameterValues } from '../../api/parameters.ts'
import type { MatchedPath, PathTable } from '../../api/path-table.ts'
import { MAX_BODY_VALUES } from '../../api/wire/limits.ts'
import { hasMoreValues } from '../../lib/text/json-values.ts'
import { isRefusal, type Refusal, type RefusalKind } from '../domain/refusal.ts'
import { ValidationIssues } from '../domain/validation-issues.ts'
import { type App, type World, worldTimeMs } from '../world/world.ts'
import { type NegotiatedType, negotiateForm, offeredTypes } from './accept.ts'
import { isJsonType, readBody } from './body.ts'
import { admit, type CallerRefusal, type IdentifiedCaller, identify } from './caller.ts'
import { entityTagHeader, ifMatchApplies, ifNoneMatchApplies } from './entity-tag.ts'
import { parseObject } from './json-body.ts'
import {
  isUnready,
  type Operation,
  type Outcome,
  type ParsedBody,
  type RequestContext,
  type Unready,
} from './operation.ts'
import { readParameter, readQuery } from './parameter.ts'
import { type DecidingStep, decidingSteps } from './precedence.ts'
import type { Problem } from './problem.ts'
import { renderContextOf } from './render-context.ts'
import { formsOf } from './representation.ts'
import type { ApiRequest, ApiResponse } from './request.ts'
import { problemResponse, resultResponse, type SuccessStatuses } from './response.ts'

/** The response to a request, and the world after it. */
export interface DecisionResult {
  readonly response: ApiResponse
  readonly world: World
}

/**
 * Decides a request: runs the steps in the order in force (`common/precedence`) and returns the first
 * problem, or the result. Every status of the service is written in this file; injected faults answer others.
 * Pure and synchronous, so two writers with one entity tag never both win (PUB-34).
 */
export const decide = (
  operations: PathTable<Operation>,
  world: World,
  request: ApiRequest,
): DecisionResult | Unready => {
  const draft = new Draft(operations, world, request)
  for (const step of decidingSteps(draft.profile)) {
    const stop = STEPS[step](draft)
    if (!stop) continue
    if (isUnready(stop)) return stop
    const { operation, form } = draft
    if (operation) assertDeclared(operation, stop.status)
    return {
      response: problemResponse({ request, profile: draft.profile, operation, form }, step, stop),
      world: draft.world,
    }
  }
  const { outcome, context } = draft
  const result = {
    request,
    profile: draft.profile,
    operation: draft.operation,
    form: draft.form,
    context,
    outcome,
    statuses: outcome.createdPath === undefined ? READ_OR_WRITTEN : CREATED,
  }
  return { response: resultResponse(result), world: outcome.world ?? context.world }
}

const READ_OR_WRITTEN: SuccessStatuses = { shown: 200, unchanged: 304 }
const CREATED: SuccessStatuses = { ...READ_OR_WRITTEN, shown: 201 }

/** Status of each kind of refusal. */
const STATUS_OF_REFUSAL: Readonly<Record<RefusalKind, number>> = {
  invalid: 400,
  forbidden: 403,
  conflict: 409,
  duplicate: 409,
  missing: 404,
}

/** Converts a refusal of the domain to a problem. */
const problemOf = ({ refused, detail, because, errors }: Refusal): Problem => {
  const status = STATUS_OF_REFUSAL[refused]
  return {
    status,
    detail,
    because,
    ...((status === 400 || status === 409) && { errors }),
    ...(refused === 'duplicate' && { title: 'Entidad duplicada' }),
  }
}

type Step = (draft: Draft) => Problem | Unready | undefined

/** The results of the steps so far. */
class Draft {
  readonly operations: PathTable<Operation>
  readonly request: ApiRequest
  readonly profile: Profile
  /** The world with the caller's usage counted. */
  world: World
  // `!`: each step reads only members that a step before it in every order has set.
  caller!: IdentifiedCaller
  app!: App
  operation!: Operation
  matched!: MatchedPath<Operation>
  form!: NegotiatedType
  /** Issues of the query, reported together with those of the body (`errors/how-many`). */
  queryIssues!: ValidationIssues
  context!: RequestContext
  target: unknown
  /** What the operation decided; issues of the body are among its refusals, so the body's step has asked. */
  decided!: Outcome | Refusal
  outcome!: Outcome

  constructor(operations: PathTable<Operation>, world: World, request: ApiRequest) {
    this.operations = operations
    this.world = world
    this.request = request
    this.profile = world.setting.profile
  }

  /** Keeps the usage after the request (`limits/rate`, `auth/replay`). */
  use(usage: World['usage']): void {
    if (usage !== this.world.usage) this.world = { ...this.world, usage }
  }
}

/** The steps, each under the name that the decision trace shows. */
const STEPS: Readonly<Record<DecidingStep, Step>> = {
  /** Which app calls (`auth/scheme`)? */
  caller(draft) {
    const caller = identify(draft.world, draft.request)
    if ('refused' in caller) return callerProblem(caller)
    draft.caller = caller
    draft.app = caller.app
    draft.use(caller.usage)
    return undefined
  },

  /** Is the app within its rate (`limits/rate`)? */
  rate(draft) {
    const admitted = admit(draft.world, draft.caller, draft.request)
    if ('refused' in admitted) return callerProblem(admitted)
    draft.use(admitted.usage)
    return undefined
  },

  /** Which operation is meant? */
  operation(draft) {
    const { request } = draft
    const matched = draft.operations.match(request.path)
    if (!matched) return nothingThere(request)
    const operation = matched.template.byMethod.get(request.method === 'HEAD' ? 'GET' : request.method)
    if (!operation) return methodNotAllowed(request, matched.template.allow)
    draft.operation = operation
    draft.matched = matched
    return undefined
  },

  /** Which representation is acceptable (COM-10)? */
  form(draft) {
    const { operation, profile, request } = draft
    const form = negotiateForm(request.header('accept'), formsOf(operation.representation), profile)
    if (!form) return notAcceptable(profile, operation)
    draft.form = form
    return undefined
  },

  /** Are the parameters well formed (COM-13)? */
  parameters(draft) {
    const { operation, profile, request } = draft
    const path = readPath(draft)
    if (!path) return nothingThere(request)
    if (path instanceof ValidationIssues) return problemOf(path.toRefusal())
    const issues = new ValidationIssues()
    const query = readQuery(issues, operation.parameters, request.query, profile)
    if (operation.queryNamesTarget && issues.hasIssues) return problemOf(issues.toRefusal())
    draft.queryIssues = issues
    draft.context = {
      world: draft.world,
      render: renderContextOf(draft.world.setting, draft.app, request),
      app: draft.app,
      nowMs: worldTimeMs(draft.world.clock, request.wallMs),
      path,
      query,
      requestTarget: request,
      photos: request.photos,
      found: request.found,
    }
    return undefined
  },

  /** Does the target exist for this caller (ERR-07)? */
  target(draft) {
    const target = draft.operation.find(draft.context)
    if (isRefusal(target)) return missingTarget(target, draft.operation, draft.profile)
    draft.target = target
    return undefined
  },

  /** May this caller do this (ERR-08)? */
  access({ operation, target, context }) {
    const refusal = operation.authorize?.(target, context)
    return refusal && problemOf(refusal)
  },

  /** Is the caller's copy current (PUB-34)? */
  precondition({ operation, target, context, request, profile }) {
    if (!operation.tagGuarded || !operation.representation.entityTag) return undefined
    const current = entityTagHeader(operation.representation.entityTag(target, context.render), profile)
    const ifMatch = request.header('if-match')
    const ifNoneMatch = isChosen(profile, 'publications/if-none-match-write', 'honoured')
      ? request.header('if-none-match')
      : null
    if (ifMatch === null && isChosen(profile, 'publications/precondition-required', '428'))
      return PRECONDITION_REQUIRED
    const failed =
      (ifMatch !== null && !ifMatchApplies(ifMatch, current, profile)) ||
      (ifNoneMatch !== null && ifNoneMatchApplies(ifNoneMatch, current))
    return failed ? preconditionFailed(current) : undefined
  },

  /**
   * Is the body valid, by its schema and by the operation's rules (`errors/how-many`)? What else the
   * operation decides waits for its own step.
   */
  body(draft) {
    const { operation, queryIssues } = draft
    // A page checks what its parameters mean although another one is wrong, to report all at once
    // (`errors/how-many`).
    const isPage = operation.resultKind === 'period' || operation.resultKind === 'page'
    if (queryIssues.hasIssues && !isPage) return problemOf(queryIssues.toRefusal())
    if (!operation.body && hasUnexpectedBody(draft)) return UNEXPECTED_BODY
    const parsed = operation.body ? parseBody(draft, operation.body) : { body: {}, issues: queryIssues }
    if ('status' in parsed) return parsed
    const decided = operation.decide(draft.target, draft.context, parsed)
    if (isUnready(decided)) return decided
    if (isRefusal(decided) && decided.refused === 'invalid') return problemOf(decided)
    draft.decided = decided
    return undefined
  },

  /** Does the current state allow it, and what is the world then? */
  decision(draft) {
    if (isRefusal(draft.decided)) return problemOf(draft.decided)
    draft.outcome = draft.decided
    return undefined
  },
}

/** Returns whether a body is refused because none is documented; else it is ignored. */
const hasUnexpectedBody = ({ operation, request, profile }: Draft): boolean =>
  operation.method !== 'GET' &&
  isChosen(profile, 'common/unexpected-body', '400') &&
  !(request.body.kind === 'bytes' && request.body.bytes.length === 0)

const UNEXPECTED_BODY: Problem = {
  status: 400,
  errors: { _: ['No se espera ningún cuerpo.'] },
  because: ['common/unexpected-body'],
}

const callerProblem = ({ refused, ...rest }: CallerRefusal): Problem => ({
  ...rest,
  status: refused === 'unauthenticated' ? 401 : 429,
})

const nothingThere = ({ instance }: ApiRequest): Problem => ({
  status: 404,
  detail: `No hay ningún recurso en ${instance}.`,
  because: ['ERR-04', 'errors/not-found', 'common/path-form'],
})

const methodNotAllowed = ({ method }: ApiRequest, allow: string): Problem => ({
  status: 405,
  detail: `${method} no está admitido aquí; se admite ${allow}.`,
  headers: { Allow: allow },
  because: ['common/method-not-allowed'],
})

const notAcceptable = (profile: Profile, operation: Operation): Problem => ({
  status: 406,
  detail: `Se ofrece ${offeredTypes(profile, formsOf(operation.representation))
    .map(({ type }) => type)
    .join(', ')}.`,
  because: ['COM-10', 'common/accept-unsupported'],
})

/**
 * Reads the path parameters; undefined when a segment cannot name a resource, else its issues when it is not
 * well formed (`common/path-parameters`).
 */
const readPath = ({ matched, operation, profile }: Draft): ParameterValues | ValidationIssues | undefined => {
  const isReported = byOption(profile, 'common/path-parameters', REPORTED_PARAMETERS)
  const issues = new ValidationIssues()
  const values: Record<string, ParameterValues[string]> = {}
  for (const parameter of operation.parameters) {
    if (parameter.in !== 'path') continue
    const own = new ValidationIssues()
    const value = readParameter(own, parameter, matched.rawParameters[parameter.name] ?? '', profile)
    if (value !== undefined) values[parameter.name] = value
    else if (isReported(operation, parameter)) issues.merge(own)
    else return undefined
  }
  return issues.hasIssues ? issues : values
}

/** Returns whether the description lists a 400 for the parameter, which it does only for e-mails. */
const listsBadRequest = (operation: Operation, parameter: ParameterSpec): boolean =>
  parameter.kind === 'email' && operation.refusalStatuses.includes(400)

/** Which malformed path parameters are 400 rather than 404. */
const REPORTED_PARAMETERS = { 'by-segment': listsBadRequest, '400': () => true, '404': () => false }

/**
 * Turns a missing target into 404 (ERR-07); `common/write-to-unknown` decides for a write that lists no 404.
 */
const missingTarget = (refusal: Refusal, operation: Operation, profile: Profile): Problem => {
  const isUnlisted =
    refusal.refused === 'missing' && operation.method !== 'GET' && !operation.refusalStatuses.includes(404)
  if (!isUnlisted) return problemOf(refusal)
  const because = [...refusal.because, 'common/write-to-unknown']
  const status = isChosen(profile, 'common/write-to-unknown', '403') ? 403 : 404
  return { status, detail: refusal.detail, because }
}

const PRECONDITION_REQUIRED: Problem = {
  status: 428,
  detail: 'Se espera el encabezado If-Match con el ETag de la última lectura.',
  because: ['publications/precondition-required'],
}

const preconditionFailed = (current: string): Problem => ({
  status: 412,
  detail: `El ETag no coincide con el actual, ${current}.`,
  because: ['PUB-34', 'publications/precondition-header'],
})

const parseBody = (
  { request, profile }: Draft,
  shape: NonNullable<Operation['body']>,
): ParsedBody | Problem => {
  if (request.body.kind === 'too-large')
    return { status: 413, detail: 'El cuerpo supera 1 MiB.', because: ['errors/body-too-large'] }
  if (hasMoreValues(request.body.bytes, MAX_BODY_VALUES))
    return {
      status: 413,
      detail: `El cuerpo tiene más de ${MAX_BODY_VALUES} valores.`,
      because: ['errors/body-too-large'],
    }
  if (!isJsonType(request.header('content-type'), profile)) {
    const status = isChosen(profile, 'common/content-type-unsupported', '400') ? 400 : 415
    const isOneType = isChosen(profile, 'common/request-media-types', 'json-only')
    const types = isOneType ? '' : ', text/json o application/*+json'
    const detail = `Se espera Content-Type application/json${types}, en UTF-8.`
    const because = ['COM-01', 'common/content-type-unsupported', 'common/request-media-types']
    return status === 400 ? { status, detail, errors: { _: [detail] }, because } : { status, detail, because }
  }
  const sent = parseObject(request.body.bytes)
  if (typeof sent === 'string')
    return { status: 400, errors: { _: [sent] }, because: ['ERR-03', 'errors/malformed-json'] }
  return readBody(sent, shape, profile)
}
