import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { sweepCommand } from '../../src/cli/commands/sweep.ts'
import { readRules } from '../../src/sandbox/client-lint/read-rules.ts'
import { retryRules } from '../../src/sandbox/client-lint/retry-rules.ts'
import { writeRules } from '../../src/sandbox/client-lint/write-rules.ts'
import { findingsOf, headlinesOf, type SweepReport } from '../../src/sweep/report.ts'
import { htmlSweepReport } from '../../src/sweep/reports/html.ts'
import { sweepJson } from '../../src/sweep/reports/json.ts'
import { junitSweepReport } from '../../src/sweep/reports/junit.ts'
import { markdownSweepReport } from '../../src/sweep/reports/markdown.ts'
import { terminalSweepReport } from '../../src/sweep/reports/terminal.ts'
import { runClient } from '../../src/sweep/runs/client-run.ts'
import { CIRCUMSTANCES } from '../../src/sweep/variants/circumstances.ts'
import { FAULTS } from '../../src/sweep/variants/faults.ts'
import { sweepOf } from './sweep-of.ts'

const script = (code: string): string[] => ['node', '--input-type=module', '-e', code]

const GET = `const { PLAYA_URL, PLAYA_AGENCY, PLAYA_CONTROL, PLAYA_RUN } = process.env
  const get = (path, headers = {}) => fetch(PLAYA_URL + path, { headers })
  const send = (path, method, body, headers = {}) => fetch(PLAYA_URL + path, { method,
    headers: { 'Content-Type': 'application/json', ...headers }, body: body && JSON.stringify(body) })
  const cars = '/v3/publicaciones/' + PLAYA_AGENCY
`

const verdicts = ({ variants }: SweepReport): Record<string, string> =>
  Object.fromEntries(variants.map(({ id, verdict }) => [id, verdict]))

it('an option whose replay changes no response needs no run of the client', async () => {
  const only = ['publications/etag-strength', 'publications/warranty', 'inquiries/order']
  const report = await sweepOf(
    script(`${GET} const { headers } = await get(cars + '/PIN-0001')
      if (headers.get('etag').startsWith('W/')) process.exit(1)`),
    { only },
  )
  expect(verdicts(report)).toEqual({
    'publications/etag-strength=weak': 'breaks',
    'publications/warranty=boolean': 'passes',
    'inquiries/order=oldest-first': 'not-reached',
  })
  // Three baseline runs, two under the option that breaks, one under the other.
  expect(report.runs).toBe(6)
  expect(findingsOf(report.variants)[0]?.first).toMatchObject({
    exchange: 'publications.read#1',
    evidence: {
      sent: ['GET /v3/publicaciones/ventas@lospinos.example/PIN-0001 -> 200'],
      again: expect.stringContaining('playa sweep --only publications/etag-strength=weak -- node '),
    },
  })
  const docs = 'https://docs.example'
  expect(htmlSweepReport(report, { docs })).toContain(`href="${docs}/assumptions/publications/warranty.html"`)
})

it('records of a test count even if a later one resets the world', async () => {
  const report = await sweepOf(
    script(`${GET} const reset = () => send('/_playa/worlds/default/reset', 'POST')
      const suspend = (id) => send(cars + '/' + id + '/suspender', 'PATCH')
      await reset()
      await suspend('PIN-0001').catch(() => suspend('PIN-0002'))
      await reset()`),
    { only: ['answer-lost@publications.suspend#1'] },
  )
  expect(report.variants[0]).toMatchObject({
    verdict: 'breaks',
    world: ['publication PIN-0002: condition is "suspended" instead of "active"'],
  })
})

it('no fault acts on what the tests prepare, and an option that shows there stands under its own heading', async () => {
  const report = await sweepOf(
    script(`${GET} const prepared = await get(cars, { 'Playa-Sweep': 'none' })
      if (!prepared.ok || (await prepared.json())._entries.length < 9) process.exit(1)
      await get('/v3')`),
    { only: ['503', 'inquiries/page-size'] },
  )
  expect(verdicts(report)).toEqual({ '503@entry.read#1': 'passes', 'inquiries/page-size=size:2': 'breaks' })
  expect(report.variants.map(({ isPreparation }) => isPreparation)).toEqual([undefined, true])
  const shown = terminalSweepReport(report, (_, text) => text)
  expect(shown).toMatch(
    /In requests that the tests mark as their preparation\n\n✗ breaks when inquiries\/page-size/,
  )
})

