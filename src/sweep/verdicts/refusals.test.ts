import { expect, it } from 'vitest'
import type { ClientCall } from '../faults/client-call.ts'
import type { Variant } from '../plan/variants.ts'
import { hammers, leftUndone, mishandledRefusal, namesFailure, retriesWhenFull } from './refusals.ts'

const call = (
  operation: string,
  ordinal: number,
  target: string,
  status = 200,
  further: Partial<ClientCall> = {},
): ClientCall => ({
  method: /read|list/.test(operation) ? 'GET' : 'PATCH',
  target,
  headers: [],
  body: new Uint8Array(),
  operation,
  exchange: `${operation}#${ordinal}`,
  atMs: 0,
  response: { status, headers: {}, body: '' },
  ...further,
})

const pause = (id: number, status?: number) => call('publications.suspend', id, `/A-${id}/suspender`, status)
const usual = [call('publications.list', 1, '/list'), pause(1), pause(2), pause(3)]

/** Returns the reported reaction of a client to a refusal of its list, or of its first pause. */
const reported = (
  fault: string,
  { calls = usual, output = '', fails = true, world = [] as string[], timedOut = false, logged = '' } = {},
) => {
  const exchange = /list/.test(fault) || fault === 'outage' ? 'publications.list#1' : 'publications.suspend#1'
  const undisturbed = { calls: usual, output: logged }
  // The function reads only these members of a variant.
  const variant = { kind: 'fault', fault, exchange } as Variant
  return mishandledRefusal(variant, { calls, output, timedOut }, undisturbed, { fails, world })
}

it('a client that reports the refusal has given up correctly', () => {
  expect(reported('list-refused', { output: 'HTTPError: HTTP Error 401: Unauthorized' })).toBeUndefined()
  expect(
    reported('list-refused', { output: 'StockUnread: the list cannot be read\nStockError: try later' }),
  ).toBe(undefined)
  expect(reported('refused', { output: 'Error: 409 of /A-1' })).toBeUndefined()
  // It has not given up yet.
  expect(reported('outage', { timedOut: true })).toBeUndefined()
  // No test checks it.
  expect(reported('refused', { fails: false })).toBeUndefined()
  expect(reported('503', { output: 'AssertionError: 0 != 3' })).toBeUndefined()
})

it('a list that is treated as empty in the first failed test is reported although a later test names 401', () => {
  const [empty, named] = ['E   AssertionError: 0 != 31', 'E   HTTPError: 401 Unauthorized']
  const output = (first = '', second = '') =>
    `___ test_a ___\n${first}\n___ test_b ___\n${second}\n=== 2 failed ===`
  expect(reported('list-refused', { output: output(empty, named) })).toContain('treats what it cannot read')
  expect(reported('list-refused', { output: output(named, empty) })).toBeUndefined()
})

it('a client that treats a list that it cannot read as empty is reported', () => {
  expect(reported('list-refused', { output: 'AssertionError: 0 != 31' })).toContain(
    'treats what it cannot read',
  )
  expect(reported('outage', { output: 'IndexError: list index out of range\n  File "test_x.py"' })).toContain(
    'treats what it cannot read',
  )
  expect(reported('list-gone', { output: 'AssertionError: 0 != 31' })).toContain('treats what it cannot read')
  expect(reported('list-gone', { output: 'HTTPError: HTTP Error 404: Not Found' })).toBeUndefined()
  // An entry that is gone may be omitted.
  expect(reported('read-refused', { output: 'AssertionError: 30 != 31' })).toBeUndefined()
})

it('a refusal that a client also logs undisturbed does not report this one', () => {
  const logged = 'ApiError: HTTP 400 of N4-001'
  const output = `${logged}\nAssertionError: 0 != 31`
  expect(reported('list-refused', { output, logged })).toContain('treats what it cannot read')
})

it('a client that sees two changes of a price and keeps the second has not failed', () => {
  const body = new TextEncoder().encode('{"Precio": {"Moneda": "ARS", "Importe": 5}}')
  const write = (status: number) => call('publications.suspend', 1, '/A-1', status, { body })
  const world = ['publication A-1: Precio.Importe is 1 instead of 5']
  const read = call('publications.read', 1, '/A-1')
  expect(reported('stale-twice', { fails: false, world, calls: [write(412), read] })).toBeUndefined()
  expect(reported('stale-twice', { fails: false, world, calls: [write(412), read, write(412)] })).toContain(
    'is missing',
  )
})

