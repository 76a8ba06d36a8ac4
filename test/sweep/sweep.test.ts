import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { badgeSvg } from '../../src/sweep/reports/badge.ts'
import { htmlSweepReport } from '../../src/sweep/reports/html.ts'
import { junitSweepReport } from '../../src/sweep/reports/junit.ts'
import { markdownSweepReport } from '../../src/sweep/reports/markdown.ts'
import { terminalSweepReport } from '../../src/sweep/reports/terminal.ts'
import { runClient } from '../../src/sweep/runs/client-run.ts'
import { isCounted, variantId } from '../../src/sweep/verdicts/findings.ts'
import { isFullRun } from '../support/full-run.ts'
import { sweepOf } from './sweep-of.ts'

/** A small part of what `npm run sweep:clients` sweeps. */

const clientFile = (name: string): string[] => ['node', join(import.meta.dirname, 'clients', name)]

const script = (code: string): string[] => ['node', '--input-type=module', '-e', code]

const verdicts = async (...given: Parameters<typeof sweepOf>): Promise<Record<string, string>> => {
  const { assumptions, faults } = await sweepOf(...given)
  return Object.fromEntries([...assumptions, ...faults].map((entry) => [variantId(entry), entry.verdict]))
}

it('a blind client creates a car twice and overwrites unseen changes; a careful one does not', async () => {
  const only = ['answer-lost@publications.create#1', 'stale-tag@publications.amend#1']
  expect(await verdicts(clientFile('blind.mjs'), { only })).toEqual({
    'answer-lost@publications.create#1': 'broken',
    'stale-tag@publications.amend#1': 'broken',
  })
  expect(await verdicts(clientFile('careful.mjs'), { only })).toEqual({
    'answer-lost@publications.create#1': 'healed',
    'stale-tag@publications.amend#1': 'healed',
  })
}, 60_000)

it('options that change no answer need no run of the client; others are stood on or free', async () => {
  const only = ['publications/etag-strength', 'publications/warranty', 'inquiries/order']
  const report = await sweepOf(
    script(
      `const { headers } = await fetch(process.env.PLAYA_URL + '/v3/publicaciones/' + process.env.PLAYA_AGENCY + '/PIN-0001')
       if (headers.get('etag').startsWith('W/')) process.exit(1)`,
    ),
    { only },
  )
  expect(report.assumptions.map(({ id, verdict }) => [id, verdict])).toEqual([
    ['publications/etag-strength', 'stood-on'],
    ['publications/warranty', 'free'],
    ['inquiries/order', 'not-reached'],
  ])
  // Three undisturbed runs, one under both options, two under the first because it fails, one under the
  // second.
  expect(report.runs).toBe(7)
  const [found] = report.assumptions
  expect(found?.evidence).toMatchObject({
    parts: 'publications.read#1',
    next: ['GET /v3/publicaciones/ventas@lospinos.example/PIN-0001 -> 200', 'the client sends nothing more'],
    again: expect.stringContaining('playa sweep --only publications/etag-strength=weak -- node '),
  })
  const docs = 'https://docs.example'
  expect(htmlSweepReport(report, { docs })).toContain(
    `href="${docs}/assumptions/publications/etag-strength.html"`,
  )
  expect(htmlSweepReport(report)).not.toContain('href="https:')
}, 60_000)

it('a client that reads only the first page of a list is found by the world that it leaves', async () => {
  const only = ['inquiries/page-size']
  const archive = `const list = process.env.PLAYA_URL + '/v3/publicaciones/' + process.env.PLAYA_AGENCY
    const { _entries } = await (await fetch(list)).json()
    await fetch(list + '/' + _entries.at(-1).ExternalId + '/archivar', { method: 'PATCH' })`
  const report = await sweepOf(script(archive), { only })
  const [found] = report.assumptions
  expect(found).toMatchObject({ verdict: 'stood-on' })
  expect(found?.evidence?.reason).toBe('the command passes, but the world ends up different')
}, 60_000)

