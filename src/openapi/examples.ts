import type { World } from '../world/world.ts'
import { offeredTypes } from '../http/accept.ts'
import { declaredStatuses } from '../http/declared-statuses.ts'
import type { ApiResponse, ApiRequest } from '../http/request.ts'
import { decide } from '../http/decision-core.ts'
import type { Operation } from '../http/operation.ts'
import { formsOf } from '../http/representation.ts'
import { operations } from '../resources/index.ts'
import { BODY_LIMIT_BYTES } from '../transport/request-body.ts'
import { withProfile } from '../scenarios/world-start.ts'
import { refusedRequest, SHARED_REFUSALS } from './refused-requests.ts'
import { acceptedRequests, type ExampleRequest, type ExampleStep } from './example-requests.ts'
import { findExampleRecords, withLostAccess } from './example-records.ts'

/** An answer that the line gave, as an example of the document. */
export interface Example {
  readonly operation: string
  readonly status: number
  /** Without parameters. */
  readonly mediaType: string
  readonly headers: Readonly<Record<string, string>>
  /** The body, parsed where it is JSON. */
  readonly value: unknown
}

export interface Examples {
  readonly responses: readonly Example[]
  /** A body that each operation with one accepts. */
  readonly bodies: ReadonlyMap<string, unknown>
}

/** Asks every operation for each of its forms and refusals. Answers are recorded as given, never edited. */
export const recordExamples = (start: World, origin: string): Examples => {
  const subjects = findExampleRecords(start)
  const right = acceptedRequests(subjects)
  const answers: Example[] = []
  const bodies = new Map<string, unknown>()
  for (const operation of operations.all) {
    const sent = right[operation.id]
    if (!sent) throw new Error(`expected a request for ${operation.id} in openapi-requests.ts`)
    if (sent.body !== undefined) bodies.set(operation.id, sent.body)
    const types = offeredTypes(start.setting.profile, formsOf(operation.representation)).map(({ type }) => type)
    for (const { status } of declaredStatuses(operation)) {
      if (status in SHARED_REFUSALS && answers.some((known) => known.status === status)) continue
      const request = status < 300 ? sent : refusedRequest({ operation, accepted: sent, records: subjects }, status)
      // Only what the accepted type decides is asked for once in each of them: successes, and ERR-05.
      const accepts = status < 300 || status === 412 ? types : [undefined]
      for (const accept of request ? accepts : []) {
        answers.push(recordExample(operation, status, requestExample(start, origin, operation, withAccept(request!, accept))))
      }
    }
  }
  return { responses: answers, bodies }
}

const withAccept = (sent: ExampleRequest, accept: string | undefined): ExampleRequest =>
  accept === undefined ? sent : { ...sent, headers: { ...sent.headers, Accept: accept } }

/** A request that does not get the status it stands for is a mistake of the table of requests, and told as one. */
const recordExample = (operation: Operation, status: number, answer: ApiResponse): Example => {
  const text = typeof answer.body === 'string' ? answer.body : Buffer.from(answer.body ?? '').toString('utf8')
  if (answer.status !== status)
    throw new Error(`${operation.id}: expected an example of ${status}, got ${answer.status}: ${text}`)
  const mediaType = answer.headers['Content-Type']!.split(';', 1)[0]!
  const value = mediaType === 'text/plain' ? text : JSON.parse(text)
  return { operation: operation.id, status, mediaType, headers: answer.headers, value }
}

const byId = new Map(operations.all.map((operation) => [operation.id, operation]))

const requestExample = (start: World, origin: string, operation: Operation, sent: ExampleRequest): ApiResponse => {
  const world = sent.profile ? withProfile(start, sent.profile, 'given') : start
  const before = (sent.precedingSteps ?? []).reduce(
    (at, step) => exchangeWith(at, origin, byId.get(step.operation)!, step).world,
    world,
  )
  const after = sent.lostAccess ? withLostAccess(before, String(sent.path?.adminmail), sent.lostAccess) : before
  return exchangeWith(after, origin, operation, sent).response
}

const exchangeWith = (world: World, origin: string, operation: Operation, sent: ExampleRequest | ExampleStep) => {
  const found = decide(operations, world, exampleIncomingRequest(operation, sent, origin, world.clock.atMs))
  if ('needsPhotos' in found) throw new Error(`${operation.id}: expected a scenario whose profile measures no photos`)
  return found
}

const exampleIncomingRequest = (operation: Operation, sent: ExampleRequest, origin: string, wallMs: number): ApiRequest => {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(sent.path?.[name])))
  const query = Object.entries(sent.query ?? {})
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  const headers = new Headers({
    ...(sent.body !== undefined && { 'Content-Type': 'application/json' }),
    ...sent.headers,
  })
  const bytes = new TextEncoder().encode(sent.body === undefined ? '' : JSON.stringify(sent.body))
  return {
    method: operation.method,
    path,
    query,
    instance: path,
    header: (name) => headers.get(name),
    headersLike: (prefix) => [...headers].filter(([name]) => name.startsWith(prefix)),
    body: bytes.length > BODY_LIMIT_BYTES ? { kind: 'too-large' } : { kind: 'bytes', bytes },
    prefix: '',
    origin,
    wallMs,
  }
}
