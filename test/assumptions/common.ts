import { MAIL, NOW, OTHER_MAIL, send } from '../support/miniature-world.ts'
import {
  archived,
  atTime,
  create,
  INQUIRIES,
  PUBLICATIONS,
  validationKeys,
  withLeads,
  worldWithPublication,
} from './case-steps.ts'
import type { OptionCases } from './option-case.ts'

const ENTRY = 'application/vnd.service.entry+json'
const NEW_YEARS_EVE = Date.parse('2026-12-31T22:30:00-03:00')
const LATE = NOW + 10.5 * 3_600_000 // 22:30 at the agency, the next day in UTC

export const commonCases: OptionCases = {
  'common/href-form': {
    seen: (world) => {
      const { Marcas, _links } = send(world, 'GET', '/v3').json
      const ref = send(world, 'GET', '/v3/marcas', {
        headers: { Accept: 'application/vnd.service.ref+json' },
      }).json
      return [_links.self.href, Marcas._links.bestmatch.href, ref._entries[0].href.replace(/\d+$/, '')]
    },
    under: {
      'root-relative': ['/v3', '/v3/marcas/bestmatch{?make}', '/v3/marcas/'],
      absolute: [
        'http://playa.localhost/v3',
        'http://playa.localhost/v3/marcas/bestmatch{?make}',
        'http://playa.localhost/v3/marcas/',
      ],
    },
  },
  'common/vendor': {
    seen: (world) =>
      ['service', 'acme'].map((vendor) => {
        const type = `application/vnd.${vendor}.ref+json`
        const { status, headers } = send(world, 'GET', '/v3/marcas/bestmatch?make=vw', {
          headers: { Accept: type },
        })
        return status === 200 ? headers['Content-Type'] : status
      }),
    under: {
      service: ['application/vnd.service.ref+json', 406],
      'token:acme': [406, 'application/vnd.acme.ref+json'],
    },
  },
  'common/accept-unsupported': {
    seen: (world) =>
      ['image/png', 'application/vnd.service.ref+json'].map((Accept) => {
        const { status, headers, json } = send(world, 'GET', '/v3', { headers: { Accept } })
        return [status, headers['Content-Type'], json.Status ?? Object.keys(json).includes('Marcas')]
      }),
    under: {
      '406': [
        [406, 'application/problem+json', 406],
        [406, 'application/problem+json', 406],
      ],
      'full-form': [
        [200, 'application/json', true],
        [200, 'application/json', true],
      ],
    },
  },
  'common/content-type-unsupported': {
    seen: (world) => {
      const result = send(world, 'PUT', `/v3/agencias/${MAIL}`, {
        body: { NombreComercial: 'Nueva' },
        headers: { 'Content-Type': 'text/plain' },
      })
      return [result.status, result.headers['Content-Type'], validationKeys(result)]
    },
    under: {
      '415': [415, 'application/problem+json', undefined],
      '400': [400, 'application/problem+json', ['_']],
    },
  },
  'common/unknown-members': {
    seen: (world) => {
      const body = create(world, 'a1', { Llantas: 16, Precio: { Moneda: 'ARS', Importe: 1, Iva: 21 } })
      const query = send(world, 'GET', '/v3/marcas?color=rojo')
      return [body.status, validationKeys(body), query.status, validationKeys(query)]
    },
    under: {
      ignored: [201, undefined, 200, undefined],
      '400': [400, ['Llantas', 'Precio.Iva'], 400, ['color']],
    },
  },
  'common/precedence': {
    // Otherwise the app that only reads would not find the publication.
    given: { 'publications/other-apps': 'shared' },
    seen: (world) => {
      const after = archived(worldWithPublication(world, 'a1'), 'a1')
      const current = send(after, 'GET', `${PUBLICATIONS}/a1`).headers.ETag ?? ''
      const write = (as: string, tag: string, body: object) =>
        send(after, 'PATCH', `${PUBLICATIONS}/a1`, { app: as, body, headers: { 'If-Match': tag } }).status
      const [stale, wrong, right] = ['"stale"', { Activa: 'no' }, { Activa: true }]
      return {
        'no access, stale, wrong': write('lector', stale, wrong),
        'no access, stale': write('lector', stale, right),
        'no access, wrong': write('lector', current, wrong),
        'no access': write('lector', current, right),
        'stale, wrong': write('uno', stale, wrong),
        stale: write('uno', stale, right),
        wrong: write('uno', current, wrong),
        'state alone': write('uno', current, right),
      }
    },
    under: {
      standard: {
        'no access, stale, wrong': 403,
        'no access, stale': 403,
        'no access, wrong': 403,
        'no access': 403,
        'stale, wrong': 412,
        stale: 412,
        wrong: 400,
        'state alone': 409,
      },
      'body-before-precondition': {
        'no access, stale, wrong': 403,
        'no access, stale': 403,
        'no access, wrong': 403,
        'no access': 403,
        'stale, wrong': 400,
        stale: 412,
        wrong: 400,
        'state alone': 409,
      },
      'access-after-body': {
        'no access, stale, wrong': 412,
        'no access, stale': 412,
        'no access, wrong': 400,
        'no access': 403,
        'stale, wrong': 412,
        stale: 412,
        wrong: 400,
        'state alone': 409,
      },
    },
  },
  'common/time-zone': {
    seen: (world) => {
      const page = send(
        atTime(withLeads(world, [{ daysAgo: 0 }]), LATE),
        'GET',
        `${INQUIRIES}?desde=2026-03-01`,
      ).json
      // In the agency's last hours of 2026 a car of 2025 is last year's, in UTC it is older
      // (`publications/suspicious-mileage`).
      const eve = create(atTime(world, NEW_YEARS_EVE), 'a1', { Kilometraje: 0, VersionYear: 2025 })
      return [page.Desde, page.Hasta, page._entries[0].Momento, eve.status]
    },
    under: {
      agency: ['2026-03-01T00:00:00-03:00', '2026-03-01T23:59:59-03:00', '2026-03-01T12:00:00-03:00', 201],
      utc: ['2026-03-01T00:00:00+00:00', '2026-03-02T23:59:59+00:00', '2026-03-01T15:00:00+00:00', 400],
    },
  },
  'common/write-to-unknown': {
    seen: (world) =>
      [
        send(world, 'POST', `/v3/publicaciones/${OTHER_MAIL}`, { body: {} }),
        send(world, 'PUT', `${PUBLICATIONS}/nada`, { body: {} }),
        send(world, 'PATCH', `${PUBLICATIONS}/nada`, { body: {} }),
        send(world, 'PATCH', `${PUBLICATIONS}/nada/archivar`),
        send(world, 'PUT', `/v3/agencias/${OTHER_MAIL}`, { body: { NombreComercial: 'Nueva' } }),
        // This operation lists 404 itself.
        send(world, 'PUT', `/v3/operadores/${OTHER_MAIL}`, { body: {} }),
      ].map(({ status, headers }) => `${status} ${headers['Content-Type']}`),
    under: {
      '404': Array(6).fill('404 text/plain; charset=utf-8'),
      '403': [...Array(5).fill('403 application/problem+json'), '404 text/plain; charset=utf-8'],
    },
  },
  'common/etag-elsewhere': {
    seen: (world) =>
      [`/v3/agencias/${MAIL}/productos`, '/v3/marcas', INQUIRIES, '/v3/appnotificaciones'].map((path) => {
        const tag = send(world, 'GET', path).headers.ETag
        const again = send(world, 'GET', path, { headers: { 'If-None-Match': tag ?? '"none"' } })
        return [tag !== undefined, again.status, again.text === '']
      }),
    under: { none: Array(4).fill([false, 200, false]), 'every-get': Array(4).fill([true, 304, true]) },
  },
  'common/cache-headers': {
    seen: (world) =>
      ['/v3', '/v3/nada'].map((path) => {
        const { Vary, 'Cache-Control': control } = send(world, 'GET', path).headers
        return [Vary, control]
      }),
    under: {
      vary: Array(2).fill(['Accept', undefined]),
      'private-no-cache': Array(2).fill(['Accept', 'private, no-cache']),
    },
  },
  'common/answer-content-type': {
    seen: (world) =>
      [undefined, '*/*', 'application/*', 'text/json', ENTRY, `*/*, ${ENTRY};q=0`].map(
        (Accept) => send(world, 'GET', '/v3', Accept ? { headers: { Accept } } : {}).headers['Content-Type'],
      ),
    under: {
      accepted: [
        'application/json',
        'application/json',
        'application/json',
        'text/json',
        ENTRY,
        'application/json',
      ],
      'charset-added': [
        'application/json; charset=utf-8',
        'application/json; charset=utf-8',
        'application/json; charset=utf-8',
        'text/json; charset=utf-8',
        `${ENTRY}; charset=utf-8`,
        'application/json; charset=utf-8',
      ],
      'entry-type': [ENTRY, ENTRY, ENTRY, 'text/json', ENTRY, 'application/json'],
    },
  },
  'common/types': {
    seen: (world) => {
      const some = create(world, 'a1', { VersionYear: '2018', Kilometraje: 'muchos' })
      const all = create(world, 'a2', {
        VersionYear: '2018',
        Color: 12,
        Activa: 'false',
        Precio: { Moneda: 'ARS', Importe: '5' },
      })
      const { VersionYear, Color, EstadoActual, Precio } = all.json
      return [validationKeys(some), all.status, VersionYear, Color, EstadoActual, Precio?.Importe]
    },
    under: {
      '400': [['Kilometraje', 'VersionYear'], 400, undefined, undefined, undefined, undefined],
      converted: [['Kilometraje'], 201, 2018, '12', 'Suspendida', 5],
    },
  },
  'common/null-members': {
    seen: (world) => {
      const result = create(world, 'a1', { Color: null, Descripcion: null, Precio: null, Telefono: null })
      return [result.status, validationKeys(result), result.json.Color]
    },
    under: { absent: [201, undefined, null], '400': [400, ['Color', 'Descripcion'], undefined] },
  },
}