it('answers with the same content in another form expose clients that depend on the form', async () => {
  const only = ['members-reordered', 'amounts-with-decimals', 'nulls', 'text-ids']
  const read = `const { _entries } = await (await fetch(
      process.env.PLAYA_URL + '/v3/consultas/' + process.env.PLAYA_AGENCY)).json()
    const self = _entries[0]._links.self.href
    if (!(await fetch(process.env.PLAYA_URL + self)).ok) process.exit(2)
    const text = await (await fetch(process.env.PLAYA_URL + self.replace('c-', ''))).text()`
  const careless = script(`${read}
    if (!/\\d$/.test(text.match(/"Importe":([^,}]+)/)?.[1] ?? '1') || text.includes('.0}')) process.exit(1)
    if (!text.startsWith('{"Momento"') || !_entries[0].Auto.Marca || isNaN(self.split('/').pop())) process.exit(1)`)
  expect(await verdicts(careless, { only })).toEqual({
    'members-reordered': 'broken',
    'amounts-with-decimals': 'broken',
    nulls: 'broken',
    'text-ids': 'broken',
  })
  expect(new Set(Object.values(await verdicts(script(read), { only })))).toEqual(new Set(['healed']))
}, 60_000)

it.runIf(isFullRun)(
  'a client that adds amounts of any currency gets advice, one that looks at the currency does not',
  async () => {
    const only = ['currency-unseen']
    const sum = `const list = process.env.PLAYA_URL + '/v3/publicaciones/' + process.env.PLAYA_AGENCY
    const { _entries } = await (await fetch(list)).json()
    const prices = _entries.flatMap(({ Precio }) => Precio ?? [])
    const sum = (some) => some.reduce((all, { Importe }) => all + Importe, 0)`
    const reported = async (code: string) => {
      const { advice } = await sweepOf(script(sum + code), { only })
      return advice.map(({ verdict, evidence }) => [verdict, evidence?.reason])
    }
    const reason = 'it uses amounts without looking at their currency'
    expect(await reported('; if (sum(prices) > 2e9) process.exit(1)')).toEqual([['broken', reason]])
    expect(
      await reported(`; const pesos = prices.filter(({ Moneda }) => Moneda === 'ARS')
      if (sum(pesos) > 2e9 || pesos.length < 20) process.exit(1)`),
    ).toEqual([['healed', undefined]])
    expect(await reported('')).toEqual([['healed', undefined]])
  },
  60_000,
)

it('records of a test count even if a later one resets the world; answers of the control API are not compared', async () => {
  const only = ['answer-lost@publications.suspend#1', 'inquiries/order']
  const report = await sweepOf(
    script(`const url = process.env.PLAYA_URL
      const reset = () => fetch(url + '/_playa/worlds/default/reset', { method: 'POST' })
      const send = (id) => fetch(url + '/v3/publicaciones/' + process.env.PLAYA_AGENCY + '/' + id + '/suspender', { method: 'PATCH' })
      await reset()
      await send('PIN-0001').catch(() => send('PIN-0002'))
      await reset()`),
    { only },
  )
  expect(report.assumptions.map(({ verdict }) => verdict)).toEqual(['not-reached'])
  expect(report.faults.map(({ verdict, evidence }) => [verdict, evidence?.world.length])).toEqual([
    ['broken', 1],
  ])
}, 60_000)

it('a command that never calls, fails or is unstable is reported, with exit code 4', async () => {
  const silent = await sweepOf(script(''))
  expect(silent).toMatchObject({ exitCode: 4, stopped: expect.stringContaining('sent no request') })
  const failing = await sweepOf(script(`await fetch(process.env.PLAYA_URL + '/v3'); process.exit(3)`))
  expect(failing.stopped).toMatch(/^The command fails undisturbed, with exit code 3\./)
  const unstable = await sweepOf(
    script(`await fetch(process.env.PLAYA_URL + '/v3'); process.exit(process.env.PLAYA_RUN % 2)`),
  )
  expect(unstable.unstable).toEqual(['the exit code differs between undisturbed runs: 1, 0'])
  expect(unstable.exitCode).toBe(4)
  const words = script(`await fetch(process.env.PLAYA_URL + '/v3')`)
  const unreported = await sweepOf(words, { command: { words, env: {}, junit: 'out/absent/junit.xml' } })
  expect(unreported).toMatchObject({ exitCode: 4, stopped: expect.stringContaining('leaves no JUnit file') })
  const elsewhere = await sweepOf(words, {
    only: ['503@entry.read#7'],
  })
  expect(elsewhere).toMatchObject({ exitCode: 4, stopped: expect.stringContaining('--only') })
}, 60_000)

