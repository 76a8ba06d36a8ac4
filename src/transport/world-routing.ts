import type { Answer } from '../http/request.ts'
import type { Asked } from './incoming-request.ts'
import type { Sandbox } from '../simulator/simulator.ts'
import { look, serve, type Visit } from '../simulator/request-handler.ts'
import { DEFAULT_WORLD, type Held } from '../simulator/world-registry.ts'

/** Names the world of a request without a world prefix. */
const WORLD_HEADER = 'playa-world'

/** A read that carries it, as the console's do, is left out of the journal, of usage and of faults. */
const ASIDE_HEADER = 'playa-aside'

const WORLD_PATH = '/w/'

/** The world that a request of the described API means. */
export interface Meant {
  readonly world: string
  /** `` or `/w/{world}`. */
  readonly prefix: string
}

/** What a request means whose path begins with `/v3` or `/w/{world}/v3`: without a prefix the world that the header names, else `default`. */
export const meantBy = (asked: Asked): Meant => {
  const { url } = asked
  const start = url.indexOf('/', url.indexOf('://') + 3)
  if (!url.startsWith(WORLD_PATH, start)) return { world: asked.header(WORLD_HEADER) ?? DEFAULT_WORLD, prefix: '' }
  const end = url.indexOf('/', start + WORLD_PATH.length)
  return { world: url.slice(start + WORLD_PATH.length, end), prefix: url.slice(start, end) }
}

/** The service's answer; undefined, and nothing is asked, where a rule or the request's own wish may disturb it. */
export const undisturbed = (sandbox: Sandbox, held: Held, visit: Visit): Answer | Promise<Answer> | undefined => {
  const { asked } = visit
  held.lastUseMs = sandbox.wallMs()
  if (asked.method === 'GET' && asked.header(ASIDE_HEADER) !== null) return look(sandbox, held, visit)
  const mayBeDisturbed =
    held.world.disturbances.rules.length > 0 || (sandbox.heedsPrefer && asked.header('prefer') !== null)
  return mayBeDisturbed ? undefined : serve(sandbox, held, visit)
}