it('a client that crashes after a refusal, or treats it as success, is reported', () => {
  const crash =
    "TypeError: Cannot read properties of undefined (reading 'Precio')\n    at x (file:///c/stock.mjs:3:1)"
  expect(reported('refused', { output: crash })).toContain('crashes with an unrelated error')
  expect(
    reported('read-refused', { output: 'SyntaxError: Unexpected token N\n at c/stock.mjs:3:1' }),
  ).toContain('crashes with an unrelated error')
  expect(reported('refused', { fails: false, world: ['publication A-1: condition is ...'] })).toContain(
    'is missing',
  )
  expect(reported('refused', { fails: false, world: ['publication A-2 is extra (active)'] })).toBe(undefined)
})

it('a batch that ends at its first refusal is reported, one that continues is not', () => {
  const error = { output: 'Error: 409' }
  expect(reported('refused', { ...error, calls: [...usual.slice(0, 1), pause(1, 409)] })).toContain(
    'leaves 2 others',
  )
  expect(
    reported('refused', { ...error, calls: [...usual.slice(0, 1), pause(1, 409), pause(2), pause(3)] }),
  ).toBe(undefined)
  const control = { ...pause(9), operation: undefined, exchange: undefined }
  // A control call ends a batch.
  expect(leftUndone([], [pause(1), control, pause(2), pause(3)], 'publications.suspend#1')).toEqual([])
  const create = (ordinal: number, ExternalId: string) =>
    call('publications.create', ordinal, '/list', 201, {
      method: 'POST',
      body: Buffer.from(JSON.stringify({ ExternalId })),
    })
  const creates = [create(1, 'A'), create(2, 'B'), create(3, 'C')]
  // Creates with the same path differ by their ids.
  expect(leftUndone(creates.slice(0, 2), creates, 'publications.create#1')).toEqual(['/list c'])
  // A list that is read again begins another batch, unless the client reads it before each write.
  const list = call('publications.list', 2, '/list')
  const [first, second, third] = [create(1, 'A'), create(2, 'B'), create(3, 'C')]
  expect(leftUndone([first, second], [first, second, list, third], 'publications.create#1')).toEqual([])
  expect(leftUndone([first], [first, list, second, list, third], 'publications.create#1')).toHaveLength(2)
})

it('a client that repeats a permanently refused request is reported', () => {
  const again = [pause(1, 409), pause(1, 409), pause(1, 409), pause(1, 409)]
  expect(reported('refused', { calls: again, output: 'Error: 409' })).toBe(
    'it repeats a permanently refused request 3 times',
  )
})

it('equal requests at the start of several tests are not repetitions', () => {
  const asked = (count: number) =>
    Array.from({ length: count }, (_, at) => call('entry.read', at + 1, '/v3', 401, { atMs: 70 * at }))
  const variant = { kind: 'fault', fault: 'read-unauthorized', exchange: 'entry.read#1' } as Variant
  const of = (count: number) =>
    mishandledRefusal(
      variant,
      { calls: asked(count), output: 'Error: 401', timedOut: false },
      { calls: asked(4), output: '' },
      { fails: true, world: [] },
    )
  expect(of(4)).toBeUndefined()
  expect(of(12)).toBe('it repeats a permanently refused request 8 times')
})

it('a client that keeps the price of another client between its attempts has not failed', () => {
  const edit = (id: number, status: number, Importe: number) =>
    call('publications.edit', id, '/A-1', status, {
      method: 'PUT',
      body: Buffer.from(JSON.stringify({ Descripcion: 'Own', Precio: { Moneda: 'ARS', Importe } })),
    })
  const variant = { kind: 'fault', fault: 'stale-twice', exchange: 'publications.edit#1' } as Variant
  const read = call('publications.read', 1, '/A-1')
  const of = (calls: ClientCall[]) =>
    mishandledRefusal(
      variant,
      { calls, output: '', timedOut: false },
      { calls: [edit(1, 200, 900)], output: '' },
      { fails: false, world: ['publication A-1: Precio.Importe is 1 instead of 900'] },
    )
  expect(of([edit(1, 412, 900), read, edit(2, 412, 1), read, edit(3, 200, 1)])).toBeUndefined()
  expect(of([edit(1, 412, 900), read, edit(2, 412, 900)])).toBe(
    'it treats 412 as success: the command passes, and what was refused is missing',
  )
})

it('a client that retries for less than a second is reported, one that retries for longer is not', () => {
  const list = (atMs: number) => call('publications.list', 1, '/list', 503, { atMs })
  const output = 'Error: 503'
  expect(reported('outage', { calls: [list(0), list(100), list(300)], output })).toContain(
    'gives up after 300 ms',
  )
  expect(reported('outage', { calls: [list(0), list(400), list(2_000)], output })).toBeUndefined()
})

