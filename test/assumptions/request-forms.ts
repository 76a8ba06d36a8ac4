import { publicationKey } from '../../src/model/world/publication.ts'
import type { World } from '../../src/model/world/world.ts'
import { agency, MAIL, OTHER_MAIL, send } from '../support/miniature-world.ts'
import {
  create,
  INQUIRIES,
  PUBLICATIONS,
  succeeded,
  validationKeys,
  withLeads,
  worldWithPublication,
} from './case-steps.ts'
import type { OptionCases } from './option-case.ts'

const OPERATORS = `/v3/operadores/${MAIL}`
const SETTINGS = `/v3/notificaciones/${MAIL}`
const RAUL = 'raul@taller.example'

const edited = (world: World, body: object) => {
  const exchange = send(world, 'PUT', OPERATORS, { body })
  return validationKeys(exchange) ?? exchange.json
}

/** The lead's publication after it got another price and another operator. */
const changedListing = (world: World): World => {
  const after = withLeads(world, [{ daysAgo: 0 }])
  const listing = after.publications.get(publicationKey(0, 'lead'))
  if (!listing) throw new Error('the publication of the leads is missing')
  const changed = { ...listing, Precio: { Moneda: 'ARS', Importe: 1 }, OperadorResponsable: RAUL }
  return { ...after, publications: after.publications.put(changed) }
}

const withCatalogueLead = (world: World): World => {
  const after = withLeads(world, [{ daysAgo: 0 }])
  const version = after.setting.catalogue().versions.find(({ Precio }) => Precio !== null)
  const [lead] = [...after.inquiries]
  if (!version || !lead) throw new Error('there is no version on sale, or no lead')
  return { ...after, inquiries: after.inquiries.put({ ...lead, car: { version, Estado: 'nuevo' } }) }
}

export const agencyEditCases: OptionCases = {
  'agencies/commercial-name-absent': {
    seen: (world) => {
      const exchange = send(world, 'PUT', `/v3/agencias/${MAIL}`, { body: {} })
      return validationKeys(exchange) ?? exchange.json.NombreComercial
    },
    under: { '400': ['NombreComercial'], unchanged: 'El Taller' },
  },
  'agencies/operator-absent': {
    seen: (world) => {
      const shown = edited(world, { Nombre: 'Ana' })
      return Array.isArray(shown) ? shown : [shown.Nombre, shown.Apellido, shown.Telefonos, shown.Direcciones]
    },
    under: {
      unchanged: ['Ana', 'Paz', ['351 555-0001'], agency.operators[0]?.Direcciones],
      cleared: ['Ana', '', [], []],
      '400': ['Apellido', 'Ciudad', 'Direccion', 'Region', 'TelefonoLaboral', 'WhatsApp'],
    },
  },
  'agencies/operator-phones': {
    seen: (world) => edited(world, { WhatsApp: '+54 351 555-0009' }).Telefonos,
    under: {
      'work-then-whatsapp': ['351 555-0001', '+54 351 555-0009'],
      'without-whatsapp': ['351 555-0001'],
    },
  },
  'agencies/place-no-match': {
    seen: (world) => {
      const shown = edited(world, { Region: 'Zzyzx' })
      const branch = send(world, 'POST', `/v3/sucursales/${MAIL}`, { body: { Region: 'Zzyzx' } })
      return [
        Array.isArray(shown) ? shown : shown.Direcciones[0].Region,
        validationKeys(branch) ?? branch.json.Region,
      ]
    },
    under: { '400': [['Region'], ['Region']], kept: ['Zzyzx', 'Zzyzx'] },
  },
  'agencies/empty-place': {
    seen: (world) => {
      const shown = edited(world, { Region: '' })
      const branch = send(world, 'POST', `/v3/sucursales/${MAIL}`, { body: { Region: '', Ciudad: '' } })
      return [
        Array.isArray(shown) ? shown : shown.Direcciones[0].Region,
        validationKeys(branch) ?? branch.json.Region,
      ]
    },
    under: { cleared: ['', null], '400': [['Region'], ['Ciudad', 'Region']] },
  },
  'agencies/settings-unset': {
    seen: (world) => send(world, 'GET', SETTINGS).json.PublicacionConsultadaAdfMail,
    under: { 'null-members': { Email: null, Activo: false }, null: null },
  },
  'agencies/notification-put': {
    given: { 'events/secret-shown': 'as-stored' },
    seen: (world) => {
      const hook = { Callback: 'https://a.example/', Secret: 'a secret of twenty-4', Activo: true }
      const mail = { Email: 'adf@a.example', Activo: true }
      const body = { PublicacionConsultadaWebHook: hook, PublicacionConsultadaAdfMail: mail }
      const before = succeeded(send(world, 'PUT', SETTINGS, { body }), 200)
      const { json } = send(before, 'PUT', SETTINGS, {
        body: { PublicacionConsultadaWebHook: { Callback: 'https://b.example/' } },
      })
      const { Callback, Secret, Activo } = json.PublicacionConsultadaWebHook
      return [Callback, Secret, Activo, json.PublicacionConsultadaAdfMail.Email]
    },
    under: {
      'absent-unchanged': ['https://b.example/', 'a secret of twenty-4', true, 'adf@a.example'],
      replaced: ['https://b.example/', 'a secret of twenty-4', false, null],
    },
  },
  'agencies/operator-in-several': {
    seen: (world) => {
      const other = world.agencies.get(OTHER_MAIL)
      if (!other) throw new Error('there is no other agency')
      const raul = agency.operators.find(({ Email }) => Email === RAUL)
      const shared = { ...other, operators: [...other.operators, ...(raul ? [raul] : [])] }
      const both = { ...world, agencies: world.agencies.put(shared) }
      return [`/v3/operadores?operador=${RAUL}`, `/v3/consultas?operador=${RAUL}`].map((target) => {
        const exchange = send(both, 'GET', target, { app: 'dos' })
        return validationKeys(exchange) ?? exchange.status
      })
    },
    under: { first: [200, 200], '400': [['operador'], ['operador']] },
  },
  'agencies/edit-of-collaborator': {
    seen: (world) =>
      [RAUL, 'nadie@taller.example'].map(
        (email) => send(world, 'PUT', `/v3/operadores/${email}`, { body: { Nombre: 'x' } }).status,
      ),
    under: { '404': [404, 404], '403': [403, 404] },
  },
}

