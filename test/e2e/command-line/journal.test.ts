import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { served } from './in-process.ts'

/** `playa journal`, `playa deliveries` and `playa outbox` against a running server. */

const AGENCY = 'ventas@lospinos.example'
const PUBLICATIONS = `/v3/publicaciones/${encodeURIComponent(AGENCY)}`

const asked = async () => {
  const server = await served({ scenario: 'demo', seed: 7, now: '2026-03-01T12:00:00-03:00' })
  const call = (path: string, method = 'GET', headers: Record<string, string> = {}, body?: string) =>
    fetch(`${server.url}${path}`, { method, headers, ...(body !== undefined && { body }) })
  return { ...server, call }
}

it('an exchange is one line: number, time, status, method, operation, duration, path, and why it was refused', async () => {
  const { playa, printedJson, call } = await asked()
  await call('/v3')
  const read = await call(`${PUBLICATIONS}/PIN-0001`)
  await call(`${PUBLICATIONS}/PIN-0001/suspender`, 'PATCH', { 'If-Match': '"stale"' })
  await call(`${PUBLICATIONS}/PIN-0001/suspender`, 'PATCH', { 'If-Match': read.headers.get('etag') ?? '' })
  await call('/v3/ma%C3%B1ana')
  const { code, stdout, stderr } = await playa('journal')
  expect([code, stderr]).toEqual([0, ''])
  const [entry, , refused, suspended, unknown, end] = stdout.split('\n')
  expect(entry).toMatch(
    /^ {4}1 {2}\d\d:\d\d:\d\d\.\d{3}-03:00 {2}200 {2}GET {5}entry\.read +\d+\.\d ms {2}\/v3$/,
  )
  // The wall time in the zone of the world's time, whatever the zone of this machine is.
  const [first] = await printedJson('journal')
  const local = new Date(Date.parse(first.at) - 3 * 3_600_000).toISOString().slice(11, 23)
  expect(entry).toContain(`  ${local}-03:00  `)
  expect(refused).toMatch(
    /^ {4}3 {2}\S+ {2}412 {2}PATCH {3}publications\.suspend +\S+ ms {2}\/v3\/publicaciones\/ventas@lospinos\.example\/PIN-0001\/suspender {2}PUB-34.*: El ETag no coincide/,
  )
  expect(suspended).toMatch(/ 200 .* -> PIN-0001 became suspended$/)
  expect(unknown).toMatch(/ 404 {2}GET {5}- .* \/v3\/mañana {2}ERR-04/)
  expect(end).toBe('')
})

it('an injected fault is marked with its rule and what it did', async () => {
  const { playa, call } = await asked()
  await playa('fault', 'add', '--operation', 'publications.list', '--status', '503')
  await playa('fault', 'add', '--operation', 'entry.read', '--reset')
  await call(PUBLICATIONS)
  await call('/v3').catch(() => undefined)
  const [answered, reset] = (await playa('journal')).stdout.split('\n')
  expect(answered).toMatch(/ {2}503 {2}.* ! f1 503 instead of the service's response/)
  expect(reset).toMatch(/ {2}--- {2}.* ! f2 .*reset.*, no response was sent$/)
})

it('criteria and a limit choose among the exchanges, and a number shows one in full', async () => {
  const { playa, printedJson, call } = await asked()
  for (const path of ['/v3', PUBLICATIONS, '/v3/nada', '/v3/nadie']) await call(path)
  const numbers = async (...words: string[]) =>
    (await printedJson('journal', ...words)).map(({ n }: { n: number }) => n)
  expect(await numbers()).toEqual([1, 2, 3, 4])
  expect(await numbers('--status', '4xx')).toEqual([3, 4])
  expect(await numbers('--operation', 'publications.*')).toEqual([2])
  expect(await numbers('--since', '1', '--limit', '2')).toEqual([3, 4])
  expect((await playa('journal', '--method', 'DELETE')).stdout).toBe('There is no such exchange.\n')
  const full = (await playa('journal', '3')).stdout
  expect(full).toMatch(/^ {4}3 .* 404 /)
  expect(full).toMatch(/\n> GET http:\/\/\S+\/v3\/nada\n> /)
  expect(full).toMatch(/\n< 404\n< Content-Type: text\/plain; charset=utf-8\n/)
  expect(full).toMatch(/\n {2}decided +operation +Which operation is meant\?\n +ERR-04\n/)
  expect(await printedJson('journal', '3')).toMatchObject({ n: 3, answer: { status: 404 } })
  expect((await playa('journal', 'clear')).stdout).toBe('The journal is empty.\n')
  expect((await playa('journal')).stdout).toMatch(/^No request was made yet\./)
  expect(await numbers()).toEqual([])
})

it('wrong numbers and criteria are refused, or are misuse', async () => {
  const { playa } = await asked()
  const refused = [await playa('journal', '9'), await playa('journal', '--status', 'bad')]
  expect(refused.map(({ code }) => code)).toEqual([1, 1])
  expect(refused[0]?.stderr).toContain('has no entry 9; it is empty')
  expect(refused[1]?.stderr).toContain('status: Expected a status like 404')
  const misuse = [await playa('journal', '3', '--hints'), await playa('journal', '--limit', '0')]
  expect(misuse.map(({ code }) => code)).toEqual([2, 2])
  expect(misuse[0]?.stderr).toMatch(/^journal takes either <n> or --hints\.\nHelp: playa help journal\n$/)
})

it('an archive is written to a file or to standard output, with the criteria applied', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'playa-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { playa, call } = await asked()
  await call('/v3')
  await call('/v3/nada')
  const file = join(folder, 'journal.har')
  expect((await playa('journal', '--har', file)).stdout).toContain(`Wrote ${file}`)
  expect(JSON.parse(readFileSync(file, 'utf8')).log).toMatchObject({ version: '1.2', entries: [{}, {}] })
  const printed = JSON.parse((await playa('journal', '--har', '-', '--status', '404')).stdout)
  expect(printed.log.entries).toMatchObject([{ response: { status: 404 } }])
  const unwritable = await playa('journal', '--har', join(file, 'x.har'))
  expect([unwritable.code, unwritable.stderr]).toEqual([1, expect.stringContaining('cannot be written')])
})