it('retries that neither end nor slow down are reported, and growing pauses are not', () => {
  const retries = (atMs: (nth: number) => number) =>
    reported('outage', {
      timedOut: true,
      calls: Array.from({ length: 16 }, (_, nth) =>
        call('publications.list', 1, '/list', 503, { atMs: atMs(nth) }),
      ),
    })
  expect(retries((nth) => nth * 200)).toBe('it retries 15 times at the same pace, and never gives up')
  expect(retries((nth) => 100 * 1.3 ** nth)).toBeUndefined()
})

it('a fast client that outlives the outage never gives up either', () => {
  const calls = (count: number) =>
    Array.from({ length: count }, (_, nth) =>
      call('publications.list', 1, '/list', 503, { atMs: 2 * nth, exchange: `publications.list#${nth + 1}` }),
    )
  expect(reported('outage', { fails: false, calls: calls(601) })).toMatch(/^it retries \d+ times at the same/)
  expect(reported('outage', { fails: false, calls: calls(60) })).toBeUndefined()
})

it('source code in a traceback does not name a refusal', () => {
  const frame =
    '  File "/lib/request.py", line 216, in urlopen\n    return opener.open(url, data, timeout)\n           ^^^^\n'
  expect(namesFailure(`${frame}AssertionError: [] != [1]`)).toBe(false)
  expect(namesFailure(`${frame}TimeoutError: The read timed out`)).toBe(true)
})

it('an error of a test is not one of the client', () => {
  expect(namesFailure('AssertionError [ERR_ASSERTION]: 1 !== 0')).toBe(false)
  expect(namesFailure('KeyError: 0')).toBe(false)
  expect(namesFailure('ValueError: max() arg is an empty sequence')).toBe(false)
  expect(namesFailure('NotReachable: x\nApiError: the list of cars')).toBe(true)
})

it('a client that passes although it could not read a list is reported, unless it says so', () => {
  expect(reported('list-refused', { fails: false })).toContain('treats what it cannot read')
  expect(reported('list-refused', { fails: false, output: 'the stock cannot be read: 401' })).toBeUndefined()
  expect(reported('list-refused', { fails: false, output: 'StockError: later' })).toBeUndefined()
})

it('a batch after which a test continues treats a refused write as success, unless an error names it', () => {
  const list = call('publications.list', 2, '/A-1')
  const refused = [call('publications.list', 1, '/list'), pause(1, 409), pause(2), pause(3)]
  const after = (calls: ClientCall[], output = 'AssertionError: 1 != 0') =>
    mishandledRefusal(
      { kind: 'fault', fault: 'refused', exchange: 'publications.suspend#1' } as Variant,
      { calls, output, timedOut: false },
      { calls: [...usual, list], output: '' },
      { fails: true, world: [] },
    )
  expect(after([...refused, list])).toBe('it treats 409 as success: no error names the refusal')
  expect(after([...refused, list], "AssertionError: {'A-1': '409'} != {}")).toBeUndefined()
  expect(after(refused)).toBeUndefined()
  expect(after([...refused.slice(0, 2), pause(1), ...refused.slice(2), list])).toBeUndefined()
})

it('an error of a test about another request does not report the refusal', () => {
  const create = call('publications.create', 1, '/v3/publicaciones/a@b.example', 409, { method: 'POST' })
  const look = call('publications.read', 1, '/v3/publicaciones/a%40b.example/A-1', 404)
  const variant = { kind: 'fault', fault: 'full-unnoticed', exchange: 'publications.create#1' } as Variant
  const of = (output: string) =>
    mishandledRefusal(
      variant,
      { calls: [create, look], output, timedOut: false },
      { calls: [{ ...create, response: { status: 201, headers: {}, body: '' } }, look], output: '' },
      { fails: true, world: [] },
    )
  expect(of('urllib.error.HTTPError: HTTP Error 404: Not Found')).toContain('treats 409 as success')
  expect(of('ApiError: 409 Conflicto\nurllib.error.HTTPError: HTTP Error 404: Not Found')).toBeUndefined()
})

it('a client that keeps writing although its list was refused treats the list as empty', () => {
  const list = call('publications.list', 1, '/list', 401)
  const again = { ...list, exchange: undefined }
  const output = 'ApiError: API answered 401'
  const readsAsAfterSuccess = [list, again, again, again, again, pause(1)]
  expect(reported('list-refused', { calls: readsAsAfterSuccess, output })).toMatch(
    /as empty, and keeps writing: PATCH \/A-1/,
  )
  // Here another test begins.
  expect(reported('list-refused', { calls: [list, pause(2)], output })).toBeUndefined()
})

