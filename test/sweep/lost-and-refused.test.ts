import { expect, it } from 'vitest'
import { isCounted, variantId } from '../../src/sweep/verdicts/findings.ts'
import { sweepOf } from './sweep-of.ts'

/** Weak clients and their careful twins: connections, entries of a batch, pages and lost webhooks. */

const script = (code: string): string[] => ['node', '--input-type=module', '-e', code]

const reported = async (words: readonly string[], ...only: string[]) => {
  const { assumptions, faults, advice, stopped } = await sweepOf(words, { only })
  expect(stopped).toBe(null)
  return [...assumptions, ...faults, ...advice]
    .filter(isCounted)
    .map((entry) => [variantId(entry), entry.evidence?.conduct ?? null])
}

it('a client that retries after a reset, but not after a refused connection, is reported', async () => {
  const client = (giveUp: string) =>
    script(`const url = process.env.PLAYA_URL + '/v3/publicaciones/' + process.env.PLAYA_AGENCY
      const send = async (path, init, attempt = 1) => {
        try {
          return await fetch(url + path, init)
        } catch (error) {
          if (attempt > 5 || ${giveUp}) throw error
          await new Promise((resolve) => setTimeout(resolve, 100 * attempt))
          return send(path, init, attempt + 1)
        }
      }
      for (const id of ['PIN-0001', 'PIN-0002']) await (await send('/' + id)).text()
      const { status } = await send('/PIN-0002/suspender', { method: 'PATCH' })
      if (status !== 200) process.exit(1)`)
  const only = ['reset', 'connect-refused']
  expect(await reported(client('false'), ...only)).toEqual([])
  const conduct = 'does not retry after a refused connection, although it does after a reset'
  expect(await reported(client(`error.cause?.code === 'ECONNREFUSED'`), ...only)).toEqual([
    ['connect-refused@publications.read#1', conduct],
    ['connect-refused@publications.read#2', conduct],
  ])
  // A client that never retries after a reset is not reported twice.
  expect((await reported(client('true'), ...only)).map(([id]) => id)).toEqual([
    'reset@publications.read#1',
    'reset@publications.read#2',
    'reset@publications.suspend#1',
  ])
}, 120_000)

it('a batch that ends at a refused create is reported, one that continues is not', async () => {
  const client = (onRefusal: string) =>
    script(`const list = process.env.PLAYA_URL + '/v3/publicaciones/' + process.env.PLAYA_AGENCY
      const headers = { 'Content-Type': 'application/json' }
      const car = { Marca: 'Toyota', Modelo: 'Corolla', VersionYear: 2026, Kilometraje: 0, Color: 'Rojo' }
      for (const ExternalId of ['STOCK-1', 'STOCK-2', 'STOCK-3']) {
        const body = JSON.stringify({ ...car, ExternalId })
        const { status } = await fetch(list, { method: 'POST', headers, body })
        if (status !== 201) { console.error(ExternalId + ' refused with ' + status); ${onRefusal} }
      }`)
  const only = 'entry-refused'
  expect(await reported(client('process.exitCode = 1'), only)).toEqual([])
  const id = 'entry-refused@publications.create#1'
  expect(await reported(client('process.exit(1)'), only)).toEqual([
    [id, 'stops at one refusal, and leaves 2 others undone'],
  ])
  expect(await reported(client(''), only)).toEqual([
    [id, 'treats 400 as success: the command passes, and what was refused is missing'],
  ])
}, 120_000)

it('a client that fails on an empty page or ignores a refused one is reported', async () => {
  const client = (first: string, onRefusal: string) =>
    script(`const { PLAYA_URL, PLAYA_AGENCY } = process.env
      let [next, count, total] = ['/v3/consultas/' + PLAYA_AGENCY, 0]
      while (next) {
        const response = await fetch(new URL(next, PLAYA_URL))
        if (!response.ok) { ${onRefusal} }
        const { _entries, _links, Total } = await response.json()
        total = Total
        if (${first}) count += _entries.length
        next = _links.next?.href
      }
      if (count !== total) throw new RangeError(count + ' of ' + total)`)
  const only = ['empty-page', 'list-refused@inquiries.list#2']
  expect(await reported(client('true', 'throw new Error("refused: " + response.status)'), ...only)).toEqual(
    [],
  )
  const ids = (await reported(client('_entries[0].Momento', 'break'), ...only)).map(([id]) => id)
  expect(ids).toEqual(['empty-page', 'list-refused@inquiries.list#2'])
}, 120_000)

