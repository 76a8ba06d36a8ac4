import { PROBLEM_TYPE } from '../../src/api/wire/media-types.ts'
import { REQUEST_BODIES } from '../../src/api/wire/request-bodies.ts'
import { PROBLEM_MEMBERS, problemMembers } from '../../src/kit/target/problem.ts'
import { decodedUri } from '../../src/lib/text/decoded-uri.ts'
import { isJsonObject, membersOf } from '../../src/lib/unknown-values.ts'
import { ErrorsShape, keyRefersTo, mediaTypeIn, PROBLEM_TYPES, plainPath } from '../support/problem-body.ts'
import type { DescribedRequest } from './described-request.ts'
import type { Judgement } from './judgement.ts'
import { type HistoryExchange, sentObject } from './recorded-exchange.ts'

/** Rules on the bodies of refusals (ERR-01, ERR-02, ERR-03, ERR-04, ERR-05). */

/** Judges the body of a refusal. */
export const judgeProblem = (judgement: Judgement, request: DescribedRequest): void => {
  const { status } = judgement.exchange
  if (status === 404) judgeMessage(judgement)
  else if ([400, 403, 409].includes(status)) judgeDetails(judgement, request, PROBLEM_TYPE)
  else if (status === 412) judgeDetails(judgement, request, undefined)
}

const judgeMessage = (judgement: Judgement): void => {
  const text = judgement.exchange.text.trim()
  judgement.expect(text !== '' && text !== '""' && text !== 'null', {
    rule: 'problems/404-has-a-message',
    because: ['ERR-04'],
    expected: 'a plain message',
    got: text === '' ? 'no body' : text,
  })
  judgement.expect(!/^"?(<!doctype |<html)/i.test(text), {
    rule: 'problems/404-is-plain',
    because: ['ERR-04'],
    expected: 'a plain message',
    got: text,
  })
}

const judgeDetails = (judgement: Judgement, request: DescribedRequest, type: string | undefined): void => {
  const { exchange } = judgement
  const { status } = exchange
  const media = mediaTypeIn(exchange.responseHeaders)
  const isRight =
    type === undefined ? /^(application|text)\/(json|[^;\s]+\+json)$/.test(media) : media === type
  judgement.expect(isRight, {
    rule: `problems/${status}-media-type`,
    because: [type === undefined ? 'ERR-05' : 'ERR-01'],
    expected: `Content-Type ${type ?? 'of JSON'}`,
    got: exchange.responseHeaders['content-type'] || 'none',
  })
  if (!judgement.exercise('problems/*-is-an-object')) return
  if (!isJsonObject(exchange.json)) {
    judgement.report({
      rule: `problems/${status}-is-an-object`,
      because: ['ERR-02', ...(status === 412 ? ['ERR-05'] : [])],
      expected: 'a problem, which is a JSON object',
      got: exchange.text || 'no body',
    })
    return
  }
  const body = problemMembers(exchange.json)
  for (const name of PROBLEM_MEMBERS) {
    judgement.expect(PROBLEM_TYPES[name]?.safeParse(body[name]).success === true, {
      rule: `problems/${name}`,
      because: ['ERR-02'],
      expected: `${name} of a problem`,
      got: body[name] ?? 'nothing',
    })
  }
  judgeStatusMember(judgement, body['Status'])
  judgeInstance(judgement, request, body['Instance'])
  if (status === 400 || status === 409) judgeErrors(judgement, request, body['Errors'])
}

/** Spelling of the members of problems: a service uses only one (COM-01, `errors/member-casing`). */
export class ProblemSpelling {
  #first: { readonly isPascal: boolean; readonly exchange: HistoryExchange } | undefined

  /** Judges a refusal of an exploration. In a recording a proxy may have answered some. */
  judge(judgement: Judgement): void {
    const { exchange } = judgement
    const names = Object.keys(membersOf(exchange.json))
    if (![400, 403, 409, 412].includes(exchange.status)) return
    const isPascal = PROBLEM_MEMBERS.every((name) => names.includes(name))
    if (!isPascal && !PROBLEM_MEMBERS.every((name) => names.includes(name.toLowerCase()))) return
    this.#first ??= { isPascal, exchange }
    judgement.expect(this.#first.isPascal === isPascal, {
      rule: 'problems/one-spelling',
      because: ['COM-01', 'ERR-02'],
      expected: `${PROBLEM_MEMBERS.map((name) => (isPascal ? name.toLowerCase() : name)).join(', ')}, as in another problem`,
      got: names.join(', '),
      since: this.#first.exchange,
    })
  }
}

/** Bodies of 404: a plain message, or problems where a service sends nothing else (ERR-04). */
export class NotFoundMessages {
  #problem: HistoryExchange | undefined
  #message: HistoryExchange | undefined

