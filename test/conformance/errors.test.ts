import { expect, it } from 'vitest'
import { golListing, MAIL, miniatureWorld, OTHER_MAIL, send } from '../support/miniature-world.ts'

/**
 * ERR-01, ERR-02, ERR-03, ERR-04, ERR-05, ERR-06, ERR-07, ERR-08, ERR-09: the bodies of refusals, member by
 * member.
 */

const AGENCY = `/v3/agencias/${MAIL}`
const PROBLEM = ['Detail', 'Extensions', 'Instance', 'Status', 'Title', 'Type']
const under = (options: Readonly<Record<string, string>>) => miniatureWorld(options)

const doubled = (options: Readonly<Record<string, string>> = {}) => {
  const { world } = send(under(options), 'POST', `/v3/publicaciones/${MAIL}`, { body: golListing('gol-1') })
  return send(world, 'POST', `/v3/publicaciones/${MAIL}`, { body: golListing('GOL-1') })
}
const archivedTwice = (options: Readonly<Record<string, string>> = {}) => {
  const { world } = send(under(options), 'POST', `/v3/publicaciones/${MAIL}`, { body: golListing('gol-1') })
  const one = `/v3/publicaciones/${MAIL}/gol-1/archivar`
  return send(send(world, 'PATCH', one).world, 'PATCH', one)
}

it('ERR-01, ERR-02, ERR-03: a 400 is a validation problem with its seven members', () => {
  const result = send(miniatureWorld(), 'PUT', AGENCY, { body: { NombreComercial: 'x' } })
  expect([result.status, result.headers['Content-Type']]).toEqual([400, 'application/problem+json'])
  expect(result.json).toEqual({
    Type: 'https://httpstatuses.com/400',
    Title: 'Validación de información esperada fallida',
    Status: 400,
    Detail: 'Alguna información contiene valores no validos.',
    Instance: AGENCY,
    Extensions: {},
    Errors: { NombreComercial: [expect.stringMatching(/3/)] },
  })
})

it('ERR-01, ERR-02, ERR-08: a 403 is a problem without Errors', () => {
  const result = send(miniatureWorld(), 'PUT', AGENCY, { body: { NombreComercial: 'Bueno' }, app: 'lector' })
  expect([result.status, result.headers['Content-Type']]).toEqual([403, 'application/problem+json'])
  expect(result.json).toEqual({
    Type: 'https://httpstatuses.com/403',
    Title: 'Operación prohibida',
    Status: 403,
    Detail: expect.stringMatching(/\S/),
    Instance: AGENCY,
    Extensions: {},
  })
})

it('ERR-01, ERR-03: a 409 is a validation problem', () => {
  const result = doubled()
  expect([result.status, result.headers['Content-Type']]).toEqual([409, 'application/problem+json'])
  expect(Object.keys(result.json).sort()).toEqual([...PROBLEM, 'Errors'].sort())
  expect(result.json).toMatchObject({
    Type: 'https://httpstatuses.com/409',
    Title: 'Entidad duplicada',
    Status: 409,
    Extensions: {},
  })
  expect(result.json.Errors).toEqual({ ExternalId: [expect.any(String)] })
})

it('errors/titles, errors/conflict-keys: a conflict with the state has another title, and the key _ or EstadoActual', () => {
  const result = archivedTwice()
  expect(result.json).toMatchObject({
    Status: 409,
    Title: 'Conflicto de estado',
    Errors: { _: [expect.any(String)] },
  })
  expect(Object.keys(archivedTwice({ 'errors/conflict-keys': 'estado-actual' }).json.Errors)).toEqual([
    'EstadoActual',
  ])
})

it('publications/conflict-status-member=400: the status inside a 409 says 400, as the example of the description', () => {
  const result = doubled({ 'publications/conflict-status-member': '400' })
  expect([result.status, result.json.Status]).toEqual([409, 400])
})

it.each([
  ['GET', '/v3/nada'],
  ['GET', `/v3/agencias/${OTHER_MAIL}`],
  ['PUT', `/v3/operadores/${OTHER_MAIL}`],
  ['GET', `/v3/consultas/${MAIL}/1`],
  ['GET', '/v3/versiones/1'],
  ['GET', '/v3/appnotificaciones/nada'],
])('ERR-04: the 404 of %s %s is a plain sentence', (method, target) => {
  const result = send(miniatureWorld(), method, target, { headers: { Accept: 'application/json' } })
  expect([result.status, result.headers['Content-Type']]).toEqual([404, 'text/plain; charset=utf-8'])
  expect(result.text).toMatch(/^\S.*\.$/)
})