it('waived findings do not count, and every report shows the other ones', async () => {
  const only = ['503@entry.read#1', 'reset@entry.read#1']
  const waivers = [{ id: '503@entry.read#1', owner: 'Ana', reason: 'later', expires: '2027-01-01' }]
  const read = script(`if (!(await fetch(process.env.PLAYA_URL + '/v3')).ok) process.exit(1)`)
  const report = await sweepOf(read, { only, waivers })
  expect(report.faults.filter(isCounted).map(({ id }) => id)).toEqual(['reset@entry.read#1'])
  expect(report.exitCode).toBe(1)
  for (const text of [
    htmlSweepReport(report),
    junitSweepReport(report),
    markdownSweepReport(report),
    terminalSweepReport(report, (_, plain) => plain),
  ])
    expect(text).toContain('reset@entry.read#1')
  expect(junitSweepReport(report)).toContain('tests="2" failures="1" errors="0"')
  expect(badgeSvg(report)).toContain('playa sweep: 1 finding')
}, 60_000)

it('a client that retries before Retry-After is reported, even if it succeeds', async () => {
  const only = ['503@entry.read#1', '429-retry-after@entry.read#1']
  const stubborn = script(`for (let n = 0; n < 2000; n += 1) {
      if ((await fetch(process.env.PLAYA_URL + '/v3')).ok) process.exit(0)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    process.exit(1)`)
  const { faults, advice } = await sweepOf(stubborn, { only })
  expect(faults.map((entry) => [variantId(entry), entry.verdict])).toEqual([
    ['429-retry-after@entry.read#1', 'broken'],
  ])
  // The failure ends during hundreds of retries.
  expect(advice.map((entry) => [variantId(entry), entry.evidence?.conduct])).toEqual([
    ['503@entry.read#1', expect.stringMatching(/^retries without a pause: \d+ times in \d+ ms$/)],
  ])
})

it('even the first byte of a slow answer is late', async () => {
  const impatient = script(`const startedMs = performance.now()
    await fetch(process.env.PLAYA_URL + '/v3')
    process.exit(performance.now() - startedMs > 1_150 ? 1 : 0)`)
  expect(await verdicts(impatient, { only: ['slow@entry.read#1'] })).toEqual({
    'slow@entry.read#1': 'broken',
  })
}, 60_000)

it('a client is not accused of effects of the option, or of keeping changes of another client', async () => {
  const only = ['limits/rate', 'stale-tag@publications.amend#1']
  const report = await sweepOf(
    script(`const { PLAYA_URL, PLAYA_AGENCY, PLAYA_NOW, PLAYA_CONTROL } = process.env
      const list = PLAYA_URL + '/v3/publicaciones/' + PLAYA_AGENCY
      const until = async (send) => {
        for (;;) {
          const response = await send()
          if (response.status !== 429) return response
          await new Promise((resolve) => setTimeout(resolve, response.headers.get('retry-after') * 1000))
        }
      }
      // The start takes longer than the rest of the minute, as on a busy machine.
      await new Promise((resolve) => setTimeout(resolve, PLAYA_NOW.includes('11:59') ? 2_200 : 0))
      const headers = { 'Content-Type': 'application/json' }
      const body = JSON.stringify({ Precio: { Moneda: 'zloty', Importe: -1 } })
      const refused = await until(() => fetch(list + '/PIN-0001', { method: 'PATCH', headers, body }))
      if (refused.status !== 400) process.exit(1)
      const { now } = await (await fetch(PLAYA_CONTROL + '/worlds/default/clock')).json()
      if (new Date(now) < new Date(PLAYA_NOW)) process.exit(2)
      const { status } = await until(() => fetch(list + '/PIN-0001'))
      process.exit(status === 200 ? 0 : 3)`),
    { only },
  )
  const all = [...report.assumptions, ...report.faults]
  expect(all.map(({ verdict, evidence }) => [verdict, evidence?.reason])).toEqual([
    ['free', undefined],
    ['healed', undefined],
  ])
}, 60_000)

