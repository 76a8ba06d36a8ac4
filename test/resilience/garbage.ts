import fc from 'fast-check'
import { AGENCY, car } from './test-server.ts'

/** Generators of invalid requests; one seed of fast-check gives the same requests every time. */

/** One request as latin1 bytes with a correct length. */
export interface FramedRequest {
  readonly bytes: string
}

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'M-SEARCH',
  'PURGE',
  'QUERY',
]
const WORDS = [
  'v3',
  '_playa',
  'w',
  'default',
  'worlds',
  'publicaciones',
  'consultas',
  'operadores',
  'agencias',
  'notificaciones',
  'sucursales',
  'visitas',
]
const NOUNS = [
  'appnotificaciones',
  'marcas',
  'modelos',
  'versiones',
  'bestmatch',
  'ciudades',
  'productos',
  'suspender',
  'archivar',
  'profile',
  'fork',
  'photos',
]
const KNOWN = [...WORDS, ...NOUNS, AGENCY, 'gol-1', 'gol-2', '1', 'publicacion-consultada', 'openapi.json']
const ODD = [
  '..',
  '.',
  '',
  '%',
  '%zz',
  '%00',
  '%2F',
  '%C3',
  '%E0%A4',
  '%F0%9F%9A%97',
  '__proto__',
  'constructor',
  'a'.repeat(2_000),
  '-1',
  '1e9',
  '2147483648',
  '\\',
  '[',
  "'",
  '{x}',
  '*',
  ';',
  '@',
  '0x1',
]

const segment = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...KNOWN) },
  { weight: 2, arbitrary: fc.constantFrom(...ODD) },
  { weight: 1, arbitrary: fc.string({ maxLength: 12 }).map((text) => encodeURIComponent(text)) },
)
const noun = fc.constantFrom(...WORDS, ...NOUNS)
const path = fc.oneof(
  fc.array(segment, { maxLength: 6 }).map((parts) => `/${parts.join('/')}`),
  fc
    .tuple(noun, fc.array(segment, { maxLength: 3 }))
    .map(([first, parts]) => `/v3/${[first, ...parts].join('/')}`),
  fc.tuple(segment, noun, segment).map(([world, first, part]) => `/w/${world}/v3/${first}/${part}`),
  fc.constantFrom(
    `/v3/publicaciones/${AGENCY}`,
    `/v3/publicaciones/${AGENCY}/gol-1`,
    `/v3/publicaciones/${AGENCY}/gol-1/suspender`,
    '/_playa/worlds',
  ),
)
const NAMES = [
  'operador',
  'externalid',
  'desde',
  'hasta',
  'pagina',
  'q',
  'estado',
  'make',
  'model',
  'year',
  'marca',
  'region',
  '__proto__',
  '%zz',
  '',
]
const value = fc.oneof(
  segment,
  fc.constantFrom(
    '2026-02-30',
    '0000-01-01',
    '99999-01-01',
    '1',
    '100',
    '-0',
    'NaN',
    '%',
    'null',
    '+',
    '2026-02-01',
  ),
)
const query = fc
  .array(fc.tuple(fc.constantFrom(...NAMES), value), { maxLength: 4 })
  .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'))
const target = fc
  .tuple(path, query)
  .map(([at, asked]) => (asked === '' ? at : `${at}?${asked}`).replaceAll(' ', '%20'))

const visible = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
  maxLength: 40,
})
const header = fc.oneof(
  fc.tuple(
    fc.constantFrom(
      'Accept',
      'If-Match',
      'If-None-Match',
      'Authorization',
      'Content-Type',
      'Playa-World',
      'Digest',
      'Date',
      'X-Acs-Date',
      'Origin',
      'Prefer',
      'Cookie',
      'Range',
    ),
    visible,
  ),
  fc.constantFrom<[string, string]>(
    ['Accept', '*/*;q=2'],
    ['Accept', 'application/vnd.service.ref+json'],
    ['Accept', ','.repeat(500)],
    ['If-Match', '*'],
    ['If-Match', 'W/"", "'],
    ['Authorization', 'Bearer '],
    ['Authorization', 'Basic %%%'],
    ['Authorization', 'ACS-HMAC a:b'],
    ['Playa-World', '__proto__'],
    ['Playa-World', 'default'],
    ['Expect', '100-continue'],
    ['Content-Encoding', 'gzip'],
    ['X-HTTP-Method-Override', 'DELETE'],
  ),
)

const members = fc.dictionary(
  fc.constantFrom(
    ...Object.keys(car('gol-1')),
    'Vin',
    'Activa',
    'Exposicion',
    'Precio',
    'Locacion',
    'Telefono',
    'DatosTecnicosCustom',
    'Version',
    'Nombre',
    'WhatsApp',
    'Callback',
    'Secret',
    'name',
    'scenario',
    'seed',
    'now',
    'profile',
    '__proto__',
  ),
  fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom(
      '1',
      1e308,
      -1,
      'a'.repeat(3_000),
      '\ud800',
      { Moneda: 'ARS', Importe: 1e21 },
      [null],
      '9999-12-31T23:59:59Z',
      'demo.yaml',
    ),
  ),
)
const sound = fc
  .record({ id: fc.constantFrom('gol-1', 'gol-2', 'GOL-1'), more: members })
  .map(({ id, more }) => JSON.stringify({ ...car(id), ...more }))
