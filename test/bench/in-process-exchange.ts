import { type DecisionResult, decide } from '../../src/model/http/decision-core.ts'
import type { ApiRequest } from '../../src/model/http/request.ts'
import { operations } from '../../src/model/resources/index.ts'
import type { World } from '../../src/model/world/world.ts'

/** Prepares requests in advance, so that only the exchange is timed. */

const wallMs = Date.now()
/** Gives every body its own memory; a Buffer would share the pool with cached responses. */
const encoder = new TextEncoder()

/** Builds a request for an exchange in process. */
export const prepareRequest = (
  method: string,
  target: string,
  options: { readonly body?: unknown; readonly ifMatch?: string } = {},
): ApiRequest => {
  const [path = '', query = ''] = target.split('?')
  const headers = new Map<string, string>()
  if (options.body !== undefined) headers.set('content-type', 'application/json')
  if (options.ifMatch !== undefined) headers.set('if-match', options.ifMatch)
  return {
    method,
    path,
    query,
    instance: path,
    header: (name) => headers.get(name) ?? null,
    headersLike: (start) => [...headers].filter(([name]) => name.startsWith(start)),
    body: {
      kind: 'bytes',
      bytes: encoder.encode(options.body === undefined ? '' : JSON.stringify(options.body)),
    },
    prefix: '',
    origin: 'http://127.0.0.1:4010',
    wallMs,
  }
}

/** Runs one exchange; throws unless the status is below 400. */
export const runExchange = (world: World, request: ApiRequest): DecisionResult => {
  const exchanged = decide(operations, world, request)
  if (!('response' in exchanged)) throw new Error('benchmarks do not download photos, or search many rows')
  const { status, body } = exchanged.response
  if (status >= 400)
    throw new Error(
      `${request.method} ${request.path}?${request.query}: got ${status}: ${body && Buffer.from(body).toString('utf8')}`,
    )
  return exchanged
}
