import { Hono } from 'hono'
import { bindCalls } from '../control-api/routes.ts'
import { controlCalls } from '../control-api/table.ts'
import type { Simulator } from '../simulator/simulator.ts'
import { bindErrorResponses } from './error-responses.ts'

/** Creates the Hono app of the control API. */
export const controlApp = (simulator: Simulator): Hono => {
  const app = new Hono({ strict: false })
  app.get('/_playa/openapi.json', async (context) => {
    const { controlDocument } = await import('../control-api/openapi.ts')
    return context.json(controlDocument(controlCalls, simulator.version))
  })
  bindCalls(app, simulator, controlCalls)
  bindErrorResponses(app, simulator)
  return app
}