const body = fc.oneof(
  fc.constant(''),
  sound,
  fc.constantFrom('gol-1', 'gol-2', 'gol-3').map((id) => JSON.stringify(car(id))),
  members.map((sent) => JSON.stringify(sent)),
  fc.json({ maxDepth: 3 }),
  fc.constantFrom(
    '{',
    'null',
    '[]',
    '"',
    '\ufeff{}',
    '{"a":1,"a":2}',
    '['.repeat(20_000),
    '{"__proto__":{"x":1}}',
    '1e999',
    '\x00',
  ),
  visible,
)

/** Valid methods and paths, so that errors are found in later checks. */
const AT = `/v3/publicaciones/${AGENCY}`
const RIGHT: readonly [method: string, target: string][] = [
  ['POST', AT],
  ['GET', AT],
  ...['gol-1', 'gol-2', 'GOL-3'].flatMap((id): [string, string][] => [
    ['PUT', `${AT}/${id}`],
    ['PATCH', `${AT}/${id}`],
    ['PATCH', `${AT}/${id}/suspender`],
    ['GET', `${AT}/${id}`],
  ]),
  ['PATCH', `${AT}/gol-2/archivar`],
  ['PUT', `/v3/operadores/${AGENCY}`],
  ['PUT', `/v3/notificaciones/${AGENCY}`],
  ['POST', `/v3/sucursales/${AGENCY}`],
  ['PUT', `/v3/sucursales/${AGENCY}/1`],
  ['POST', '/v3/appnotificaciones/publicacion-estado'],
  ['GET', `/v3/consultas/${AGENCY}`],
  ['GET', `/v3/visitas/${AGENCY}`],
  ['POST', '/_playa/worlds'],
  ['PUT', '/_playa/worlds/default/profile'],
]
const right = fc
  .record({
    to: fc.constantFrom(...RIGHT),
    asked: query,
    headers: fc.array(header, { maxLength: 1 }),
    body,
    json: fc.constant(true),
  })
  .map(({ to: [method, at], asked, ...rest }) => ({
    method,
    target: method === 'GET' ? `${at}?${asked.replaceAll(' ', '%20')}` : at,
    ...rest,
  }))
const wrong = fc.record({
  method: fc.constantFrom(...METHODS),
  target,
  headers: fc.array(header, { maxLength: 4 }),
  body,
  json: fc.boolean(),
})

/** Requests whose end a server can find. */
export const framedRequests: fc.Arbitrary<FramedRequest> = fc
  .oneof(right, wrong)
  .map(({ method, target: at, headers, body: sent, json }) => {
    const content = Buffer.from(sent, 'utf8').toString('latin1')
    const all = [
      ['Host', '127.0.0.1'],
      ...(json ? [['Content-Type', 'application/json']] : []),
      ...headers,
      ['Content-Length', content.length],
    ]
    return {
      bytes: `${method} ${Buffer.from(at).toString('latin1')} HTTP/1.1\r\n${all.map((pair) => pair.join(': ')).join('\r\n')}\r\n\r\n${content}`,
    }
  })

/** Bytes that are not a request, or one with a wrong length. */
export const unframedBytes: fc.Arbitrary<string> = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  fc
    .tuple(framedRequests, fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([{ bytes }, part]) => bytes.slice(0, Math.floor(bytes.length * part))),
  fc
    .tuple(framedRequests, fc.nat(500), visible)
    .map(([{ bytes }, at, noise]) => bytes.slice(0, at) + noise + bytes.slice(at)),
  fc
    .tuple(
      fc.constantFrom('POST', 'PUT', 'CONNECT', 'TRACK', 'get', ''),
      fc.constantFrom('/v3', '*', 'http://x/v3', 'v3', '//', 'a:1', '/v3 /v3'),
      visible,
    )
    .map(
      ([method, at, host]) =>
        `${method} ${at} HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
    ),
  fc.constantFrom(
    'GET /v3 HTTP/1.1\r\n\r\n',
    'GET /v3 HTTP/0.9\r\n\r\n',
    'GET /v3 HTTP/1.1\r\nHost: a b\r\n\r\n',
    'GET /v3 HTTP/1.1\r\nHost: [::1\r\n\r\n',
    'GET /v3 HTTP/1.1\r\nHost: a/../b?c#d\r\n\r\n',
    'GET http://[/v3 HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET /v3 HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'POST /v3 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'POST /v3 HTTP/1.1\r\nHost: a\r\nContent-Length: -3\r\n\r\n',
    `GET /v3 HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  ),
)
