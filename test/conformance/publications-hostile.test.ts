import { expect, it } from 'vitest'
import type { World } from '../../src/model/world/world.ts'
import { golListing, MAIL, miniatureWorld, send } from '../support/miniature-world.ts'

/**
 * Hostile and malformed bodies, paths and headers: each is answered, none throws, and a refused one leaves
 * the world unchanged.
 */

const AT = `/v3/publicaciones/${MAIL}`
const ONE = `${AT}/auto-1`
const full = { VersionYear: 2018, Kilometraje: 61_000 }

const started = (profile: Readonly<Record<string, string>> = {}): World =>
  send(miniatureWorld(profile), 'POST', AT, { body: golListing('auto-1') }).world

/** Sends the same body, as text, to every operation that takes one. */
const everywhere = (body: string, profile: Readonly<Record<string, string>> = {}) => {
  const world = started(profile)
  return [
    send(world, 'POST', AT, { body }),
    send(world, 'PUT', ONE, { body }),
    send(world, 'PATCH', ONE, { body }),
  ].map((result) => {
    if (result.status >= 400) expect(result.world).toBe(world)
    return result.status
  })
}

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth)

it.each([
  ['nothing', ''],
  ['a blank', ' '],
  ['null', 'null'],
  ['a number', '1'],
  ['NaN', 'NaN'],
  ['a text', '"{}"'],
  ['an array', '[{}]'],
  ['half an object', '{"Precio":'],
  ['two objects', '{}{}'],
  ['a trailing comma', '{"Activa":true,}'],
  ['a comment', '{/**/}'],
  ['single quotes', "{'Activa':true}"],
  ['an infinity', '{"Kilometraje":Infinity}'],
  ['a raw control character', '{"Color":"a\0b"}'],
  ['a byte order mark in the middle', '{\uFEFF}'],
  ['100,000 nested arrays', nested(100_000, '[', ']')],
])('errors/malformed-json: %s is 400 with `_`', (_, body) => {
  expect(everywhere(body)).toEqual([400, 400, 400])
  const { json } = send(started(), 'PATCH', ONE, { body })
  expect(Object.keys(json.Errors)).toEqual(['_'])
})

it.each([
  ['__proto__', '{"__proto__":{"Activa":false,"Precio":null}}'],
  ['constructor', '{"constructor":{"prototype":{"Activa":false}}}'],
  ['toString and hasOwnProperty', '{"toString":1,"hasOwnProperty":null,"valueOf":[]}'],
  [
    '10,000 members',
    JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`m${i}`, i]))),
  ],
  ['a deep member', `{"otro":${nested(50_000, '[', ']')}}`],
  // As deep as the members of a body may be (`errors/malformed-json`).
  ['a deep object', `{"otro":${'{"a":'.repeat(16_000)}1${'}'.repeat(16_000)}}`],
  ['a deep list', `{"otro":${'['.repeat(50_000)}1${']'.repeat(50_000)}}`],
  ['an empty name', '{"":1}'],
])('common/unknown-members: %s among the members has no effect', (_, text) => {
  const world = started()
  const before = send(world, 'GET', ONE)
  const patched = send(world, 'PATCH', ONE, { body: text })
  expect([patched.status, patched.text]).toEqual([200, before.text])
  const created = send(world, 'POST', AT, {
    body: `${JSON.stringify(golListing('auto-2')).slice(0, -1)},${text.slice(1)}`,
  })
  expect([created.status, created.json.EstadoActual]).toEqual([201, 'Activa'])
  expect(({} as { Activa?: unknown }).Activa).toBeUndefined()
})

it('common/unknown-members: when refused, names of the prototype are keys like any other', () => {
  const world = started({ 'common/unknown-members': '400' })
  const result = send(world, 'PATCH', ONE, { body: '{"__proto__":1,"constructor":2,"":3}' })
  expect([result.status, Object.keys(result.json.Errors).sort()]).toEqual([
    400,
    ['', '__proto__', 'constructor'],
  ])
  const top = send(started({ 'common/unknown-members': '400', 'errors/keys': 'top-level' }), 'PATCH', ONE, {
    body: '{"__proto__":1}',
  })
  expect(Object.keys(top.json.Errors)).toEqual(['__proto__'])
})

