import type { Exchange } from '../../../src/kit/target/exchange.ts'
import type { AskedService } from './service.ts'

/** A request about an open question, and the compared part of the answer. */
export interface Question {
  readonly name: string
  ask(service: AskedService): Promise<string>
}

const status = ({ response }: Exchange): string => String(response.status)

const members = (json: unknown): Readonly<Record<string, unknown>> =>
  typeof json === 'object' && json !== null ? Object.fromEntries(Object.entries(json)) : {}

const errorKeys = ({ json, response }: Exchange): string =>
  `${response.status} ${Object.keys(members(members(json)['Errors'] ?? members(json)['errors']))
    .sort()
    .join()}`

const inside = ({ json, response }: Exchange): string =>
  `${response.status} ${members(json)['Status'] ?? members(json)['status']}`

const kind = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value

const hrefForm = (json: unknown): string => {
  const { href } = members(members(members(json)['_links'])['self'])
  return /^https?:/.test(String(href)) ? 'absolute' : 'path'
}

const question = (name: string, ask: Question['ask']): Question => ({ name, ask })

const STALE = { headers: { 'If-Match': '"no-such-tag"' } }

const unknownReads: readonly Question[] = [
  'marcas/987654321',
  'modelos/987654321',
  'versiones/987654321',
  'publicaciones/{agency}/no-such-id',
  'consultas/{agency}/no-such-sid',
  'appnotificaciones/no-such-topic',
].map((path) =>
  question(`GET ${path}`, async (s) => {
    const answer = await s.get(`/v3/${path.replace('{agency}', s.agency)}`)
    const type = answer.response.headers['content-type'] ?? ''
    return `${status(answer)} ${typeof answer.json === 'string' ? 'json text' : /problem/.test(type) ? 'problem' : 'other'}`
  }),
)

