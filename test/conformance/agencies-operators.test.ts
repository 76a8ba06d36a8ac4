import { expect, it } from 'vitest'
import { administratorOf } from '../../src/model/world/agency.ts'
import { agency, MAIL, miniatureWorld, OTHER_MAIL, send } from '../support/miniature-world.ts'

/** AGE-01, AGE-02, AGE-03, AGE-04, AGE-13. */

const LIST = `/v3/operadores/${MAIL}`
const RAUL = 'raul@taller.example'
const put = (body: unknown, profile: Readonly<Record<string, string>> = {}) =>
  send(miniatureWorld(profile), 'PUT', LIST, { body })
const keysOf = (result: ReturnType<typeof send>) => [
  result.status,
  ...Object.keys(result.json?.Errors ?? {}).sort(),
]

it('AGE-01, AGE-13: the collaborators of an agency, one of them its administrator', () => {
  const { status, json } = send(miniatureWorld(), 'GET', LIST)
  expect(status).toBe(200)
  expect(
    json._entries.map(({ Email, EsAdministradorAgencia }: Record<string, unknown>) => [
      Email,
      EsAdministradorAgencia,
    ]),
  ).toEqual([
    [MAIL, true],
    [RAUL, false],
  ])
  expect(Object.keys(json).sort()).toEqual(['_entries', '_links'])
})

it('AGE-02: a collaborator has the members of the table', () => {
  const [, entry] = send(miniatureWorld(), 'GET', LIST).json._entries
  expect(Object.keys(entry).sort()).toEqual([
    'Apellido',
    'Consultas',
    'Direcciones',
    'Email',
    'EsAdministradorAgencia',
    'Nombre',
    'Publicaciones',
    'Telefonos',
    '_links',
  ])
  expect(entry).toMatchObject({
    Nombre: 'Raúl',
    Apellido: 'Paz',
    Telefonos: ['351 555-0002'],
    Direcciones: [{ Region: 'Córdoba', Ciudad: 'Córdoba', Direccion: 'San Martín 100' }],
  })
  for (const block of ['Publicaciones', 'Consultas']) {
    expect(Object.keys(entry[block])).toEqual(['_links'])
    expect(send(miniatureWorld(), 'GET', entry[block]._links.self.href).status).toBe(200)
  }
})

it('agencies/operator-ref: the ref leads to the collection of that one, and is titled by name and e-mail', () => {
  const { json } = send(miniatureWorld(), 'GET', LIST, {
    headers: { Accept: 'application/vnd.service.ref+json' },
  })
  expect(json._entries[1]).toEqual({
    href: '/v3/operadores/jefa%40taller.example?operador=raul%40taller.example',
    title: 'Raúl Paz (raul@taller.example)',
  })
  expect(send(miniatureWorld(), 'GET', json._entries[1].href).json._entries).toHaveLength(1)
})

it('AGE-01: ?operador= leaves that collaborator, one of no agency leaves none, or is 404', () => {
  const emails = (query: string) =>
    send(miniatureWorld(), 'GET', `${LIST}?operador=${query}`).json._entries.map(
      ({ Email }: { Email: string }) => Email,
    )
  expect(emails(RAUL)).toEqual([RAUL])
  expect(emails(RAUL.toUpperCase())).toEqual([RAUL])
  expect(emails(OTHER_MAIL)).toEqual([])
  const strict = send(
    miniatureWorld({ 'agencies/unknown-operator': '404' }),
    'GET',
    `${LIST}?operador=${OTHER_MAIL}`,
  )
  expect([strict.status, strict.headers['Content-Type']]).toEqual([404, 'text/plain; charset=utf-8'])
})

it.each([
  [LIST, '?operador=raul', 400],
  ['/v3/operadores/nadie@x.example', '', 404],
  [`/v3/operadores/${OTHER_MAIL}`, '', 404],
  ['/v3/operadores', '', 400],
  ['/v3/operadores', '?operador=', 400],
  ['/v3/operadores', '?operador=raul', 400],
  ['/v3/operadores', '?operador=nadie@x.example', 404],
  ['/v3/operadores', `?operador=${OTHER_MAIL}`, 404],
])('AGE-01, agencies/operator-form: %s%s answers %i', (path, query, status) => {
  const result = send(miniatureWorld(), 'GET', path + query)
  expect(result.status).toBe(status)
  if (status === 400) expect(Object.keys(result.json.Errors)).toEqual(['operador'])
})

it('agencies/operator-form: without the segment the response is one collaborator', () => {
  const { json } = send(miniatureWorld(), 'GET', `/v3/operadores?operador=${RAUL.toUpperCase()}`)
  expect(json).toEqual(send(miniatureWorld(), 'GET', LIST).json._entries[1])
})

