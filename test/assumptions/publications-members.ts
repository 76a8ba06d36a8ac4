import type { World } from '../../src/model/world/world.ts'
import { golListing, send } from '../support/miniature-world.ts'
import { create, PUBLICATIONS, validationKeys, worldWithPublication } from './case-steps.ts'
import type { OptionCases } from './option-case.ts'

const ONE = `${PUBLICATIONS}/a1`

/** VINs of the standard's examples; position 9 of the first is its check digit. */
const RIGHT_VIN = '1M8GDM9AXKP042788'
const WRONG_VIN = '1M8GDM9A1KP042788'

const statuses = (world: World, bodies: readonly Readonly<Record<string, unknown>>[]): number[] =>
  bodies.map((more) => create(world, 'a1', more).status)

const FAR = 'https://cdn.example/far.jpg'

/** Returns the response to a create whose only photo was fetched with that result. */
const measured = (world: World, size: { widthPx: number; heightPx: number } | { failure: string }) => {
  const exchange = send(world, 'POST', PUBLICATIONS, {
    body: golListing('a1', { Fotos: [FAR] }),
    photos: new Map([[FAR, size]]),
  })
  return validationKeys(exchange) ?? exchange.status
}

const needed = (world: World): unknown => {
  try {
    return create(world, 'a1', { Fotos: [FAR] }).status
  } catch (error) {
    return String(error).includes(FAR) ? 'needs the size' : error
  }
}

