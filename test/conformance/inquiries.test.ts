import { expect, it } from 'vitest'
import { Consulta } from '../../src/api/wire/response-schemas.ts'
import { golListing, MAIL, NOW, OTHER_MAIL, send } from '../support/miniature-world.ts'
import {
  HOUR_MS,
  inquiryOn,
  RAUL,
  withInquiries,
  withManyInquiries,
  worldWithPublications,
} from './inquiry-worlds.ts'

/** INQ-01, INQ-02, INQ-03, INQ-07, INQ-09: one inquiry. */

const ONE = `/v3/consultas/${MAIL}/1000001`
const about = (
  what: string,
  more: Parameters<typeof inquiryOn>[4] = {},
  profile: Readonly<Record<string, string>> = {},
) => {
  const world = worldWithPublications(profile)
  return withInquiries(world, [inquiryOn(world, 1, what, NOW - HOUR_MS, more)])
}

const AUTO = [
  'Anticipo',
  'BodyType',
  'Color',
  'Cuota',
  'Estado',
  'ExternalId',
  'Kilometraje',
  'Marca',
  'Modelo',
  'Precio',
  'RefStock',
  'Version',
  'VersionYear',
]
const INTERESADO = [
  'Apellido',
  'Ciudad',
  'Comentario',
  'DocIdentidad',
  'Email',
  'InfoOperacion',
  'Interes',
  'Nombre',
  'Provincia',
  'Telefono',
]

it('INQ-02: an inquiry on a listing has the members of the table and shows the car as it was listed', () => {
  const { status, json } = send(about('Gol-B'), 'GET', ONE)
  expect(status).toBe(200)
  expect(Object.keys(json).sort()).toEqual([
    'Auto',
    'Interesado',
    'Momento',
    'OperadorResponsable',
    'OrigenLead',
    'TipoAnuncio',
    '_links',
  ])
  expect(Object.keys(json.Auto).sort()).toEqual(AUTO)
  expect(Object.keys(json.Interesado).sort()).toEqual(INTERESADO)
  expect(json).toMatchObject({
    Momento: '2026-03-01T11:00:00-03:00',
    OrigenLead: 'form',
    TipoAnuncio: 'publicacion',
    OperadorResponsable: RAUL,
  })
  expect(json.Auto).toMatchObject({
    ExternalId: 'Gol-B',
    RefStock: null,
    Marca: 'Volkswagen',
    VersionYear: 2018,
    Kilometraje: 61_000,
    Color: 'Blanco',
    Estado: 'usado',
    Precio: { Moneda: 'ARS', Importe: 15_500_000 },
    Anticipo: null,
    Cuota: null,
  })
})

it('INQ-02: Anticipo is Adelanto of the publication', () => {
  const world = send(worldWithPublications(), 'PATCH', `/v3/publicaciones/${MAIL}/Gol-A`, {
    body: { Adelanto: { Moneda: 'USD', Importe: 900 } },
  }).world
  const asked = withInquiries(world, [inquiryOn(world, 1, 'Gol-A', NOW)])
  expect(send(asked, 'GET', ONE).json.Auto).toMatchObject({
    Anticipo: { Moneda: 'USD', Importe: 900 },
    Cuota: null,
  })
})

it('INQ-02: a car that never ran is asked about as nuevo', () => {
  const body = golListing('cero', { Kilometraje: 0, VersionYear: 2026, Fotos: [] })
  const world = send(worldWithPublications(), 'POST', `/v3/publicaciones/${MAIL}`, { body }).world
  expect(send(withInquiries(world, [inquiryOn(world, 1, 'cero', NOW)]), 'GET', ONE).json.Auto.Estado).toBe(
    'nuevo',
  )
})

it('INQ-03: an inquiry on a catalogue entry has an empty ExternalId and links to the version', () => {
  const world = about('catalogo')
  const { json } = send(world, 'GET', ONE)
  expect(json).toMatchObject({
    TipoAnuncio: 'catalogo',
    Auto: { ExternalId: '', RefStock: null, Kilometraje: null, Color: null, Estado: 'nuevo' },
  })
  expect(Object.keys(json.Auto).sort()).toEqual(AUTO)
  expect(json._links).not.toHaveProperty('publicacion')
  expect(send(world, 'GET', json._links.version.href).json).toMatchObject({
    Marca: json.Auto.Marca,
    Modelo: json.Auto.Modelo,
    Nombre: json.Auto.Version,
  })
})