it('a receiver that relies on webhooks alone is reported if one never arrives', async () => {
  const client = (poll: string) =>
    script(`import { createServer } from 'node:http'
      const { PLAYA_URL, PLAYA_AGENCY, PLAYA_CONTROL } = process.env
      const headers = { 'Content-Type': 'application/json' }
      const car = PLAYA_URL + '/v3/publicaciones/' + PLAYA_AGENCY + '/PIN-0001'
      let state = 'Activa'
      const look = async () => { state = (await (await fetch(car)).json()).EstadoActual }
      const server = createServer(async (incoming, outgoing) => { outgoing.writeHead(204).end(); await look() })
      await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
      const Callback = 'http://127.0.0.1:' + server.address().port
      await fetch(PLAYA_URL + '/v3/appnotificaciones/publicacion-estado', {
        method: 'PUT', headers, body: JSON.stringify({ Callback, Activo: true }) })
      await fetch(car + '/suspender', { method: 'PATCH' })
      const end = Date.now() + 1_500
      while (state === 'Activa' && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 50))
      ${poll}
      process.exit(state === 'Activa' ? 1 : 0)`)
  expect(await reported(client('await look()'), 'webhook-lost')).toEqual([])
  expect(await reported(client(''), 'webhook-lost')).toEqual([['webhook-lost', null]])
}, 120_000)

it('a car that stays suspended after a refused edit is reported, one that is reactivated is not', async () => {
  const client = (onRefusal: string) =>
    script(`const { PLAYA_URL, PLAYA_AGENCY } = process.env
      const car = PLAYA_URL + '/v3/publicaciones/' + PLAYA_AGENCY + '/PIN-0001'
      const headers = { 'Content-Type': 'application/json' }
      const amend = (members) => fetch(car, { method: 'PATCH', headers, body: JSON.stringify(members) })
      await fetch(car + '/suspender', { method: 'PATCH' })
      const { status } = await amend({ Activa: true, Precio: { Moneda: 'ARS', Importe: 900 } })
      if (status === 200) process.exit(0)
      ${onRefusal}
      console.error('refused with ' + status)
      process.exit(1)`)
  const only = 'second-step-refused'
  expect(await reported(client('await amend({ Activa: true })'), only)).toEqual([])
  expect(await reported(client(''), only)).toEqual([
    [
      'second-step-refused@publications.amend#1',
      'does not undo the first step when the second is refused: PIN-0001: Suspendida instead of Activa',
    ],
  ])
}, 120_000)

it('a webhook that is answered before its subject is read is reported if the read fails', async () => {
  const client = (before: string, after: string) =>
    script(`import { createServer } from 'node:http'
      const { PLAYA_URL, PLAYA_AGENCY, PLAYA_CONTROL } = process.env
      const headers = { 'Content-Type': 'application/json' }
      let leads = 0
      const server = createServer(async (incoming, outgoing) => {
        let text = ''
        for await (const part of incoming) text += part
        ${before}
        const { ok } = await fetch(new URL(JSON.parse(text).Entidad.href, PLAYA_URL))
        if (ok) leads += 1
        ${after}
      })
      await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
      const Callback = 'http://127.0.0.1:' + server.address().port
      await fetch(PLAYA_URL + '/v3/appnotificaciones/publicacion-consultada', {
        method: 'PUT', headers, body: JSON.stringify({ Callback, Activo: true }) })
      const posted = { method: 'POST', headers, body: '{"externalid":"PIN-0001"}' }
      await fetch(PLAYA_CONTROL + '/worlds/default/inquiries', posted)
      const end = Date.now() + 1_500
      while (leads === 0 && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 50))
      process.exit(leads === 0 ? 1 : 0)`)
  const only = 'webhook-unread'
  expect(await reported(client('', 'outgoing.writeHead(ok ? 204 : 503).end()'), only)).toEqual([])
  expect(await reported(client('outgoing.writeHead(204).end()', ''), only)).toEqual([
    [only, 'answers a webhook with 2xx, and never reads its subject: the webhook is not repeated'],
  ])
}, 120_000)