it('a command that never calls, fails or is unstable is reported, with exit code 4', async () => {
  const silent = await sweepOf(script(''))
  expect(silent).toMatchObject({ exitCode: 4, stopped: expect.stringContaining('sent no request') })
  const failing = await sweepOf(script(`${GET} await get('/v3'); process.exit(3)`))
  expect(failing.stopped).toMatch(/^The command fails without any variant, with exit code 3\./)
  const unstable = await sweepOf(script(`${GET} await get('/v3'); process.exit(PLAYA_RUN % 2)`))
  expect(unstable.unstable).toEqual(['the exit code differs between baseline runs: 1, 0'])
  expect(unstable.exitCode).toBe(4)
  const elsewhere = await sweepOf(script(`${GET} await get('/v3')`), { only: ['503@entry.read#7'] })
  expect(elsewhere).toMatchObject({ exitCode: 4, stopped: expect.stringContaining('--only') })
})

it('a variant that breaks in one of three runs passes, and is named as unstable', async () => {
  const report = await sweepOf(
    script(`${GET} const { ok } = await get('/v3'); if (!ok && PLAYA_RUN === '4') process.exit(1)`),
    { only: ['503'], jobs: 1 },
  )
  expect(verdicts(report)).toEqual({ '503@entry.read#1': 'passes' })
  expect(report.unstable).toEqual([
    '503@entry.read#1 broke in one of 3 runs: the command fails with exit code 1',
  ])
  expect(report.exitCode).toBe(0)
})

it('what breaks only beside other runs is no finding: a variant that broke runs again alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'playa-sweep-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const report = await sweepOf(
    script(`import { readdirSync, rmSync, writeFileSync } from 'node:fs'
      ${GET} const folder = ${JSON.stringify(folder)}
      const own = folder + '/' + PLAYA_RUN
      writeFileSync(own, '')
      await get('/v3').catch(() => {})
      let isBeside = false
      for (let wait = 0; wait < 20; wait += 1) {
        isBeside ||= readdirSync(folder).length > 1
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      rmSync(own)
      process.exit(isBeside ? 1 : 0)`),
    { only: ['503', 'reset'] },
  )
  expect(report.variants.map(({ verdict }) => verdict)).toEqual(['passes', 'passes'])
  expect(report.unstable.length).toBeGreaterThan(0)
})

it('the time is the whole: what was not run is counted, and no run goes on beyond it', async () => {
  const startedMs = performance.now()
  const report = await sweepOf(
    script(`${GET} await get('/v3'); await new Promise((resolve) => setTimeout(resolve, 700))`),
    { budgetMs: 6_000 },
  )
  expect(performance.now() - startedMs).toBeLessThan(7_500)
  expect(report.variants.length).toBeGreaterThan(0)
  expect(report.notRun.length).toBeGreaterThan(0)
  expect(terminalSweepReport(report, (_, text) => text)).toContain(
    `No time for ${report.notRun.length} variants: --full runs all.`,
  )
})

it('a client that writes under If-Match and reads again after 412 passes; its rival is seen at the end', async () => {
  const only = ['rival-before-write', 'rival-after-read']
  const write = (isCareful: boolean) =>
    script(`${GET} const car = cars + '/PIN-0001'
      for (let attempt = 1; ; attempt += 1) {
        const read = await get(car)
        const Vin = undefined
        const { Color, Fotos, VersionYear, Precio, Descripcion } = await read.json()
        const { status } = await send(car, 'PUT', { Color, Fotos, VersionYear, Precio, Descripcion, Kilometraje: 99999 },
          ${isCareful} ? { 'If-Match': read.headers.get('etag') } : {})
        if (status === 200) break
        if (status !== 412 || attempt === 4) process.exit(1)
      }`)
  const rivals = ['rival-before-write@publications.edit#1', 'rival-after-read@publications.read#1']
  const careless = await sweepOf(write(false), { only })
  expect(verdicts(careless)).toEqual(Object.fromEntries(rivals.map((id) => [id, 'breaks'])))
  const LOST = "publication PIN-0001: the other writer's change of Descripcion is lost"
  expect(careless.variants.map(({ world }) => world)).toEqual([[LOST], [LOST]])
  expect(careless.hints.map(({ id }) => id)).toEqual(['write-without-if-match'])
  const careful = await sweepOf(write(true), { only })
  expect(verdicts(careful)).toEqual(Object.fromEntries(rivals.map((id) => [id, 'passes'])))
  expect(careful.hints).toEqual([])
})

