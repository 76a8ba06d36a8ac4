import fc from 'fast-check'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { anyText } from '../../../test/support/any-text.ts'
import { MAIL } from '../../../test/support/miniature-world.ts'
import {
  CHANNELS,
  catalogueInquiry,
  delivery,
  http,
  inquiryOn,
  inquiryReceived,
  queuedFor,
  render,
  worldWithListing,
} from '../../../test/support/notification-world.ts'
import type { Inquiry } from '../../model/world/inquiry.ts'
import type { World } from '../../model/world/world.ts'
import { adfOf } from './adf.ts'
import { inquiryDetails } from './inquiry-details.ts'

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  // Between elements stand line breaks and indents.
  trimValues: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  htmlEntities: true,
  isArray: (name) => ['vehicle', 'name', 'amount'].includes(name),
})

/** Members as the parser names them: attributes with `@`, a text next to attributes as `#text`. */
const Text = z.object({ '#text': z.string() }).catchall(z.string())
const Vehicle = z.object({ '@interest': z.string(), '@status': z.string() }).catchall(z.unknown())
const Document = z.object({
  adf: z.object({
    prospect: z.object({
      '@status': z.literal('new'),
      id: Text,
      requestdate: z.string(),
      vehicle: z.array(Vehicle),
      customer: z
        .object({
          contact: z.object({ name: z.array(Text) }).catchall(z.unknown()),
          comments: z.string().optional(),
        })
        .catchall(z.unknown()),
      vendor: z
        .object({
          vendorname: z.string(),
          contact: z.object({ name: z.array(Text), email: z.string() }).catchall(z.unknown()),
        })
        .catchall(z.unknown()),
      provider: z.object({ name: z.array(Text), service: z.string(), url: z.string() }),
    }),
  }),
})

/** Characters of XML 1.0 (2.2) as ranges of code points. */
const isAllowed = (point: number): boolean =>
  [0x9, 0xa, 0xd].includes(point) ||
  (point >= 0x20 && point <= 0xd7ff) ||
  (point >= 0xe000 && point <= 0xfffd) ||
  point >= 0x10000

const readBack = (xml: string) => {
  expect(XMLValidator.validate(xml)).toBe(true)
  expect(againstDtd(inOrder.parse(xml))).toEqual([])
  expect([...xml].every((char) => isAllowed(char.codePointAt(0) ?? 0))).toBe(true)
  return Document.parse(parser.parse(xml)).adf.prospect
}

/** Content models of the document type definition of ADF 1.0, for the elements that are not text. */
const DTD = `
<!ELEMENT adf (prospect+)>
<!ELEMENT prospect (id*,requestdate,vehicle+,customer,vendor,provider?)>
<!ELEMENT vehicle (id*,year,make,model,vin?,stock?,trim?,doors?,bodystyle?,transmission?,odometer?,condition?,colorcombination*,imagetag?,price*,pricecomments?,option*,finance?,comments?)>
<!ELEMENT colorcombination (interiorcolor?,exteriorcolor?,preference?)>
<!ELEMENT finance (method,amount+,balance?)>
<!ELEMENT customer (contact,id*,timeframe?,comments?)>
<!ELEMENT contact (name+,((email,phone*)|phone+),address*)>
<!ELEMENT address (street+,apartment?,city?,regioncode?,postalcode?,country?)>
<!ELEMENT vendor (id*,vendorname,url?,contact)>
<!ELEMENT provider (id*,name,service?,url?,email?,phone?,contact?)>
`

/** Patterns of the names of the children of each element, every name followed by a space. */
const MODELS = new Map(
  [...DTD.matchAll(/<!ELEMENT (\w+) (.+)>/g)].map(([, name = '', model = '']) => [
    name,
    new RegExp(`^${model.replaceAll(/(\w+)/g, '(?:$1 )').replaceAll(',', '')}$`),
  ]),
)

const Elements = z.array(z.record(z.string(), z.unknown()))

