import { Hono } from 'hono'
import { tellFailures } from '../failures.ts'
import type { Sandbox } from '../sandbox.ts'
import { bindCalls } from './call.ts'
import { controlCalls } from './index.ts'

/** The control API, bound to Hono. */
export const controlApp = (sandbox: Sandbox): Hono => {
  const app = new Hono({ strict: false })
  app.get('/_playa/openapi.json', async (context) => {
    const { controlDocument } = await import('./openapi.ts')
    return context.json(controlDocument(controlCalls, sandbox.version))
  })
  bindCalls(app, sandbox, controlCalls)
  tellFailures(app, sandbox)
  return app
}
