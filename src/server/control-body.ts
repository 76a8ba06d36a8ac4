import type { MiddlewareHandler } from 'hono'
import { controlProblem } from '../api/problems/control-error.ts'
import { serverLimits } from '../api/wire/limits.ts'
import type { Simulator } from '../sandbox/simulator/simulator.ts'
import { splitUrl } from '../sandbox/transport/incoming-request.ts'
import { bodyTooLarge, controlBodyLimits } from '../sandbox/transport/request-body.ts'
import { nodeBindings } from './node-bindings.ts'
import { readSocketBody } from './socket-body.ts'

/**
 * Bounds the body of a control call, a page or a tool on a socket: it is read from the message, and the
 * adapter makes its web request of what was read. Rejects with a `BrokenBody`.
 */
export const limitControlBody =
  ({ caps }: Pick<Simulator, 'caps'>): MiddlewareHandler =>
  async (context, next) => {
    const bindings = nodeBindings(context.env)
    if (!bindings) return next()
    const { incoming, outgoing } = bindings
    const { url } = context.req
    const { bytes: limitBytes } = controlBodyLimits(url)
    // Only a body that makes a world may be larger than others; one without a length may become as large.
    const { 'content-length': length, 'transfer-encoding': coding } = incoming.headers
    const mayBeLarge =
      limitBytes > serverLimits.bodyBytes.value &&
      (coding !== undefined || Number(length) > serverLimits.bodyBytes.value)
    const release = mayBeLarge ? caps.worldBodies.take() : () => {}
    if (!release)
      return controlProblem(
        503,
        `${caps.worldBodies.most} large bodies are being read; send it again later.`,
        splitUrl(url).path,
        {
          headers: { 'Retry-After': '1', Connection: 'close' },
        },
      )
    outgoing.once('close', release)
    const body = await readSocketBody(incoming, limitBytes)
    if (body.kind === 'too-large') return controlProblem(413, bodyTooLarge(url), splitUrl(url).path)
    const { buffer, byteOffset, length: size } = body.bytes
    Object.assign(incoming, { rawBody: Buffer.from(buffer, byteOffset, size) })
    return next()
  }