/** Returns the elements whose children are not as the definition says. */
const againstDtd = (elements: unknown): string[] =>
  Elements.parse(elements).flatMap((element) => {
    const [name = ''] = Object.keys(element).filter((key) => key !== ':@' && key !== '#text')
    if (name === '') return []
    const children = Elements.parse(element[name])
    const names = children.flatMap((child) => Object.keys(child).filter((key) => !/[:#]/.test(key)))
    const isRight = MODELS.get(name)?.test(names.map((child) => `${child} `).join('')) ?? names.length === 0
    return [...(isRight ? [] : [`${name}: ${names.join(', ')}`]), ...againstDtd(children)]
  })

const inOrder = new XMLParser({ preserveOrder: true, ignoreDeclaration: true, ignorePiTags: true })

const sent = (world: World, inquiry: Inquiry) => {
  const after = queuedFor(world, inquiryReceived(inquiry))
  const { body } = http(render(after, 2))
  return readBack(body)
}

const world = () => worldWithListing({ channels: CHANNELS })

it('the ADF hook says who asks, for which car, whom, and through whom (EVT-06, events/adf)', () => {
  const stock = world()
  const { id, requestdate, vehicle, customer, vendor, provider } = sent(stock, inquiryOn(stock))
  expect(id).toEqual({ '#text': '1000001', '@sequence': '1', '@source': 'Playa' })
  expect(requestdate).toBe('2026-03-01T12:00:00-03:00')
  expect(vehicle).toHaveLength(1)
  expect(vehicle[0]).toMatchObject({
    '@interest': 'buy',
    '@status': 'used',
    id: { '#text': 'Gol-1' },
    year: '2018',
    make: 'Volkswagen',
    model: 'Gol Trend',
    vin: '9BWAB45U8JT003214',
    stock: 'S-77',
    odometer: { '#text': '61000', '@units': 'km' },
    colorcombination: { exteriorcolor: 'Blanco' },
    imagetag: { '#text': 'https://cdn.example/gol-1.jpg' },
    price: { '#text': '15500000', '@type': 'asking', '@currency': 'ARS' },
  })
  expect(customer).toMatchObject({
    contact: {
      name: [
        { '#text': 'María José', '@part': 'first', '@type': 'individual' },
        { '#text': "D'Angelo", '@part': 'last', '@type': 'individual' },
      ],
      email: 'maria@correo.example',
      phone: { '#text': '+54 9 351 555-0123', '@type': 'voice' },
      address: { city: 'Villa María', regioncode: 'Córdoba' },
    },
    id: { '#text': '70111222', '@source': 'DocIdentidad' },
    comments: '¿Sigue disponible?',
  })
  expect(vendor).toMatchObject({
    id: { '#text': MAIL },
    vendorname: 'El Taller',
    contact: {
      name: [{ '#text': 'Raúl Paz' }],
      email: 'raul@taller.example',
      phone: { '#text': '351 555-0002' },
      address: { city: 'Córdoba' },
    },
  })
  expect(provider).toMatchObject({
    name: [{ '#text': 'Playa', '@part': 'full' }],
    url: 'http://playa.localhost/w/uno',
  })
})

it('members stand in the order of the definition of ADF', () => {
  const stock = world()
  const info = {
    EntregaVehiculo: { Marca: 'Fiat', Modelo: 'Palio', VersionYear: 2009 },
    FinanciacionDeseada: {
      Adelanto: { Moneda: 'ARS', Importe: 100 },
      Cuota: { Moneda: 'ARS', Importe: 10.5 },
    },
    QuiereCotizacionSeguro: true,
  }
  const xml = adfOf(sheetOf(stock, inquiryOn(stock, { InfoOperacion: info })))
  const order = (names: string) => {
    const places = names.split(' ').map((name) => xml.indexOf(`<${name}`))
    expect(places.every((place) => place > 0)).toBe(true)
    expect(places).toEqual([...places].sort((a, b) => a - b))
  }
  order('prospect requestdate vehicle customer vendor provider')
  order(
    'year make model vin stock trim bodystyle transmission odometer colorcombination imagetag price finance',
  )
  expect(xml).toMatch(/<vendorname>[^<]*<\/vendorname>\s*<contact/)
})

const sheetOf = (stock: World, inquiry: Inquiry) => {
  const agency = stock.agencies.get(MAIL)
  if (!agency) throw new Error('there is no agency')
  return inquiryDetails(stock, agency, inquiry, 'http://playa.localhost')
}

it('a car handed over is a second vehicle, and wishes of finance stand with the first', () => {
  const stock = world()
  const info = {
    EntregaVehiculo: { Marca: 'Fiat', Modelo: 'Palio', VersionYear: null },
    FinanciacionDeseada: {
      Adelanto: { Moneda: 'ARS', Importe: 100 },
      Cuota: { Moneda: 'USD', Importe: 10.5 },
    },
    QuiereCotizacionSeguro: true,
  }
  const { vehicle, customer } = sent(stock, inquiryOn(stock, { InfoOperacion: info, Interes: 'permuta' }))
  expect(vehicle.map((each) => [each['@interest'], each['@status'], each['make'], each['year']])).toEqual([
    ['buy', 'used', 'Volkswagen', '2018'],
    ['trade-in', 'used', 'Fiat', ''],
  ])
  expect(vehicle[0]?.['finance']).toEqual({
    method: 'finance',
    amount: [
      { '#text': '100', '@type': 'downpayment', '@currency': 'ARS' },
      { '#text': '10.5', '@type': 'monthly', '@currency': 'USD' },
    ],
  })
  expect(customer.comments).toBe('¿Sigue disponible?\nInterés: permuta.\nQuiere cotización de seguro.')
})

it('a new car is new; a catalogue entry has no listing to speak of', () => {
  const stock = world()
  const { car } = inquiryOn(stock)
  const unregistered = inquiryOn(stock, {}, { car: { ...car, Kilometraje: 0 } as Inquiry['car'] })
  expect(sent(stock, unregistered).vehicle[0]).toMatchObject({ '@status': 'new' })
  const xml = adfOf(sheetOf(stock, catalogueInquiry(stock)))
  const [vehicle] = readBack(xml).vehicle
  expect(vehicle).toMatchObject({ '@status': 'new' })
  expect(vehicle).not.toHaveProperty('vin')
  expect(vehicle).not.toHaveProperty('id')
})

it('a person without a name gets one, and absent members are left out', () => {
  const stock = world()
  const silent = { Nombre: null, Apellido: '', Email: null, Telefono: null, Ciudad: null, Provincia: null }
  const { customer } = sent(stock, inquiryOn(stock, { ...silent, DocIdentidad: null, Comentario: null }))
  expect(customer).toEqual({
    contact: { name: [{ '#text': 'Sin nombre', '@part': 'full', '@type': 'individual' }], email: '' },
  })
})

it.each([
  ['a street', { Ciudad: 'Rosario', Provincia: null }, { '@type': 'home', street: '', city: 'Rosario' }],
  ['any part of an address', { Ciudad: null, Provincia: null }, undefined],
])('an address without %s is as the definition allows', (_, place, address) => {
  const stock = world()
  expect(sent(stock, inquiryOn(stock, place)).customer.contact['address']).toEqual(address)
})

it('a wish of finance without an amount is left out', () => {
  const stock = world()
  const info = {
    EntregaVehiculo: null,
    FinanciacionDeseada: { Adelanto: null, Cuota: null },
    QuiereCotizacionSeguro: null,
  }
  expect(sent(stock, inquiryOn(stock, { InfoOperacion: info })).vehicle[0]).not.toHaveProperty('finance')
})

it('whatever people write is read back as they wrote it, but for what XML forbids', () => {
  const stock = world()
  const nasty = '\u0000a\u0008<b>&"\'\u000b]]>\ufffe\uffff\ud800x\udc00 <!-- --> <?adf?> 😀 \u0085'
  const { customer } = sent(
    stock,
    inquiryOn(stock, { Comentario: nasty, Nombre: '\u0001\u0002', Apellido: '<A & B>' }),
  )
  expect(customer.comments).toBe('a<b>&"\']]>x <!-- --> <?adf?> 😀 \u0085'.trim())
  expect(customer.contact.name).toEqual([{ '#text': '<A & B>', '@part': 'last', '@type': 'individual' }])
})

it('no text breaks the document', () => {
  const stock = world()
  const plan = queuedFor(stock, inquiryReceived(inquiryOn(stock)))
  expect(delivery(plan, 2).state).toBe('pending')
  fc.assert(
    fc.property(anyText(), fc.array(fc.integer({ min: 0, max: 0xffff })), (text, units) => {
      const raw = String.fromCharCode(...units)
      const { customer } = readBack(
        adfOf(sheetOf(stock, inquiryOn(stock, { Comentario: text + raw, Ciudad: raw }))),
      )
      const wanted = [...(text + raw).replace(/\r\n?/g, '\n')].filter((char) =>
        isAllowed(char.codePointAt(0) ?? 0),
      )
      expect(customer.comments ?? '').toBe(wanted.join('').trim())
    }),
    { seed: 3, numRuns: 40 },
  )
})
