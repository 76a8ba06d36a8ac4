import { Consulta, Ref } from '../../src/api/wire/response-schemas.ts'
import { clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { entriesOf, isPlainGet, ownLinksIn } from '../../src/kit/target/links.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { canonicalJson } from '../support/canonical-json.ts'
import {
  daysBetween,
  inquiriesPath,
  inquiryOrder,
  inquiryRefs,
  readInquiryPage,
  withoutOpenTypes,
} from '../support/inquiry-page.ts'

/**
 * Inquiries and the pages that list them (INQ-01, INQ-02, INQ-03, INQ-04, INQ-09). Filters and periods are
 * beside this file.
 */

/** Clauses on inquiries and their pages. */
export const inquiryClauses = [
  clause({
    id: 'inquiries/are-listed-in-pages',
    statements: ['INQ-04', 'INQ-02', 'COM-05'],
    title:
      'GET /v3/consultas/{adminmail} returns a page: its period, number, total, size, links and inquiries',
    leaves: 'nothing',
    needs: ['inquiries'],
    check: async (t) => {
      const { exchange, Pagina, Total, PerPagina, entries, Desde, Hasta } = await readInquiryPage(t)
      t.assert(Pagina === 1, 'Pagina 1', Pagina, exchange)
      const expected = Math.min(Total, PerPagina)
      t.assert(
        entries.length === expected,
        `${expected} inquiries (Total ${Total}, PerPagina ${PerPagina})`,
        entries.length,
        exchange,
      )
      t.learn('inquiries/page-size', PerPagina === 100 ? '100' : `size:${PerPagina}`, exchange)
      const days = daysBetween(Desde, Hasta)
      // Bounds at midnight make the period a day longer (`inquiries/period-shown`).
      const isMidnight = /T00:00(:00(\.0+)?)?([+-]|Z)/.test(Hasta)
      t.learn('inquiries/period-shown', isMidnight ? 'midnights' : 'day-bounds', exchange)
      if (days === 30 || days === 31) t.learn('inquiries/period', '30-days', exchange)
      if (days === 90 || days === 91) t.learn('inquiries/period', '90-days', exchange)
    },
  }),
  clause({
    id: 'inquiries/show-their-moment-with-an-offset',
    statements: ['INQ-02'],
    title: 'Momento is an ISO 8601 date-time with an offset',
    leaves: 'nothing',
    needs: ['inquiries'],
    check: async (t) => {
      const { exchange, entries } = await readInquiryPage(t)
      const offsets = entries.map(({ Momento }) => Momento.replace(/^.*?(Z|[+-]\d{2}:\d{2})$/, '$1'))
      const strange = entries.find(({ Momento }) => !/T.*(Z|[+-]\d{2}:\d{2})$/.test(Momento))
      t.assert(strange === undefined, 'Momento with an offset', strange?.Momento, exchange)
      if (offsets.every((offset) => offset === '-03:00')) t.learn('common/time-zone', 'agency', exchange)
      if (offsets.every((offset) => offset === 'Z' || offset === '+00:00'))
        t.learn('common/time-zone', 'utc', exchange)
    },
  }),
  clause({
    id: 'inquiries/lie-in-the-period-of-their-page',
    statements: ['INQ-04', 'INQ-05'],
    title: 'Every Momento is between Desde and Hasta of the page',
    leaves: 'nothing',
    needs: ['inquiries'],
    check: async (t) => {
      const { exchange, entries, Desde, Hasta } = await readInquiryPage(t)
      const outside = entries.find(
        ({ Momento }) =>
          Date.parse(Momento) < Date.parse(Desde) - SLACK_MS ||
          Date.parse(Momento) > Date.parse(Hasta) + SLACK_MS,
      )
      t.assert(outside === undefined, `Momento from ${Desde} to ${Hasta}`, outside?.Momento, exchange)
      const order = inquiryOrder(entries)
      if (order) t.learn('inquiries/order', order, exchange)
    },
  }),
  clause({
    id: 'inquiries/catalogue-ones-name-no-publication',
    statements: ['INQ-03', 'INQ-02'],
    title: 'Auto.ExternalId is empty for inquiries about the catalogue, and only for them',
    leaves: 'nothing',
    needs: ['inquiries'],
    check: async (t) => {
      const { exchange, entries } = await readInquiryPage(t)
      // Other values of TipoAnuncio may exist; these two are documented (INQ-02).
      for (const { TipoAnuncio, Auto } of entries) {
        if (TipoAnuncio === 'catalogo')
          t.assert(Auto.ExternalId === '', 'no ExternalId for catalogo', Auto.ExternalId, exchange)
        if (TipoAnuncio === 'publicacion')
          t.assert(Auto.ExternalId !== '', 'an ExternalId for publicacion', '""', exchange)
      }
      const isDocumented = entries.some(
        ({ TipoAnuncio }) => TipoAnuncio === 'catalogo' || TipoAnuncio === 'publicacion',
      )
      if (!isDocumented) t.skip('no inquiry is of a kind that the description names')
    },
  }),
  clause({
    id: 'inquiries/have-a-second-page',
    statements: ['INQ-04', 'INQ-05'],
    title: 'pagina=2 returns the inquiries after those of the first page',
    leaves: 'nothing',
    needs: ['inquiries'],
    check: async (t) => {
      const hrefs = async (pagina: string) => {
        const list = await t.get(inquiriesPath(t, { pagina }), { accept: t.types.ref })
        t.status(list, 200)
        const { Total, PerPagina, Pagina, _entries } = t.object(list)
        const refs = Array.isArray(_entries) ? _entries.map((entry) => t.shape(list, Ref, entry).href) : []
        return { list, refs, Total: Number(Total), PerPagina: Number(PerPagina), Pagina }
      }
      const first = await hrefs('1')
      if (first.Total <= first.PerPagina) t.skip('one page holds all inquiries')
      const second = await hrefs('2')
      t.assert(second.Pagina === 2, 'Pagina 2', second.Pagina, second.list)
      // An inquiry that arrives between the requests moves one entry from the first page to the second.
      if (second.Total !== first.Total) t.skip('an inquiry arrived between the reads')
      const expected = Math.min(first.Total - first.PerPagina, first.PerPagina)
      t.assert(second.refs.length === expected, `${expected} inquiries`, second.refs.length, second.list)
      const twice = second.refs.filter((href) => first.refs.includes(href))
      t.assert(twice.length === 0, 'other inquiries than on the first page', twice, second.list)
      await readInquiryPage(t, { pagina: '2' })
    },
  }),
  clause({
    id: 'inquiries/end-after-the-last-page',
    statements: ['INQ-04', 'INQ-06'],
    title: 'pagina=99 beyond the last page returns no inquiry, 404, or the 400 of every page beyond the last',
    leaves: 'nothing',
    needs: ['inquiries'],
    check: async (t) => {
      const { Total, PerPagina } = await readInquiryPage(t)
      if (Total > 98 * PerPagina) t.skip('the list has a page 99')
      const beyond = await t.get(inquiriesPath(t, { pagina: '99' }))
      // A 400 may be for 99, which is a page, or for every page that does not exist.
      const next = String(Math.max(1, Math.ceil(Total / PerPagina)) + 1)
      const isEvery = (await t.get(inquiriesPath(t, { pagina: next }))).response.status === 400
      t.status(beyond, 200, 404, ...(isEvery ? [400] : []))
      if (beyond.response.status === 200) {
        const { _entries } = t.object(beyond)
        t.assert(Array.isArray(_entries) && _entries.length === 0, 'empty _entries', _entries, beyond)
      }
      if (!isEvery) t.learn('inquiries/beyond-last', String(beyond.response.status), beyond)
    },
  }),
  clause({
    id: 'inquiries/have-no-page-100',
    statements: ['INQ-06'],
    title: 'pagina=100 is refused with 400, and so is a number that overflows 32 bits into 1',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      for (const pagina of ['100', String(2 ** 32 + 1)])
        t.status(await t.get(inquiriesPath(t, { pagina })), 400)
    },
  }),
  clause({
    id: 'inquiries/have-a-ref-form',
    statements: ['INQ-02', 'INQ-04', 'COM-10'],
    title: 'The ref form of an inquiry has href and title',
    leaves: 'nothing',
    needs: ['inquiries'],
    check: async (t) => void (await inquiryRefs(t)),
  }),
  clause({
    id: 'inquiries/are-read-one-by-one',
    statements: ['INQ-01', 'INQ-02'],
    title: 'The href of a ref returns the inquiry, in full and as the same ref',
    leaves: 'nothing',
    needs: ['inquiries'],
    check: async (t) => {
      const [ref] = (await inquiryRefs(t)).refs
      if (!ref) return
      const read = await t.get(ref.href)
      t.status(read, 200)
      t.shape(read, Consulta, withoutOpenTypes(t.object(read)))
      const small = await t.get(ref.href, { accept: t.types.ref })
      t.status(small, 200)
      const { href } = t.shape(small, Ref)
      t.assert(href === ref.href, `href ${ref.href}`, href, small)
      const list = await t.get(inquiriesPath(t), { accept: t.types.json })
      const kinds = new Set<unknown>()
      for (const entry of entriesOf(list.json)) {
        const { TipoAnuncio } = membersOf(entry)
        const hrefs = ownLinksIn(entry).filter(isPlainGet)
        const own = hrefs.find((link) => /\/consultas\/[^/?]+\/[^/?]+$/.test(link.href))
        if (own === undefined || kinds.has(TipoAnuncio)) continue
        kinds.add(TipoAnuncio)
        t.status(await t.get(own.href, { accept: t.types.json }), 200)
      }
    },
  }),
  clause({
    id: 'inquiries/unknown-one-is-missing',
    rule: 'errors/unknown-{resource}',
    statements: ['INQ-01', 'ERR-04'],
    title: 'GET of an inquiry that does not exist returns 404',
    leaves: 'nothing',
    needs: [],
    // The service may answer 400 to a `sid` of another form than its own (`common/path-parameters`).
    check: async (t) => {
      t.status(await t.get(`/v3/consultas/${t.adminMail}/kit-no-such-inquiry`), 404, 400)
      const { refs = [] } = (await inquiryRefs(t).catch(() => undefined)) ?? {}
      const [{ href } = { href: '' }] = refs
      // Ids like a known one may exist, but not both for one inquiry.
      const [one, other] = ['8', '9'].map((digit) => href.replace(/\d(?=[^/]*$)/g, digit))
      if (one === undefined || other === undefined || one === other) return
      const [first, second] = [await t.get(one), await t.get(other)]
      const shown = ({ json }: Exchange) => canonicalJson([membersOf(json).Auto, membersOf(json).Interesado])
      const isSame = first.response.status === 200 && shown(first) === shown(second)
      t.assert(!isSame, `404, or another inquiry than ${one} shows`, 'the same', second)
    },
  }),
  clause({
    id: 'inquiries/one-of-an-unknown-agency-is-missing',
    rule: 'errors/unknown-{resource}',
    statements: ['INQ-01', 'ERR-07'],
    title: 'GET of an inquiry of an agency that does not exist returns 404',
    leaves: 'nothing',
    needs: [],
    check: async (t) => t.status(await t.get('/v3/consultas/nadie%40playa.invalid/1'), 404, 403),
  }),
  clause({
    id: 'inquiries/are-read-only',
    statements: ['INQ-09'],
    title: 'A write to an inquiry is refused',
    // The body is empty, so a service that accepts the write changes nothing.
    leaves: 'any',
    needs: ['inquiries'],
    check: async (t) => {
      const [ref] = (await inquiryRefs(t)).refs
      if (ref) isNoSuccess(t, await t.send('PATCH', ref.href, { body: {} }))
    },
  }),
]

/**
 * Tolerance for bounds shown as midnights or last seconds, and in another time zone
 * (`inquiries/period-shown`, `common/time-zone`).
 */
const SLACK_MS = 86_400_000

const isNoSuccess = (t: ClauseContext, tried: Exchange): void => {
  const { status } = tried.response
  t.assert(status >= 400 && status < 600, 'a refusal', `${status}`, tried)
}