/** Assumptions about members of creates and edits. */
export const publicationMemberCases: OptionCases = {
  'publications/external-id-characters': {
    seen: (world) =>
      ['a-1._~Z', 'a@1', "a!$'()*,=:+1", 'a 1', 'a/1', 'a..1'].map((id) => create(world, id).status),
    under: { 'path-segment': [201, 201, 201, 400, 400, 400], unreserved: [201, 400, 400, 400, 400, 400] },
  },
  'publications/same-vehicle': {
    seen: (world) => {
      const Vin = RIGHT_VIN
      const twin = create(worldWithPublication(world, 'a1', { Vin }), 'a2', { Vin: Vin.toLowerCase() })
      const beside = create(worldWithPublication(world, 'a1', { Vin, Activa: false }), 'a2', { Vin })
      const own = send(worldWithPublication(world, 'a1', { Vin }), 'PUT', ONE, {
        body: { VersionYear: 2018, Kilometraje: 61_000, Vin },
      })
      return [twin.status, validationKeys(twin), beside.status, own.status]
    },
    under: { accepted: [201, undefined, 201, 200], '400': [400, ['Vin'], 201, 200] },
  },
  'publications/unknown-operator': {
    seen: (world) => {
      const exchange = create(world, 'a1', { OperadorResponsable: 'nadie@taller.example' })
      return [exchange.status, validationKeys(exchange) ?? exchange.json.OperadorResponsable]
    },
    under: { '400': [400, ['OperadorResponsable']], administrator: [201, 'jefa@taller.example'] },
  },
  'publications/unresolvable': {
    seen: (world) =>
      [{ Marca: 'Zzyzx', Modelo: 'Qwq' }, { Modelo: 'Qwqwqwq' }].map((more) => {
        const exchange = create(world, 'a1', more)
        return validationKeys(exchange) ?? [exchange.json.Marca, exchange.json.Modelo]
      }),
    under: {
      '400': [['Marca'], ['Modelo']],
      kept: [
        ['Zzyzx', 'Qwq'],
        ['Volkswagen', 'Qwqwqwq'],
      ],
    },
  },
  'publications/vin-check-digit': {
    seen: (world) => statuses(world, [{ Vin: RIGHT_VIN }, { Vin: WRONG_VIN }]),
    under: { 'not-enforced': [201, 201], enforced: [201, 400] },
  },
  'publications/suspicious-mileage': {
    seen: (world) =>
      statuses(world, [
        { Kilometraje: 0, VersionYear: 2024 },
        { Kilometraje: 0, VersionYear: 2025 },
        { Kilometraje: 120_000, VersionYear: 2024 },
        { Kilometraje: 120_001, VersionYear: 2024 },
        { Kilometraje: 120_001, VersionYear: undefined },
      ]),
    given: { 'publications/required-members': 'external-id-only' },
    under: {
      'zero-km-age': [400, 201, 201, 201, 201],
      'also-yearly-maximum': [400, 201, 201, 400, 201],
      off: [201, 201, 201, 201, 201],
    },
  },
  'publications/photos': {
    seen: (world) => ({
      'not measured': needed(world),
      'large enough': measured(world, { widthPx: 640, heightPx: 360 }),
      narrow: measured(world, { widthPx: 639, heightPx: 360 }),
      flat: measured(world, { widthPx: 640, heightPx: 359 }),
      unreachable: measured(world, { failure: 'No responde.' }),
      'own, large enough': create(world, 'a1', {
        Fotos: ['http://playa.localhost/_playa/photos/640x360/suv/rojo/1.png'],
      }).status,
      'own, narrow': create(world, 'a1', {
        Fotos: ['http://playa.localhost/_playa/photos/639x360/suv/rojo/1.png'],
      }).status,
      'no URL': validationKeys(create(world, 'a1', { Fotos: ['foto.jpg'] })),
    }),
    under: {
      'url-only': {
        'not measured': 201,
        'large enough': 201,
        narrow: 201,
        flat: 201,
        unreachable: 201,
        'own, large enough': 201,
        'own, narrow': 400,
        'no URL': ['Fotos[0]'],
      },
      downloaded: {
        'not measured': 'needs the size',
        'large enough': 201,
        narrow: ['Fotos[0]'],
        flat: ['Fotos[0]'],
        unreachable: ['Fotos[0]'],
        'own, large enough': 201,
        'own, narrow': 400,
        'no URL': ['Fotos[0]'],
      },
    },
  },
  'publications/photo-refused': {
    seen: (world) => {
      const exchange = create(world, 'a1', {
        Fotos: ['https://cdn.example/1.jpg', 'ftp://cdn.example/2.jpg'],
      })
      const none = create(world, 'a1', { Fotos: ['ftp://cdn.example/2.jpg'] })
      return [validationKeys(exchange) ?? exchange.json.Fotos, validationKeys(none)]
    },
    // Photos are required for a used car (PUB-17).
    under: { '400': [['Fotos[1]'], ['Fotos[0]']], 'left-out': [['https://cdn.example/1.jpg'], ['Fotos']] },
  },
  'publications/custom-data-item': {
    seen: (world) =>
      [{ Seccion: 'Confort', Valor: 'Aire', Datos: 'Bizona' }, 'Aire bizona'].map((item) => {
        const exchange = create(world, 'a1', { Version: 'Serie Zzyzx', DatosTecnicosCustom: [item] })
        return validationKeys(exchange) ?? exchange.json.DatosTecnicosCustom
      }),
    under: {
      object: [[{ Seccion: 'Confort', Valor: 'Aire', Datos: 'Bizona' }], ['DatosTecnicosCustom[0]']],
      string: [['DatosTecnicosCustom[0]'], ['Aire bizona']],
    },
  },
  'publications/warranty': {
    seen: (world) =>
      [true, false].map((AplicaCertificadoGarantiaUsado) => {
        const shown = create(world, 'a1', { AplicaCertificadoGarantiaUsado }).json.CertificadoDeGarantiaUsado
        return typeof shown === 'object' && shown !== null ? [shown.Aplica, typeof shown.Titulo] : shown
      }),
    under: { object: [[true, 'string'], null], boolean: [true, false] },
  },
  'publications/telefono-create': {
    seen: (world) =>
      ['999 000-0000', '351 555-0001'].map((Telefono) => {
        const exchange = create(world, 'a1', { Telefono })
        return validationKeys(exchange) ?? exchange.json.Telefono
      }),
    under: { accepted: ['999 000-0000', '351 555-0001'], '400': [['Telefono'], '351 555-0001'] },
  },
  'publications/required-members': {
    seen: (world) => {
      const { Color: _, Precio: __, ...bare } = golListing('a1')
      const { Fotos: ___, ...blind } = golListing('a1')
      const said = [
        {},
        { ExternalId: 'a1' },
        { ExternalId: 'a1', Kilometraje: 0 },
        bare,
        blind,
        golListing('a1'),
      ]
      return said.map((body) => {
        const exchange = send(world, 'POST', PUBLICATIONS, { body })
        return validationKeys(exchange)?.join() ?? exchange.status
      })
    },
    under: {
      standard: [
        'ExternalId,Kilometraje,Marca,Modelo,VersionYear',
        'Kilometraje,Marca,Modelo,VersionYear',
        'Marca,Modelo,VersionYear',
        201,
        'Fotos',
        201,
      ],
      'also-color-and-precio': [
        'Color,ExternalId,Kilometraje,Marca,Modelo,Precio,VersionYear',
        'Color,Kilometraje,Marca,Modelo,Precio,VersionYear',
        'Color,Marca,Modelo,Precio,VersionYear',
        'Color,Precio',
        'Fotos',
        201,
      ],
      // The description requires photos of a used car (PUB-17), so no option lifts the requirement.
      'external-id-only': ['ExternalId', 201, 201, 201, 'Fotos', 201],
    },
  },
}