it('a client whose test continues as after a create treats a full package as success', () => {
  const read = call('publications.list', 2, '/list')
  const create = (status: number) => ({ ...call('publications.create', 1, '/list', status), method: 'POST' })
  const variant = { kind: 'fault', fault: 'full-unnoticed', exchange: 'publications.create#1' } as Variant
  const undisturbed = { calls: [create(201), read], output: '' }
  const under = (output: string) =>
    mishandledRefusal(variant, { calls: [create(409), read], output, timedOut: false }, undisturbed, {
      fails: true,
      world: [],
    })
  expect(under('AssertionError: false != true')).toContain('no error names the refusal')
  const logged = (said: string) =>
    `WARNING car A: 409 Client Error\n${'='.repeat(70)}\nFAIL: test_run (test.T)\n${said}\n`
  expect(under(logged('AssertionError: 1 != 2'))).toContain('it only logs the refusal')
  expect(under(logged("AssertionError: Lists differ: ['409 of A'] != []"))).toBeUndefined()
  expect(under('StockError: HTTP 409')).toBeUndefined()
})

it('retries without a pause are reported, a few with pauses are not', () => {
  const at = (ms: number, status = 503) => ({ ...call('publications.read', 1, '/A-1', status), atMs: ms })
  const retries = (count: number, pauseMs: number) => [
    ...Array.from({ length: count }, (_, place) => at(place * pauseMs)),
    at(count * pauseMs, 200),
  ]
  expect(hammers(retries(40, 4), [], 'publications.read#1')).toBe(
    'it retries without a pause: 40 times in 160 ms',
  )
  expect(hammers(retries(4, 4), [], 'publications.read#1')).toBeUndefined()
  expect(hammers(retries(10, 60), [], 'publications.read#1')).toBeUndefined()
})

it('a client that fails as a whole because one entry of a list is gone is reported', () => {
  const list = call('publications.list', 1, '/list')
  const reads = (gone = 0) =>
    Array.from({ length: 6 }, (_, at) =>
      call('publications.read', at + 1, `/A-${at + 1}`, at + 1 === gone ? 404 : 200),
    )
  const whole = (output: string, read = reads(1)) =>
    mishandledRefusal(
      // The function reads only these members of a variant.
      { kind: 'fault', fault: 'read-refused', exchange: 'publications.read#1' } as Variant,
      { calls: [list, ...read], output, timedOut: false },
      { calls: [list, ...reads()], output: '' },
      { fails: true, world: [] },
    )
  expect(whole('Error: 404 for /A-1')).toContain('fails as a whole')
  // The client omits the entry, and a test counts the entries.
  expect(whole('skipped 404 /A-1\nAssertionError: 5 != 6')).toBeUndefined()
})

it('an error that quotes the text of a refusal names it', () => {
  const body = '{"Detail":"Se espera el encabezado Authorization de una app conocida."}'
  const list = call('publications.list', 1, '/list', 401, { response: { status: 401, headers: {}, body } })
  const calls = [list, ...usual.slice(1)]
  const output = 'error: "Se espera el encabezado Authorization de una app conocida."'
  expect(reported('list-refused', { calls, output })).toBeUndefined()
  expect(reported('list-refused', { calls, output: 'AssertionError: 0 != 31' })).toContain('keeps writing')
})

it('a client that gives up on an earlier refusal does not treat a later refused read as empty', () => {
  const Detail = 'Ya existe una publicación con ese ExternalId.'
  const create = call('publications.create', 1, '/A', 409, {
    method: 'POST',
    response: { status: 409, headers: {}, body: JSON.stringify({ Detail }) },
  })
  const read = (status: number) => call('publications.read', 1, '/A-1', status)
  const variant = { kind: 'fault', fault: 'read-unauthorized', exchange: 'publications.read#1' } as Variant
  const shown = (output: string) =>
    mishandledRefusal(
      variant,
      { calls: [create, read(401)], output, timedOut: false },
      { calls: [create, read(200)], output: '' },
      { fails: true, world: [] },
    )
  expect(shown(`Error: 409 ${Detail}`)).toBeUndefined()
  expect(shown('AssertionError: 0 != 1')).toMatch(/treats what it cannot read as empty/)
})

