import { expect, it } from 'vitest'
import { isCounted, variantId } from '../../src/sweep/verdicts/findings.ts'
import { sweepOf } from './sweep-of.ts'

/** Weak clients and their careful twins: refusals that they do not report, and pages that no test checks. */

const script = (code: string): string[] => ['node', '--input-type=module', '-e', code]

const reported = async (words: readonly string[], ...only: string[]) => {
  const { advice, stopped } = await sweepOf(words, { only })
  expect(stopped).toBe(null)
  return advice.filter(isCounted).map(variantId)
}

const CREATES = `const list = process.env.PLAYA_URL + '/v3/publicaciones/' + process.env.PLAYA_AGENCY
  const headers = { 'Content-Type': 'application/json' }
  const car = { Marca: 'vw', Modelo: 'gol trend', VersionYear: 2018, Kilometraje: 61000, Color: 'Gris',
    Fotos: [process.env.PLAYA_URL + '/_playa/photos/1280x720/hatchback/blanco/1.svg'] }
  const create = (id) => fetch(list, { method: 'POST', headers, body: JSON.stringify({ ...car, ExternalId: id }) })`

it('a client that treats every 409 as "already exists", but names other refusals, is reported', async () => {
  const client = (onConflict: string) =>
    script(`${CREATES}
      let made = 0
      for (const id of ['ERP-1', 'ERP-2']) {
        const { status } = await create(id)
        if (status === 201) made += 1
        else if (status !== 409) throw new Error(id + ' is refused: ' + status)
        else { ${onConflict} }
      }
      if (made !== 2) { console.error('expected two, but they are ' + made); process.exit(1) }`)
  const only = ['full-unnoticed', 'id-taken']
  const ids = ['id-taken@publications.create#1', 'full-unnoticed@publications.create#1']
  expect(await reported(client(''), ...only)).toEqual(ids)
  const looks = `const there = await fetch(list + '/' + id)
    const other = there.ok ? (await there.json()).Kilometraje !== car.Kilometraje : true
    if (other) throw new Error(id + ' is refused: 409')`
  expect(await reported(client(looks), ...only)).toEqual([])
}, 120_000)

it('faults do not act on a create that is refused because its id exists', async () => {
  const client = script(`${CREATES}
    const insist = async (id, n = 1) => {
      const answer = await create(id).catch(() => ({ status: 503 }))
      if (answer.status !== 503 || n === 5) return [answer.status, n]
      await new Promise((resolve) => setTimeout(resolve, 100 * n))
      return insist(id, n + 1)
    }
    const isDone = ([status, n]) => status === 201 || (status === 409 && n > 1)
    const done = [isDone(await insist('ERP-1')), isDone(await insist('ERP-1'))]
    process.exit(done.join() === 'true,false' ? 0 : 1)`)
  const { faults } = await sweepOf(client, {
    only: ['answer-lost', '503', 'reset', '504', 'connect-refused'],
  })
  expect(faults.filter(isCounted).map(variantId)).toEqual([])
  expect(faults.map(({ exchange }) => exchange)).not.toContain('publications.create#2')
}, 120_000)

it('unread pages of the inquiries of a day get a remark if another person’s inquiry is among them', async () => {
  const client = (isCareful: boolean) =>
    script(`const { PLAYA_URL, PLAYA_AGENCY, PLAYA_CONTROL, PLAYA_NOW } = process.env
      const headers = { 'Content-Type': 'application/json' }
      const body = JSON.stringify({ externalid: 'PIN-0001', interesado: { Nombre: 'Ana' } })
      await fetch(PLAYA_CONTROL + '/worlds/default/inquiries', { method: 'POST', headers, body })
      let next = '/v3/consultas/' + PLAYA_AGENCY + '?desde=' + PLAYA_NOW.slice(0, 10)
      const names = []
      while (next) {
        const page = await (await fetch(new URL(next, PLAYA_URL))).json()
        names.push(...page._entries.map((entry) => entry.Interesado.Nombre))
        next = ${isCareful} ? page._links.next?.href : undefined
      }
      process.exit(names.includes('Ana') ? 0 : 1)`)
  const remarks = async (isCareful: boolean) => {
    const { assumptions } = await sweepOf(client(isCareful), { only: ['inquiries/page-size'] })
    return assumptions.flatMap(({ option, note }) => (note === null ? [] : `${option} ${note}`))
  }
  expect(await remarks(false)).toEqual([
    'size:1+another-inquiry shows that the client reads only the first page of a list: inquiries',
  ])
  expect(await remarks(true)).toEqual([])
}, 120_000)

