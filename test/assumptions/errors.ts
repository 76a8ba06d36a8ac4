import { MAIL, NOW, send } from '../support/miniature-world.ts'
import { archived, atTime, create, PUBLICATIONS, validationKeys, worldWithPublication } from './case-steps.ts'
import type { OptionCases } from './option-case.ts'

const REF = 'application/vnd.service.ref+json'

export const errorCases: OptionCases = {
  'errors/not-found': {
    seen: (world) =>
      ['/v3/nada', `${PUBLICATIONS}/nada`, '/v3/versiones/1000000'].map((path) => {
        const { status, headers, json } = send(world, 'GET', path)
        return [status, headers['Content-Type'], typeof json, json?.Status]
      }),
    under: {
      text: Array(3).fill([404, 'text/plain; charset=utf-8', 'undefined', undefined]),
      'json-string': Array(3).fill([404, 'application/json', 'string', undefined]),
      problem: Array(3).fill([404, 'application/problem+json', 'object', 404]),
    },
  },
  'errors/member-casing': {
    seen: (world) =>
      [create(world, 'a1', { VersionYear: 1 }), send(world, 'DELETE', '/v3')].map(({ json }) =>
        Object.keys(json).sort(),
      ),
    under: {
      pascal: [
        ['Detail', 'Errors', 'Extensions', 'Instance', 'Status', 'Title', 'Type'],
        ['Detail', 'Extensions', 'Instance', 'Status', 'Title', 'Type'],
      ],
      camel: [
        ['detail', 'errors', 'extensions', 'instance', 'status', 'title', 'type'],
        ['detail', 'extensions', 'instance', 'status', 'title', 'type'],
      ],
    },
  },
  'errors/keys': {
    seen: (world) => {
      const body = create(world, 'a1', {
        Precio: { Moneda: 'zzyzx', Importe: -1 },
        Fotos: ['no', 'https://cdn.example/1.jpg'],
      })
      return [validationKeys(body), validationKeys(send(world, 'GET', '/v3/publicaciones/nobody'))]
    },
    under: {
      paths: [['Fotos[0]', 'Precio.Importe', 'Precio.Moneda'], ['adminMail']],
      'top-level': [['Fotos', 'Precio'], ['adminMail']],
    },
  },
  'errors/how-many': {
    seen: (world) => validationKeys(create(world, 'a', { VersionYear: 1, Kilometraje: -1 }))?.length,
    under: { all: 3, first: 1 },
  },
  'errors/conflict-keys': {
    seen: (world) => {
      const after = archived(worldWithPublication(world, 'a1'), 'a1')
      const edit = send(after, 'PATCH', `${PUBLICATIONS}/a1`, { body: { Activa: true } })
      // A taken ExternalId is not a conflict of state.
      return [edit.status, validationKeys(edit), validationKeys(create(after, 'a1'))]
    },
    under: { entry: [409, ['_'], ['ExternalId']], 'estado-actual': [409, ['EstadoActual'], ['ExternalId']] },
  },
  'errors/precondition-type': {
    seen: (world) => {
      const after = worldWithPublication(world, 'a1')
      return [undefined, '*/*', 'application/json', REF].map((Accept) => {
        const headers = { 'If-Match': '"stale"', ...(Accept && { Accept }) }
        const result = send(after, 'PATCH', `${PUBLICATIONS}/a1`, { body: {}, headers })
        return `${result.json.Status} ${result.headers['Content-Type']}`
      })
    },
    under: {
      'accepted-type': ['412 application/json', '412 application/json', '412 application/json', `412 ${REF}`],
      'json-or-problem': [
        '412 application/problem+json',
        '412 application/problem+json',
        '412 application/json',
        '412 application/json',
      ],
    },
  },
  'limits/rate': {
    seen: (world) => {
      const first = send(world, 'GET', '/v3')
      const second = send(atTime(first.world, NOW + 10_000), 'GET', '/v3')
      const third = send(atTime(second.world, NOW + 15_000), 'GET', '/v3')
      const other = send(third.world, 'GET', '/v3', { app: 'dos' })
      const nextMinute = send(atTime(third.world, NOW + 60_000), 'GET', '/v3')
      const { 'Retry-After': wait, 'Content-Type': type } = third.headers
      return [first.status, second.status, third.status, type, wait, other.status, nextMinute.status]
    },
    under: {
      off: [200, 200, 200, 'application/json', undefined, 200, 200],
      'per-minute:2': [200, 200, 429, 'application/problem+json', '45', 200, 200],
    },
  },
  'versioning/deprecation': {
    seen: (world) =>
      [
        send(world, 'GET', '/v3'),
        send(world, 'GET', '/v3/nada'),
        send(world, 'PUT', `/v3/agencias/${MAIL}`, { body: {} }),
      ].map(({ headers }) => [/^@\d+$/.test(headers.Deprecation ?? ''), / GMT$/.test(headers.Sunset ?? '')]),
    under: { none: Array(3).fill([false, false]), headers: Array(3).fill([true, true]) },
  },
}