it('with a JUnit file each test is judged by itself, and its own message is shown', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'playa-sweep-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'client.mjs')
  const junit = join(folder, 'junit-{run}.xml')
  writeFileSync(
    file,
    `import { writeFileSync } from 'node:fs'
    ${GET} const { status } = await get('/v3')
    const failed = status === 200 ? '' : '<failure message="expected 200, got ' + status + '"/>'
    writeFileSync(${JSON.stringify(folder)} + '/junit-' + PLAYA_RUN + '.xml', '<testsuite>' +
      '<testcase classname="client" name="reads">' + failed + '</testcase>' +
      '<testcase classname="client" name="fails always"><failure>known</failure></testcase></testsuite>')
    process.exit(1)`,
  )
  const words = ['node', file]
  const report = await sweepOf(words, { only: ['503', 'reset'], command: { words, env: {}, junit } })
  const [finding] = findingsOf(report.variants)
  expect(finding?.first).toMatchObject({
    tests: ['client > reads'],
    evidence: { reason: 'a test fails', message: 'expected 200, got 503' },
  })
  const words2 = script(`${GET} await get('/v3')`)
  const unreported = await sweepOf(words2, { command: { words: words2, env: {}, junit: 'out/no/junit.xml' } })
  expect(unreported).toMatchObject({ exitCode: 4, stopped: expect.stringContaining('leaves no JUnit file') })
})

it('waived findings do not count, and every report shows the other ones', async () => {
  const only = ['503@entry.read#1', 'reset@entry.read#1', 'further-members']
  const waivers = [{ id: '503@entry.read#1', owner: 'Ana', reason: 'later', expires: '2027-01-01' }]
  const read = script(`${GET} if (!(await get('/v3')).ok) process.exit(1)`)
  const report = await sweepOf(read, { only, waivers })
  expect(findingsOf(report.variants).map(({ first }) => first.id)).toEqual(['reset@entry.read#1'])
  expect(report.exitCode).toBe(1)
  for (const text of [
    htmlSweepReport(report),
    junitSweepReport(report),
    markdownSweepReport(report),
    terminalSweepReport(report, (_, plain) => plain),
  ])
    expect(text).toContain('breaks when the connection is reset before entry.read is handled')
  expect(junitSweepReport(report)).toContain('tests="3" failures="1" errors="0"')
  expect(sweepJson(report)).toEqual({
    variants: expect.arrayContaining([
      {
        id: 'reset@entry.read#1',
        kind: 'fault',
        exchange: 'entry.read#1',
        verdict: 'breaks',
        tests: [],
        world: [],
        evidence: {
          reason: 'the command fails with exit code 1',
          message: expect.stringContaining('fetch failed'),
          sent: ['GET /v3 -> no response'],
          baseline: ['GET /v3 -> 200'],
          again: expect.stringContaining("playa sweep --only 'reset@entry.read#1' -- node "),
        },
      },
    ]),
    unstable: [],
  })
  const expired = await sweepOf(read, { only, waivers: [{ ...waivers[0]!, expires: '2026-01-01' }] })
  expect(expired.waiverFaults).toEqual(['503@entry.read#1: the waiver expired on 2026-01-01'])
})

it('many variants have few headlines, with their number', async () => {
  const report = await sweepOf(
    script(`${GET} for (const id of ['PIN-0001', 'PIN-0002', 'PIN-0003'])
      if (!(await get(cars + '/' + id)).ok) process.exit(1)`),
    { only: ['503', 'publications/etag-strength'] },
  )
  const HEADLINE = 'breaks when publications.read is answered once with 503 (3 variants)'
  expect(headlinesOf(report.variants)).toEqual([HEADLINE])
  expect(findingsOf(report.variants).map(({ headline }) => headline)).toEqual([HEADLINE])
})