it('errors/not-found=json-string: a 404 is a JSON string', () => {
  const result = send(under({ 'errors/not-found': 'json-string' }), 'GET', '/v3/versiones/1')
  expect(result.headers['Content-Type']).toBe('application/json')
  expect(result.json).toBeTypeOf('string')
})

it('errors/not-found=problem: a 404 is a problem', () => {
  const result = send(under({ 'errors/not-found': 'problem' }), 'GET', '/v3/versiones/1')
  expect(result.headers['Content-Type']).toBe('application/problem+json')
  expect(Object.keys(result.json).sort()).toEqual(PROBLEM)
  expect(result.json).toMatchObject({ Status: 404, Instance: '/v3/versiones/1' })
})

it('ERR-02: Instance is the path of the request as it was written, without the query', () => {
  const result = send(miniatureWorld(), 'GET', '/v3/consultas/JEFA%40taller.example?pagina=0')
  expect(result.json.Instance).toBe('/v3/consultas/JEFA%40taller.example')
})

it('errors/member-casing=camel: the members of a problem are camelCase, the keys of errors stay', () => {
  const result = send(under({ 'errors/member-casing': 'camel' }), 'PUT', AGENCY, { body: {} })
  expect(Object.keys(result.json).sort()).toEqual([
    'detail',
    'errors',
    'extensions',
    'instance',
    'status',
    'title',
    'type',
  ])
  expect(Object.keys(result.json.errors)).toEqual(['NombreComercial'])
})

const FAULTY = { Callback: 1, Secret: 'x', HeaderCustom01: { Name: '', Value: 2 } }
const faultyUnder = (options: Readonly<Record<string, string>>) =>
  send(under(options), 'POST', '/v3/appnotificaciones/publicacion-estado', { body: FAULTY }).json.Errors

it.each([
  [{ Precio: { Moneda: 'zz', Importe: '1' } }, ['Precio.Importe', 'Precio.Moneda']],
  [{ Precio: { Moneda: 5, Importe: -1 } }, ['Precio.Importe', 'Precio.Moneda']],
  [
    { Precio: { Moneda: 'zz' }, Cuota: { Importe: -1 } },
    ['Cuota.Importe', 'Cuota.Moneda', 'Precio.Importe', 'Precio.Moneda'],
  ],
  [{ Locacion: { Region: 'Zzyzx', Ciudad: 5 } }, ['Locacion.Ciudad', 'Locacion.Region']],
  [{ Locacion: { Region: 5, Ciudad: 'Zzyzx' } }, ['Locacion.Ciudad', 'Locacion.Region']],
  [{ Locacion: { Region: 'Zzyzx', Ciudad: 'Zzyzx' } }, ['Locacion.Ciudad', 'Locacion.Region']],
  [{ Locacion: { Region: 'Zzyzx', Ciudad: 'Rosario' } }, ['Locacion.Region']],
  [{ Fotos: [5, 'not a url', 'https://cdn.example/1.jpg', null] }, ['Fotos[0]', 'Fotos[1]', 'Fotos[3]']],
  [
    { DatosTecnicosCustom: [...Array(51).fill('x')] },
    ['DatosTecnicosCustom', ...[...Array(51).keys()].map((i) => `DatosTecnicosCustom[${i}]`)].sort(),
  ],
])('errors/how-many: all errors in the parts of %j are reported together', (more, keys) => {
  const body = golListing('a1', more)
  const made = send(miniatureWorld(), 'POST', `/v3/publicaciones/${MAIL}`, { body })
  expect([made.status, Object.keys(made.json.Errors).sort()]).toEqual([400, keys])
})

it('errors/how-many: all errors in the parameters of a best-match are reported together', () => {
  const asked = (query: string) => {
    const { status, json } = send(miniatureWorld(), 'GET', query)
    return [status, ...Object.keys(json.Errors).sort()]
  }
  const wrong = 'model=zzyzx&bodystyle=zzyzx'
  expect(asked(`/v3/modelos/bestmatch?make=vw&${wrong}`)).toEqual([400, 'bodystyle', 'model'])
  expect(asked(`/v3/modelos/bestmatch?make=zzyzx&${wrong}`)).toEqual([400, 'bodystyle', 'make'])
  expect(asked(`/v3/versiones/bestmatch?make=vw&${wrong}&fuelType=agua&transmissionType=x`)).toEqual([
    400,
    'bodystyle',
    'fuelType',
    'model',
    'transmissionType',
  ])
})