it('AGE-03: a PUT changes the sent members of the administrator and returns the administrator', () => {
  const body = {
    Nombre: 'Julia María',
    Apellido: 'Paz Soldán',
    TelefonoLaboral: '11 4444-0001',
    WhatsApp: '+54 9 11 5555-0009',
    Region: 'AR-B',
    Ciudad: 'La Plata',
    Direccion: 'Calle 7 100',
  }
  const result = put(body)
  expect(result.status).toBe(200)
  expect(result.json).toMatchObject({
    Nombre: 'Julia María',
    Apellido: 'Paz Soldán',
    Email: MAIL,
    Telefonos: ['11 4444-0001', '+54 9 11 5555-0009'],
    Direcciones: [{ Region: 'Buenos Aires', Ciudad: 'La Plata', Direccion: 'Calle 7 100' }],
    EsAdministradorAgencia: true,
  })
  expect(send(result.world, 'GET', LIST).json._entries[0]).toEqual(result.json)
  expect(send(result.world, 'GET', LIST).json._entries[1]).toEqual(
    send(miniatureWorld(), 'GET', LIST).json._entries[1],
  )
})

it('agencies/operator-absent: an absent or null member stays as it was', () => {
  const before = send(miniatureWorld(), 'GET', LIST).json._entries[0]
  expect(put({}).json).toEqual(before)
  expect(
    put({
      Nombre: null,
      Apellido: null,
      TelefonoLaboral: null,
      WhatsApp: null,
      Region: null,
      Ciudad: null,
      Direccion: null,
    }).json,
  ).toEqual(before)
  expect(put({ Apellido: 'Sosa' }).json).toEqual({ ...before, Apellido: 'Sosa' })
})

it('common/null-members=400: null is refused on each member', () => {
  const members = ['Nombre', 'Apellido', 'TelefonoLaboral', 'WhatsApp', 'Region', 'Ciudad', 'Direccion']
  const body = Object.fromEntries(members.map((name) => [name, null]))
  expect(keysOf(put(body, { 'common/null-members': '400' }))).toEqual([400, ...[...members].sort()])
})

it('agencies/operator-phones: a WhatsApp that is the work phone is not shown twice', () => {
  expect(put({ TelefonoLaboral: '+543515550001', WhatsApp: '+543515550001' }).json.Telefonos).toEqual([
    '+543515550001',
  ])
  expect(put({ WhatsApp: '+54 351 5550001' }).json.Telefonos).toEqual(['351 555-0001', '+54 351 5550001'])
})

const long = (length: number) => 'n'.repeat(length)

/** Returns a body as the title of a test shows it. */
const cut = (body: unknown): string =>
  JSON.stringify(body).replace(/(.)\1{15,}/g, (run: string) => `${run[0]}… (${run.length})`)

it.each(
  [
    [{ Nombre: '' }],
    [{ Nombre: long(50), Apellido: long(50) }],
    [{ TelefonoLaboral: '12345678' }],
    [{ TelefonoLaboral: '1'.repeat(20) }],
    [{ TelefonoLaboral: 'interno 12' }],
    [{ WhatsApp: '+5491155' }],
    [{ WhatsApp: '+54 9 11 5555 5555-1' }],
    [{ Direccion: long(200) }],
    [{ Direccion: '' }],
  ].map(([body]) => [cut(body), body] as const),
)('AGE-03: %s is accepted', (_, body) => {
  expect(put(body).status).toBe(200)
})

const REFUSED: readonly (readonly [object, readonly string[]])[] = [
  [{ Nombre: long(51) }, ['Nombre']],
  [{ Apellido: long(51) }, ['Apellido']],
  [{ Nombre: 1 }, ['Nombre']],
  [{ TelefonoLaboral: '1234567' }, ['TelefonoLaboral']],
  [{ TelefonoLaboral: '1'.repeat(21) }, ['TelefonoLaboral']],
  [{ TelefonoLaboral: '' }, ['TelefonoLaboral']],
  [{ TelefonoLaboral: 12345678 }, ['TelefonoLaboral']],
  [{ WhatsApp: '+549115' }, ['WhatsApp']],
  [{ WhatsApp: '+54911555555555555555' }, ['WhatsApp']],
  [{ WhatsApp: '5491155550001' }, ['WhatsApp']],
  [{ WhatsApp: '+54 (11) 5555' }, ['WhatsApp']],
  [{ WhatsApp: '++54115555' }, ['WhatsApp']],
  [{ WhatsApp: '+54 11 5555-' }, ['WhatsApp']],
  [{ Region: long(201) }, ['Region']],
  [{ Ciudad: long(201) }, ['Ciudad']],
  [{ Direccion: long(201) }, ['Direccion']],
  [{ Region: 'Atlántida' }, ['Region']],
  [{ Ciudad: 'Atlántida' }, ['Ciudad']],
  [{ Region: 'AR-B', Ciudad: 'plata' }, ['Ciudad']],
  [{ Region: 'AR-B', Ciudad: 'Villa Carlos Paz' }, ['Ciudad']],
  [{ Region: 'Atlántida', Ciudad: 'La Plata' }, ['Region']],
  [
    {
      Nombre: long(51),
      Apellido: 1,
      TelefonoLaboral: '1',
      WhatsApp: '0054115555',
      Region: 'Atlántida',
      Direccion: [],
    },
    ['Apellido', 'Direccion', 'Nombre', 'Region', 'TelefonoLaboral', 'WhatsApp'],
  ],
]

