import type { Context } from 'hono'
import type { Client, WorldClient } from './client.ts'
import type { Notice, Session, Sessions } from './sessions.ts'

/** What every page finds on its desk: the way to the sandbox, and whose visit this is. */
export interface Desk {
  readonly client: Client
  readonly session: Session
  readonly sessions: Sessions
  /** Sentences of the description by their ids. */
  readonly statements: () => Promise<ReadonlyMap<string, string>>
}

/** Hono's context of a page. */
export interface Env {
  Variables: { desk: Desk }
}
export type Visit = Context<Env>

export const UI = '/_playa/ui'

/** The address of a page of a world. */
export const worldPath = (world: string, rest = ''): string => `${UI}/w/${encodeURIComponent(world)}${rest}`

/** The world that the path names. */
export const worldOf = (visit: Visit): WorldClient => visit.get('desk').client.world(visit.req.param('world') ?? '')

/** What the last form left for this page; it is gone once a page showed it. */
const noticeOf = (visit: Visit): Notice | undefined => visit.get('desk').session.notice

/** What was filled in when the last form was refused. */
export const filledIn = (visit: Visit): Readonly<Record<string, string>> => noticeOf(visit)?.values ?? {}