it('a client that waits as long as Retry-After says passes under a rate limit, another one does not', async () => {
  const polite = (wait: string) =>
    script(`${GET} for (const id of ['PIN-0001', 'PIN-0002', 'PIN-0003', 'PIN-0004'])
      for (let attempt = 1; ; attempt += 1) {
        const { status, headers } = await get(cars + '/' + id)
        if (status === 200) break
        if (attempt === 4) process.exit(1)
        await new Promise((resolve) => setTimeout(resolve, ${wait}))
      }`)
  const only = ['limits/rate']
  const id = 'limits/rate=per-minute:3'
  expect(verdicts(await sweepOf(polite(`headers.get('retry-after') * 1000`), { only }))).toEqual({
    [id]: 'passes',
  })
  expect(verdicts(await sweepOf(polite('20'), { only }))).toEqual({ [id]: 'breaks' })
})

it('tests that create and delete their own worlds are swept there, and see no rule of the sweep', async () => {
  const report = await sweepOf(
    script(`${GET} const made = await (await send('/_playa/worlds', 'POST', {})).json()
      const faults = PLAYA_CONTROL + '/worlds/' + made.name + '/faults'
      const list = made.base + cars
      const suspend = (id) => fetch(list + '/' + id + '/suspender', { method: 'PATCH' })
      const { headers } = await suspend('PIN-0001').catch(() => suspend('PIN-0002'))
      const rules = await (await fetch(faults)).json()
      const { id } = await (await fetch(faults, { method: 'POST', body: '{"status":503}' })).json()
      const { status } = await fetch(PLAYA_CONTROL + '/worlds/' + made.name, { method: 'DELETE' })
      process.exit(status === 204 && rules.length === 0 && id === 'f1' && headers.get('etag').startsWith('"') ? 0 : 2)`),
    { only: ['answer-lost@publications.suspend#1', 'publications/etag-strength', 'members-reordered'] },
  )
  expect(verdicts(report)).toEqual({
    'answer-lost@publications.suspend#1': 'breaks',
    'members-reordered': 'passes',
    'publications/etag-strength=weak': 'breaks',
  })
  expect(report.variants[0]?.world).toEqual([
    'publication PIN-0002: condition is "suspended" instead of "active"',
  ])
})

it('a test that creates a sandbox in its own process is swept like others', async () => {
  const index = pathToFileURL(join(import.meta.dirname, '../../src/cli/entries/index.ts')).href
  const code = `import { createSandbox } from ${JSON.stringify(index)}
    const sandbox = await createSandbox({ now: '2026-03-01T12:00:00-03:00' })
    const world = await sandbox.world({ scenario: 'two-apps' })
    const { url, close } = await sandbox.listen()
    const list = '/v3/publicaciones/ventas@lospinos.example'
    const car = await (await fetch(url + list + '/PIN-0001/suspender', { method: 'PATCH' })).json()
    const body = JSON.stringify({ externalid: 'PIN-0002' })
    const lead = await fetch(url + '/_playa/worlds/default/inquiries', { method: 'POST', body })
    const rows = sandbox.journal({ operation: 'publications.*' })
    world.reset()
    await close()
    console.log(JSON.stringify([car.EstadoActual, lead.status, rows.length, world.name]))`
  const run = await runClient({
    command: { words: ['node', '--import', 'tsx', '--input-type=module', '-e', code], env: {} },
    setting: { nowMs: 0, profile: {} },
    number: 1,
    timeoutMs: 50_000,
    injection: { options: { 'publications/state-literals': 'words:Activa,Pausada,Cerrada' } },
  })
  expect(JSON.parse(run.output)).toEqual(['Pausada', 201, 1, 'w2'])
  expect(run.calls.flatMap(({ exchange }) => exchange ?? [])).toEqual(['publications.suspend#1'])
  expect(run.phases.flat().map(({ key }) => key)).toEqual(['PIN-0001'])
})

it('the guide has a row for each fault and each circumstance', () => {
  const guide = readFileSync('docs/guides/sweep.md', 'utf8')
  const rows = guide.split('\n').flatMap((row) => /^\| `([\w-]+)` \|/.exec(row)?.[1] ?? [])
  expect(rows).toEqual([...FAULTS.map(({ name }) => name), ...Object.keys(CIRCUMSTANCES)])
  expect([FAULTS.length <= 40, Object.keys(CIRCUMSTANCES).length <= 8]).toEqual([true, true])
})