/** Values for every member: none may throw. */
const values: readonly string[] = [
  'null',
  'true',
  '0',
  '-0',
  '1e308',
  '1e400',
  '-1e400',
  '9007199254740993',
  '2147483648',
  '-2147483649',
  '1e-400',
  '""',
  '"NaN"',
  '"Infinity"',
  '"1e3"',
  '"__proto__"',
  '"constructor"',
  '"toString"',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"%00%ZZ"',
  '"/v3/"',
  '"/v3/marcas/"',
  '"https://"',
  '"http://[::1"',
  '"https://user:pass@x/v3/marcas/1#x"',
  `"${'😀'.repeat(20)}"`,
  `"${'a'.repeat(10_000)}"`,
  `"${'á '.repeat(5_000)}"`,
  '"(((((((((("',
  '"$&\\\\1[a-z]+*"',
  '[]',
  '[null]',
  '[[[[]]]]',
  '[{}]',
  '{}',
  '{"0":1,"length":1}',
  '{"__proto__":{"Moneda":"ARS","Importe":1}}',
  '{"Moneda":"__proto__","Importe":1}',
  '{"Moneda":"\\u0000","Importe":1e400}',
  '{"Moneda":["ARS"],"Importe":[1]}',
  '{"Region":"constructor","Ciudad":"__proto__","Direccion":"\\ud800"}',
  '{"Region":{"a":1},"Ciudad":null}',
  nested(2_000, '[', ']'),
]
const MEMBERS = [
  'ExternalId',
  'RefStock',
  'Vin',
  'Activa',
  'Exposicion',
  'OperadorResponsable',
  'Marca',
  'Modelo',
  'Version',
  'VersionYear',
  'Transmision',
  'Propulsion',
  'Carroceria',
  'Kilometraje',
  'Color',
  'Descripcion',
  'DatosTecnicosCustom',
  'Precio',
  'Adelanto',
  'Cuota',
  'Fotos',
  'AplicaCertificadoGarantiaUsado',
  'Locacion',
  'Telefono',
]

it.each(MEMBERS)('whatever the value of %s, every operation answers it', (member) => {
  const world = started()
  const create = JSON.stringify({ ...golListing('auto-2'), [member]: undefined }).slice(0, -1)
  const edit = JSON.stringify({ ...full, [member]: undefined }).slice(0, -1)
  const joined = (text: string, value: string) => `${text}${text === '{' ? '' : ','}"${member}":${value}}`
  for (const value of values) {
    const result = [
      send(world, 'POST', AT, { body: joined(create, value) }),
      send(world, 'PUT', ONE, { body: joined(edit, value) }),
      send(world, 'PATCH', ONE, { body: joined('{', value) }),
    ]
    for (const { status, json, world: after } of result) {
      expect([member, value.slice(0, 40), [200, 201, 400].includes(status), typeof json]).toEqual([
        member,
        value.slice(0, 40),
        true,
        'object',
      ])
      if (status === 400) expect(after).toBe(world)
    }
  }
})

it('common/types: converting strange values throws nothing either', () => {
  const world = started({ 'common/types': 'converted' })
  for (const member of MEMBERS) {
    // Only texts are converted to numbers.
    for (const value of values.filter((text) => text.startsWith('"'))) {
      const result = send(world, 'POST', AT, {
        body: `${JSON.stringify({ ...golListing('auto-2'), [member]: undefined }).slice(0, -1)},"${member}":${value}}`,
      })
      expect([201, 400]).toContain(result.status)
    }
  }
})

it('errors/how-many: of ten thousand issues the first thousand are reported, each under its own key', () => {
  const result = send(started(), 'POST', AT, { body: golListing('auto-2', { Fotos: Array(10_000).fill(1) }) })
  expect([result.status, Object.keys(result.json.Errors).length]).toEqual([400, 1_000])
})

