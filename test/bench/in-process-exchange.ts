import { type DecisionResult, decide } from '../../src/http/decision-core.ts'
import type { ApiRequest } from '../../src/http/request.ts'
import { operations } from '../../src/resources/index.ts'
import type { World } from '../../src/world/world.ts'

/** Requests made ahead, so that what is timed in process is the exchange alone. */

const wallMs = Date.now()
/** Gives every body memory of its own, where a Buffer would share its with answers that are kept. */
const encoder = new TextEncoder()

export const prepareRequest = (
  method: string,
  target: string,
  said: { readonly body?: unknown; readonly ifMatch?: string } = {},
): ApiRequest => {
  const [path = '', query = ''] = target.split('?')
  const headers = new Map<string, string>()
  if (said.body !== undefined) headers.set('content-type', 'application/json')
  if (said.ifMatch !== undefined) headers.set('if-match', said.ifMatch)
  return {
    method,
    path,
    query,
    instance: path,
    header: (name) => headers.get(name) ?? null,
    headersLike: (start) => [...headers].filter(([name]) => name.startsWith(start)),
    body: { kind: 'bytes', bytes: encoder.encode(said.body === undefined ? '' : JSON.stringify(said.body)) },
    prefix: '',
    origin: 'http://127.0.0.1:4010',
    wallMs,
  }
}

/** One exchange that must end well. */
export const runExchange = (world: World, ask: ApiRequest): DecisionResult => {
  const exchanged = decide(operations, world, ask)
  if ('needsPhotos' in exchanged) throw new Error('no measure has photos downloaded')
  const { status, body } = exchanged.response
  if (status >= 400)
    throw new Error(
      `${ask.method} ${ask.path}?${ask.query}: got ${status}: ${body && Buffer.from(body).toString('utf8')}`,
    )
  return exchanged
}