it.runIf(isFullRun)(
  'an option that only another page or a refusal shows is tried together with a companion',
  async () => {
    const pages = (next: string) =>
      script(`const list = process.env.PLAYA_URL + '/v3/publicaciones/' + process.env.PLAYA_AGENCY
      let count = 0
      for (let url = list; url; ) {
        const { _entries, _links: { next } } = await (await fetch(url)).json()
        count += _entries.length
        url = next && ${next}
      }
      process.exitCode = count === 31 ? 0 : 1`)
    const only = ['common/href-form', 'inquiries/page-size']
    const pair = 'common/href-form=absolute+inquiries/page-size=size:2'
    expect(await verdicts(pages('process.env.PLAYA_URL + next.href'), { only })).toEqual({
      'common/href-form=absolute': 'free',
      'inquiries/page-size=size:2': 'free',
      [pair]: 'stood-on',
    })
    expect(await verdicts(pages('new URL(next.href, url)'), { only: [pair] })).toEqual({ [pair]: 'free' })
    // A pair is meaningless if one of its parts fails alone.
    expect(await verdicts(pages('undefined'), { only })).toEqual({
      'common/href-form=absolute': 'free',
      'inquiries/page-size=size:2': 'stood-on',
    })
    const conflict =
      script(`const list = process.env.PLAYA_URL + '/v3/publicaciones/' + process.env.PLAYA_AGENCY
    const headers = { 'Content-Type': 'application/json' }
    const car = { ExternalId: 'K-1', Marca: 'Toyota', Modelo: 'Corolla', VersionYear: 2026, Kilometraje: 0 }
    const send = () => fetch(list, { method: 'POST', headers, body: JSON.stringify(car) })
    const response = await send().catch(send)
    if (response.status === 409 && (await response.json()).Errors.ExternalId === undefined) process.exit(1)`)
    const lost = 'answer-lost@publications.create#1'
    const report = await sweepOf(conflict, {
      only: ['errors/member-casing', 'publications/conflict-status-member', lost],
    })
    expect(report.assumptions.filter(isCounted).map(variantId)).toEqual([
      `errors/member-casing=camel+${lost}`,
    ])
    expect(report.assumptions.find(isCounted)).toMatchObject({
      question: expect.stringContaining(
        'It shows when the service does what it is asked and the answer is lost.',
      ),
      evidence: { again: expect.stringContaining(`--only 'errors/member-casing=camel+${lost}'`) },
    })
  },
  60_000,
)

it('advice counts if a client crashes on a missing value; an expectation about one inquiry does not count', async () => {
  const read = (code: string) =>
    script(`const { PLAYA_URL, PLAYA_AGENCY } = process.env
      const get = async (path) => (await (await fetch(PLAYA_URL + path + PLAYA_AGENCY)).json())._entries
      ${code}`)
  const only = ['no-prices', 'odd-texts']
  const crashing = await sweepOf(
    read(`const cars = await get('/v3/publicaciones/')
      if (cars.reduce((sum, { Precio }) => sum + Precio.Importe, 0) <= 0) process.exit(1)`),
    { only },
  )
  expect(crashing.faults.filter(isCounted).map(({ id }) => id)).toEqual(['no-prices'])
  const expecting = await sweepOf(
    read(`const cars = await get('/v3/publicaciones/')
      if (cars.find(({ ExternalId }) => ExternalId === 'PIN-0001').Precio?.Importe !== 21200000) process.exit(1)
      const [{ Interesado }] = await get('/v3/consultas/')
      if (Interesado.Nombre !== 'Elisa') process.exit(2)`),
    { only },
  )
  expect(expecting.faults.filter(isCounted)).toEqual([])
  expect(expecting.advice.filter(isCounted).map(({ id }) => id)).toEqual(['no-prices'])
  expect(expecting.faults.map(({ note }) => note)).toEqual([
    'shows that tests expect the content of certain inquiries',
  ])
}, 60_000)

