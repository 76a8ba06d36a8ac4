import type { Hono } from 'hono'
import { controlProblem, FAILED } from '../problems/control-error.ts'
import { NoAnswer } from '../simulator/connection-faults.ts'
import { BrokenBody } from '../transport/request-body.ts'
import type { Sandbox } from '../simulator/simulator.ts'
import { takeApart } from '../simulator/request-handler.ts'

/** What is said where nothing is bound, and when the sandbox itself fails. */
export const tellFailures = (app: Hono, sandbox: Sandbox): void => {
  app.notFound((context) => {
    const { pathname } = new URL(context.req.url)
    return controlProblem(
      404,
      `There is nothing at ${pathname}. The API starts at /v3, the control API at /_playa.`,
      pathname,
    )
  })
  app.onError((error, context) => {
    const { path } = takeApart(context.req.url)
    if (error instanceof NoAnswer) throw error.rejection
    if (error instanceof BrokenBody) return controlProblem(400, error.message, path)
    sandbox.report(error)
    return controlProblem(500, FAILED, path)
  })
}
