import { chosen, type Profile } from '../assumptions/profile.ts'
import { contentHash } from '../random/prng.ts'
import type { NeedsPhotos } from '../domain/decision-context.ts'
import { FaultList } from '../domain/validation-issues.ts'
import { isRefusal, type Refusal } from '../domain/refusal.ts'
import { MINUTE_MS } from '../calendar/date-time.ts'
import { timeOf, type World } from '../world/world.ts'
import { JSON_TYPE, PROBLEM_TYPE } from '../wire/media-types.ts'
import { type Chosen, formFor, offersOf } from './accept.ts'
import { mayAnswer } from './declared-statuses.ts'
import type { Answer, Ask, Question } from './request.ts'
import { parseObject, readBody } from './body.ts'
import { admit, identify } from './caller.ts'
import { isJsonType } from './content-type.ts'
import { entityTag, matchHits, noneMatchHits } from './entity-tag.ts'
import type { Call, Operation, OperationTable, Outcome, Said } from './operation.ts'
import { readParameter, readQuery, type Values } from './parameter.ts'
import { type Problem, problemBody, STATUS_OF, titleOf } from './problem.ts'
import { bodyOf, formsOf } from './representation.ts'
import { viewOf } from './view.ts'

/** What became of a request: an answer and the world after it. */
export interface Exchanged {
  readonly answer: Answer
  readonly world: World
}

/**
 * The straight line: every request meets these questions in this order, and no status code is chosen anywhere else. It is synchronous
 * and pure, so two writers that hold one entity tag can never both win (PUB-34).
 */
export const exchange = (operations: OperationTable, world: World, ask: Ask): Exchanged | NeedsPhotos => {
  const { profile } = world.setting
  const at: At = { ask, profile }

  // 1. Who calls, and within which rate?
  const identified = identify(world, ask)
  if ('because' in identified) return { answer: refuse(at, 'caller', identified), world }
  const caller = admit(world, identified, ask)
  if ('because' in caller) return { answer: refuse(at, 'rate', caller), world: used(world, identified.usage) }
  const admitted = used(world, caller.usage)
  const no = (question: Question, problem: Problem, op?: Operation, chosenForm?: Chosen): Exchanged => ({
    answer: refuse({ ...at, operation: op, form: chosenForm }, question, problem),
    world: admitted,
  })

  // 2. Which operation?
  const matched = operations.match(ask.path)
  if (!matched) return no('operation', nothingAt(ask))
  const operation = matched.at.byMethod.get(ask.method === 'HEAD' ? 'GET' : ask.method)
  if (!operation) return no('operation', methodNotAllowed(ask, matched.at.allow))

  // 3. Which form can we show?
  const form = formFor(ask.header('accept'), formsOf(operation.shows), profile)
  if (!form) return no('form', notAcceptable(profile, operation), operation)

  // 4. Are the parameters well formed, and does the target exist for this caller?
  const pathFaults = new FaultList()
  const path = readPath(pathFaults, operation, matched.raw)
  if (!path) return no('parameters', nothingAt(ask), operation)
  if (pathFaults.any) return no('parameters', problemOf(pathFaults.refusal()), operation)
  const faults = new FaultList()
  const query = readQuery(faults, operation.parameters, ask.query, chosen(profile, 'common/unknown-members') === '400')
  if (operation.queryNames && faults.any) return no('parameters', problemOf(faults.refusal()), operation)
  const view = viewOf(admitted.setting, caller.app, ask)
  const call: Call = {
    world: admitted,
    view,
    app: caller.app,
    nowMs: timeOf(admitted.clock, ask.wallMs),
    path,
    query,
    self: { path: ask.path, query: ask.query },
    photos: ask.photos,
  }
  const target = operation.find(call)
  if (isRefusal(target)) return no('target', missing(target, operation, profile), operation)

  // 5. May this caller do it at all? 6. Is the caller's copy current? Each is asked below, in the order in force.
  const forbidden = () => withQuestion('access', refusalProblem(operation.permit?.(target, call)))
  const outdated = () => withQuestion('precondition', precondition(operation, target, call, ask))

  // 7. Does the body say something valid? 8. Does the service agree in this state?
  const decide = (): Decided => decided(operation, target, call, ask, faults)
  const stopped = (found: Stop): Exchanged => no(found.question, found.problem, operation, form)
  const order = chosen(profile, 'common/precedence')
  const early =
    (order === 'access-after-body' ? undefined : forbidden()) ??
    (order === 'body-before-precondition' ? undefined : outdated())
  if (early) return stopped(early)
  const outcome = decide()
  if ('needsPhotos' in outcome) return outcome
  if ('problem' in outcome && outcome.question === 'body') return stopped(outcome)
  const late =
    order === 'access-after-body' ? forbidden() : order === 'body-before-precondition' ? outdated() : undefined
  if (late) return stopped(late)
  if ('problem' in outcome) return stopped(outcome)

  // 9. How does it look? 10. What is the world now, and what happened?
  return shown(operation, outcome, { ask, call, form, profile })
}

