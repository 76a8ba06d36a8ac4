import { MAIL, send } from '../support/miniature-world.ts'
import {
  archived,
  create,
  INQUIRIES,
  PUBLICATIONS,
  succeeded,
  validationKeys,
  withLeads,
  worldWithPublication,
} from './case-steps.ts'
import type { OptionCases } from './option-case.ts'

const ONE = `${PUBLICATIONS}/a1`
const suspend = `${ONE}/suspender`
const edit = { VersionYear: 2018, Kilometraje: 61_000 }

/** Assumptions about states, the package and entity tags. */
export const publicationStateCases: OptionCases = {
  'publications/state-literals': {
    seen: (world) => {
      const active = worldWithPublication(world, 'a1')
      const suspended = send(active, 'PATCH', suspend)
      const gone = send(suspended.world, 'PATCH', `${ONE}/archivar`)
      const states = [send(active, 'GET', ONE), suspended, gone].map(({ json }) => json.EstadoActual)
      return [
        states,
        send(suspended.world, 'GET', `${PUBLICATIONS}?estado=${states[1].toUpperCase()}`).json.Total,
      ]
    },
    under: {
      'activa-suspendida-archivada': [['Activa', 'Suspendida', 'Archivada'], 1],
      'words:Activa,Pausada,Cerrada': [['Activa', 'Pausada', 'Cerrada'], 1],
    },
  },
  'publications/precondition-required': {
    seen: (world) => {
      const after = worldWithPublication(world, 'a1')
      const tag = send(after, 'GET', ONE).headers.ETag ?? ''
      return [{}, { 'If-Match': tag }, { 'If-Match': '*' }].map(
        (headers) => send(after, 'PATCH', suspend, { headers }).status,
      )
    },
    under: { allowed: [200, 200, 200], '428': [428, 200, 200] },
  },
  'publications/unquoted-if-match': {
    seen: (world) => {
      const after = worldWithPublication(world, 'a1')
      const tag = (send(after, 'GET', ONE).headers.ETag ?? '').replaceAll('"', '')
      return [tag, ` ${tag} `, `x${tag}`, `"${tag}`].map(
        (sent) => send(after, 'PATCH', suspend, { headers: { 'If-Match': sent } }).status,
      )
    },
    under: { '412': [412, 412, 412, 412], same: [200, 200, 412, 412] },
  },
  'publications/etag-strength': {
    seen: (world) => {
      const after = worldWithPublication(world, 'a1')
      const tag = send(after, 'GET', ONE).headers.ETag ?? ''
      const ref = send(after, 'GET', ONE, { headers: { Accept: 'application/vnd.service.ref+json' } }).headers
        .ETag
      return {
        weak: tag.startsWith('W/"'),
        'one for all forms': ref === tag,
        'read again': send(after, 'GET', ONE, { headers: { 'If-None-Match': tag } }).status,
        write: send(after, 'PATCH', ONE, { body: {}, headers: { 'If-Match': tag } }).status,
        'stale write': send(after, 'PATCH', ONE, { body: {}, headers: { 'If-Match': 'W/"stale"' } }).status,
        'entry point': send(after, 'GET', '/v3').headers.ETag?.startsWith('W/"'),
      }
    },
    under: {
      strong: {
        weak: false,
        'one for all forms': true,
        'read again': 304,
        write: 200,
        'stale write': 412,
        'entry point': false,
      },
      weak: {
        weak: true,
        'one for all forms': true,
        'read again': 304,
        write: 200,
        'stale write': 412,
        'entry point': true,
      },
    },
  },
  'publications/external-id-reuse': {
    seen: (world) => {
      const again = create(archived(worldWithPublication(world, 'a1', { Color: 'Rojo' }), 'a1'), 'A1', {
        Color: 'Azul',
      })
      const { json } = send(again.world, 'GET', ONE)
      return [again.status, validationKeys(again), json.EstadoActual, json.Color]
    },
    under: { '409': [409, ['ExternalId'], 'Archivada', 'Rojo'], '201': [201, undefined, 'Activa', 'Azul'] },
  },
  'publications/conflict-status-member': {
    seen: (world) => {
      const after = archived(worldWithPublication(world, 'a1'), 'a1')
      return [create(after, 'a1'), send(after, 'PATCH', suspend)].map(({ status, json }) => [
        status,
        json.Status,
      ])
    },
    under: { '409': Array(2).fill([409, 409]), '400': Array(2).fill([409, 400]) },
  },
  'publications/write-to-archived': {
    seen: (world) => {
      const after = archived(worldWithPublication(world, 'a1'), 'a1')
      return [
        send(after, 'PUT', ONE, { body: edit }),
        send(after, 'PATCH', ONE, { body: { Activa: true } }),
        send(after, 'PATCH', suspend),
        send(after, 'PATCH', `${ONE}/archivar`),
      ].map((result) => [result.status, validationKeys(result)])
    },
    under: { '409': Array(4).fill([409, ['_']]), '403': Array(4).fill([403, undefined]) },
  },
  'publications/suspend-twice': {
    seen: (world) => {
      const once = send(worldWithPublication(world, 'a1'), 'PATCH', suspend)
      const twice = send(once.world, 'PATCH', suspend)
      return [twice.status, twice.headers.ETag === once.headers.ETag, 'suspender' in once.json._links]
    },
    under: { '409': [409, false, false], '200': [200, true, true] },
  },
  'publications/suspend-refused': {
    agency: { product: { suspends: false, cars: 'any' } },
    seen: (world) => {
      const after = worldWithPublication(world, 'a1')
      return [
        send(after, 'PATCH', suspend),
        send(after, 'PATCH', ONE, { body: { Activa: false } }),
        send(after, 'PUT', ONE, { body: { ...edit, Activa: false } }),
      ].map((result) => [result.status, validationKeys(result)])
    },
    under: { '403': Array(3).fill([403, undefined]), '409': Array(3).fill([409, ['_']]) },
  },
  'publications/exposure-fallback': {
    agency: { pack: { Alta: 1, Media: 1, Baja: 1 } },
    seen: (world) => {
      const first = create(world, 'a1', { Exposicion: 'Media' })
      const second = create(first.world, 'a2', { Exposicion: 'Media' })
      const third = create(second.world, 'a3', { Exposicion: 'Media' })
      return [first, second, third, create(world, 'a4')].map(({ json }) => json.Exposicion)
    },
    under: { highest: ['Media', 'Alta', 'Baja', 'Alta'], 'nearest-lower': ['Media', 'Baja', 'Alta', 'Alta'] },
  },
  'publications/package-exhausted': {
    agency: { pack: { Alta: 0, Media: 0, Baja: 1 } },
    seen: (world) => {
      const full = worldWithPublication(worldWithPublication(world, 'a1', { Activa: false }), 'a2')
      return [
        create(full, 'a3'),
        send(full, 'PATCH', ONE, { body: { Activa: true } }),
        send(full, 'PUT', ONE, { body: edit }),
      ].map((result) => [result.status, validationKeys(result) ?? result.json.EstadoActual])
    },
    under: {
      '409': Array(3).fill([409, ['Exposicion']]),
      '403': Array(3).fill([403, undefined]),
      suspended: [
        [201, 'Suspendida'],
        [200, 'Suspendida'],
        [200, 'Suspendida'],
      ],
    },
  },
  'publications/patch-nothing-archived': {
    seen: (world) => {
      const after = archived(worldWithPublication(world, 'a1'), 'a1')
      const { Precio } = send(after, 'GET', ONE).json
      return [
        {},
        { Precio },
        { Activa: null },
        { Cuota: { Moneda: 'ARS', Importe: 1 } },
        { Activa: true },
      ].map((body) => send(after, 'PATCH', ONE, { body }).status)
    },
    under: { '409': [409, 409, 409, 409, 409], '200': [200, 200, 200, 409, 409] },
  },
  'publications/etag-unchanged-write': {
    seen: (world) => {
      const first = create(world, 'a1')
      const idle = send(first.world, 'PATCH', ONE, { body: {} })
      const real = send(first.world, 'PATCH', ONE, { body: { Precio: null } })
      const tag = first.headers.ETag
      return [
        idle.headers.ETag === tag,
        real.headers.ETag === tag,
        send(idle.world, 'GET', ONE).headers.ETag === tag,
      ]
    },
    under: { same: [true, false, true], new: [false, false, false] },
  },
  'publications/read-archived': {
    seen: (world) => {
      const before = withLeads(world, [{ daysAgo: 0 }])
      const archiving = send(before, 'PATCH', `${PUBLICATIONS}/lead/archivar`)
      const after = archiving.world
      const { status, headers } = send(after, 'GET', `${PUBLICATIONS}/lead`)
      return {
        read: `${status} ${headers['Content-Type']}`,
        listed: send(after, 'GET', `${PUBLICATIONS}?estado=Archivada`).json.Total,
        'its id': create(after, 'lead').status,
        'link to itself': 'self' in archiving.json._links,
        'link of its inquiry, before':
          'publicacion' in send(before, 'GET', INQUIRIES).json._entries[0]._links,
        'link of its inquiry': 'publicacion' in send(after, 'GET', INQUIRIES).json._entries[0]._links,
      }
    },
    under: {
      '200': {
        read: '200 application/json',
        listed: 1,
        'its id': 409,
        'link to itself': true,
        'link of its inquiry, before': true,
        'link of its inquiry': true,
      },
      '404': {
        read: '404 text/plain; charset=utf-8',
        listed: 0,
        'its id': 409,
        'link to itself': false,
        'link of its inquiry, before': true,
        'link of its inquiry': false,
      },
    },
  },
  'publications/other-apps': {
    seen: (world) => {
      const after = worldWithPublication(world, 'a1')
      const as = 'dos'
      return {
        read: send(after, 'GET', ONE, { app: as }).status,
        listed: send(after, 'GET', PUBLICATIONS, { app: as }).json.Total,
        'same id': create(after, 'A1', {}, as).status,
        'places in use': send(after, 'GET', `/v3/agencias/${MAIL}/productos`, { app: as }).json.Alta.Activas,
        write: send(after, 'PATCH', ONE, { app: as, body: { Precio: null } }).status,
      }
    },
    under: {
      hidden: { read: 404, listed: 0, 'same id': 409, 'places in use': 1, write: 404 },
      shared: { read: 200, listed: 1, 'same id': 409, 'places in use': 1, write: 200 },
    },
  },
  'publications/list': {
    seen: (world) => {
      const two = worldWithPublication(worldWithPublication(world, 'a1'), 'b2', { Activa: false })
      const after = archived(worldWithPublication(two, 'c3'), 'c3')
      return ['', '?estado=activa', '?estado=SUSPENDIDA', '?estado=Archivada', '?q=gol', '?estado=nada'].map(
        (query) => {
          const { status, json } = send(after, 'GET', PUBLICATIONS + query)
          return status === 200
            ? json._entries.map((entry: { ExternalId: string }) => entry.ExternalId).join()
            : status
        },
      )
    },
    under: {
      'active-only': ['a1', 'a1', 'b2', 'c3', 'a1', 400],
      'all-states': ['a1,b2,c3', 'a1', 'b2', 'c3', 'a1,b2,c3', 400],
    },
  },
  'publications/location-header': {
    seen: (world) => [
      create(world, 'a1').headers.Location,
      send(world, 'POST', `/v3/sucursales/${MAIL}`, { body: {} }).headers.Location,
    ],
    under: {
      'as-href': ['/v3/publicaciones/jefa%40taller.example/a1', '/v3/sucursales/jefa%40taller.example/1'],
      absolute: [
        'http://playa.localhost/v3/publicaciones/jefa%40taller.example/a1',
        'http://playa.localhost/v3/sucursales/jefa%40taller.example/1',
      ],
    },
  },
  'publications/ref-etag-form': {
    seen: (world) => {
      const Accept = 'application/vnd.service.ref+json'
      const { headers, json } = send(worldWithPublication(world, 'a1'), 'GET', ONE, { headers: { Accept } })
      return [json.etag === headers.ETag, `"${json.etag}"` === headers.ETag]
    },
    under: { 'header-value': [true, false], 'opaque-part': [false, true] },
  },
  'publications/put-absent': {
    seen: (world) => {
      const before = worldWithPublication(world, 'a1', {
        RefStock: 'R1',
        Exposicion: 'Baja',
        Activa: false,
        OperadorResponsable: 'raul@taller.example',
      })
      const some = send(before, 'PUT', ONE, { body: { ...edit, Descripcion: 'Impecable' } }).json
      const nothing = send(before, 'PUT', ONE, { body: {} })
      return {
        kept: [some.OperadorResponsable, some.Fotos.length, some.Descripcion],
        decided: [some.Color, some.RefStock, some.Precio?.Importe, some.EstadoActual],
        'nothing said': [nothing.status, validationKeys(nothing)],
      }
    },
    under: {
      'as-in-create': {
        kept: ['raul@taller.example', 2, 'Impecable'],
        decided: [null, null, undefined, 'Activa'],
        'nothing said': [400, ['Kilometraje', 'VersionYear']],
      },
      unchanged: {
        kept: ['raul@taller.example', 2, 'Impecable'],
        decided: ['Blanco', 'R1', 15_500_000, 'Activa'],
        'nothing said': [200, undefined],
      },
    },
  },
  'publications/photos-put': {
    seen: (world) => {
      const after = worldWithPublication(world, 'a1')
      const photo = 'https://cdn.example/another.jpg'
      return [
        {},
        { Fotos: null },
        { Fotos: [] },
        { Fotos: [photo] },
        { Fotos: [photo, photo, 'no url'] },
      ].map((more) => {
        const result = send(after, 'PUT', ONE, { body: { ...edit, ...more } })
        return validationKeys(result) ?? result.json.Fotos.length
      })
    },
    under: {
      'kept-when-absent': [2, 2, ['Fotos'], 1, ['Fotos[2]']],
      mandatory: [['Fotos'], ['Fotos'], ['Fotos'], 1, ['Fotos[2]']],
      'empty-ignored': [2, 2, 2, 1, ['Fotos[2]']],
    },
  },
  'publications/uneditable-members': {
    seen: (world) => {
      const after = worldWithPublication(world, 'a1')
      const put = send(after, 'PUT', ONE, { body: { ...edit, Marca: 'Fiat', ExternalId: 'b2' } })
      const patch = send(after, 'PATCH', ONE, { body: { Marca: 'Fiat', Color: 'Rojo' } })
      const unchanged = succeeded(send(after, 'GET', ONE), 200)
      return [
        put.status,
        validationKeys(put) ?? put.json.Marca,
        patch.status,
        validationKeys(patch) ?? patch.json.Color,
        unchanged === after,
      ]
    },
    under: {
      ignored: [200, 'Volkswagen', 200, 'Blanco', true],
      '400': [400, ['ExternalId', 'Marca'], 400, ['Color', 'Marca'], true],
    },
  },
}
