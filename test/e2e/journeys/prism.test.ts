import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSandbox } from '../../../src/cli/entries/index.ts'
import { golListing } from '../../support/miniature-world.ts'
import { DROP, type Hop, startPrism, startRelay } from './prism-proxy.ts'

/**
 * A validator of other people's making reads the same document and agrees with the responses (COM-01, ERR-01
 * .. ERR-06).
 */

const AGENCY = 'ventas@lospinos.example'
const LISTINGS = `/v3/publicaciones/${AGENCY}`

let prism: Hop
const open: (() => Promise<void>)[] = []

beforeAll(async () => {
  const sandbox = await createSandbox({ scenario: 'demo', seed: 7, now: '2026-03-01T12:00:00-03:00' })
  const served = await sandbox.listen()
  const relay = await startRelay(served.url)
  open.push(relay.close, served.close)
  prism = await startPrism(relay.url)
  open.unshift(prism.close)
})

afterAll(async () => {
  for (const close of open) await close()
})

const car = (ExternalId: string) =>
  golListing(ExternalId, { Fotos: ['http://127.0.0.1/_playa/photos/1280x720/hatchback/blanco/1.svg'] })

const through = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
  const sent = body ? { body: JSON.stringify(body) } : {}
  const answer = await fetch(prism.url + path, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...sent,
  })
  return {
    status: answer.status,
    etag: answer.headers.get('etag') ?? '',
    violations: answer.headers.get('sl-violations'),
    text: await answer.text(),
  }
}

const FORMS = ['application/json', 'application/vnd.service.entry+json', 'application/vnd.service.ref+json']
const READS = [
  LISTINGS,
  `${LISTINGS}/PIN-0001`,
  `/v3/consultas/${AGENCY}`,
  `/v3/operadores/${AGENCY}`,
  '/v3/agencias',
  '/v3/marcas/bestmatch?make=toyota',
  '/v3/modelos/bestmatch?make=toyota&model=corolla',
]
const READS_IN_FULL = [
  '/v3',
  `/v3/agencias/${AGENCY}/productos`,
  `/v3/notificaciones/${AGENCY}`,
  `/v3/sucursales/${AGENCY}`,
  `/v3/visitas/${AGENCY}`,
  '/v3/appnotificaciones',
  '/v3/regiones',
  '/v3/versiones/bestmatch?make=vw&model=amarok&year=2025',
]

it('Prism has no objection to a read, in any form', async () => {
  const asked = [
    ...READS.flatMap((path) => FORMS.map((form) => [path, form] as const)),
    ...READS_IN_FULL.map((path) => [path, '*/*'] as const),
  ]
  for (const [path, form] of asked) {
    const { status, violations, text } = await through('GET', path, undefined, { Accept: form })
    expect({ path, form, status, violations, text: status === 200 ? '' : text }).toEqual({
      path,
      form,
      status: 200,
      violations: null,
      text: '',
    })
  }
})

it('Prism has no objection to a life of a publication, nor to its refusals', async () => {
  const at = `${LISTINGS}/gol-1`
  const made = await through('POST', LISTINGS, car('gol-1'))
  const edited = await through('PATCH', at, { Precio: null }, { 'If-Match': made.etag })
  const heard = [
    made,
    edited,
    await through('GET', at, undefined, { 'If-None-Match': edited.etag }),
    await through('PATCH', at, { Activa: false }, { 'If-Match': made.etag }),
    await through('POST', LISTINGS, car('GOL-1')),
    await through('POST', LISTINGS, { ...car('gol-2'), Kilometraje: -1, Fotos: 'none' }),
    await through('PATCH', `${at}/suspender`),
    await through('PATCH', `${at}/archivar`),
    await through('PATCH', at, { Activa: true }),
    await through('GET', `${LISTINGS}/nothing`),
    await through('GET', `/v3/consultas/${AGENCY}?pagina=100`),
  ]
  expect(heard.map(({ status }) => status)).toEqual([201, 200, 304, 412, 409, 400, 200, 200, 409, 404, 400])
  expect(heard.map(({ violations }) => violations).filter((said) => said !== null)).toEqual([])
})

it.each([
  [`${LISTINGS}/PIN-0001`, 'EstadoActual'],
  [`/v3/agencias/${AGENCY}/productos`, 'Media'],
  [`/v3/consultas/${AGENCY}`, 'Total'],
  ['/v3', 'Marcas'],
])('Prism objects when the response of %s lacks %s', async (path, member) => {
  const { status, text } = await through('GET', path, undefined, { [DROP]: member })
  expect(status).toBe(500)
  expect(text).toContain('VIOLATIONS')
  expect(text).toContain(member)
})