it.each(REFUSED.map(([body, keys]) => [cut(body), keys, body] as const))(
  'AGE-03, agencies/place-no-match: %s is 400 on %j and changes nothing',
  (_, keys, body) => {
    const world = miniatureWorld()
    const result = send(world, 'PUT', LIST, { body })
    expect(keysOf(result)).toEqual([400, ...keys])
    expect(result.world).toBe(world)
  },
)

it.each([
  'AR-B',
  'Buenos Aires',
  'buenos aires',
  '/v3/regiones/ID',
  'https://api.example/v3/regiones/ID',
  'ID',
])('AGE-03, COM-11: the region may be given as %s', (form) => {
  const region = miniatureWorld()
    .setting.catalogue()
    .regions.find(({ Iso }) => Iso === 'AR-B')
  expect(region).toBeDefined()
  const Region = form.replace('/v3/regiones/ID', region?.path ?? '').replace('ID', String(region?.id))
  expect(put({ Region, Ciudad: 'La Plata' }).json.Direcciones[0]).toMatchObject({
    Region: 'Buenos Aires',
    Ciudad: 'La Plata',
  })
})

it('AGE-03: the city may be given as id, address or part of its name', () => {
  const city = miniatureWorld()
    .setting.catalogue()
    .cities.find(({ Nombre, region }) => Nombre === 'Lomas de Zamora' && region.Iso === 'AR-B')
  expect(city).toBeDefined()
  for (const Ciudad of [String(city?.id), city?.path ?? '', 'lomas', 'Zamora']) {
    expect(put({ Region: 'AR-B', Ciudad }).json.Direcciones[0]).toMatchObject({ Ciudad: 'Lomas de Zamora' })
  }
})

it('AGE-03: another region leaves the previous city behind, the same region keeps it', () => {
  expect(put({ Region: 'AR-B' }).json.Direcciones[0]).toEqual({
    Region: 'Buenos Aires',
    Ciudad: '',
    Direccion: 'San Martín 100',
  })
  expect(put({ Region: 'AR-X' }).json.Direcciones[0]).toEqual({
    Region: 'Córdoba',
    Ciudad: 'Córdoba',
    Direccion: 'San Martín 100',
  })
})

it('AGE-04: an administrator that was not created through this API is 403, and not offered for editing', () => {
  const operators = agency.operators.map((operator) => ({ ...operator, createdThroughApi: false }))
  const world = miniatureWorld({}, { operators })
  const result = send(world, 'PUT', LIST, { body: { Nombre: 'Ana' } })
  expect([result.status, result.headers['Content-Type']]).toEqual([403, 'application/problem+json'])
  expect(administratorOf({ ...agency, operators }).Nombre).toBe('Julia')
  const offered = (of: typeof world) =>
    send(of, 'GET', LIST).json._entries.map(({ _links }: { _links: object }) => 'editar' in _links)
  expect(offered(world)).toEqual([false, false])
  expect(offered(miniatureWorld())).toEqual([true, false])
})

it('AGE-03: an e-mail of no administrator is 404, an app that only reads is 403', () => {
  expect(send(miniatureWorld(), 'PUT', `/v3/operadores/${RAUL}`, { body: {} }).status).toBe(404)
  expect(send(miniatureWorld(), 'PUT', `/v3/operadores/${OTHER_MAIL}`, { body: {} }).status).toBe(404)
  expect(send(miniatureWorld(), 'PUT', LIST, { body: {}, app: 'lector' }).status).toBe(403)
})

it.each([
  [{ Apellido: '' }, 'Julia (jefa@taller.example)'],
  [{ Nombre: '' }, 'Paz (jefa@taller.example)'],
  [{ Nombre: '', Apellido: ' ' }, '(jefa@taller.example)'],
])('agencies/operator-ref: a name that %j leaves out leaves no gap in the title', (body, title) => {
  const { world } = send(miniatureWorld(), 'PUT', `/v3/operadores/${MAIL}`, { body })
  const headers = { Accept: 'application/vnd.service.ref+json' }
  const { _entries } = send(world, 'GET', `/v3/operadores/${MAIL}`, { headers }).json
  expect(_entries[0].title).toBe(title)
})
