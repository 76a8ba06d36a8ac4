import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import { commandLine } from '../../src/cli/command-line.ts'
import { type CheckOptions, clauses, terminalReport } from '../../src/cli/entries/kit-entry.ts'
import { createApp } from '../../src/server/app.ts'
import { AGENCY, checkInProcess, httpServer, inProcess } from './targets.ts'

/** Failures that are known: by a baseline, by waivers; and runs that are divided into shards. */

const answeringNothingAt = (wrong: RegExp) =>
  inProcess(async (request, next) => {
    const response = await next(request)
    return wrong.test(new URL(request.url).pathname) ? new Response('{}', response) : response
  })

const entryPoint = (fetch: Awaited<ReturnType<typeof inProcess>>, more: Partial<CheckOptions> = {}) =>
  checkInProcess(fetch, { only: ['entry-point', 'catalogue'], leaves: 'nothing', ...more })

it('with a baseline only new failures fail, and a failure that is gone does no harm', async () => {
  const one = await answeringNothingAt(/\/monedas$/)
  const previous = await entryPoint(one)
  expect(previous.summary.failed).toBeGreaterThan(0)
  const same = await entryPoint(one, { baseline: previous })
  expect([same.exitCode, same.summary.failed]).toEqual([0, 0])
  expect(same.summary.known).toBe(previous.summary.failed)
  expect(terminalReport(same, false)).toContain('Nothing new fails')
  const more = await entryPoint(await answeringNothingAt(/\/v3$|\/monedas$/), { baseline: previous })
  expect(more.exitCode).toBe(1)
  const failed = more.clauses.filter(({ verdict, known }) => verdict === 'failed' && !known)
  expect(failed.length).toBeGreaterThan(0)
  const before = new Set(previous.clauses.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id))
  expect(failed.filter(({ id }) => before.has(id))).toEqual([])
  const mended = await entryPoint(await inProcess(), { baseline: previous })
  expect([mended.exitCode, mended.summary.known]).toEqual([0, 0])
})

it('four shards run every clause once', async () => {
  const fetch = await inProcess()
  const ids: string[] = []
  for (const number of [1, 2, 3, 4]) {
    const report = await checkInProcess(fetch, { only: ['errors'], shard: { number, of: 4 } })
    expect(report.exitCode).toBe(0)
    ids.push(...report.clauses.map(({ id }) => id))
  }
  expect([...ids].sort()).toEqual(
    clauses
      .map(({ id }) => id)
      .filter((id) => id.startsWith('errors/'))
      .sort(),
  )
  await expect(checkInProcess(fetch, { shard: { number: 1, of: 4 }, require: ['errors'] })).rejects.toThrow(
    /one shard does not know/,
  )
})

it('waivers of clauses that were not asked for are not judged', async () => {
  const waiver = (clause: string, expires = '2999-01-01') => ({
    clause,
    owner: 'Ana',
    reason: 'known',
    issue: 'https://example.com/1',
    expires,
  })
  const only = ['entry-point/has-the-link-blocks']
  const report = async (waivers: CheckOptions['waivers']) =>
    checkInProcess(await inProcess(), { only, ...(waivers && { waivers }) })
  const others = [waiver('inquiries/have-no-page-100')]
  expect((await report(others)).exitCode).toBe(0)
  expect((await report([waiver('inquiries/have-no-page-100', '2020-01-01')])).exitCode).toBe(0)
  expect((await report([waiver(only[0] ?? '')])).waiverFaults).toEqual([{ clause: only[0], fault: 'stale' }])
})

const folder = mkdtempSync(join(tmpdir(), 'playa-known-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('--write-waivers, --baseline and --shard work from the command line', async () => {
  const app = createApp(
    await (await import('../../src/sandbox/simulator/simulator.ts')).Simulator.open({ scenario: 'demo' }),
  )
  const server = await httpServer(async (request, response) => {
    const answer = await app.fetch(
      new Request(`http://127.0.0.1${request.url}`, { method: request.method ?? 'GET' }),
    )
    const isEntry = request.url === '/v3'
    response.writeHead(answer.status, { 'Content-Type': 'application/json' })
    response.end(isEntry ? '{"_links":{"self":{"href":"/v3"}}}' : await answer.text())
  })
  const silent = [
    vi.spyOn(process.stdout, 'write').mockReturnValue(true),
    vi.spyOn(console, 'error').mockReturnValue(undefined),
  ]
  const [waivers, json] = [join(folder, 'waivers.yaml'), join(folder, 'report.json')]
  const base = [
    'check',
    server.url,
    '--agency',
    AGENCY,
    '--only',
    'entry-point',
    '--leaves',
    'nothing',
    '--in-place',
  ]
  try {
    expect(await commandLine([...base, '--write-waivers', waivers, '--report', `json=${json}`])).toBe(1)
    const entries: unknown[] = parse(readFileSync(waivers, 'utf8'))
    expect(entries.length).toBeGreaterThan(0)
    // Placeholders name no owner: the file is read once owner and issue are filled in.
    expect(await commandLine([...base, '--waivers', waivers])).toBe(2)
    const text = readFileSync(waivers, 'utf8')
    writeFileSync(waivers, text.replaceAll('who answers for it', 'Ana').replaceAll('the-issue', '1'))
    expect(await commandLine([...base, '--waivers', waivers])).toBe(0)
    expect(await commandLine([...base, '--baseline', json])).toBe(0)
    expect(await commandLine([...base, '--baseline', waivers])).toBe(2)
    expect(await commandLine([...base, '--shard', '5/4'])).toBe(2)
    expect(await commandLine([...base, '--shard', '1/2'])).toBeLessThan(2)
  } finally {
    for (const spy of silent) spy.mockRestore()
    await server.close()
  }
})

it('a run of few clauses reports how many statements it left out, not the name of each', async () => {
  const report = await checkInProcess(await inProcess(), { only: ['entry-point/has-the-link-blocks'] })
  const text = terminalReport(report, false)
  expect(text).toMatch(/^ {2}COM-\d\d, .{0,60}, \d\d others: no clause about it was run$/m)
  expect(report.coverage.statements).toHaveLength(103)
})