it('letter case, forged webhooks and moving pages expose clients that do not expect them', async () => {
  const only = ['letter-case', 'webhook-forged', 'page-moved']
  const client = script(`import { createServer } from 'node:http'
    import { request } from 'node:http'
    const { PLAYA_URL, PLAYA_AGENCY, PLAYA_CONTROL } = process.env
    const inquiries = PLAYA_CONTROL + '/worlds/default/inquiries'
    let received = 0
    const server = createServer((incoming, outgoing) => {
      received += 1
      incoming.resume()
      outgoing.writeHead(204).end()
    }).listen(0, '127.0.0.1', async () => {
      const Callback = 'http://127.0.0.1:' + server.address().port
      const url = PLAYA_URL + '/v3/appnotificaciones/publicacion-consultada'
      const headers = { 'Content-Type': 'application/json' }
      const body = JSON.stringify({ Callback, Secret: '0123456789abcdef', Activo: true })
      if (!(await fetch(url, { method: 'PUT', headers, body })).ok) process.exit(1)
      const lead = JSON.stringify({ adminMail: PLAYA_AGENCY, externalid: 'PIN-0002' })
      await fetch(inquiries, { method: 'POST', headers, body: lead })
      const page = (n) => fetch(PLAYA_URL + '/v3/consultas/' + PLAYA_AGENCY + '?pagina=' + n)
      const [first, second] = [await (await page(1)).json(), await (await page(2)).json()]
      if (second._entries[0]._links.self.href === first._entries.at(-1)._links.self.href) process.exit(2)
      const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
      while (received === 0) await pause(20)
      for (let n = 0; received === 1 && n < 20; n += 1) await pause(40)
      request(PLAYA_URL + '/v3', ({ rawHeaders }) =>
        process.exit(rawHeaders.includes('ETag') && received === 1 ? 0 : 3)).end()
    })`)
  expect(await verdicts(client, { only })).toEqual({
    'letter-case': 'broken',
    'webhook-forged': 'broken',
    'page-moved': 'broken',
  })
}, 60_000)

it('variants that do not affect each other share a run, and run alone if it fails', async () => {
  const only = ['common/cache-headers', 'publications/etag-strength', 'publications/warranty']
  const read = (extra = '') =>
    script(`const list = process.env.PLAYA_URL + '/v3/publicaciones/' + process.env.PLAYA_AGENCY
      for (const id of ['PIN-0001', 'PIN-0002', 'PIN-0003', 'PIN-0004']) {
        let response
        for (let n = 0; n < 3 && !response?.ok; n += 1) {
          if (n > 0) await new Promise((resolve) => setTimeout(resolve, 100))
          response = await fetch(list + '/' + id)
        }
        const tag = response.headers.get('etag')
        if (!response.ok ${extra}) process.exit(1)
      }`)
  const failures = [1, 2, 3].map((n) => `503@publications.read#${n}`)
  const sturdy = await sweepOf(read(), { only: [...only, ...failures] })
  expect([...sturdy.assumptions, ...sturdy.faults].map(({ verdict }) => verdict)).toEqual([
    'free',
    'free',
    'free',
    'healed',
    'healed',
    'healed',
  ])
  // Three undisturbed runs, one for the options and one for the faults.
  expect(sturdy.runs).toBe(5)
  const weak = await sweepOf(read(`|| tag.startsWith('W/')`), { only })
  expect(weak.assumptions.map(({ verdict }) => verdict).sort()).toEqual(['free', 'free', 'stood-on'])
}, 60_000)