it('another writer comes before a client that writes every text too, and only the entity tag changes', async () => {
  const write = (isCareful: boolean) =>
    script(`${GET} const car = cars + '/PIN-0001'
      for (let attempt = 1; attempt < 4; attempt += 1) {
        const read = await get(car)
        const { Fotos, VersionYear } = await read.json()
        const texts = { Color: 'Verde', Descripcion: 'Otra', RefStock: 'R-1' }
        const { status } = await send(car, 'PUT', { ...texts, Fotos, VersionYear, Kilometraje: 99999 },
          { 'If-Match': read.headers.get('etag') })
        if (status === 200 || ${!isCareful}) break
      }`)
  const only = ['rival-before-write']
  const id = 'rival-before-write@publications.edit#1'
  expect(verdicts(await sweepOf(write(false), { only }))).toEqual({ [id]: 'breaks' })
  expect(verdicts(await sweepOf(write(true), { only }))).toEqual({ [id]: 'passes' })
})

it('a member that an option shows otherwise may be written back as it was shown; all others are compared', async () => {
  const write = (color: string) =>
    script(`${GET} const id = 'S-1'
      await send(cars, 'POST', { ExternalId: id, Marca: 'Toyota', Modelo: 'Corolla', VersionYear: 2026, Kilometraje: 0,
        Color: 'Azul' })
      const { VersionYear, Kilometraje, Fotos, Locacion } = await (await get(cars + '/' + id)).json()
      const car = { VersionYear, Kilometraje, Fotos, Locacion, Color: ${color}, Activa: true }
      const { status } = await send(cars + '/' + id, 'PUT', car)
      if (status !== 200) process.exit(1)`)
  const only = ['publications/location-null']
  const [whole] = (await sweepOf(write("'Verde'"), { only })).variants
  expect([whole?.verdict, whole?.world]).toEqual(['passes', []])
  const [partial] = (await sweepOf(write("Locacion ? 'Verde' : 'Rojo'"), { only })).variants
  expect(partial?.world).toEqual(['publication S-1: Color is "Rojo" instead of "Verde"'])
})

it('a finding shows no secret of the run, and the words of a message stay', async () => {
  const [sent, ofEnvironment] = ['sent-secret-0123', 'secret-of-the-environment']
  const words = script(`${GET} const { ok } = await get('/v3?x=1&app_key=${sent}', { 'X-Api-Key': '${sent}' })
    console.log(process.cwd())
    console.log('wrong signature ' + process.env.API_TOKEN + ', not ${sent}')
    if (!ok) throw new Error('the key of the session is wrong')`)
  const command = { words, env: { API_TOKEN: ofEnvironment } }
  const report = await sweepOf(words, { only: ['503'], command })
  const message = report.variants[0]?.evidence?.message
  expect(message).toContain('wrong signature [redacted], not [redacted]\n')
  expect(message).toContain('Error: the key of the session is wrong')
  expect(message).toContain(`${process.cwd()}\n`)
  expect(report.variants[0]?.evidence?.sent).toEqual(['GET /v3?x=1&app_key=[redacted] -> 503'])
})

it('leads arrive as often as the baseline reads a next page: a client that reads until nothing is new ends', async () => {
  const read = (isCareful: boolean) =>
    script(`${GET} const known = new Set()
      for (let isNew = true; isNew; ) {
        let total = 0
        isNew = false
        for (let path = '/v3/consultas/' + PLAYA_AGENCY; path; ) {
          const { _entries, _links, Total } = await (await get(path)).json()
          for (const { _links } of _entries) isNew = known.size < known.add(_links.self.href).size || isNew
          path = _links.next?.href
          total = Total
        }
        if (${!isCareful}) process.exit(known.size === total ? 0 : 1)
      }`)
  const only = ['lead-between-pages']
  expect(verdicts(await sweepOf(read(true), { only }))).toEqual({ 'lead-between-pages': 'passes' })
  expect(verdicts(await sweepOf(read(false), { only }))).toEqual({ 'lead-between-pages': 'breaks' })
})

it('every option that a hint names is one of this command', () => {
  const named = [...readRules, ...retryRules, ...writeRules].flatMap(
    ({ advice }) => advice.match(/--[a-z-]+/g) ?? [],
  )
  expect(named).toEqual(['--set'])
  expect(sweepCommand().options.map(({ long }) => long)).toEqual(expect.arrayContaining(named))
})