export const inquiryListCases: OptionCases = {
  'inquiries/pagina-minimum': {
    seen: (world) =>
      ['0', '-1', 'x', '100', '99999999999'].map(
        (pagina) => send(world, 'GET', `${INQUIRIES}?pagina=${pagina}`).status,
      ),
    under: { '400': [400, 400, 400, 400, 400], 'first-page': [200, 200, 200, 400, 400] },
  },
  'inquiries/unknown-filter': {
    seen: (world) =>
      ['operador=nadie@x.example', 'externalid=nada'].map((query) => {
        const exchange = send(world, 'GET', `${INQUIRIES}?${query}`)
        return validationKeys(exchange) ?? exchange.status
      }),
    under: { empty: [200, 200], '400': [['operador'], ['externalid']], '404': [404, 404] },
  },
  'inquiries/period-shown': {
    seen: (world) => {
      const { Desde, Hasta } = send(world, 'GET', `${INQUIRIES}?desde=2026-02-27&hasta=2026-02-28`).json
      return [Desde, Hasta]
    },
    under: {
      'day-bounds': ['2026-02-27T00:00:00-03:00', '2026-02-28T23:59:59-03:00'],
      midnights: ['2026-02-27T00:00:00-03:00', '2026-03-01T00:00:00-03:00'],
    },
  },
  'inquiries/hasta-future': {
    seen: (world) => validationKeys(send(world, 'GET', `${INQUIRIES}?hasta=2026-03-02`)),
    under: { accepted: undefined, '400': ['hasta'] },
  },
  'inquiries/auto': {
    seen: (world) => {
      const [entry] = send(changedListing(world), 'GET', INQUIRIES).json._entries
      return [entry.Auto.Precio.Importe, entry.OperadorResponsable]
    },
    under: { 'at-reception': [15_500_000, MAIL], live: [1, MAIL] },
  },
  'inquiries/operator': {
    given: { 'inquiries/visible-to': 'own-only' },
    seen: (world) => {
      const after = changedListing(world)
      const [entry] = send(after, 'GET', INQUIRIES).json._entries
      const totals = [MAIL, RAUL].map(
        (email) => send(after, 'GET', `${INQUIRIES}?operador=${email}`).json.Total,
      )
      return [entry.Auto.Precio.Importe, entry.OperadorResponsable, totals]
    },
    under: { 'at-reception': [15_500_000, MAIL, [1, 0]], live: [15_500_000, RAUL, [0, 1]] },
  },
  'inquiries/catalogue-price': {
    seen: (world) => {
      const [entry] = send(withCatalogueLead(world), 'GET', INQUIRIES).json._entries
      return entry.Auto.Precio === null ? null : entry.Auto.Precio.Moneda
    },
    under: { 'list-price': 'ARS', null: null },
  },
}

const bodyStatus = (world: World, contentType: string) =>
  send(world, 'PUT', `/v3/agencias/${MAIL}`, {
    body: { NombreComercial: 'Otro' },
    headers: { 'Content-Type': contentType },
  }).status