/** Returns the address behind a link block of the entry point: paths differ from service to service. */
const blockHref = async (s: AskedService, block: string): Promise<string> => {
  const links = members(members(members((await s.get('/v3')).json)[block])['_links'])
  const hrefs = Object.values(links).map((link) => String(members(link)['href']))
  return (hrefs.find((href) => !href.includes('{')) ?? hrefs[0] ?? '/v3').replace(/\{.*$/, '')
}

const accepts: readonly Question[] = [
  question('GET /v3 as text/csv', async (s) => status(await s.get('/v3', 'text/csv'))),
  ...['Monedas', 'Marcas'].map((block) =>
    question(`${block} as text/csv`, async (s) => status(await s.get(await blockHref(s, block), 'text/csv'))),
  ),
  question('the package as text/csv', async (s) =>
    status(await s.get(`/v3/agencias/${s.agency}/productos`, 'text/csv')),
  ),
]

const links: readonly Question[] = [
  ...['Monedas', 'Marcas'].map((block) =>
    question(`href in ${block}`, async (s) => hrefForm((await s.get(await blockHref(s, block))).json)),
  ),
  ...['', '/operadores/{agency}', '/agencias/{agency}/productos'].map((path) =>
    question(`href in GET /v3${path}`, async (s) =>
      hrefForm((await s.get(`/v3${path.replace('{agency}', s.agency)}`)).json),
    ),
  ),
]

const archivedWrites: readonly Question[] = [
  question('PATCH of an archived one', async (s) =>
    errorKeys(await s.write(await s.archived(), 'PATCH', { Precio: { Moneda: 'ARS', Importe: 5_000_000 } })),
  ),
  question('PUT of an archived one', async (s) =>
    status(await s.write(await s.archived(), 'PUT', await s.full())),
  ),
  question('suspender of an archived one', async (s) =>
    errorKeys(await s.write(await s.archived(), 'PATCH', undefined, '/suspender')),
  ),
  question('archivar of an archived one', async (s) =>
    status(await s.write(await s.archived(), 'PATCH', undefined, '/archivar')),
  ),
  question('Activa true for an archived one', async (s) =>
    status(await s.write(await s.archived(), 'PATCH', { Activa: true })),
  ),
  question('GET of an archived one', async (s) => status(await s.get(await s.archived()))),
  question('nothing to change on an archived one', async (s) =>
    status(await s.write(await s.archived(), 'PATCH', { Activa: null })),
  ),
]

const writes: readonly Question[] = [
  ['PATCH', '', { Precio: { Moneda: 'ARS', Importe: 5_000_000 } }],
  ['PATCH', '/suspender', undefined],
  ['PATCH', '/archivar', undefined],
].flatMap(([method, step, body]) => [
  question(`${method} ${step} without a precondition`, async (s) => {
    const { path } = await s.made({ Activa: true })
    return status(await s.send(String(method), path + step, body === undefined ? {} : { body }))
  }),
  question(`${method} ${step} with a stale tag`, async (s) => {
    const { path } = await s.made({ Activa: true })
    const answer = await s.send(String(method), path + step, {
      ...STALE,
      ...(body !== undefined && { body }),
    })
    return status(answer)
  }),
  question(`${method} ${step} of an unknown one`, async (s) =>
    status(
      await s.send(String(method), s.path(s.newId()) + step, {
        ...STALE,
        ...(body !== undefined && { body }),
      }),
    ),
  ),
])

const creates: readonly Question[] = [
  question('an unknown member', async (s) => status(await s.create({ Ruedas: 4 }))),
  question('a year as a text', async (s) => status(await s.create({ VersionYear: '2024' }))),
  question('a mileage as a text', async (s) => status(await s.create({ Kilometraje: '0' }))),
  question('null for RefStock', async (s) => status(await s.create({ RefStock: null }))),
  question('null for Telefono', async (s) => status(await s.create({ Telefono: null }))),
  question('a phone', async (s) => status(await s.create({ Telefono: '+54 11 4000-0009' }))),
  question('a strange operator', async (s) =>
    status(await s.create({ OperadorResponsable: 'nadie@zzyzx.example' })),
  ),
  question('no known car', async (s) =>
    status(await s.create({ Marca: 'Zzyzx', Modelo: 'Qwx', Version: 'Zzyzx' })),
  ),
  question('a wrong nested amount', async (s) =>
    errorKeys(await s.create({ Precio: { Moneda: 'ARS', Importe: 'mucho' } })),
  ),
  question('a wrong year', async (s) => errorKeys(await s.create({ VersionYear: 2999 }))),
  question('two wrong members', async (s) =>
    errorKeys(await s.create({ VersionYear: 2999, Kilometraje: -1 })),
  ),
  question('a plain text', async (s) =>
    status(await s.create({ VersionYear: 1907 }, { headers: { 'Content-Type': 'text/plain' } })),
  ),
  question('wide signs in ExternalId', async (s) =>
    status(await s.create({ ExternalId: `${s.newId()}~!$'()*,=:@+` })),
  ),
  question('unreserved signs in ExternalId', async (s) =>
    status(await s.create({ ExternalId: `${s.newId()}-._~z` })),
  ),
  question('an ExternalId twice', async (s) => {
    const ExternalId = s.newId()
    await s.create({ ExternalId })
    return inside(await s.create({ ExternalId }))
  }),
  question('the ExternalId of an archived one', async (s) => {
    const path = await s.archived()
    return status(await s.create({ ExternalId: decodeURIComponent(path.split('/').at(-1) ?? '') }))
  }),
  question('a Vin twice', async (s) => {
    const Vin = '8AJZZZ1K5AW000001'
    await s.create({ Vin })
    return status(await s.create({ Vin }))
  }),
  question('the form of Location', async (s) =>
    /^https?:/.test((await s.create()).response.headers['location'] ?? '') ? 'absolute' : 'path',
  ),
  question('the strength of a tag', async (s) =>
    (await s.create()).response.headers['etag']?.startsWith('W/') ? 'weak' : 'strong',
  ),
  question('the words of the states', async (s) => {
    const { path } = await s.made()
    const before = members((await s.get(path)).json)['EstadoActual']
    const after = members((await s.write(path, 'PATCH', undefined, '/archivar')).json)['EstadoActual']
    return `${before} ${after}`
  }),
]

const edits: readonly Question[] = [
  question('suspending twice', async (s) => {
    const { path } = await s.made()
    return errorKeys(await s.write(path, 'PATCH', undefined, '/suspender'))
  }),
  question('a wrong edit with a stale tag', async (s) => {
    const { path } = await s.made()
    return status(await s.send('PATCH', path, { ...STALE, body: { Precio: 'barato' } }))
  }),
  question('a PUT of another brand', async (s) => {
    const { path } = await s.made()
    return status(await s.write(path, 'PUT', await s.full({ Marca: 'Toyota' })))
  }),
  question('a PATCH of another brand', async (s) => {
    const { path } = await s.made()
    const amount = { Moneda: 'ARS', Importe: 6_000_000 }
    return status(await s.write(path, 'PATCH', { Marca: 'Toyota', Precio: amount }))
  }),
  question('a PUT without RefStock', async (s) => {
    const { path } = await s.made({ RefStock: 'PROBE' })
    const answer = await s.write(path, 'PUT', await s.full({ RefStock: undefined }))
    return `${status(answer)} ${kind(members(answer.json)['RefStock'])}`
  }),
  question('the etag member of a ref', async (s) => {
    const { path } = await s.made()
    const ref = await s.get(path, 'application/vnd.service.ref+json')
    return String(members(ref.json)['etag']).includes('"') ? 'quoted' : 'bare'
  }),
  question('the type of a 412', async (s) => {
    const { path } = await s.made()
    const accept = 'application/vnd.service.ref+json'
    const { response } = await s.send('PATCH', `${path}/archivar`, { ...STALE, accept })
    return `${response.status} ${(response.headers['content-type'] ?? '').split(';')[0]}`
  }),
  question('the certificate of a used car', async (s) => {
    const made = await s.create({ AplicaCertificadoGarantiaUsado: false })
    return `${status(made)} ${kind(members(made.json)['CertificadoDeGarantiaUsado'])}`
  }),
]

/** Returns the address of a best match among brands. */
const bestMatch = async (s: AskedService, word: string): Promise<string> =>
  `${await blockHref(s, 'Marcas')}?bestmatch=${word}`

const lists: readonly Question[] = [
  question('PerPagina', async (s) =>
    String(members((await s.get(`/v3/consultas/${s.agency}`)).json)['PerPagina']),
  ),
  question('page 99', async (s) => status(await s.get(`/v3/consultas/${s.agency}?pagina=99`))),
  question('an unknown operator in a list', async (s) =>
    status(await s.get(`/v3/operadores/${s.agency}?operador=nadie%40zzyzx.example`)),
  ),
  question('an unknown parameter', async (s) =>
    status(await s.get(`${await blockHref(s, 'Monedas')}?ruedas=4`)),
  ),
  question('an unknown parameter of inquiries', async (s) =>
    status(await s.get(`/v3/consultas/${s.agency}?ruedas=4`)),
  ),
  question('the agency in capitals', async (s) =>
    status(await s.get(`/v3/agencias/${s.agency.toUpperCase()}/productos`)),
  ),
  question('no best match', async (s) => status(await s.get(await bestMatch(s, 'zzyzxqwv')))),
  question('a best match with an unknown parameter', async (s) =>
    status(await s.get(`${await bestMatch(s, 'Toyota')}&ruedas=4`)),
  ),
  question('a PUT to an unknown agency', async (s) =>
    status(await s.send('PUT', '/v3/agencias/nadie%40playa.invalid', { body: { NombreComercial: 'Nadie' } })),
  ),
  question('the offset of moments', async (s) => {
    const { json } = await s.get(`/v3/consultas/${s.agency}`)
    return String(members(json)['Desde']).replace(/^.*?(Z|[+-]\d\d:\d\d)$/, '$1')
  }),
]

/** Requests about open questions. */
export const QUESTIONS: readonly Question[] = [
  ...unknownReads,
  ...accepts,
  ...links,
  ...archivedWrites,
  ...writes,
  ...creates,
  ...edits,
  ...lists,
]
