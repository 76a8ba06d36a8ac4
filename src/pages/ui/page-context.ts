import type { Context } from 'hono'
import type { Brandings } from './branding.ts'
import type { ControlClient } from './sandbox/control-client.ts'
import type { WorldClient } from './sandbox/world-client.ts'
import type { Notice, Session, Sessions } from './sessions.ts'

/** Members that the session guard adds to the context of every page. */
export interface PageVariables {
  readonly client: ControlClient
  readonly session: Session
  readonly sessions: Sessions
  /** Sentences of the API description by statement id. */
  readonly statements: () => Promise<ReadonlyMap<string, string>>
  /** Address of the site of the documents, to which ids are linked; without a slash at its end. */
  readonly docs: string | undefined
  /** Names and colours of the storefronts. */
  readonly brandings: Brandings
  /** Language of the page. */
  readonly language: string
}

/** Environment type of the Hono app that serves the pages. */
export interface PageEnv {
  Variables: PageVariables
}

/** Hono's context of one page request. */
export type PageContext = Context<PageEnv>

/** Root path of the console. */
export const CONSOLE_ROOT = '/_playa/ui'

/** Returns the path of a page of a world. */
export const worldPath = (world: string, rest = ''): string =>
  `${CONSOLE_ROOT}/w/${encodeURIComponent(world)}${rest}`

/** Returns a client of the world that the request's path names. */
export const requestedWorld = (context: PageContext): WorldClient =>
  context.var.client.world(context.req.param('world') ?? '')

/** Returns the values of the form that the sandbox refused last, so that the page can fill them in again. */
export const submittedValues = (context: PageContext): Readonly<Record<string, string>> =>
  context.var.session.notice?.values ?? {}

/**
 * Returns the notice of the last form and clears it. Only a page that the browser opens takes it: an open tab
 * that refreshes its live regions in the background would hide it from the tab that sent the form.
 */
export const takeNotice = (context: PageContext): Notice | undefined => {
  const { session } = context.var
  if (context.req.header(REFRESH_HEADER) !== undefined) return undefined
  const { notice } = session
  session.notice = undefined
  return notice
}

/** Sent by htmx, and by the script of the console where it checks the server. */
const REFRESH_HEADER = 'HX-Request'