it('errors/how-many: all errors in the parameters of a page are reported together', () => {
  const list = (query: string) => Object.keys(send(miniatureWorld(), 'GET', query).json.Errors).sort()
  expect(list(`/v3/publicaciones/${MAIL}?estado=zz&pagina=0&operador=x`)).toEqual([
    'estado',
    'operador',
    'pagina',
  ])
  expect(list(`/v3/consultas/${MAIL}?desde=2020-01-01&pagina=100&operador=x`)).toEqual([
    'desde',
    'operador',
    'pagina',
  ])
})

it('errors/how-many: all faults at once, or the first', () => {
  expect(Object.keys(faultyUnder({})).sort()).toEqual([
    'Callback',
    'HeaderCustom01.Name',
    'HeaderCustom01.Value',
    'Secret',
  ])
  expect(Object.keys(faultyUnder({ 'errors/how-many': 'first' }))).toHaveLength(1)
})

it('errors/keys: paths inside a property, or the top-level names with all their sentences', () => {
  const top = faultyUnder({ 'errors/keys': 'top-level' })
  expect(Object.keys(top).sort()).toEqual(['Callback', 'HeaderCustom01', 'Secret'])
  expect(top.HeaderCustom01).toHaveLength(2)
})

it('ERR-03: Errors holds arrays of sentences', () => {
  for (const sentences of Object.values<unknown>(faultyUnder({}))) {
    expect(Array.isArray(sentences) && sentences.length > 0).toBe(true)
    for (const sentence of sentences as unknown[]) expect(sentence).toMatch(/^\S.*\.$/) // an array, as was just seen
  }
})

it.each(['400', '403', '404', '405', '406', '415', '429'])(
  'every refusal with status %s names statements or assumptions behind it',
  (status) => {
    const world = miniatureWorld()
    const result = {
      '400': send(world, 'PUT', AGENCY, { body: {} }),
      '403': send(world, 'PUT', AGENCY, { body: {}, app: 'lector' }),
      '404': send(world, 'GET', '/v3/nada'),
      '405': send(world, 'DELETE', '/v3'),
      '406': send(world, 'GET', '/v3', { headers: { Accept: 'text/html' } }),
      '415': send(world, 'PUT', AGENCY, { body: '{}', headers: { 'Content-Type': 'text/html' } }),
      '429': send(send(under({ 'limits/rate': 'per-minute:1' }), 'GET', '/v3').world, 'GET', '/v3'),
    }[status]
    expect(String(result?.status)).toBe(status)
    expect(result?.decision.because.length).toBeGreaterThan(0)
    for (const id of result?.decision.because ?? []) expect(id).toMatch(/^([A-Z]{3}-\d\d|[a-z]+\/[a-z-]+)$/)
  },
)

it('ERR-09, auth/unauthorized: if keys are required, a call without one is a 401 problem, or plain', () => {
  for (const headers of [
    {},
    { Authorization: 'Bearer nobody' },
    { Authorization: 'Basic !!!' },
    { Authorization: 'Bearer' },
  ]) {
    const result = send(under({ 'auth/scheme': 'key' }), 'GET', '/v3/nada', { headers })
    expect([result.status, result.headers['Content-Type']]).toEqual([401, 'application/problem+json'])
    expect(result.headers['WWW-Authenticate']).toBe('Bearer realm="api", Basic realm="api"')
    expect(result.headers['Vary']).toBe('Accept')
    expect(Object.keys(result.json).sort()).toEqual(PROBLEM)
  }
  const plain = send(under({ 'auth/scheme': 'key', 'auth/unauthorized': 'plain' }), 'GET', '/v3')
  expect([plain.status, plain.headers['Content-Type']]).toEqual([401, 'text/plain; charset=utf-8'])
})

it('auth/scheme: a key names its app, as Bearer or as Basic with the secret; open takes the first app for a caller that names none', () => {
  const basic = (pair: string) => ({ Authorization: `Basic ${Buffer.from(pair).toString('base64')}` })
  const keyed = under({ 'auth/scheme': 'key' })
  expect(send(keyed, 'GET', `/v3/agencias/${OTHER_MAIL}`, { app: 'dos' }).status).toBe(200)
  expect(
    send(keyed, 'GET', `/v3/agencias/${OTHER_MAIL}`, { headers: basic('key-dos:secret-of-dos') }).status,
  ).toBe(200)
  expect(send(keyed, 'GET', '/v3', { headers: basic('key-dos:wrong') }).status).toBe(401)
  expect(send(miniatureWorld(), 'GET', `/v3/agencias/${OTHER_MAIL}`).status).toBe(404)
  expect(send(miniatureWorld(), 'GET', `/v3/agencias/${OTHER_MAIL}`, { app: 'dos' }).status).toBe(200)
})
