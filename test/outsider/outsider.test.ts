import { createHmac } from 'node:crypto'
import { createServer, get, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { DEFAULTS } from './choices.ts'
import { type Outsider, type OutsiderOptions, startOutsider } from './outsider.ts'
import { LEGAL_VARIANTS } from './variants/legal/index.ts'
import { WRONG_VARIANTS } from './variants/wrong/index.ts'

type Json = Record<string, unknown>

const VARIANTS = [...LEGAL_VARIANTS, ...WRONG_VARIANTS]

const running = async <T>(options: OutsiderOptions, work: (outsider: Outsider) => Promise<T>): Promise<T> => {
  const outsider = await startOutsider(options)
  return work(outsider).finally(outsider.close)
}

const ask = async (outsider: Outsider, method: string, path: string, body?: unknown, headers: Json = {}) => {
  const sent = { 'X-Api-Key': outsider.keys.first, 'Content-Type': 'application/json', ...headers }
  const text = body === undefined ? {} : { body: JSON.stringify(body) }
  const answer = await fetch(`${outsider.url}/v3${path}`, {
    method,
    headers: sent as Record<string, string>,
    ...text,
  })
  const answered = await answer.text()
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false
  const document: Json = isJson ? JSON.parse(answered) : { text: answered }
  return { status: answer.status, document, tag: answer.headers.get('etag') ?? '', headers: answer.headers }
}

it('the entry point leads to every list, and knows its tag', () =>
  running({ basePath: '/api/gateway' }, async (outsider) => {
    const entry = await ask(outsider, 'GET', '')
    const { _links, ...blocks } = entry.document
    const links = Object.values(blocks).flatMap((block) => Object.values((block as { _links: Json })._links))
    const plain = (links as { href: string; templated?: boolean }[]).filter(({ templated }) => !templated)
    const statuses = await Promise.all(plain.map(async ({ href }) => (await fetch(href)).status))
    expect(Object.keys(blocks)).toHaveLength(10)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect((await ask(outsider, 'GET', '', undefined, { 'If-None-Match': entry.tag })).status).toBe(304)
  }))

it('a listing is created, read, edited, suspended and archived under its tags', () =>
  running({}, async (outsider) => {
    const path = `/publicaciones/${encodeURIComponent(outsider.agency)}`
    const one = `${path}/auto%201`.replace('%201', '-ñ1')
    const made = await ask(outsider, 'POST', path, { ...outsider.car, ExternalId: 'AUTO-Ñ1' })
    expect([made.status, made.document['EstadoActual'], made.document['Version']]).toEqual([
      201,
      'Activa',
      'Feel 1.6',
    ])
    const read = await ask(outsider, 'GET', one)
    expect(read.document).toEqual(made.document)
    expect(read.tag).toBe(made.tag)
    expect((await ask(outsider, 'GET', one, undefined, { 'If-None-Match': read.tag })).status).toBe(304)
    const price = { Precio: { Moneda: 'dolar estadounidense', Importe: 9900.5 } }
    const touched = await ask(outsider, 'PATCH', one, price, { 'If-Match': read.tag })
    expect(touched.document['Precio']).toEqual({ Moneda: 'USD', Importe: 9900.5 })
    expect((await ask(outsider, 'PATCH', one, price, { 'If-Match': read.tag })).status).toBe(412)
    const edit = { VersionYear: 2021, Kilometraje: 50_000, Activa: false, Color: 'x'.repeat(60) }
    const edited = await ask(outsider, 'PUT', one, edit)
    expect([edited.status, edited.document['Color']]).toEqual([200, 'x'.repeat(50)])
    expect(edited.document['EstadoActual']).toBe('Pausada')
    expect((await ask(outsider, 'PATCH', `${one}/suspender`)).status).toBe(409)
    expect((await ask(outsider, 'PATCH', one, { Activa: true })).document['EstadoActual']).toBe('Activa')
    expect((await ask(outsider, 'PATCH', `${one}/archivar`)).document['EstadoActual']).toBe('Retirada')
    expect((await ask(outsider, 'PATCH', one, { Activa: true })).status).toBe(409)
  }))

it('refusals name the members, and the package adds up', () =>
  running({}, async (outsider) => {
    const path = `/publicaciones/${outsider.agency}`
    const refused = await ask(outsider, 'POST', path, {
      ...outsider.car,
      ExternalId: 'x',
      Vin: 'I',
      Fotos: [],
    })
    expect(refused.headers.get('content-type')).toBe('application/problem+json')
    expect(Object.keys(refused.document['Errors'] as Json).sort()).toEqual(['ExternalId', 'Fotos', 'Vin'])
    const { document } = await ask(outsider, 'GET', `/agencias/${outsider.agency}/productos`)
    for (const level of ['Alta', 'Media', 'Baja']) {
      const { Pack, Activas, Disponibles } = document[level] as Record<string, number>
      expect((Activas ?? 0) + (Disponibles ?? 0)).toBe(Pack)
    }
    const foreign = await ask(outsider, 'GET', `/consultas/${outsider.otherAgency}`, undefined, {
      'X-Api-Key': outsider.keys.second,
    })
    expect([foreign.status, foreign.document]).toEqual([404, { text: 'No hay una agencia con ese correo.' }])
  }))

it('pages of inquiries hold each of them once', () =>
  running({}, async (outsider) => {
    const day = new Date(Date.now() - 85 * 86_400_000).toISOString().slice(0, 10)
    const seen: string[] = []
    let total = 0
    for (let page = 1; page <= 4; page++) {
      const query = `desde=${day}&pagina=${page}`
      const accept = { Accept: 'application/vnd.service.ref+json' }
      const { document } = await ask(
        outsider,
        'GET',
        `/consultas/${outsider.agency}?${query}`,
        undefined,
        accept,
      )
      total = Number(document['Total'])
      seen.push(...(document['_entries'] as { href: string }[]).map(({ href }) => href))
    }
    expect(total).toBeGreaterThan(250)
    expect([seen.length, new Set(seen).size]).toEqual([total, total])
  }))

it('an inquiry is delivered with a signature that the secret verifies', () =>
  running({}, async (outsider) => {
    const got: IncomingHttpHeaders[] = []
    const receiver = createServer((request, response) => {
      got.push(request.headers)
      response.end()
    })
    await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
    // A server that listens on a port has an address with one.
    const callback = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
    const secret = 'dieciseis-letras-o-mas'
    const header = { Name: 'X-Nuestro', Value: 'si' }
    const topic = `/appnotificaciones/${outsider.topics[0]}`
    expect((await ask(outsider, 'PUT', topic, { Callback: callback })).status).toBe(404)
    const configuration = { Callback: callback, Secret: secret, Activo: true, HeaderCustom03: header }
    expect((await ask(outsider, 'POST', topic, configuration)).document['Secret']).toBeNull()
    await ask(outsider, 'POST', `/publicaciones/${outsider.agency}`, {
      ...outsider.car,
      ExternalId: 'con-gancho',
    })
    expect(outsider.inquire('con-gancho')).toBe(true)
    await outsider.settled()
    receiver.close()
    const [headers = {}] = got
    const names = ['notification-hook-id', 'notification-timestamp', 'notification-topic']
    const signed = names.map((name) => headers[name]).join('\n')
    expect(headers['notification-signature']).toBe(createHmac('sha256', secret).update(signed).digest('hex'))
    expect(headers['x-nuestro']).toBe('si')
  }))

it('the tables are long, and every name is unique', () => {
  expect(LEGAL_VARIANTS.length).toBeGreaterThanOrEqual(150)
  expect(WRONG_VARIANTS.length).toBeGreaterThanOrEqual(70)
  expect(new Set(VARIANTS.map(({ name }) => name)).size).toBe(VARIANTS.length)
})

it('every switch is used by a variant, and changes its default', () => {
  const used = new Set(VARIANTS.flatMap(({ switches }) => Object.keys(switches)))
  expect(Object.keys(DEFAULTS).filter((name) => !used.has(name))).toEqual([])
  const same = VARIANTS.filter(({ switches }) =>
    Object.entries(switches).every(
      ([name, value]) => JSON.stringify(value) === JSON.stringify({ ...DEFAULTS }[name]),
    ),
  )
  expect(same).toEqual([])
})

const status = (url: string, key: string): Promise<number> =>
  new Promise((done, fail) => {
    const headers = { 'X-Api-Key': key }
    get(url, { headers, agent: false }, (answer) => done(answer.resume().statusCode ?? 0)).on('error', fail)
  })

it('every variant starts and shows its entry point', async () => {
  const statuses = new Map<string, number>()
  const show = ({ name, switches }: (typeof VARIANTS)[number]) =>
    running({ switches: { inquiries: 'few', ...switches } }, async ({ url, keys }) =>
      statuses.set(name, await status(`${url}/v3`, keys.first)),
    )
  for (let at = 0; at < VARIANTS.length; at += 25) await Promise.all(VARIANTS.slice(at, at + 25).map(show))
  expect([...statuses].filter(([, status]) => status !== 200)).toEqual([])
})
