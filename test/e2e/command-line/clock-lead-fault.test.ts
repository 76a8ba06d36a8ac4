import { expect, it } from 'vitest'
import { served } from './in-process.ts'

/** `playa clock`, `playa lead` and `playa fault` against a running server. */

const FROZEN = '2026-03-01T12:00:00-03:00'
const AGENCY = 'ventas@lospinos.example'

it('the clock is shown, set, moved on, frozen and let run', async () => {
  const { playa, printedJson } = await served({ now: FROZEN })
  expect(await playa('clock')).toEqual({ code: 0, stdout: `default  ${FROZEN}  frozen\n`, stderr: '' })
  expect((await playa('clock', 'advance', 'P1DT2H')).stdout).toContain(
    'default  2026-03-02T14:00:00-03:00  frozen\n',
  )
  expect(await printedJson('clock', 'set', '2026-04-01T00:00:00-03:00')).toMatchObject({ running: false })
  expect((await playa('clock', 'run', '--speed', '60')).stdout).toMatch(/2026-04-01T00:.*running at 60×\n$/)
  expect(await printedJson('clock')).toMatchObject({ running: true, speed: 60 })
  expect((await playa('clock', 'freeze', FROZEN)).stdout).toContain(`${FROZEN}  frozen\n`)
})

it('a wrong duration, instant or speed is refused with what was expected', async () => {
  const { playa } = await served()
  const refused = [await playa('clock', 'advance', 'tomorrow'), await playa('clock', 'set', 'noon')]
  expect(refused.map(({ code }) => code)).toEqual([1, 1])
  expect(refused[0]?.stderr).toMatch(
    /^Not valid: <iso-duration>\.\n {2}<iso-duration>: Expected an ISO 8601 duration/,
  )
  expect(refused[1]?.stderr).toMatch(/^Not valid: <instant>\.\n {2}<instant>: /)
  const misuse = [
    await playa('clock', 'advance'),
    await playa('clock', 'run', '--speed', 'fast'),
    await playa('clock', 'frezze'),
  ]
  expect(misuse.map(({ code }) => code)).toEqual([2, 2, 2])
  expect(misuse[0]?.stderr).toContain(
    'clock advance takes <iso-duration>: <iso-duration> is missing.\nHelp: playa help clock advance\n',
  )
  expect(misuse[1]?.stderr).toContain('--speed takes a number from 0 to 86400, not "fast".')
  expect(misuse[2]?.stderr).toContain('Did you mean freeze?')
})

it('a lead arrives with the given members, the API shows it, and many arrive over a period', async () => {
  const { url, playa, printedJson } = await served({ scenario: 'demo', now: FROZEN })
  const words = ['lead', 'PIN-0001', '--name', 'José', '--comment', '¿Sigue disponible?', '--agency', AGENCY]
  const came = await printedJson(...words)
  expect(came).toMatchObject({ adminMail: AGENCY, externalid: 'PIN-0001', momento: FROZEN })
  expect(await (await fetch(came.href)).json()).toMatchObject({
    Interesado: { Nombre: 'José', Comentario: '¿Sigue disponible?' },
  })
  expect((await playa('lead', 'PIN-0001')).stdout).toMatch(
    new RegExp(`^Lead \\d+ on PIN-0001 for ${AGENCY}, to .*@.*\\n {2}${url}/w/default/v3/consultas/`),
  )
  expect((await playa('lead', '--count', '20', '--over', 'P30D')).stdout).toMatch(
    /^20 leads for .*, from 2026-0/,
  )
})

it('a lead that cannot be received is refused with the sentence of the server', async () => {
  const { playa } = await served({ scenario: 'demo' })
  const [unknown, stranger, alone] = [
    await playa('lead', 'NOPE-1'),
    await playa('lead', '--agency', 'nadie@nada.example'),
    await playa('lead', '--over', 'P3D'),
  ]
  expect([unknown, stranger, alone].map(({ code, stdout }) => [code, stdout])).toEqual([
    [1, ''],
    [1, ''],
    [1, ''],
  ])
  expect(unknown.stderr).toContain('has no publication NOPE-1')
  expect(stranger.stderr).toContain('nadie@nada.example')
  expect(alone.stderr).toContain('over: Expected only together with count, got "P3D".')
  const misuse = await playa('lead', '--count', 'many')
  expect([misuse.code, misuse.stderr]).toEqual([
    2,
    expect.stringContaining('--count takes a whole number from 1'),
  ])
})

