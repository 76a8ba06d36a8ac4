import type { IncomingMessage } from 'node:http'
import type { RequestCounts } from '../sandbox/metrics/request-counts.ts'
import { isApiTarget } from '../sandbox/transport/incoming-request.ts'
import type { NodeHandler } from './node-bindings.ts'

/**
 * Counts the responses of a handler, by operation, status and duration. Keeps the requests without a response
 * in `inProgress`.
 */
export const countRequests =
  (requests: RequestCounts, inProgress: Set<IncomingMessage>, respond: NodeHandler): NodeHandler =>
  (request, env) => {
    const startedMs = performance.now()
    const end = () => {
      inProgress.delete(env.incoming)
      requests.inProgress = inProgress.size
    }
    const count = (response: Response): Response => {
      end()
      const operation = env.operation ?? areaOf(env.incoming.url ?? '/')
      // A response of the described API was sent already, on the message.
      const sent = env.outgoing.headersSent ? env.outgoing.statusCode : response.status
      requests.add(operation, env.isUnanswered ? 0 : sent, performance.now() - startedMs)
      return response
    }
    const fail = (error: unknown): never => {
      end()
      throw error
    }
    inProgress.add(env.incoming)
    requests.inProgress = inProgress.size
    const response = respond(request, env)
    return response instanceof Promise ? response.then(count, fail) : count(response)
  }

/** Paths outside the described API, by the beginning of their targets. */
const AREAS = [
  ['/_playa/ui', 'pages'],
  ['/docs', 'pages'],
  ['/_playa/photos/', 'photos'],
  ['/_playa', 'control'],
  ['/openapi.', 'documents'],
] as const

/** Names requests without an operation: refused early, or to another path. */
const areaOf = (target: string): string =>
  isApiTarget(target) ? 'none' : (AREAS.find(([start]) => target.startsWith(start))?.[1] ?? 'none')