it('a fault that fails at three exchanges of an operation is confirmed once and skipped at others', async () => {
  const read = script(`const url = process.env.PLAYA_URL + '/v3/publicaciones/' + process.env.PLAYA_AGENCY
    for (const id of ['PIN-0001', 'PIN-0002', 'PIN-0003', 'PIN-0004'])
      if (!(await fetch(url + '/' + id)).ok) process.exit(1)`)
  const failures = [1, 2, 3, 4].map((n) => `503@publications.read#${n}`)
  const report = await sweepOf(read, { only: [...failures, 'further-members'], jobs: 1 })
  const found = report.faults.map(({ id, verdict }) => `${id} ${verdict}`)
  const [last] = failures.slice(3)
  expect(found).toEqual([
    ...failures.slice(0, 3).map((id) => `${id} broken`),
    `${last} not-reached`,
    'further-members healed',
  ])
  expect(report.faults[3]).toMatchObject({ note: 'left out: it fails at 3 others' })
  // Three undisturbed runs, one for the group, one for each variant alone, and one to confirm.
  expect(report.runs).toBe(3 + 1 + 4 + 1)
}, 60_000)

it('a batch that is interrupted and restarted must not create anything twice', async () => {
  const batch = (id: string) =>
    script(`const list = process.env.PLAYA_URL + '/v3/publicaciones/' + process.env.PLAYA_AGENCY
      const headers = { 'Content-Type': 'application/json' }
      const car = { Marca: 'Toyota', Modelo: 'Corolla', VersionYear: 2026, Kilometraje: 0, Color: 'Rojo' }
      const run = async (attempt) => {
        for (const RefStock of ['A', 'B']) {
          const body = JSON.stringify({ ...car, RefStock, ExternalId: 'STOCK-' + ${id} })
          const { status } = await fetch(list, { method: 'POST', headers, body })
          if (status !== 201 && status !== 409) return false
        }
        return true
      }
      process.exitCode = (await run(1)) || (await run(2)) ? 0 : 1`)
  const only = ['429-once']
  expect(await verdicts(batch('RefStock + attempt'), { only })).toEqual({
    '429-once@publications.create#2': 'broken',
  })
  expect(await verdicts(batch('RefStock'), { only })).toEqual({ '429-once@publications.create#2': 'healed' })
}, 60_000)

it('advice is given once for reads and writes, in every report, and does not count', async () => {
  const read = script(`const { PLAYA_URL, PLAYA_AGENCY } = process.env
    const url = PLAYA_URL + '/v3/publicaciones/' + PLAYA_AGENCY + '/PIN-0001'
    for (let n = 0; n < 5; n += 1) {
      const response = await fetch(url).catch(() => undefined)
      const wait = Number(response?.headers.get('retry-after') ?? 0.1)
      if (wait !== wait) process.exit(1)
      if (response?.ok) {
        await response.json()
        await fetch(url)
        process.exit(0)
      }
      await new Promise((resolve) => setTimeout(resolve, wait * 1000))
    }
    process.exit(2)`)
  const only = ['retry-date', 'answer-cut']
  const report = await sweepOf(read, { only })
  expect(report.faults).toEqual([])
  expect(report.advice.map((entry) => [variantId(entry), entry.verdict])).toEqual(
    only.map((word) => [`${word}@publications.read#1`, 'broken']),
  )
  expect(report.exitCode).toBe(0)
  for (const text of [
    htmlSweepReport(report),
    markdownSweepReport(report),
    terminalSweepReport(report, (_, plain) => plain),
  ])
    expect(text).toContain('answer-cut@publications.read#1')
}, 60_000)