  /** Judges a read of what is not found. */
  judge(judgement: Judgement, request: DescribedRequest): void {
    const { exchange } = judgement
    const isProblem = isProblem404(exchange, request)
    if (isProblem === undefined) return
    if (isProblem) this.#problem ??= exchange
    else this.#message ??= exchange
    const since = isProblem ? this.#message : this.#problem
    judgement.expect(since === undefined, {
      rule: 'problems/404-is-always-a-message',
      because: ['ERR-04'],
      expected: 'a plain message in every 404, because the service sends one',
      got: (isProblem ? exchange : this.#problem)?.text,
      since,
    })
  }
}

/** Returns whether a 404 of a well-formed read is a problem; undefined for what is not a 404, or neither. */
const isProblem404 = (
  { status, text, json }: HistoryExchange,
  { operation, parameters }: DescribedRequest,
): boolean | undefined => {
  if (status !== 404 || text.trim() === '' || !operation.refusalStatuses.includes(404)) return undefined
  // A malformed address may be refused before anything is looked for.
  const isFormed = Object.entries(parameters).every(([name, value]) => {
    if (name === 'id') return /^-?\d{1,10}$/.test(value)
    return name.toLowerCase() !== 'adminmail' || /^[^@]+@[^@]+$/.test(decodedUri(value))
  })
  if (!isFormed) return undefined
  const names = Object.keys(membersOf(json)).map((name) => name.toLowerCase())
  if (['type', 'title', 'status'].every((name) => names.includes(name))) return true
  return typeof json === 'object' && json !== null ? undefined : false
}

const judgeStatusMember = (judgement: Judgement, got: unknown): void => {
  const { status } = judgement.exchange
  // The example of a 409 shows 400 (`publications/conflict-status-member`).
  const allowed = status === 409 ? [409, 400] : [status]
  if (typeof got === 'number')
    judgement.expect(allowed.includes(got), {
      rule: `problems/${status}-status-member`,
      because: ['ERR-02'],
      expected: `Status ${allowed.join(' or ')}`,
      got,
    })
  if (status === 409 && (got === 409 || got === 400))
    judgement.observe('publications/conflict-status-member', String(got))
}

const judgeInstance = (judgement: Judgement, { path }: DescribedRequest, got: unknown): void => {
  if (typeof got !== 'string') return
  judgement.expect(plainPath(got).endsWith(plainPath(path)), {
    rule: 'problems/instance-is-the-path',
    because: ['ERR-02'],
    expected: `Instance ${path}`,
    got,
  })
}

const judgeErrors = (judgement: Judgement, request: DescribedRequest, got: unknown): void => {
  judgement.exercise('problems/*-errors')
  const read = ErrorsShape.safeParse(got)
  if (!read.success) {
    judgement.report({
      rule: `problems/${judgement.exchange.status}-errors`,
      because: ['ERR-03'],
      expected: 'Errors: an object of property names, each with an array of texts',
      got: got ?? 'nothing',
    })
    return
  }
  const known = namesOf(request, judgement.exchange)
  const members = bodyMembers(request)
  const isKnown = (key: string) =>
    key === '_' ||
    [...known].some((name) => keyRefersTo(key, name)) ||
    [...members, 'EstadoActual', 'ETag', 'If-Match'].some((name) => keyRefersTo(key, name))
  const odd = Object.keys(read.data).find((key) => !isKnown(key))
  judgement.expect(odd === undefined, {
    rule: 'problems/errors-name-properties',
    because: ['ERR-03'],
    expected: 'keys of Errors that name properties, or _',
    got: odd,
  })
}

/** Returns the described members of the body of an operation. */
const bodyMembers = ({ operation }: DescribedRequest) =>
  // A refusal for the state of a publication may blame any member of it.
  operation.id.startsWith('publications.')
    ? Object.keys(REQUEST_BODIES.PublicacionCreate.members)
    : operation.body
      ? Object.keys(REQUEST_BODIES[operation.body.name].members)
      : []

/** Returns the names that a problem of this request may use as keys of `Errors`. */
const namesOf = (request: DescribedRequest, exchange: HistoryExchange): ReadonlySet<string> => {
  const sent = sentObject(exchange)
  const names = [
    ...request.operation.parameters.flatMap(({ name, label }) => [name, label ?? name]),
    ...request.query.keys(),
    ...namesIn(sent),
  ]
  return new Set(names.map((name) => name.toLowerCase()))
}

const namesIn = (value: unknown): readonly string[] =>
  Array.isArray(value)
    ? value.flatMap(namesIn)
    : Object.entries(membersOf(value)).flatMap(([name, inner]) => [name, ...namesIn(inner)])