const segments = [
  '%00',
  '%ZZ',
  '%',
  '%2F',
  '%2f%2e%2e',
  '..',
  '.',
  '%2E%2E',
  '%FF',
  '%ED%A0%80',
  '%E2%80%AE',
  '__proto__',
  'constructor',
  '%20',
  'a'.repeat(10_000),
  '%25',
  '+',
  ';',
  '{externalid}',
]

it.each(segments)('common/path-parameters: as an externalid %j is found nowhere', (segment) => {
  const world = started()
  for (const [method, step] of [
    ['GET', ''],
    ['PUT', ''],
    ['PATCH', ''],
    ['PATCH', '/suspender'],
    ['PATCH', '/archivar'],
  ] as const) {
    const result = send(world, method, `${AT}/${segment}${step}`, { body: {} })
    expect([method, result.status]).toEqual([method, 404])
    expect(result.world).toBe(world)
  }
})

it.each(['%', '%ZZ@a.example', '%FF@a.example', 'ventas%40lospinos.example%'])(
  'common/path-parameters: an adminmail that cannot be decoded, %j, is not an e-mail',
  (segment) => {
    for (const path of ['', '/auto-1']) {
      const { status, json } = send(started(), 'GET', `/v3/publicaciones/${segment}${path}`)
      expect([status, Object.keys(json.Errors)]).toEqual([400, ['adminMail']])
    }
  },
)

it.each(segments)(
  'common/path-parameters: as an adminmail %j is not an e-mail, or nothing at all',
  (segment) => {
    for (const [method, target] of [
      ['GET', '/auto-1'],
      ['POST', ''],
      ['PUT', '/auto-1'],
      ['PATCH', '/auto-1/suspender'],
    ] as const) {
      const result = send(started(), method, `/v3/publicaciones/${segment}${target}`, { body: {} })
      expect([400, 404]).toContain(result.status)
    }
  },
)

it('a slash within an id is part of it and not of the path', () => {
  expect(send(started(), 'GET', `${AT}/auto-1%2Fsuspender`).status).toBe(404)
  expect(send(started(), 'PATCH', `${AT}/auto-1%2Fsuspender`, { body: {} }).status).toBe(404)
  expect(send(started(), 'GET', `${AT}/auto%2D1`).status).toBe(200)
})

it.each([
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  '',
  'get',
  'TRACE',
  'DELETE',
  'PATCH,PUT',
])('common/method-not-allowed: the method %j is 405 with Allow', (method) => {
  const result = send(started(), method, ONE)
  expect([result.status, result.headers['Allow']]).toEqual([405, 'GET, HEAD, PUT, PATCH'])
})

it('strange headers are answered', () => {
  const world = started()
  const odd = [
    '',
    ' ',
    ',',
    ';;;',
    '"',
    '""',
    '*',
    '**',
    'W/',
    'W/"',
    '\u0000',
    '😀',
    'a'.repeat(50_000),
    '"a'.repeat(20_000),
    '*/*;q=NaN',
    'application/json;q=-1',
    '/',
    'text/json;q=1;q=0',
  ]
  for (const name of ['Accept', 'If-Match', 'If-None-Match', 'Content-Type', 'Authorization']) {
    for (const value of odd) {
      for (const result of [
        send(world, 'GET', ONE, { headers: { [name]: value } }),
        send(world, 'PATCH', ONE, { body: {}, headers: { [name]: value } }),
      ]) {
        expect(result.status).toBeLessThan(500)
      }
    }
  }
})

it('strange queries of the list are answered', () => {
  const world = started()
  for (const query of [
    'pagina=1e3',
    'pagina=%00',
    'pagina=99999999999',
    'pagina=-1',
    'estado=__proto__',
    'estado=constructor',
    'operador=%ZZ',
    'q=%',
    'q=(',
    'q=%ED%A0%80',
    '__proto__=1',
    '=',
    '&&&',
    'q=a&q=b',
    'pagina=2147483647',
  ]) {
    expect([200, 400]).toContain(send(world, 'GET', `${AT}?${query}`).status)
  }
})