it('INQ-02, COM-14: every drawn inquiry has the types of the table, and values of the enumerations', () => {
  const { world } = withManyInquiries(worldWithPublications(), 300, NOW)
  for (const pagina of [1, 2]) {
    for (const entry of send(world, 'GET', `/v3/consultas/${MAIL}?pagina=${pagina}&desde=2025-12-01`).json
      ._entries) {
      Consulta.strict().parse(entry)
      expect(['form', 'telefono', 'whatsapp']).toContain(entry.OrigenLead)
      expect(['compra', 'permuta', 'postventa']).toContain(entry.Interesado.Interes)
      expect(['usado', 'nuevo']).toContain(entry.Auto.Estado)
      if (entry.Interesado.InfoOperacion !== null) {
        expect(Object.keys(entry.Interesado.InfoOperacion).sort()).toEqual([
          'EntregaVehiculo',
          'FinanciacionDeseada',
          'QuiereCotizacionSeguro',
        ])
      }
    }
  }
})

it('INQ-02: the interested person is shown as given, nulls included, and the same on every read', () => {
  const given = {
    Interes: 'permuta',
    Nombre: 'Ana',
    Apellido: null,
    Email: null,
    Telefono: '351 555-0009',
    DocIdentidad: null,
    Provincia: null,
    Ciudad: null,
    Comentario: null,
    InfoOperacion: {
      EntregaVehiculo: { Marca: 'Fiat', Modelo: 'Palio', VersionYear: null },
      FinanciacionDeseada: { Adelanto: { Moneda: 'ARS', Importe: 1 }, Cuota: null },
      QuiereCotizacionSeguro: null,
    },
  }
  const world = about('Gol-A', { lead: given, OrigenLead: 'whatsapp' })
  expect(send(world, 'GET', ONE).json).toMatchObject({ Interesado: given, OrigenLead: 'whatsapp' })
  const drawn = about('Gol-A')
  expect(send(drawn, 'GET', ONE).text).toBe(send(about('Gol-A'), 'GET', ONE).text)
})

it('INQ-01, common/ref-titles: the ref names the person and the car', () => {
  const given = {
    Interes: 'compra',
    Nombre: 'Ana',
    Apellido: 'Sosa',
    Email: null,
    Telefono: null,
    DocIdentidad: null,
    Provincia: null,
    Ciudad: null,
    Comentario: null,
    InfoOperacion: null,
  }
  const result = send(about('Gol-A', { lead: given }), 'GET', ONE, {
    headers: { Accept: 'application/vnd.service.ref+json' },
  })
  expect(result.json).toEqual({
    href: '/v3/consultas/jefa%40taller.example/1000001',
    title: 'Ana Sosa, Volkswagen Gol Trend',
  })
  const nameless = send(about('Gol-A', { lead: { ...given, Nombre: null } }), 'GET', ONE, {
    headers: { Accept: 'application/vnd.service.ref+json' },
  })
  expect(nameless.json.title).toBe('Sosa, Volkswagen Gol Trend')
})

it.each([
  ['Gol-A', 'uno', 200],
  ['Gol-D', 'uno', 200],
  ['catalogo', 'uno', 200],
  ['Gol-A', 'dos', 404],
  ['Gol-D', 'dos', 200],
  ['catalogo', 'dos', 404],
  ['Gol-A', 'lector', 404],
])('INQ-07: an inquiry on %s read by %s answers %i', (what, as, status) => {
  const result = send(about(what), 'GET', ONE, { app: as })
  expect(result.status).toBe(status)
  if (status === 404) expect(result.headers['Content-Type']).toBe('text/plain; charset=utf-8')
})