it('a client that tries another id when the package is full has misunderstood the refusal', () => {
  const full = JSON.stringify({ Errors: { Exposicion: ['El paquete no tiene lugares.'] } })
  const create = (ordinal: number, id: string, body = full) =>
    call('publications.create', ordinal, '/A', 409, {
      method: 'POST',
      body: Buffer.from(JSON.stringify({ ExternalId: id, Marca: 'vw' })),
      response: { status: 409, headers: {}, body },
    })
  const reported = (calls: readonly ClientCall[]) =>
    retriesWhenFull(calls, [create(1, 'A-1')], 'publications.create#1')
  expect(reported([create(1, 'A-1'), create(2, 'A-1-2')])).toContain('tries another: a-1-2')
  expect(reported([create(1, 'A-1'), create(2, 'A-1')])).toBeUndefined()
  // A used id is a reason to try another one.
  expect(reported([create(1, 'A-1', '{"Errors":{"ExternalId":["x"]}}'), create(2, 'A-1-2')])).toBeUndefined()
  expect(reported(Array.from({ length: 8 }, () => create(1, 'A-1')))).toBe(
    'it repeats a refused request 7 times',
  )
})

it('an error that names the status reports a refusal, even if its test then crashes', () => {
  const ended = "error: 'Cannot read properties of undefined (reading close)'\n  at app.mjs:4"
  const calls = [call('publications.list', 1, '/list', 401)]
  expect(
    reported('list-refused', { calls, output: `Error: cannot read the list: 401\n${ended}` }),
  ).toBeUndefined()
  expect(reported('list-refused', { calls, output: ended })).toBe(
    'it crashes with an unrelated error after a refusal',
  )
})

it('all attempts of a client that waits longer before each count, even if the request is also repeated undisturbed', () => {
  const list = (atMs: number, status = 503) => call('publications.list', 1, '/list', status, { atMs })
  const variant = { kind: 'fault', fault: 'outage', exchange: 'publications.list#1' } as Variant
  const shown = (...times: number[]) =>
    mishandledRefusal(
      variant,
      { calls: times.map((atMs) => list(atMs)), output: 'Error: 503', timedOut: false },
      { calls: [list(0, 200), pause(1), list(9, 200), pause(1), list(18, 200)], output: '' },
      { fails: true, world: [] },
    )
  expect(shown(0, 300, 900, 2_100, 4_500)).toBeUndefined()
  expect(shown(0, 250, 500, 750, 1_000)).toMatch(/gives up after 500 ms/)
})

it('a client is silent about a refused write if its tests continue and fail only by expectations', () => {
  const edit = call('operators.edit', 1, '/o', 403)
  const list = call('agencies.list', 1, '/v3/agencias')
  const variant = { kind: 'fault', fault: 'refused', exchange: 'operators.edit#1' } as Variant
  const shown = (output: string, next = list) =>
    mishandledRefusal(
      variant,
      { calls: [edit, next], output, timedOut: false },
      { calls: [{ ...edit, response: { status: 200, headers: {}, body: '' } }, list], output: '' },
      { fails: true, world: [] },
    )
  const expects = 'not ok 2 - the telephone is new\n  code: ERR_ASSERTION\n  expected: 1'
  expect(shown(expects)).toContain('treats 403 as success')
  expect(shown("not ok 2 - the telephone is new\n  error: 'could not edit'")).toBeUndefined()
  expect(shown(expects, call('branches.list', 1, '/s'))).toBeUndefined()
})

it('a client that creates a publication because it cannot read it treats it as missing', () => {
  const read = call('publications.read', 1, '/v3/publicaciones/a@b.example/A-1', 401)
  const body = Buffer.from('{"ExternalId":"A-1"}')
  const create = call('publications.create', 1, '/v3/publicaciones/a@b.example', 409, {
    method: 'POST',
    body,
  })
  const variant = {
    kind: 'fault',
    fault: 'read-unauthorized',
    exchange: 'publications.read#1',
  } as Variant
  const under = (calls: ClientCall[]) =>
    mishandledRefusal(
      variant,
      { calls, output: 'Error: 401', timedOut: false },
      { calls: [{ ...read, response: { status: 200, headers: {}, body: '' } }], output: '' },
      { fails: true, world: [] },
    )
  expect(under([read, create])).toContain('as missing, and creates it: A-1')
  expect(under([read])).toBeUndefined()
})

it('a client whose next test reads as after success is not silent about a refusal that it names', () => {
  const read = call('publications.read', 1, '/A-1')
  const calls = [pause(1), read]
  const found = (output: string) => {
    const variant = { kind: 'fault', fault: 'refused', exchange: 'publications.suspend#1' } as Variant
    const refused = [pause(1, 409), read]
    const ended = { fails: true, world: [] }
    return mishandledRefusal(
      variant,
      { calls: refused, output, timedOut: false },
      { calls, output: '' },
      ended,
    )
  }
  expect(found('AssertionError: 1 != 2')).toBe('it continues after a refusal as if the write were done')
  expect(found('Error: PATCH /A-1/suspender: 409')).toBeUndefined()
})
