import { respondFromWorker, routeRequest } from './worker/entry.ts'
import type { ObjectState, WorkerEnv } from './worker/platform.ts'
import { RegistryObject } from './worker/registry-object.ts'
import { RoutedWorldObject } from './worker/world-object.ts'

export type { WorkerEnv } from './worker/platform.ts'

/** One world of the deployment, as the platform constructs it. */
export class WorldObject extends RoutedWorldObject {
  constructor(state: ObjectState, env: WorkerEnv) {
    super(state, env, {
      route: routeRequest,
      pages: async (simulator, token) =>
        (await import('./console/app.ts')).createWebPages(simulator, {
          token,
          keepsSessions: true,
          statements: async () => (await import('./statements/statements.ts')).statements,
        }),
      agentTools: async (simulator, version) =>
        (await import('./mcp/http-endpoint.ts')).mcpEndpoint(simulator, version),
    })
  }
}

export { RegistryObject }

/** The entry for the Workers runtime: the service with one Durable Object for each world. */
export default { fetch: respondFromWorker }
