import { Hono } from 'hono'
import { bindErrorResponses } from './error-responses.ts'
import type { Simulator } from '../simulator/simulator.ts'
import { bindCalls } from '../control-api/routes.ts'
import { controlCalls } from '../control-api/table.ts'

/** The control API, bound to Hono. */
export const controlApp = (sandbox: Simulator): Hono => {
  const app = new Hono({ strict: false })
  app.get('/_playa/openapi.json', async (context) => {
    const { controlDocument } = await import('../control-api/openapi.ts')
    return context.json(controlDocument(controlCalls, sandbox.version))
  })
  bindCalls(app, sandbox, controlCalls)
  bindErrorResponses(app, sandbox)
  return app
}
