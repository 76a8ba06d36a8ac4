import * as z from 'zod'
import { TEXT_JSON_TYPE } from '../../src/api/wire/media-types.ts'
import { EntryPoint } from '../../src/api/wire/response-schemas.ts'
import { clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { isPlainGet, LinkShape, linkObjectsIn } from '../../src/kit/target/links.ts'
import { leadsSomewhere } from '../common/hypermedia.ts'
import { LinkBlockShape, LinksShape } from '../support/response-shapes.ts'

const BLOCKS = Object.keys(EntryPoint.shape).filter((name) => name !== '_links')
const Entry = z.object({
  ...Object.fromEntries(BLOCKS.map((name) => [name, LinkBlockShape])),
  _links: LinksShape,
})
const MAX_FOLLOWED = 20
const WithSelf = z.object({ _links: z.object({ self: LinkShape }) })

/** `GET /v3`: where a client starts (CAT-01, CAT-02). */
export const entryPoint = [
  clause({
    id: 'entry-point/has-the-link-blocks',
    statements: ['CAT-01', 'COM-01', 'COM-03', 'COM-04'],
    title: 'GET /v3 returns 200 with the ten link blocks and its own links',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const entry = await t.get('/v3')
      t.status(entry, 200)
      t.shape(entry, Entry)
    },
  }),
  clause({
    id: 'entry-point/self-leads-back',
    statements: ['CAT-01', 'COM-12'],
    title: 'self in _links of the entry point leads to the entry point',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const { _links: links } = t.shape(await readable(t), WithSelf)
      const again = await t.get(links.self.href)
      t.status(again, 200)
      t.shape(again, Entry)
    },
  }),
  clause({
    id: 'entry-point/is-not-modified-for-its-etag',
    statements: ['CAT-02', 'ERR-06', 'ERR-10'],
    title: 'GET /v3 returns an ETag, and If-None-Match with it returns 304 without a body',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const etag = t.header(await readable(t), 'ETag')
      if (!/^(W\/)?"[^"]*"$/.test(etag)) t.warn(`The entity tag ${etag} is not in quotes, as HTTP writes it.`)
      for (const accept of [t.types.json, t.types.entry, TEXT_JSON_TYPE]) {
        const { response } = await t.get('/v3', { accept })
        const own = response.headers['etag']
        if (response.status !== 200 || own === undefined) continue
        const again = await t.get('/v3', { accept, headers: { 'If-None-Match': own } })
        t.status(again, 304)
        t.assert(again.response.body === '', 'no body', again.response.body, again)
      }
    },
  }),
  clause({
    id: 'entry-point/is-shown-to-another-etag',
    statements: ['CAT-02', 'ERR-10'],
    title: 'If-None-Match with another tag than that of the entry point returns 200 with the whole body',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      await readable(t)
      const other = await t.get('/v3', { headers: { 'If-None-Match': '"a-tag-of-something-else"' } })
      t.status(other, 200)
      t.shape(other, Entry)
    },
  }),
  clause({
    id: 'entry-point/links-lead-somewhere',
    statements: ['COM-12', 'CAT-11'],
    title: 'Links of the entry point that are not templates lead to an existing resource',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const entry = await readable(t)
      const hrefs = new Set(
        linkObjectsIn(entry.json)
          .filter(isPlainGet)
          .map(({ href }) => href),
      )
      if (hrefs.size === 0) return t.skip('it has no link that a GET can follow without variables')
      for (const href of [...hrefs].slice(0, MAX_FOLLOWED)) leadsSomewhere(t, await t.get(href))
    },
  }),
  clause({
    id: 'entry-point/leads-to-the-topics',
    statements: ['COM-12', 'EVT-01'],
    title: 'AppNotificaciones leads to the topics that GET /v3/appnotificaciones shows',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const { AppNotificaciones: block } = t.object(await readable(t))
      const hrefs = linkObjectsIn({ block }).filter(isPlainGet)
      const direct = await t.get('/v3/appnotificaciones', { accept: t.types.json })
      if (hrefs.length === 0 || direct.response.status !== 200)
        return t.skip('no link and operation to compare')
      const Topics = z.object({ TopicsDisponibles: z.array(z.string()) })
      const shown = []
      for (const { href } of hrefs) shown.push(await t.get(href, { accept: t.types.json }))
      const found = shown.some(({ json }) => Topics.safeParse(json).success)
      t.assert(found, 'a link of AppNotificaciones to the topics', hrefs, shown[0])
    },
  }),
]

const readable = async (t: ClauseContext) => {
  const entry = await t.get('/v3')
  return entry.response.status === 200 ? entry : t.skip(`the entry point answers ${entry.response.status}`)
}
