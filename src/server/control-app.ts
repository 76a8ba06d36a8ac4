import { Hono } from 'hono'
import { bindCalls } from '../control/routes.ts'
import { controlCalls } from '../control/table.ts'
import { lazy } from '../sandbox/simulator/lazy.ts'
import type { Simulator } from '../sandbox/simulator/simulator.ts'
import { bindErrorResponses } from './error-responses.ts'

/** Creates the Hono app of the control API. */
export const controlApp = (simulator: Simulator): Hono => {
  const app = new Hono({ strict: false })
  // Created once: it takes much longer than any other call, and all responses share its bytes.
  const document = lazy(async () => {
    const { controlDocument } = await import('../control/openapi.ts')
    return new TextEncoder().encode(JSON.stringify(controlDocument(controlCalls, simulator.version)))
  })
  app.get('/_playa/openapi.json', async (context) =>
    context.body(await document(), 200, { 'Content-Type': 'application/json' }),
  )
  bindCalls(app, simulator, controlCalls)
  bindErrorResponses(app, simulator)
  return app
}
