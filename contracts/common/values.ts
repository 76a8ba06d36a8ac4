import * as z from 'zod'
import { clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { tryParseJson } from '../../src/kit/target/exchange.ts'
import { entriesOf } from '../../src/kit/target/links.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { amountFor } from '../support/amounts.ts'
import { collectionBehind } from '../support/catalogue-entries.ts'
import { LISTED_REFUSALS } from '../support/refusals.ts'
import { AmountShape, CustomHeaderShape, PlaceShape, PublicationShape } from '../support/response-shapes.ts'

/** Texts that identify a region in requests but are not names: ids, codes and addresses (COM-08). */
const NO_NAME = /^(\d+|[A-Z]{2}-[A-Z0-9]{1,3}|https?:.*|\/.*)$/

const WholeNumbers = z.object({ Pagina: z.int(), Total: z.int(), PerPagina: z.int() })
const Level = z.object({ Pack: z.int(), Activas: z.int(), Disponibles: z.int() })

/** Shapes that several resources share, and JSON types (COM-01, COM-07, COM-08, COM-09, COM-14). */
export const commonValues = [
  clause({
    id: 'common/amounts-are-shown-as-valor',
    statements: ['COM-07', 'COM-11'],
    title: 'An amount that was sent has a currency, a text and a number; one that was not sent is null',
    leaves: 'archived',
    needs: ['write', 'place'],
    check: async (t) => {
      await keepsListedCurrency(t)
      const sent = amountFor(t, 21_500_000)
      const { body, exchange } = await t.publication({ Precio: sent, Adelanto: null, Cuota: null })
      const { Precio: price } = t.shape(
        exchange,
        z.object({ Precio: AmountShape, Adelanto: AmountShape, Cuota: AmountShape }),
        body,
      )
      t.assert(price?.Importe === sent.Importe, `Precio.Importe ${sent.Importe}`, price, exchange)
      // An amount in an unknown currency may be refused, left out or kept (`common/valor-members`).
      const odd = await t.create({ Activa: false, Precio: { ...sent, Moneda: 'Zzyzx' } })
      t.status(odd, 201, ...LISTED_REFUSALS)
      const { Moneda = 'Zzyzx' } = membersOf(membersOf(odd.json).Precio)
      t.assert(Moneda === 'Zzyzx', 'no currency that was not sent', Moneda, odd)
    },
  }),
  clause({
    id: 'common/amounts-of-inquiries-are-valor',
    statements: ['COM-07', 'INQ-02'],
    title: 'Precio, Anticipo and Cuota of the car in an inquiry are amounts or null',
    leaves: 'nothing',
    needs: ['inquiries'],
    check: async (t) => {
      const page = await t.get(`/v3/consultas/${t.adminMail}`, { accept: t.types.json })
      const entries = page.response.status === 200 ? entriesOf(page.json) : []
      if (entries.length === 0) return t.skip('no inquiry can be read')
      const Auto = z.object({ Precio: AmountShape, Anticipo: AmountShape, Cuota: AmountShape })
      const InquiryAmounts = z.object({ Auto })
      for (const entry of entries) t.shape(page, InquiryAmounts, entry)
    },
  }),
  clause({
    id: 'common/places-show-the-name-of-the-region',
    statements: ['COM-08'],
    title: 'Places have Region, Ciudad and Direccion, and Region is a name, not an id, code or address',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const operators = await t.get(`/v3/operadores/${t.adminMail}`, { accept: t.types.json })
      const places = entriesOf(operators.json).flatMap((entry) => membersOf(entry).Direcciones)
      const held = places.filter((place) => place !== null && place !== undefined)
      if (held.length === 0) return t.skip('no operator shows a place')
      for (const place of held) {
        const { Region: region } = t.shape(operators, PlaceShape, place)
        t.assert(region === null || !NO_NAME.test(region), 'the name of a region', region, operators)
      }
    },
  }),
  clause({
    id: 'common/custom-headers-have-name-and-value',
    statements: ['COM-09', 'EVT-01'],
    title: 'The custom headers of configured topics are Name and Value, or null',
    leaves: 'nothing',
    needs: [],
    isLast: true,
    check: async (t) => {
      const topics = await t.get('/v3/appnotificaciones', { accept: t.types.json })
      const { TopicsConfigurados: configured } = membersOf(topics.json)
      if (!Array.isArray(configured) || configured.length === 0) return t.skip('no topic is configured')
      const Config = z.object({
        HeaderCustom01: CustomHeaderShape,
        HeaderCustom02: CustomHeaderShape,
        HeaderCustom03: CustomHeaderShape,
      })
      for (const one of configured) t.shape(topics, Config, membersOf(one).Config)
    },
  }),
  clause({
    id: 'common/whole-numbers-are-integers',
    statements: ['COM-14', 'INQ-04', 'AGE-07'],
    title: 'Page numbers, totals and package counts are JSON integers',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const page = await t.get(`/v3/consultas/${t.adminMail}`, { accept: t.types.json })
      const products = await t.get(`/v3/agencias/${t.adminMail}/productos`, { accept: t.types.json })
      if ([page, products].every(({ response }) => response.status !== 200))
        return t.skip('no count can be read')
      if (page.response.status === 200) t.shape(page, WholeNumbers)
      if (products.response.status === 200)
        t.shape(products, z.object({ Baja: Level, Media: Level, Alta: Level }))
    },
  }),
  clause({
    id: 'common/members-have-their-types',
    statements: ['COM-14', 'PUB-02'],
    title: 'The members of a publication have the JSON types of the table',
    leaves: 'archived',
    needs: ['write', 'place'],
    check: async (t) => {
      const { path } = await t.publication()
      const read = await t.get(path, { accept: t.types.json })
      if (read.response.status !== 200)
        return t.skip(`the publication cannot be read: ${read.response.status}`)
      t.shape(read, PublicationShape)
    },
  }),
]

/**
 * Asserts that an amount in a currency that the service lists was not left out of every response (COM-11).
 */
const keepsListedCurrency = async (t: ClauseContext): Promise<void> => {
  const { dropped } = await t.session.sample()
  if (!dropped.includes('Precio')) return
  const { json } = await collectionBehind(t, 'Monedas')
  const names = entriesOf(json).flatMap((entry) => Object.values(membersOf(entry)))
  const lost = t.session.exchanges.find(
    ({ request: { body = '' }, response: { status } }) =>
      status === 201 && names.includes(membersOf(membersOf(tryParseJson(body)).Precio).Moneda),
  )
  t.assert(lost === undefined, 'Precio, because the service lists its currency', null, lost)
}
