import type { Handler as Answer, Hono } from 'hono'
import { Refused } from '../web-ui/client.ts'
import { type Env, UI, type Visit } from '../web-ui/page-context.ts'
import { gonePage } from './frame.ts'
import { listPage } from './list.ts'
import { listingPage } from './listing.ts'
import { sendInquiry, thanksPage } from './thanks.ts'

/** What the agencies of a world publish, as a shopper sees it: the one part of the console that speaks Spanish. */
export const bindStorefront = (app: Hono<Env>): void => {
  const at = `${UI}/w/:world/vidriera`
  app.get(at, inSpanish(listPage))
  app.get(`${at}/:agency/:externalid`, inSpanish(listingPage))
  app.post(`${at}/:agency/:externalid`, inSpanish(sendInquiry))
  app.get(`${at}/:agency/:externalid/gracias`, inSpanish(thanksPage))
}

/** A world that is not there is told to the shopper too. */
const inSpanish =
  (page: (visit: Visit) => Promise<Response>): Answer<Env> =>
  async (visit) => {
    try {
      return await page(visit)
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 404) throw error
      return gonePage(
        visit,
        404,
        'Esta vidriera no existe',
        `No hay ningún mundo que se llame ${visit.req.param('world')}.`,
      )
    }
  }
