import { declaredStatuses } from '../../src/api/declared-statuses.ts'
import { BODY_LIMIT_BYTES } from '../../src/api/wire/limits.ts'
import { offeredTypes } from '../../src/model/http/accept.ts'
import { decide } from '../../src/model/http/decision-core.ts'
import type { Operation } from '../../src/model/http/operation.ts'
import { formsOf } from '../../src/model/http/representation.ts'
import type { ApiRequest, ApiResponse } from '../../src/model/http/request.ts'
import { operations } from '../../src/model/resources/index.ts'
import type { World } from '../../src/model/world/world.ts'
import { withProfile } from '../../src/sandbox/scenarios/world-start.ts'
import { findExampleRecords, withLostAccess } from './example-records.ts'
import { acceptedRequests, type ExampleRequest, type ExampleStep } from './example-requests.ts'
import { refusedRequest, SHARED_REFUSALS } from './refused-requests.ts'

/** A response of the decision core, as an example of the document. */
export interface Example {
  readonly operation: string
  readonly status: number
  /** Without its parameters. */
  readonly mediaType: string
  readonly headers: Readonly<Record<string, string>>
  /** The body, parsed where it is JSON. */
  readonly value: unknown
}

/** All recorded examples. */
export interface Examples {
  readonly responses: readonly Example[]
  /** An accepted request by operation id. */
  readonly requests: ReadonlyMap<string, ExampleRequest>
}

/** Sends a request for each form and refusal of every operation. Responses are recorded unchanged. */
export const recordExamples = (start: World, origin: string): Examples => {
  const records = findExampleRecords(start)
  const requests = acceptedRequests(records)
  const responses: Example[] = []
  for (const operation of operations.all) {
    const accepted = requests[operation.id]
    if (!accepted) throw new Error(`expected a request for ${operation.id} in example-requests.ts`)
    const types = offeredTypes(start.setting.profile, formsOf(operation.representation)).map(
      ({ type }) => type,
    )
    for (const { status } of declaredStatuses(operation)) {
      if (status in SHARED_REFUSALS && responses.some((known) => known.status === status)) continue
      const request = status < 300 ? accepted : refusedRequest({ operation, accepted, records }, status)
      if (!request) continue
      // Successes and 412 (ERR-05) are requested in every media type; all other responses depend on no
      // Accept.
      for (const accept of status < 300 || status === 412 ? types : [undefined]) {
        const response = requestExample(start, origin, operation, withAccept(request, accept))
        responses.push(recordExample(operation, status, response))
      }
    }
  }
  return { responses, requests: new Map(Object.entries(requests)) }
}

const withAccept = (request: ExampleRequest, accept: string | undefined): ExampleRequest =>
  accept === undefined ? request : { ...request, headers: { ...request.headers, Accept: accept } }

/** Records a response. Throws when the status differs, since then the table of requests is wrong. */
const recordExample = (operation: Operation, status: number, response: ApiResponse): Example => {
  const text =
    typeof response.body === 'string' ? response.body : Buffer.from(response.body ?? '').toString('utf8')
  if (response.status !== status)
    throw new Error(`${operation.id}: expected an example of ${status}, got ${response.status}: ${text}`)
  const mediaType = response.headers['Content-Type']!.split(';', 1)[0]!
  const value = mediaType === 'text/plain' ? text : JSON.parse(text)
  return { operation: operation.id, status, mediaType, headers: response.headers, value }
}

const byId = new Map<string, Operation>(operations.all.map((operation) => [operation.id, operation]))

const requestExample = (
  start: World,
  origin: string,
  operation: Operation,
  request: ExampleRequest,
): ApiResponse => {
  const world = request.profile ? withProfile(start, request.profile, 'given') : start
  const before = (request.precedingSteps ?? []).reduce(
    (at, step) => exchangeWith(at, origin, byId.get(step.operation)!, step).world,
    world,
  )
  const after = request.lostAccess
    ? withLostAccess(before, String(request.path?.adminmail), request.lostAccess)
    : before
  return exchangeWith(after, origin, operation, request).response
}

const exchangeWith = (
  world: World,
  origin: string,
  operation: Operation,
  request: ExampleRequest | ExampleStep,
) => {
  const found = decide(
    operations,
    world,
    exampleIncomingRequest(operation, request, origin, world.clock.atMs),
  )
  if (!('response' in found))
    throw new Error(`${operation.id}: expected a scenario whose profile measures no photos`)
  return found
}

const exampleIncomingRequest = (
  operation: Operation,
  request: ExampleRequest,
  origin: string,
  wallMs: number,
): ApiRequest => {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(request.path?.[name])),
  )
  const query = Object.entries(request.query ?? {})
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  const headers = new Headers({
    ...(request.body !== undefined && { 'Content-Type': 'application/json' }),
    ...request.headers,
  })
  const bytes = new TextEncoder().encode(request.body === undefined ? '' : JSON.stringify(request.body))
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