interface At {
  readonly ask: Pick<Ask, 'method' | 'instance' | 'header'>
  readonly profile: Profile
  readonly operation?: Operation | undefined
  readonly form?: Chosen | undefined
}

interface Stop {
  readonly question: Question
  readonly problem: Problem
}
type Decided = Stop | NeedsPhotos | Outcome

const used = (world: World, usage: World['usage']): World => (usage === world.usage ? world : { ...world, usage })

const withQuestion = (question: Question, problem: Problem | undefined): Stop | undefined =>
  problem && { question, problem }

// ---- 2. operation ----

const nothingAt = (ask: Ask): Problem => ({
  status: 404,
  detail: `No hay ningún recurso en ${ask.instance}.`,
  because: ['ERR-04', 'errors/not-found', 'common/path-form'],
})

const methodNotAllowed = (ask: Ask, allow: string): Problem => ({
  status: 405,
  detail: `${ask.method} no está admitido aquí; se admite ${allow}.`,
  headers: { Allow: allow },
  because: ['common/method-not-allowed'],
})

// ---- 3. form ----

const notAcceptable = (profile: Profile, operation: Operation): Problem => ({
  status: 406,
  detail: `Se ofrece ${offersOf(profile, formsOf(operation.shows))
    .map(({ type }) => type)
    .join(', ')}.`,
  because: ['COM-10', 'common/accept-unsupported'],
})

// ---- 4. parameters and target ----

/** The path's parameters; undefined when a segment is of a form that no resource has (`common/path-parameters`). */
const readPath = (
  faults: FaultList,
  operation: Operation,
  raw: Readonly<Record<string, string>>,
): Values | undefined => {
  const values: Record<string, Values[string]> = {}
  for (const parameter of operation.parameters) {
    if (parameter.in !== 'path') continue
    const own = new FaultList()
    const value = readParameter(own, parameter, raw[parameter.name] ?? '')
    if (value !== undefined) values[parameter.name] = value
    else if (parameter.kind === 'email' && operation.refusals.includes(400))
      readParameter(faults, parameter, raw[parameter.name] ?? '')
    else return undefined
  }
  return values
}

/** What does not exist for the app reads as 404 (ERR-07), on writes as `common/write-to-unknown` says. */
const missing = (refusal: Refusal, operation: Operation, profile: Profile): Problem => {
  const unlisted = refusal.refused === 'missing' && operation.method !== 'GET' && !operation.refusals.includes(404)
  if (!unlisted) return problemOf(refusal)
  const because = [...refusal.because, 'common/write-to-unknown']
  const status = chosen(profile, 'common/write-to-unknown') === '403' ? 403 : 404
  return { status, detail: refusal.detail, because }
}

// ---- 5. and 6. access and precondition ----

const refusalProblem = (refusal: Refusal | undefined): Problem | undefined => refusal && problemOf(refusal)

const precondition = (operation: Operation, target: unknown, call: Call, ask: Ask): Problem | undefined => {
  if (!operation.guarded || !operation.shows.tag) return undefined
  const current = entityTag(operation.shows.tag(target, call.view), call.view.profile)
  const ifMatch = ask.header('if-match')
  const ifNoneMatch = ask.header('if-none-match')
  if (ifMatch === null && chosen(call.view.profile, 'publications/precondition-required') === '428') {
    return {
      status: 428,
      detail: 'Se espera el encabezado If-Match con el ETag de la última lectura.',
      because: ['publications/precondition-required'],
    }
  }
  const stale =
    (ifMatch !== null && !matchHits(ifMatch, current)) || (ifNoneMatch !== null && noneMatchHits(ifNoneMatch, current))
  if (!stale) return undefined
  return {
    status: 412,
    detail: `El ETag no coincide con el actual, ${current}.`,
    because: ['PUB-34', 'publications/precondition-header'],
  }
}

