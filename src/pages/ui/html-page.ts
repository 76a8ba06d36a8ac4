import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Markup } from './components/components.ts'
import type { PageContext } from './page-context.ts'

const HEADERS = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }

/** Responds with a whole HTML document that browsers do not cache. */
export const htmlPage = async (
  context: PageContext,
  markup: Markup | string,
  status = 200,
): Promise<Response> =>
  // Pages respond with statuses that allow a body; Hono types the others apart.
  context.html(markup, status as ContentfulStatusCode, HEADERS)
