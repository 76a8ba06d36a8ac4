import { respondFromWorker, routeRequest } from '../../server/worker/entry.ts'
import type { ObjectState, WorkerEnv } from '../../server/worker/platform.ts'
import { RegistryObject } from '../../server/worker/registry-object.ts'
import { RoutedWorldObject } from '../../server/worker/world-object.ts'

export type { WorkerEnv } from '../../server/worker/platform.ts'

/** One world of the deployment, as the platform constructs it. */
export class WorldObject extends RoutedWorldObject {
  constructor(state: ObjectState, env: WorkerEnv) {
    super(state, env, {
      route: routeRequest,
      pages: async (simulator, token) =>
        (await import('../../pages/console/app.ts')).createWebPages(simulator, {
          token,
          keepsSessions: true,
          statements: async () => (await import('../../api/statements/statements.ts')).statements,
        }),
      agentTools: async (simulator, version) =>
        (await import('../mcp/http-endpoint.ts')).mcpEndpoint(simulator, version),
    })
  }
}

export { RegistryObject }

/** The entry for the Workers runtime: the service with one Durable Object for each world. */
export default { fetch: respondFromWorker }
