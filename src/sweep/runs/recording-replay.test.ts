import { expect, it } from 'vitest'
import type { ClientCall } from './client-call.ts'
import { compareRecording } from './recording-replay.ts'

const LOT = '/v3/publicaciones/ventas@lospinos.example'
const START = { nowMs: Date.parse('2026-03-01T15:00:00Z') }
const OPEN = { 'auth/scheme': 'open' }

/** A call answered by a foreign service, with that service's tags. */
const call = (
  [method, path, status]: readonly [string, string, number],
  { sent = {}, tag, body = '' }: { sent?: Record<string, string>; tag?: string; body?: string } = {},
): ClientCall => ({
  method,
  target: `${LOT}/${path}`,
  headers: Object.entries({ 'content-type': 'application/json', ...sent }),
  body: Buffer.from(body),
  operation: undefined,
  exchange: undefined,
  response: { status, headers: tag === undefined ? {} : { etag: tag }, body: '' },
})

const EDIT = { body: '{"Kilometraje":70000}' }

it('lists the exchanges that another profile answers differently, with both statuses', async () => {
  const calls = [
    call(['PATCH', 'PIN-0002/suspender', 200]),
    call(['PATCH', 'PIN-0002/suspender', 409]),
    // The world answers 404, so this call is not compared.
    call(['PATCH', 'NONE/suspender', 200]),
  ]
  const present = { ...OPEN, 'publications/suspend-twice': '200' }
  const { differing, compared, total } = await compareRecording(calls, START, { former: OPEN, present })
  expect({ compared, total }).toEqual({ compared: 2, total: 3 })
  expect(differing.map(({ request, ...statuses }) => [request, statuses]).at(-1)).toEqual([
    `PATCH ${LOT}/PIN-0002/suspender`,
    { number: 2, formerStatus: 409, presentStatus: 200 },
  ])
  expect(await compareRecording(calls, START, { former: OPEN, present: { ...OPEN } })).toEqual({
    differing: [],
    compared: 2,
    total: 3,
  })
})

it('replaces each foreign tag with the tag of the world, in lists too', async () => {
  const tag = '"of, another"'
  for (const sent of [tag, `"old", W/${tag}`]) {
    const calls = [
      call(['GET', 'PIN-0002', 200], { tag }),
      call(['GET', 'PIN-0002', 304], { sent: { 'if-none-match': sent } }),
      call(['PATCH', 'PIN-0002', 412], { ...EDIT, sent: { 'if-match': '"stale"' } }),
      call(['PATCH', 'PIN-0002', 200], { ...EDIT, sent: { 'if-match': tag } }),
    ]
    const { compared } = await compareRecording(calls, START, { former: OPEN, present: OPEN })
    expect([sent, compared]).toEqual([sent, calls.length])
  }
})

it('takes time in proportion to the recording, with a tag for each exchange', async () => {
  const timeOf = async (count: number): Promise<number> => {
    const calls = Array.from({ length: count }, (_, n) =>
      call(['GET', 'PIN-0002', 200], { tag: `"tag-${n}"`, sent: { 'if-none-match': `"other-${n}"` } }),
    )
    const startedMs = process.cpuUsage().user
    await compareRecording(calls, START, { former: OPEN, present: OPEN })
    return process.cpuUsage().user - startedMs
  }
  await timeOf(500)
  const [short, long] = [await timeOf(500), await timeOf(4_000)]
  expect(long).toBeLessThan(12 * short)
}, 60_000)