it.runIf(isFullRun)(
  'a client that never retries is not reported for every kind of failure',
  async () => {
    const read = script(`const url = process.env.PLAYA_URL + '/v3'
    const response = await fetch(url, { signal: AbortSignal.timeout(3000) })
    if (!response.ok) process.exit(2)
    await response.json()`)
    const only = ['429-bare', '503', 'reset', 'retry-date', '502', 'answer-cut', 'no-answer']
    const { faults, advice } = await sweepOf(read, { only })
    const broken = [...faults, ...advice].flatMap(({ verdict, id }) => (verdict === 'broken' ? [id] : []))
    expect(broken.sort()).toEqual(['429-bare@entry.read#1', '503@entry.read#1', 'reset@entry.read#1'])
    const waiting = script("await fetch(process.env.PLAYA_URL + '/v3')")
    const endless = await sweepOf(waiting, { only: ['no-answer'] })
    expect(endless.advice.map(({ verdict }) => verdict)).toEqual(['broken'])
  },
  120_000,
)

it('tests that create and delete their own worlds are swept there', async () => {
  const only = ['answer-lost@publications.suspend#1', 'publications/etag-strength']
  const report = await sweepOf(
    script(`const { PLAYA_CONTROL, PLAYA_NOW } = process.env
      const method = 'POST'
      const made = await (await fetch(PLAYA_CONTROL + '/worlds', { method, body: '{}' })).json()
      if (new Date(made.now) - new Date(PLAYA_NOW) !== 0 || made.running) process.exit(1)
      const list = made.base + '/v3/publicaciones/' + made.agencies[0].adminMail
      const send = (id) => fetch(list + '/' + id + '/suspender', { method: 'PATCH' })
      const { headers } = await send('PIN-0001').catch(() => send('PIN-0002'))
      const isStrong = headers.get('etag').startsWith('"')
      const { status } = await fetch(PLAYA_CONTROL + '/worlds/' + made.name, { method: 'DELETE' })
      process.exit(status === 204 && isStrong ? 0 : 2)`),
    { only },
  )
  expect(report.assumptions.map(({ verdict }) => verdict)).toEqual(['stood-on'])
  expect(report.faults.map(({ verdict, evidence }) => [verdict, evidence?.world])).toEqual([
    ['broken', ['publication PIN-0002: condition is "suspended" instead of "active"']],
  ])
}, 60_000)

it('a test that creates a sandbox in its own process is swept like others', async () => {
  const index = pathToFileURL(join(import.meta.dirname, '../../src/index.ts')).href
  const code = `import { createSandbox } from ${JSON.stringify(index)}
    const sandbox = await createSandbox({ now: '2026-03-01T12:00:00-03:00' })
    const world = await sandbox.world({ scenario: 'two-apps' })
    const { url, close } = await sandbox.listen()
    const list = '/v3/publicaciones/ventas@lospinos.example'
    const car = await (await fetch(url + list + '/PIN-0001/suspender', { method: 'PATCH' })).json()
    const body = JSON.stringify({ externalid: 'PIN-0002' })
    const lead = await fetch(url + '/_playa/worlds/default/inquiries', { method: 'POST', body })
    const { now } = await sandbox.clock.read()
    const rows = sandbox.journal({ operation: 'publications.*' })
    let refused
    try {
      sandbox.journal({ limit: 0 })
    } catch (error) {
      refused = error.status
    }
    world.reset()
    await close()
    console.log(JSON.stringify([car.EstadoActual, lead.status, now, rows.length, refused, world.name]))`
  const run = await runClient({
    command: { words: ['node', '--import', 'tsx', '--input-type=module', '-e', code], env: {} },
    setting: { nowMs: 0, profile: {} },
    number: 1,
    timeoutMs: 50_000,
    injection: { options: { 'publications/state-literals': 'words:Activa,Pausada,Cerrada' } },
  })
  expect(JSON.parse(run.output)).toEqual(['Pausada', 201, '2026-03-01T12:00:00-03:00', 1, 400, 'w2'])
  expect(run.calls.flatMap(({ exchange }) => exchange ?? [])).toEqual(['publications.suspend#1'])
  expect(run.phases.flat().map(({ key }) => key)).toEqual(['PIN-0001'])
}, 60_000)
