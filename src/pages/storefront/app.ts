import type { Handler, Hono } from 'hono'
import { brandStyles } from '../ui/branding.ts'
import { CONSOLE_ROOT, type PageContext, type PageEnv } from '../ui/page-context.ts'
import { ApiError } from '../ui/sandbox/api-error.ts'
import { framedPageSecurity } from '../ui/security-headers.ts'
import { sendInquiry, thanksPage } from './inquiry.ts'
import { unavailablePage } from './layout.ts'
import { listingPage } from './listing.ts'
import { listingsPage } from './listings.ts'

/** Registers the storefront: the published cars of a world as a buyer sees them, in Spanish. */
export const registerStorefrontPages = (app: Hono<PageEnv>): void => {
  const route = `${CONSOLE_ROOT}/w/:world/vidriera`
  // The page of a demo shows the storefront next to the console.
  app.use(route, framedPageSecurity)
  app.use(`${route}/*`, framedPageSecurity)
  app.get(route, withSpanishErrors(listingsPage))
  app.get(`${route}/marca.css`, brandStyleSheet)
  app.get(`${route}/:agency/:externalid`, withSpanishErrors(listingPage))
  app.post(`${route}/:agency/:externalid`, withSpanishErrors(sendInquiry))
  app.get(`${route}/:agency/:externalid/gracias`, withSpanishErrors(thanksPage))
}

/** Responds with the colours of the world's branding. */
const brandStyleSheet = (context: PageContext): Response => {
  const colour = context.var.brandings.get(context.req.param('world') ?? '')?.colour
  return context.body(colour === undefined ? '' : brandStyles(colour), 200, {
    'Content-Type': 'text/css; charset=utf-8',
    'Cache-Control': 'no-store',
  })
}

/** Shows an unknown world as a page in Spanish. */
const withSpanishErrors =
  (page: (context: PageContext) => Promise<Response>): Handler<PageEnv> =>
  async (context) => {
    try {
      return await page(context)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error
      return unavailablePage(context, {
        status: 404,
        heading: 'Esta vidriera no existe',
        sentence: `No hay ningún mundo que se llame ${context.req.param('world')}.`,
      })
    }
  }