it('a client that survives a rate limit by retrying too soon is reported', async () => {
  const client = (waitMs: string) =>
    script(`const { PLAYA_URL, PLAYA_AGENCY } = process.env
      for (const id of ['PIN-0001', 'PIN-0002', 'PIN-0003', 'PIN-0004'])
        for (let n = 0; n < 8; n += 1) {
          const answer = await fetch(PLAYA_URL + '/v3/publicaciones/' + PLAYA_AGENCY + '/' + id)
          if (answer.ok) break
          if (n === 7) process.exit(1)
          await new Promise((resolve) => setTimeout(resolve, ${waitMs}))
        }`)
  const verdicts = async (waitMs: string) => {
    const { assumptions } = await sweepOf(client(waitMs), { only: ['limits/rate'] })
    return assumptions.map(({ verdict, evidence }) => [verdict, evidence?.conduct ?? null])
  }
  expect(await verdicts('700')).toEqual([
    ['stood-on', 'sends the request again before Retry-After has passed'],
  ])
  expect(await verdicts(`answer.headers.get('Retry-After') * 1000 + 50`)).toEqual([['free', null]])
}, 120_000)

it('a client that keeps another client’s price is not accused if its test reads something else', async () => {
  const client = script(`const { PLAYA_URL, PLAYA_AGENCY } = process.env
    const path = PLAYA_URL + '/v3/publicaciones/' + PLAYA_AGENCY + '/PIN-0001'
    const send = (method, body, tag) => fetch(path, {
      method, body: body && JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', ...(tag && { 'If-Match': tag }) } })
    const change = async (from, to) => {
      for (let n = 0; n < 3; n += 1) {
        const read = await send('GET')
        if ((await read.json()).Precio.Importe !== from) return false
        const done = await send('PATCH', { Precio: { Moneda: 'ARS', Importe: to } }, read.headers.get('ETag'))
        if (done.ok) return true
      }
      throw new Error('it keeps changing')
    }
    const look = async () =>
      (await (await fetch(path, { headers: { 'Playa-Sweep': 'none' } })).json()).Precio.Importe
    const before = await look()
    const isDone = await change(before, before - 1_000)
    if (isDone !== true) { console.error('AssertionError: false !== true'); process.exit(1) }
    if ((await look()) !== before - 1_000) process.exit(1)
    await change(before - 1_000, before)`)
  const { faults, assumptions } = await sweepOf(client, { only: ['stale-tag'] })
  expect([...faults, ...assumptions].filter(isCounted).map(variantId)).toEqual([])
}, 120_000)

it('a client that does not expect an inquiry of the same second, or a missing price, is reported', async () => {
  const client = (isCareful: boolean) =>
    script(`const { PLAYA_URL, PLAYA_AGENCY, PLAYA_CONTROL } = process.env
      const isCareful = ${isCareful}
      const json = async (path) => (await fetch(PLAYA_URL + '/v3/' + path + '/' + PLAYA_AGENCY)).json()
      const post = (path, body) => fetch(PLAYA_CONTROL + '/worlds/default' + path, {
        method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
      const ids = new Set()
      let cursor = ''
      const pull = async () => {
        const found = []
        for (const { Momento, Interesado, _links: { self } } of (await json('consultas'))._entries) {
          const isNew = isCareful ? !ids.has(self.href) : Momento > cursor
          if (isNew) found.push([Momento, Interesado.Nombre])
          ids.add(self.href)
        }
        for (const [moment] of found) cursor = moment > cursor ? moment : cursor
        return found.map(([, name]) => name)
      }
      await post('/inquiries', { externalid: 'PIN-0001', interesado: { Nombre: 'Ana' } })
      await pull()
      await post('/clock/advance', { by: 'PT5M' })
      await post('/inquiries', { externalid: 'PIN-0001', interesado: { Nombre: 'Luz' } })
      const names = await pull()
      if (names.join() !== 'Luz') { console.error('AssertionError: ' + names); process.exit(1) }
      const [first, second] = (await json('publicaciones'))._entries
      if (!(first.Precio?.Importe > 0)) { console.error('AssertionError: no price'); process.exit(1) }
      const Importe = (second.Precio?.Importe ?? (isCareful ? undefined : 0)) * 2
      if (Importe >= 0)
        await fetch(PLAYA_URL + second._links.self.href, { method: 'PATCH',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ Precio: { Moneda: 'ARS', Importe } }) })`)
  const only = ['same-second', 'few-prices']
  expect(await reported(client(false), ...only)).toEqual(only)
  expect(await reported(client(true), ...only)).toEqual([])
}, 120_000)