// ---- 7. and 8. body and decision ----

const decided = (operation: Operation, target: unknown, call: Call, ask: Ask, queryFaults: FaultList): Decided => {
  // A list by period judges its days although another parameter is wrong, so that all is told at once (`errors/how-many`).
  if (queryFaults.any && operation.as !== 'period')
    return { question: 'body', problem: problemOf(queryFaults.refusal()) }
  // Where no body is documented none is looked at (`common/unexpected-body`).
  const said = operation.body ? saidIn(operation, ask, call.view.profile) : { body: {}, faults: queryFaults }
  if ('status' in said) return { question: 'body', problem: said }
  const outcome = operation.decide(target, call, said)
  if (!isRefusal(outcome)) return outcome
  return { question: outcome.refused === 'invalid' ? 'body' : 'decision', problem: problemOf(outcome) }
}

const saidIn = (operation: Operation, ask: Ask, profile: Profile): Said | Problem => {
  if (ask.body.kind === 'too-large') {
    return { status: 413, detail: 'El cuerpo supera 1 MiB.', because: ['errors/body-too-large'] }
  }
  if (!isJsonType(ask.header('content-type'))) {
    const status = chosen(profile, 'common/content-type-unsupported') === '400' ? 400 : 415
    const detail = 'Se espera Content-Type application/json, text/json o application/*+json.'
    const because = ['COM-01', 'common/content-type-unsupported', 'common/request-media-types']
    return status === 400 ? { status, detail, errors: { _: [detail] }, because } : { status, detail, because }
  }
  const sent = parseObject(ask.body.bytes)
  if (typeof sent === 'string') {
    return { status: 400, errors: { _: [sent] }, because: ['ERR-03', 'errors/malformed-json'] }
  }
  // `operation.body` was asked for by the caller.
  return readBody(sent, operation.body!, profile)
}

const problemOf = (refusal: Refusal): Problem => {
  const status = STATUS_OF[refusal.refused]
  const title = titleOf(refusal.refused)
  const errors = status === 400 || status === 409 ? { errors: refusal.errors } : {}
  return { status, detail: refusal.detail, because: refusal.because, ...errors, ...(title && { title }) }
}

// ---- answers ----

const shown = (
  operation: Operation,
  outcome: Outcome,
  { ask, call, form, profile }: { ask: Ask; call: Call; form: Chosen; profile: Profile },
): Exchanged => {
  const world = outcome.world ?? call.world
  const because = [...operation.statements, ...(outcome.because ?? [])]
  const headers: Record<string, string> = { 'Content-Type': form.contentType, ...standing(profile) }
  const reads = operation.method === 'GET'
  let body: string | Uint8Array | undefined
  const draw = () =>
    (body ??= bodyOf(outcome.shown, { shows: operation.shows, form: form.form, view: call.view, world, keep: reads }))
  const opaque = tagOfAnswer(operation, outcome, call, draw)
  if (opaque !== undefined) headers['ETag'] = entityTag(opaque, profile)
  const kept = ask.header('if-none-match')
  if (reads && kept !== null && headers['ETag'] && noneMatchHits(kept, headers['ETag'])) {
    const { 'Content-Type': _, ...rest } = headers
    return answered(operation, world, call.nowMs, {
      status: 304,
      headers: rest,
      body: null,
      question: 'precondition',
      because,
      facts: [],
    })
  }
  if (outcome.created !== undefined) headers['Location'] = locationOf(outcome.created, ask, profile, call)
  const drawn = draw()
  headers['Content-Length'] = String(Buffer.byteLength(drawn))
  return answered(operation, world, call.nowMs, {
    status: outcome.created === undefined ? 200 : 201,
    headers,
    body: ask.method === 'HEAD' ? null : drawn,
    question: 'shown',
    because,
    facts: outcome.facts ?? [],
  })
}

