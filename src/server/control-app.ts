import { Hono } from 'hono'
import { tellFailures } from './error-responses.ts'
import type { Sandbox } from '../simulator/simulator.ts'
import { bindCalls } from '../control-api/call.ts'
import { controlCalls } from '../control-api/index.ts'

/** The control API, bound to Hono. */
export const controlApp = (sandbox: Sandbox): Hono => {
  const app = new Hono({ strict: false })
  app.get('/_playa/openapi.json', async (context) => {
    const { controlDocument } = await import('../control-api/openapi.ts')
    return context.json(controlDocument(controlCalls, sandbox.version))
  })
  bindCalls(app, sandbox, controlCalls)
  tellFailures(app, sandbox)
  return app
}