it('INQ-01: an inquiry of another agency, or of none, is 404', () => {
  const world = about('catalogo', { agency: 1 })
  expect(send(world, 'GET', ONE, { app: 'uno' }).status).toBe(404)
  expect(send(world, 'GET', ONE, { app: 'dos' }).status).toBe(404)
  expect(send(world, 'GET', `/v3/consultas/${OTHER_MAIL}/1000001`, { app: 'dos' }).status).toBe(200)
  expect(send(world, 'GET', `/v3/consultas/${OTHER_MAIL}/1000002`, { app: 'dos' }).status).toBe(404)
  expect(send(world, 'GET', '/v3/consultas/nadie@x.example/1000001').status).toBe(404)
})

it.each(['01000001', '1000001.0', '+1000001', '1', '__proto__', 'constructor', '%31000001x'])(
  'INQ-01: %s is not a sid',
  (sid) => {
    expect(send(about('Gol-A'), 'GET', `/v3/consultas/${MAIL}/${sid}`).status).toBe(404)
  },
)

it('INQ-01: an inquiry older than the list reaches can still be read by its id', () => {
  const world = worldWithPublications()
  const old = withInquiries(world, [inquiryOn(world, 1, 'Gol-A', NOW - 200 * 24 * HOUR_MS)])
  expect(send(old, 'GET', ONE).status).toBe(200)
})

it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('INQ-09: %s of an inquiry, or of the list, is 405', (method) => {
  for (const target of [ONE, `/v3/consultas/${MAIL}`, '/v3/consultas']) {
    expect(send(about('Gol-A'), method, target, { body: {} }).status).toBe(405)
  }
})

it('an inquiry links to its listing while that can be read, and shows the car as it was then', () => {
  const world = about('Gol-A')
  const archived = send(world, 'PATCH', `/v3/publicaciones/${MAIL}/Gol-A/archivar`).world
  expect(send(archived, 'GET', send(archived, 'GET', ONE).json._links.publicacion.href).status).toBe(200)
  const edited = send(world, 'PATCH', `/v3/publicaciones/${MAIL}/Gol-A`, { body: { Precio: null } }).world
  expect(send(edited, 'GET', ONE).json.Auto.Precio).toEqual({ Moneda: 'ARS', Importe: 15_500_000 })
})

it('publications/read-archived=404: the link to the listing ends with the listing, although it was read before', () => {
  const world = about('Gol-A', {}, { 'publications/read-archived': '404' })
  expect(send(world, 'GET', ONE).json._links).toHaveProperty('publicacion')
  const archived = send(world, 'PATCH', `/v3/publicaciones/${MAIL}/Gol-A/archivar`).world
  expect(send(archived, 'GET', ONE).json._links).not.toHaveProperty('publicacion')
})

it('a publication that the app cannot read is not linked, even after its id passed to another app', () => {
  expect(send(about('Gol-D'), 'GET', ONE).json._links).not.toHaveProperty('publicacion')
  expect(
    send(about('Gol-D', {}, { 'publications/other-apps': 'shared' }), 'GET', ONE).json._links,
  ).toHaveProperty('publicacion')
  const before = about('Gol-D', {}, { 'publications/external-id-reuse': '201' })
  expect(send(before, 'GET', ONE, { app: 'dos' }).json._links).toHaveProperty('publicacion')
  const archived = send(before, 'PATCH', `/v3/publicaciones/${MAIL}/Gol-D/archivar`, { app: 'dos' }).world
  const taken = send(archived, 'POST', `/v3/publicaciones/${MAIL}`, { body: golListing('gol-d'), app: 'uno' })
  expect(taken.status).toBe(201)
  expect(send(taken.world, 'GET', ONE, { app: 'dos' }).json._links).not.toHaveProperty('publicacion')
})

it('PUB-38: the block Consultas of a publication leads to its inquiries', () => {
  const { world, known } = withManyInquiries(worldWithPublications(), 30, NOW)
  const { Consultas } = send(world, 'GET', `/v3/publicaciones/${MAIL}/gol-b`).json
  expect(send(world, 'GET', Consultas._links.self.href).json.Total).toBe(
    known.filter(({ externalid }) => externalid === 'Gol-B').length,
  )
})
