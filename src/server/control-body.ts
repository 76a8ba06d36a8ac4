import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import { controlProblem } from '../problems/control-error.ts'
import type { MemoryBudget } from '../simulator/memory-budget.ts'
import { hasMoreValues } from '../text/json-values.ts'
import { splitUrl } from '../transport/incoming-request.ts'
import { controlBodyLimit } from '../transport/request-body.ts'
import { BODY_LIMIT_BYTES } from '../wire/limits.ts'
import type { LargeBodyQueue } from './large-bodies.ts'
import { incomingOf } from './node-bindings.ts'
import { collectBody, hasBody } from './socket-body.ts'

/** A value of JSON takes up to seven times this, so the number of values is bounded too. */
const LEAST_BYTES_PER_VALUE = 8
/** The same for calls that create no world: checking 80,000 unknown members takes 130 ms. */
const LEAST_BYTES_ELSEWHERE = 48

/**
 * Reads the body of a control call or a form from its socket, weighed like every other body, for the web
 * request that the adapter makes of it. Returns the refusal of a body that is too large. Rejects with a
 * `BrokenBody` or a `RefusedBody`.
 */
export const readAhead = async (
  message: IncomingMessage | undefined,
  url: string,
  memory: MemoryBudget,
): Promise<Response | undefined> => {
  if (!message || message.method === 'GET' || message.method === 'HEAD' || !hasBody(message)) return undefined
  const limitBytes = Math.min(controlBodyLimit(url), memory.largestBodyBytes)
  const body = await collectBody(message, limitBytes, memory)
  if (body.kind === 'too-large') {
    const detail = `The body is larger than this call takes: ${Math.floor(limitBytes / 1024)} KiB.`
    const more = ' A larger --memory-budget lets a server take worlds of up to 32 MiB.'
    const isBounded = limitBytes < controlBodyLimit(url)
    return controlProblem(413, isBounded ? detail + more : detail, splitUrl(url).path)
  }
  const isWorld = controlBodyLimit(url) > BODY_LIMIT_BYTES
  if (hasMoreValues(body.bytes, limitBytes / (isWorld ? LEAST_BYTES_PER_VALUE : LEAST_BYTES_ELSEWHERE))) {
    const more = isWorld ? '; a larger --memory-budget lets it have more' : ''
    return controlProblem(413, `The body has more values than this call takes${more}.`, splitUrl(url).path)
  }
  if (hasManyFields(body.bytes, message.headers['content-type'] ?? ''))
    return controlProblem(413, `A form has at most ${MOST_FIELDS} fields.`, splitUrl(url).path)
  // The adapter reads it instead of the stream, as it does on platforms that read bodies themselves.
  Object.assign(message, {
    rawBody: Buffer.from(body.bytes.buffer, body.bytes.byteOffset, body.bytes.length),
  })
  return undefined
}

/** Fields of a form: no page has as many, and a megabyte of empty ones takes 100 ms to read. */
const MOST_FIELDS = 1_000

/** Returns whether a body is a form with more fields than any page has. */
const hasManyFields = (bytes: Uint8Array, type: string): boolean => {
  const separator = /^multipart\//i.test(type) ? '\r\n--' : /urlencoded/i.test(type) ? '&' : undefined
  if (separator === undefined) return false
  const form = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  let at = -1
  for (let count = 0; count <= MOST_FIELDS; count += 1) {
    at = form.indexOf(separator, at + 1)
    if (at < 0) return false
  }
  return true
}

/** Runs a call in its turn if a large body was read ahead for it. Refuses when too many wait. */
export const inTurn = async (
  queue: LargeBodyQueue,
  { req, env }: Context,
  call: () => Promise<Response>,
): Promise<Response> =>
  (await queue.run(bodySizeOf(incomingOf(env)), call)) ??
  controlProblem(503, 'Several large bodies wait already; send it again later.', new URL(req.url).pathname, {
    headers: { 'Retry-After': '1' },
  })

/** Returns the size of a body that was read ahead; 0 without one. */
const bodySizeOf = (message: IncomingMessage | undefined): number =>
  message && 'rawBody' in message && message.rawBody instanceof Uint8Array ? message.rawBody.length : 0
