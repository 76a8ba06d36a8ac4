import { agency, golListing, MAIL, send } from '../support/miniature-world.ts'
import { create, PUBLICATIONS, succeeded, validationKeys, worldWithPublication } from './case-steps.ts'
import type { OptionCases } from './option-case.ts'

type Members = Readonly<Record<string, unknown>>
type World = Parameters<typeof create>[0]

const { ExternalId: _, Marca: __, Modelo: ___, ...EDIT } = golListing('')
const ONE = `${PUBLICATIONS}/a1`

const put = (world: World, more: Members) => send(world, 'PUT', ONE, { body: { ...EDIT, ...more } })
const patch = (world: World, body: Members) => send(world, 'PATCH', ONE, { body })

/** Returns the keys of the faults of a create, else what it shows of the members. */
const created = (world: World, more: Members, ...members: readonly string[]) => {
  const made = create(world, 'a1', more)
  return validationKeys(made) ?? members.map((name) => made.json[name])
}

/** The first operator without the phone that he had. */
const withoutPhone = (world: World): World =>
  succeeded(send(world, 'PUT', `/v3/operadores/${MAIL}`, { body: { TelefonoLaboral: '351 555-9999' } }), 200)

export const publicationTextCases: OptionCases = {
  'publications/version-absent': {
    seen: (world) => [{}, { Version: '' }].map((more) => validationKeys(create(world, 'a1', more)) ?? 201),
    under: { 'known-or-null': [201, 201], '400': [['Version'], ['Version']] },
  },
  'publications/transmission-spelling': {
    seen: (world) =>
      ['manual', 'M', 'Manual'].map((Transmision) => created(world, { Transmision }, 'Transmision')),
    under: {
      accepted: [['Manual'], ['Manual'], ['Manual']],
      '400': [['Transmision'], ['Manual'], ['Manual']],
    },
  },
  'publications/empty-strings': {
    seen: (world) => created(world, { RefStock: '', Descripcion: '' }, 'RefStock', 'Descripcion'),
    under: { 'by-member': ['', ''], null: [null, null] },
  },
  'publications/exposure-unknown': {
    seen: (world) => created(world, { Exposicion: 'Mal' }, 'Exposicion'),
    under: { '400': ['Exposicion'], 'as-null': ['Alta'] },
  },
  'publications/vin-case': {
    seen: (world) => created(world, { Vin: '9bwzzz377vt004251' }, 'Vin'),
    under: { 'upper-case': ['9BWZZZ377VT004251'], '400': ['Vin'] },
  },
  'publications/external-id-shown': {
    seen: (world) => {
      const made = create(world, 'Gol-1')
      const headers = { Accept: 'application/vnd.service.ref+json' }
      const ref = send(made.world, 'GET', `${PUBLICATIONS}/Gol-1`, { headers }).json
      return [made.json.ExternalId, ref.ExternalId]
    },
    under: { 'as-assigned': ['Gol-1', 'Gol-1'], 'lower-case': ['gol-1', 'gol-1'] },
  },
  'publications/optional-absent': {
    seen: (world) =>
      created(world, { Vin: null, Telefono: null }, 'RefStock', 'Vin', 'Descripcion', 'Adelanto'),
    under: { null: [null, null, null, null], 'empty-strings': ['', '', '', null] },
  },
  'publications/activa-null': {
    seen: (world) => {
      const made = created(world, { Activa: null }, 'EstadoActual')
      const edited = put(worldWithPublication(world, 'a1', { Activa: false }), { Activa: null })
      return [made, validationKeys(edited) ?? edited.json.EstadoActual]
    },
    under: {
      true: [['Activa'], 'Activa'],
      '400': [['Activa'], ['Activa']],
      'put-unchanged': [['Activa'], 'Suspendida'],
    },
  },
  'publications/photos-count': {
    seen: (world) =>
      [1, 2].map((count) => validationKeys(create(world, 'a1', { Fotos: EDIT.Fotos.slice(0, count) }))),
    under: { unbounded: [undefined, undefined], 'at-most:1': [undefined, ['Fotos']] },
  },
  'publications/mileage-put': {
    seen: (world) => {
      const before = worldWithPublication(world, 'a1', { VersionYear: 2026 })
      return [0, 60_000, 62_000].map((Kilometraje) => put(before, { VersionYear: 2026, Kilometraje }).status)
    },
    under: {
      'not-to-zero': [400, 200, 200],
      'rules-of-create': [200, 200, 200],
      'never-lower': [400, 400, 200],
    },
  },
  'publications/custom-data-shown': {
    seen: (world) => {
      const known = world.setting.catalogue().versions[0]
      const made = create(world, 'a1', { Marca: undefined, Modelo: undefined, Version: String(known?.id) })
      return made.json.DatosTecnicosCustom.length > 0
    },
    under: { empty: false, 'own-rows': true },
  },
  'publications/warranty-new-car': {
    seen: (world) => {
      const newCar = { Kilometraje: 0, VersionYear: 2026, AplicaCertificadoGarantiaUsado: true }
      return created(world, newCar, 'CertificadoDeGarantiaUsado')
    },
    under: { ignored: [null], '400': ['AplicaCertificadoGarantiaUsado'] },
  },
  'publications/amounts': {
    seen: (world) => {
      const ars = (Importe: number) => ({ Moneda: 'ARS', Importe })
      const said = [
        { Precio: ars(5), Adelanto: ars(6) },
        { Precio: ars(5), Adelanto: { Moneda: 'USD', Importe: 1 } },
        { Precio: null, Cuota: ars(1) },
        { Precio: ars(5), Cuota: { Moneda: 'USD', Importe: 1 } },
        { Precio: null, Adelanto: ars(5), Cuota: { Moneda: 'USD', Importe: 1 } },
        { Precio: ars(5), Adelanto: ars(5), Cuota: ars(1) },
      ]
      const before = worldWithPublication(world, 'b1', { Precio: ars(5) })
      const edited = send(before, 'PATCH', `${PUBLICATIONS}/b1`, { body: { Adelanto: ars(6) } })
      return [...said.map((more) => validationKeys(create(world, 'a1', more))), validationKeys(edited)]
    },
    under: {
      accepted: [undefined, undefined, undefined, undefined, undefined, undefined, undefined],
      '400': [['Adelanto'], ['Adelanto'], ['Cuota'], ['Cuota'], ['Cuota'], undefined, ['Adelanto']],
    },
  },
  'publications/location-forms': {
    seen: (world) => {
      const before = worldWithPublication(world, 'a1')
      const region = (exchange: ReturnType<typeof put>) =>
        validationKeys(exchange) ?? exchange.json.Locacion.Region
      return [
        region(create(world, 'a1', { Locacion: { Region: 'AR-X' } })),
        region(put(before, { Locacion: { Region: 'AR-X' } })),
        region(create(world, 'a1', { Locacion: { Region: 'Zzyzx' } })),
      ]
    },
    under: {
      resolved: ['Córdoba', 'Córdoba', ['Locacion.Region']],
      'iso-in-put-only': [['Locacion.Region'], 'Córdoba', ['Locacion.Region']],
      kept: ['Córdoba', 'Córdoba', 'Zzyzx'],
    },
  },
  'publications/location-bounds': {
    seen: (world) =>
      [200, 201].map((length) =>
        validationKeys(create(world, 'a1', { Locacion: { Direccion: 'x'.repeat(length) } })),
      ),
    under: { 'as-operator': [undefined, ['Locacion.Direccion']], unbounded: [undefined, undefined] },
  },
  'publications/location-null': {
    seen: (world) => created(world, { Locacion: null }, 'Locacion'),
    under: { 'operator-address': [agency.operators[0]?.Direcciones[0]], null: [null] },
  },
  'publications/location-absent-members': {
    seen: (world) => created(world, { Locacion: { Direccion: 'x 1' } }, 'Locacion'),
    under: {
      'empty-strings': [{ Region: '', Ciudad: '', Direccion: 'x 1' }],
      null: [{ Region: null, Ciudad: null, Direccion: 'x 1' }],
    },
  },
  'publications/telefono-null': {
    seen: (world) => {
      const before = worldWithPublication(world, 'a1', { Telefono: null })
      const reads = [before, withoutPhone(before)].map((at) => send(at, 'GET', ONE))
      // The tag changes exactly with what is shown (PUB-33).
      const tags = new Set(reads.map(({ headers }) => headers['ETag']))
      return [...reads.map(({ json }) => json.Telefono), tags.size]
    },
    under: {
      'when-written': ['351 555-0001', '351 555-0001', 1],
      'at-each-read': ['351 555-0001', '351 555-9999', 2],
    },
  },
  'publications/patch-null-amounts': {
    seen: (world) => patch(worldWithPublication(world, 'a1'), { Precio: null }).json.Precio,
    under: { cleared: null, unchanged: { Moneda: 'ARS', Importe: 15_500_000 } },
  },
  'publications/patch-empty': {
    seen: (world) => {
      const before = worldWithPublication(world, 'a1')
      return [{}, { Activa: null }].map((body) => validationKeys(patch(before, body)) ?? 200)
    },
    under: { '200': [200, 200], '400': [['_'], 200] },
  },
  'publications/suspend-by-edit': {
    seen: (world) => {
      const before = worldWithPublication(world, 'a1')
      return [patch(before, { Activa: false }).status, put(before, { Activa: false }).status]
    },
    agency: { product: { suspends: false, cars: 'any' } },
    under: { 'as-suspender': [403, 403], none: [200, 200] },
  },
  'publications/exposure-null-put': {
    seen: (world) => {
      const before = worldWithPublication(world, 'a1', { Exposicion: 'Baja' })
      return [{ Exposicion: null }, {}, { Exposicion: 'Media' }].map(
        (more) => put(before, more).json.Exposicion,
      )
    },
    under: { keeps: ['Baja', 'Baja', 'Media'], 'as-in-create': ['Alta', 'Alta', 'Media'] },
  },
  'publications/order': {
    given: { 'inquiries/page-size': '2' },
    seen: (world) => {
      const three = ['a1', 'a2', 'a3'].reduce((at, id) => worldWithPublication(at, id), world)
      return ['?pagina=1', '?pagina=2', '?q=gol'].map((query) =>
        send(three, 'GET', PUBLICATIONS + query).json._entries.map((entry: Members) => entry['ExternalId']),
      )
    },
    under: {
      'oldest-first': [['a1', 'a2'], ['a3'], ['a1', 'a2']],
      'newest-first': [['a3', 'a2'], ['a1'], ['a3', 'a2']],
    },
  },
  'publications/if-none-match-write': {
    seen: (world) => {
      const before = worldWithPublication(world, 'a1')
      const headers = { 'If-None-Match': '*' }
      return send(before, 'PATCH', ONE, { body: { Activa: null }, headers }).status
    },
    under: { honoured: 412, ignored: 200 },
  },
}