it('a fault is added, acts, is listed with its counts, and is cleared', async () => {
  const { url, playa } = await served({ scenario: 'demo' })
  const made = await playa(
    'fault',
    'add',
    '--operation',
    'publications.list',
    '--status',
    '503',
    '--times',
    '2',
  )
  expect(made.stdout).toBe('f1  armed  publications.list  answer 503  2 left  matched 0, acted 0\n')
  expect((await fetch(`${url}/v3/publicaciones/${AGENCY}`)).status).toBe(503)
  expect((await playa('fault', 'list')).stdout).toContain('1 left  matched 1, acted 1')
  expect((await playa('fault', 'clear', 'f1')).stdout).toBe('Deleted f1.\n')
  expect((await fetch(`${url}/v3/publicaciones/${AGENCY}`)).status).toBe(200)
  expect((await playa('fault', 'clear')).stdout).toBe('No fault is left.\n')
  expect((await playa('fault', 'list')).stdout).toBe('There is no fault.\n')
})

it('every option of a fault reaches the rule', async () => {
  const { printedJson } = await served({ scenario: 'demo', now: FROZEN })
  const add = async (...words: string[]) => {
    const { match, act, times, until, note } = await printedJson('fault', 'add', ...words)
    return { match, act, times, until, note }
  }
  const words = [
    '--path',
    '/v3/publicaciones/*',
    '--method',
    'get',
    '--agency',
    AGENCY,
    '--probability',
    '0.25',
  ]
  expect(
    await add(...words, '--retry-after', '7', '--delay', '250', '--ttl', 'PT5M', '--note', 'ñandú'),
  ).toEqual({
    match: { path: '/v3/publicaciones/*', method: 'GET', agency: AGENCY, probability: 0.25 },
    act: { delay: { ms: 250 }, status: 429, retryAfter: 7 },
    times: null,
    until: '2026-03-01T12:05:00-03:00',
    note: 'ñandú',
  })
  expect(await add('--nth', '3', '--reset')).toMatchObject({
    match: { nth: 3 },
    act: { reset: true },
    times: 1,
  })
  expect(await add('--lose-answer')).toMatchObject({ act: { loseAnswer: true } })
  expect(await add('--stale-tag')).toMatchObject({ act: { staleTag: true } })
  expect(await add('--rival-member', 'Color')).toMatchObject({
    act: { staleTag: true, rivalMember: 'Color' },
  })
  expect(await add('--rewrite', 'chunked')).toMatchObject({ act: { rewrite: 'chunked' } })
  expect(await add('--delivery', 'twice', '--times', '9')).toMatchObject({ act: { delivery: 'twice' } })
  expect(await add('--truncate', '--slow', '1000')).toMatchObject({ act: { truncate: true, slow: 1_000 } })
  expect((await add('--delay', '100..900')).act).toEqual({ delay: { uniform: { min: 100, max: 900 } } })
  expect((await add('--delay', '300~0.8')).act).toEqual({ delay: { lognormal: { median: 300, sigma: 0.8 } } })
})

it('a fault that cannot be made is refused with the nearest name, and a number that is none is misuse', async () => {
  const { playa } = await served()
  const unknown = await playa('fault', 'add', '--operation', 'publications.creat', '--status', '503')
  expect([unknown.code, unknown.stderr]).toEqual([
    1,
    expect.stringContaining('Did you mean publications.create'),
  ])
  const [delay, none] = [await playa('fault', 'add', '--delay', 'long'), await playa('fault', 'clear', 'f9')]
  expect([delay.code, delay.stderr]).toEqual([
    2,
    expect.stringContaining('--delay takes milliseconds: 250, 100..900'),
  ])
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('has no fault f9')])
  const nothing = await playa('fault', 'add', '--times', '2')
  expect([nothing.code, nothing.stderr]).toEqual([
    2,
    expect.stringContaining('give at least one of --delay, --status, '),
  ])
})

it('a fault answers what the words say, any status and body', async () => {
  const { url, playa, printedJson } = await served({ scenario: 'demo' })
  const words = ['fault', 'add', '--operation', 'publications.read', '--respond', '418', '--body', '{"a":1}']
  const made = await printedJson(...words, '--header', 'X-A: b', '--header', 'X-C: d: e', '--times', '1')
  expect(made.act).toEqual({
    respond: { status: 418, body: { a: 1 }, headers: { 'X-A': 'b', 'X-C': 'd: e' } },
  })
  const answer = await fetch(`${url}/v3/publicaciones/${AGENCY}/PIN-0001`)
  expect([answer.status, answer.headers.get('x-a'), await answer.json()]).toEqual([418, 'b', { a: 1 }])
  expect((await playa('fault', 'list')).stdout).toContain('respond 418')
  const wrong = await playa('fault', 'add', '--body', '{}')
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    expect.stringContaining('--body and --header need --respond'),
  ])
  const header = await playa('fault', 'add', '--respond', '200', '--header', 'X')
  expect([header.code, header.stderr]).toEqual([2, expect.stringContaining("--header takes 'Name: value'")])
})