it('hints show a habit, its harm, advice, and where it was seen', async () => {
  const { playa, printedJson, call } = await asked()
  expect((await playa('journal', '--hints')).stdout).toBe('Nothing in the journal will hurt.\n')
  const body = JSON.stringify({ Color: 'Rojo' })
  await call(`${PUBLICATIONS}/PIN-0001`, 'PATCH', { 'Content-Type': 'application/json' }, body)
  const [hint] = await printedJson('journal', '--hints')
  const { stdout } = await playa('journal', '--hints')
  expect(hint.exchanges).toEqual([1])
  for (const part of [hint.title, hint.id, hint.why, hint.advice, 'Seen in 1.'])
    expect(stdout).toContain(part)
})

it('deliveries and mails of a lead are listed, shown one by one, and attempted again', async () => {
  const { playa, printedJson } = await asked()
  expect((await playa('deliveries')).stdout).toBe('Nothing was delivered yet.\n')
  await playa('lead', 'PIN-0001', '--name', 'José', '--surname', 'Núñez', '--notify')
  const states = async () => (await printedJson('deliveries')).map(({ state }: { state: string }) => state)
  await expect.poll(states).toEqual(['delivered', 'delivered'])
  const rows = await printedJson('deliveries')
  const list = (await playa('deliveries')).stdout.trimEnd().split('\n')
  expect(list.map((line) => line.split(' ', 1)[0])).toEqual(
    rows.map(({ id }: { id: string }) => id).toReversed(),
  )
  expect(list[0]).toMatch(
    /^d1 {2}2026-03-01T12:00:00-03:00 {2}delivered {2}\S+ +\S+ +an inquiry on PIN-0001 +1 attempt: /,
  )
  expect((await playa('deliveries', '--state', 'failed')).stdout).toBe(
    'No delivery has that state, topic or channel.\n',
  )
  expect((await playa('deliveries', 'd1')).stdout).toMatch(
    /^d1 .*\nhook \S+\n\n2026-03-01T12:00:00-03:00 {2}delivered/,
  )
  expect((await playa('deliveries', 'redeliver', 'd1')).stdout).toContain('2 attempts')
  const mails = (await playa('outbox')).stdout
  expect(mails).toMatch(/^m1 +2026-03-01T12:00:00-03:00 {2}.*José Núñez/m)
  expect((await playa('outbox', 'm1')).stdout).toMatch(/^m1 {2}.*\nFrom +\S.*\nTo +\S/)
  expect((await playa('outbox', 'm1', '--eml')).stdout).toMatch(/^MIME-Version: 1\.0|\nMIME-Version: 1\.0/)
  const none = [await playa('deliveries', 'd99'), await playa('outbox', 'm99')]
  expect(none.map(({ code }) => code)).toEqual([1, 1])
})
