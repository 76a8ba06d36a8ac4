import { expect, it } from 'vitest'
import { AGENCY, car, LISTINGS, startServer } from './test-server.ts'

/** Names of members that every object has are unknown names like any other, wherever a client writes one. */

const NAMES = Object.getOwnPropertyNames(Object.prototype)
/** Unknown names of the same kinds, whose responses the others must have. */
const ORDINARY = ['desconocido', '__desconocido__']

interface Asked {
  readonly method: string
  readonly path: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

const WORLD = '/_playa/worlds/default'
const get = (path: string, headers: Readonly<Record<string, string>> = {}): Asked => ({
  method: 'GET',
  path,
  headers,
})
const create = (more: object): Asked => ({ method: 'POST', path: LISTINGS, body: car('unknown-1', more) })
const priced = (Moneda: string) => ({ Moneda, Importe: 1_000 })
/** An object with one own member, `__proto__` too. */
const member = (name: string, value: unknown): object =>
  JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`)
const scenario = (name: string) => ({
  title: 'x',
  story: 'x',
  seed: 1,
  apps: [{ name, key: name, secret: name }],
  agencies: [
    {
      adminMail: 'a@a.example',
      nombreComercial: 'Prueba',
      package: { Alta: 1, Media: 1, Baja: 1 },
      access: member(name, {}),
      operators: [{ Nombre: 'A', Apellido: 'B', Email: 'a@a.example' }],
    },
  ],
})

const PLACES: Readonly<Record<string, (name: string) => Asked>> = {
  'a currency': (name) => create({ Precio: priced(name) }),
  'the currency of a down payment': (name) => create({ Precio: priced('$'), Adelanto: priced(name) }),
  'the currency of an instalment': (name) => create({ Precio: priced('$'), Cuota: priced(name) }),
  'a currency by its id': (name) => get(`/v3/monedas/${name}`),
  'a brand': (name) => create({ Marca: name }),
  'a brand to match': (name) => get(`/v3/marcas/bestmatch?marca=${name}`),
  'a brand by its id': (name) => get(`/v3/marcas/${name}`),
  'a model': (name) => create({ Modelo: name }),
  'a model by its id': (name) => get(`/v3/modelos/${name}`),
  'a trim': (name) => create({ Version: name }),
  'a fuel': (name) => create({ Propulsion: name }),
  'a body style': (name) => create({ Carroceria: name }),
  'a level': (name) => create({ Exposicion: name }),
  'a region': (name) => create({ Locacion: { Region: name, Ciudad: name, Direccion: 'x' } }),
  'a region by its id': (name) => get(`/v3/regiones/${name}`),
  'a member of a listing': (name) => create(member(name, { x: 1 })),
  'a topic': (name) => get(`/v3/appnotificaciones/${name}`),
  'a topic to configure': (name) => ({
    method: 'PUT',
    path: `/v3/appnotificaciones/${name}`,
    body: { Callback: 'https://a.example/', Activo: true },
  }),
  'a header of deliveries': (name) => ({
    method: 'PUT',
    path: '/v3/appnotificaciones/agencia-invitacion-aceptada',
    body: { Callback: 'https://a.example/', Activo: true, HeaderCustom01: { Name: name, Value: name } },
  }),
  'an operator': (name) => create({ OperadorResponsable: name }),
  'an operator to filter by': (name) => get(`/v3/consultas/${AGENCY}?operador=${name}`),
  'a publication to filter by': (name) => get(`/v3/visitas/${AGENCY}?externalid=${name}`),
  'an agency': (name) => get(`/v3/publicaciones/${name}`),
  'a publication': (name) => get(`${LISTINGS}/${name}`),
  'a parameter': (name) => get(`${LISTINGS}?${name}=1`),
  'a header': (name) => get(LISTINGS, { [name]: '1' }),
  'a media type': (name) => get(LISTINGS, { Accept: `${name}/${name};${name}=${name}` }),
  'a preference': (name) => get(LISTINGS, { Prefer: `${name}=${name}` }),
  'a scheme of authorization': (name) => get(LISTINGS, { Authorization: `${name} x` }),
  'a world of a path': (name) => get(`/w/${name}/v3`),
  'a world of a header': (name) => get('/v3', { 'Playa-World': name }),
  'a world to show': (name) => get(`/_playa/worlds/${name}`),
  'a world to make': (name) => ({
    method: 'POST',
    path: '/_playa/worlds',
    body: { name: name.toLowerCase() },
  }),
  'a scenario': (name) => ({ method: 'POST', path: '/_playa/worlds', body: { scenario: name } }),
  'an app': (name) => ({
    method: 'POST',
    path: '/_playa/worlds',
    body: { name: `app-${NAMES.indexOf(name)}-${ORDINARY.indexOf(name)}`, scenario: scenario(name) },
  }),
  'an assumption': (name) => ({ method: 'PUT', path: `${WORLD}/profile`, body: member(name, 'x') }),
  'an option': (name) => ({ method: 'PUT', path: `${WORLD}/profile`, body: { 'limits/rate': name } }),
  'a snapshot': (name) => ({ method: 'POST', path: `${WORLD}/snapshots/${name}/restore` }),
  'an operation of a fault': (name) => ({
    method: 'POST',
    path: `${WORLD}/faults`,
    body: { operation: name, status: 503 },
  }),
  'a member of a fault': (name) => ({ method: 'POST', path: `${WORLD}/faults`, body: member(name, 1) }),
  'a query of the journal': (name) => get(`${WORLD}/journal?${name}=1`),
  'a header of the journal': (name) => ({
    method: 'POST',
    path: `${WORLD}/journal/count`,
    body: { header: member(name, 'x') },
  }),
  'a page': (name) => get(`/_playa/ui/${name}`),
  'a document': (name) => get(`/docs/${name}`),
  'a query of a page': (name) => get(`/_playa/ui/w/default/publications?${name}=${name}`),
}

/** Control calls refuse a member named `__proto__`, which their schemas would drop without a word. */
const WITHOUT_PROTO: readonly string[] = ['an app', 'a header of the journal']

it.each(Object.entries(PLACES))('%s may have the name of a member of every object', async (place, asked) => {
  const { ask, failures, simulator } = await startServer()
  const answer = async (name: string) => {
    const { method, path, body, headers } = asked(name)
    const { status, text } = await ask(method, path, body, headers)
    await ask('POST', `${WORLD}/reset`)
    // A page shows its own secrets, and a suggestion depends on the letters.
    return text.startsWith('{"Detail') || text.startsWith('{"Status')
      ? [status, JSON.parse(text).Title]
      : [status]
  }
  const [plain, framed] = [await answer(ORDINARY[0] ?? ''), await answer(ORDINARY[1] ?? '')]
  const others: unknown[] = []
  for (const name of NAMES) {
    const got = await answer(name)
    const isRefused = name === '__proto__' && WITHOUT_PROTO.includes(place)
    const expected = isRefused ? [400] : name.startsWith('__') ? framed : plain
    if (JSON.stringify(got) !== JSON.stringify(expected)) others.push([name, got, expected])
  }
  expect(others).toEqual([])
  expect(failures).toEqual([])
  expect(simulator.worlds.require('default').world.publications.size).toBe(0)
})
