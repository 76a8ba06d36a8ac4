import type { Hono } from 'hono'
import { controlProblem, INTERNAL_ERROR_DETAIL } from '../api/problems/control-error.ts'
import type { Simulator } from '../sandbox/simulator/simulator.ts'
import { splitUrl } from '../sandbox/transport/incoming-request.ts'
import { BrokenBody } from '../sandbox/transport/request-body.ts'
import { isNoResponse } from './deliver.ts'

/** Binds the responses for unknown paths and for failures of the sandbox itself. */
export const bindErrorResponses = (app: Hono, simulator: Simulator): void => {
  app.notFound((context) => {
    const { pathname } = new URL(context.req.url)
    return controlProblem(
      404,
      `There is nothing at ${pathname}. The API starts at /v3, the control API at /_playa.`,
      pathname,
    )
  })
  app.onError((error, context) => {
    const { path } = splitUrl(context.req.url)
    // Hono may call this again with what is thrown here.
    if (isNoResponse(error)) throw error
    if (error instanceof BrokenBody) return controlProblem(400, error.message, path)
    simulator.report(error)
    return controlProblem(500, INTERNAL_ERROR_DETAIL, path)
  })
}