/** The tag of what is shown: the target's own, or one made of the bytes where `common/etag-elsewhere` gives every read one. */
const tagOfAnswer = (
  operation: Operation,
  outcome: Outcome,
  call: Call,
  draw: () => string | Uint8Array,
): string | undefined => {
  if (operation.shows.tag && 'record' in outcome.shown) return operation.shows.tag(outcome.shown.record, call.view)
  const everywhere = operation.method === 'GET' && chosen(call.view.profile, 'common/etag-elsewhere') === 'every-get'
  if (!everywhere) return undefined
  const drawn = draw()
  return contentHash(typeof drawn === 'string' ? drawn : Buffer.from(drawn).toString('latin1'))
}

const locationOf = (path: string, ask: Ask, profile: Profile, call: Call): string =>
  chosen(profile, 'publications/location-header') === 'absolute'
    ? ask.origin + ask.prefix + path
    : call.view.base + path

const answered = (
  operation: Operation,
  world: World,
  nowMs: number,
  made: Pick<Answer, 'status' | 'headers' | 'body' | 'facts'> & { question: Question; because: readonly string[] },
): Exchanged => {
  assertDeclared(operation, made.status)
  const { status, headers, body, facts, question, because } = made
  const lastsUntilMs = lastsUntil(operation, world, nowMs)
  return {
    answer: { status, headers, body, facts, lastsUntilMs, decided: { question, operation: operation.id, because } },
    world,
  }
}

/** Signatures grow old. Lists by period speak of today, and wherever it is a day begins with a minute. */
const lastsUntil = (operation: Operation, world: World, nowMs: number): number => {
  if (chosen(world.setting.profile, 'auth/scheme') === 'hmac') return 0
  return operation.as === 'period' ? (Math.floor(nowMs / MINUTE_MS) + 1) * MINUTE_MS : Number.POSITIVE_INFINITY
}

/** Headers of every answer, whatever it says (`common/cache-headers`, `versioning/deprecation`). */
const standing = (profile: Profile): Readonly<Record<string, string>> => {
  const known = standingBy.get(profile)
  if (known) return known
  const made = {
    Vary: 'Accept',
    ...(chosen(profile, 'common/cache-headers') === 'private-no-cache' && { 'Cache-Control': 'private, no-cache' }),
    ...(chosen(profile, 'versioning/deprecation') === 'headers' && DEPRECATION),
  }
  standingBy.set(profile, made)
  return made
}

const standingBy = new WeakMap<Profile, Readonly<Record<string, string>>>()

/** RFC 9745 and RFC 8594; the dates stand for no announcement, they only let a client see such headers. */
const DEPRECATION = { Deprecation: '@1798761600', Sunset: 'Fri, 31 Dec 2027 23:59:59 GMT' }

const refuse = (at: At, question: Question, problem: Problem): Answer => {
  if (at.operation) assertDeclared(at.operation, problem.status)
  return problemAnswer(at, question, problem)
}

/** The problem as the API answers it, whoever decided on it. */
export const problemAnswer = (
  { ask, profile, operation, form }: At,
  question: Answer['decided']['question'],
  problem: Problem,
): Answer => {
  const contentType = problem.status === 412 ? preconditionType(ask, profile, form) : PROBLEM_TYPE
  const body = problemBody(problem, { instance: ask.instance, profile, contentType })
  const head = ask.method === 'HEAD'
  return {
    status: problem.status,
    headers: {
      'Content-Type': body.contentType,
      ...standing(profile),
      ...problem.headers,
      'Content-Length': String(Buffer.byteLength(body.text)),
    },
    body: head ? null : body.text,
    decided: { question, because: problem.because, ...(operation && { operation: operation.id }) },
    facts: [],
    lastsUntilMs: 0,
  }
}

/** ERR-05, `errors/precondition-type`. */
const preconditionType = (ask: At['ask'], profile: Profile, form: Chosen | undefined): string => {
  if (chosen(profile, 'errors/precondition-type') === 'accepted-type') return form?.contentType ?? JSON_TYPE
  const accept = ask.header('accept')?.trim()
  return !accept || accept === '*/*' ? PROBLEM_TYPE : JSON_TYPE
}

const assertDeclared = (operation: Operation, status: number): void => {
  if (!mayAnswer(operation, status)) {
    throw new Error(`${operation.id} answers ${status}, which neither the description lists nor an assumption adds`)
  }
}