it('a client that never retries is not reported for a gateway or a date in Retry-After', async () => {
  const client = (again: string) =>
    script(`const list = process.env.PLAYA_URL + '/v3/publicaciones/' + process.env.PLAYA_AGENCY
      const read = async (attempt = 1) => {
        const response = await fetch(list)
        if (response.ok || attempt > 5 || !(${again})) return response
        await new Promise((resolve) => setTimeout(resolve, 100))
        return read(attempt + 1)
      }
      if (!(await read()).ok) process.exit(1)`)
  const only = ['502', 'retry-date']
  expect(await reported(client('false'), ...only)).toEqual([])
  expect(await reported(client('[429, 503].includes(response.status)'), ...only)).toEqual([
    ['502@publications.list#1', null],
  ])
}, 120_000)

it('a used id, a 412 treated as success and a lower-case Retry-After are named exactly', async () => {
  const code = (isCareful: boolean) => `import { request } from 'node:http'
    const { PLAYA_URL, PLAYA_AGENCY } = process.env
    const isCareful = ${isCareful}
    const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
    const once = (method, path, { body, tag } = {}) => new Promise((resolve, reject) => {
      const headers = { 'Content-Type': 'application/json', ...(tag && { 'If-Match': tag }) }
      const sent = request(PLAYA_URL + path, { method, headers, agent: false }, async (response) => {
        let text = ''
        for await (const chunk of response) text += chunk
        const names = response.rawHeaders.map((name, at) => at % 2 || !isCareful ? name : name.toLowerCase())
        const place = (name) => names.findIndex((other) => other === (isCareful ? name.toLowerCase() : name))
        const header = (name) => place(name) < 0 ? undefined : names[place(name) + 1]
        resolve({ status: response.statusCode, header, text, tag: response.headers.etag })
      })
      sent.on('error', reject).end(body && JSON.stringify(body))
    })
    const send = async (...given) => {
      for (let n = 0; ; n += 1) {
        const answer = await once(...given)
        if (answer.status !== 429 || n === 5) return answer
        await pause(Number(answer.header('Retry-After') ?? 0.1) * 1000)
      }
    }
    const fail = (status) => { throw new Error('HTTP ' + status) }
    const list = '/v3/publicaciones/' + PLAYA_AGENCY
    const car = { ExternalId: 'OWN-1', Marca: 'Toyota', Modelo: 'Corolla', VersionYear: 2026, Kilometraje: 0, Color: 'Rojo' }
    const made = await send('POST', list, { body: car })
    if (made.status === 409) {
      const own = JSON.parse((await send('GET', list + '/OWN-1')).text)
      if (isCareful && own.Color !== 'Rojo') fail(409)
    } else if (made.status !== 201) fail(made.status)
    for (let n = 0; n < 5; n += 1) {
      const read = await send('GET', list + '/PIN-0002')
      if (JSON.parse(read.text).Precio?.Importe === 7e6) break
      const body = { Precio: { Moneda: 'ARS', Importe: 7e6 } }
      const written = await send('PATCH', list + '/PIN-0002', { body, tag: read.tag })
      if (written.status === 200 || !isCareful) break
      if (written.status !== 412) fail(written.status)
    }`
  const only = ['id-taken', 'stale-tag', '429-retry-after@publications.create#1', 'retry-letter-case']
  const named = async (isCareful: boolean) => {
    const { faults, advice } = await sweepOf(script(code(isCareful)), { only })
    return [...faults, ...advice].filter(isCounted).map(({ evidence }) => evidence?.conduct)
  }
  expect(await named(true)).toEqual([])
  expect(await named(false)).toEqual([
    'sends the request again before Retry-After has passed',
    'treats 412 as success',
    expect.stringMatching(/^treats a publication of another client as its own/),
  ])
}, 120_000)