export const requestFormCases: OptionCases = {
  'common/valor-bounds': {
    seen: (world) =>
      [-1, 0.001, 5].map((Importe) =>
        validationKeys(create(world, 'a1', { Precio: { Moneda: 'ARS', Importe } })),
      ),
    under: {
      bounded: [['Precio.Importe'], ['Precio.Importe'], undefined],
      unbounded: [undefined, undefined, undefined],
    },
  },
  'common/query-parameters': {
    seen: (world) =>
      ['q=', 'q=a&q=b', 'q=a'].map((query) => send(world, 'GET', `${PUBLICATIONS}?${query}`).status),
    under: { 'empty-absent': [200, 200, 200], '400': [400, 400, 200] },
  },
  'common/parameter-spellings': {
    seen: (world) => {
      const { id = 0 } = world.setting.catalogue().versions[0] ?? {}
      return ['%2B1', '01', '1', '0', '%2B']
        .map((page) => send(world, 'GET', `${INQUIRIES}?pagina=${page}`).status)
        .concat([`0${id}`, `${id}`].map((one) => send(world, 'GET', `/v3/versiones/${one}`).status))
    },
    under: { any: [200, 200, 200, 400, 400, 200, 200], plain: [400, 400, 200, 400, 400, 404, 200] },
  },
  'common/path-parameters': {
    seen: (world) =>
      ['/v3/agencias/nadie', '/v3/marcas/x'].map((target) => send(world, 'GET', target).status),
    under: { 'by-segment': [400, 404], '404': [404, 404], '400': [400, 400] },
  },
  'common/unexpected-body': {
    seen: (world) =>
      send(worldWithPublication(world, 'a1'), 'PATCH', `${PUBLICATIONS}/a1/suspender`, { body: {} }).status,
    under: { ignored: 200, '400': 400 },
  },
  'common/request-media-types': {
    seen: (world) =>
      ['application/json', 'text/json', 'application/vnd.service.entry+json', ''].map((type) =>
        bodyStatus(world, type),
      ),
    under: { 'json-family': [200, 200, 200, 200], 'json-only': [200, 415, 415, 415] },
  },
  'common/charset': {
    seen: (world) =>
      ['utf-8', 'iso-8859-1'].map((charset) => bodyStatus(world, `application/json; charset=${charset}`)),
    under: { refused: [200, 415], ignored: [200, 200] },
  },
  'common/accept-malformed': {
    seen: (world) =>
      ['json', 'json, image/png'].map((Accept) => send(world, 'GET', '/v3', { headers: { Accept } }).status),
    under: { 'no-form': [406, 406], any: [200, 406] },
  },
  'common/template-syntax': {
    seen: (world) => send(world, 'GET', '/v3').json.Regiones._links.buscar.href,
    under: { 'rfc-6570': '/v3/regiones{?q}', 'literal-query': '/v3/regiones?q={q}' },
  },
  'catalogue/order': {
    seen: (world) => {
      const names: string[] = send(world, 'GET', '/v3/versiones?modelo=100').json._entries.map(
        ({ Nombre }: { Nombre: string }) => Nombre,
      )
      return names.every((name, i) => i === 0 || (names[i - 1] ?? '') <= name)
    },
    under: { 'as-given': false, 'by-name': true },
  },
  'catalogue/bodystyle-no-match': {
    seen: (world) =>
      ['zzyzx', 'furgon'].map(
        (style) => send(world, 'GET', `/v3/modelos/bestmatch?make=vw&model=gol&bodystyle=${style}`).status,
      ),
    under: { '400': [400, 400], ignored: [200, 200] },
  },
  'catalogue/technical-rows': {
    seen: (world) => {
      const { InfoTecnica } = send(world, 'GET', '/v3/versiones/10001', {
        headers: { Accept: 'application/vnd.service.ex-entry+json' },
      }).json
      const { Valor, Datos } = InfoTecnica.find((row: { Valor: string; Datos: string }) =>
        [row.Valor, row.Datos].includes('Largo'),
      )
      return [/^\d+ mm$/.test(Valor), /^\d+ mm$/.test(Datos)]
    },
    under: { 'value-in-valor': [true, false], 'value-in-datos': [false, true] },
  },
  'events/required-members': {
    seen: (world) => {
      const path = '/v3/appnotificaciones/publicacion-estado'
      const Callback = 'https://app.example/'
      const first = send(world, 'PUT', path, { body: { Callback } })
      const off = succeeded(send(world, 'PUT', path, { body: { Callback, Activo: false } }), 200)
      const later = send(off, 'PUT', path, { body: { Callback } })
      return [first, later].map((exchange) => validationKeys(exchange) ?? exchange.json.Activo)
    },
    under: {
      callback: [true, true],
      'callback-and-activo': [['Activo'], ['Activo']],
      'activo-kept': [true, false],
    },
  },
  'events/custom-headers': {
    seen: (world) => {
      const body = { Callback: 'https://app.example/', HeaderCustom01: { Name: 'Host', Value: 'x' } }
      const exchange = send(world, 'PUT', '/v3/appnotificaciones/publicacion-estado', { body })
      return validationKeys(exchange) ?? exchange.json.HeaderCustom01.Name
    },
    under: { '400': ['HeaderCustom01.Name'], 'left-out': 'Host' },
  },
}
