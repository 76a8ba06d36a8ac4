import { expect, it } from 'vitest'
import type { ClientCall } from '../faults/client-call.ts'
import { RIVAL_TEXT } from '../faults/rival-writes.ts'
import {
  activated,
  branchesMade,
  continuesAsAfterSuccess,
  fromOutdatedPrice,
  gaveUp,
  keptRivalPrice,
  lostItsTag,
  miscomputed,
  overwroteTaken,
  overwroteUnseen,
  reactivated,
  readsAsAfterSuccess,
  recomputed,
  refusedAgain,
  repeatedTooSoon,
  writtenAgain,
  wroteAnother,
  wroteBack,
  wroteOutdated,
} from './habits.ts'

const EDIT = 'publications.edit#1'

const edit = (ifMatch: string, Descripcion = 'Antes', status = 200): ClientCall => ({
  method: 'PUT',
  target: '/v3/publicaciones/a@b.example/A-1',
  headers: [['If-Match', ifMatch]],
  body: Buffer.from(JSON.stringify({ Descripcion })),
  operation: 'publications.edit',
  exchange: EDIT,
  atMs: 0,
  response: { status, headers: {}, body: '' },
})

const read = (Descripcion: string): ClientCall => ({
  ...edit('*'),
  method: 'GET',
  operation: 'publications.read',
  exchange: 'publications.read#1',
  response: { status: 200, headers: {}, body: JSON.stringify({ Descripcion }) },
})

it('If-Match: * is not a tag that the client read (PUB-34)', () => {
  expect(overwroteUnseen([edit('*')], EDIT)).toBe(true)
  expect(overwroteUnseen([edit('"abc"')], EDIT)).toBe(false)
})

it('a write that is repeated without a tag after 412 overwrites unread changes', () => {
  const refused = edit('"abc"', 'Antes', 412)
  const again = { ...edit('*'), exchange: 'publications.edit#2' }
  expect(overwroteUnseen([refused, again], EDIT)).toBe(true)
  expect(overwroteUnseen([refused, read(RIVAL_TEXT), again], EDIT)).toBe(false)
})

it('a client that takes the new tag and writes its old body undoes what another client wrote', () => {
  const refused = edit('"abc"', 'Antes', 412)
  const calls = (sent: string) => [read('Antes'), refused, read(RIVAL_TEXT), edit('"def"', sent)]
  expect(wroteBack(calls('Antes'), EDIT)).toBe(true)
  expect(wroteBack(calls(RIVAL_TEXT), EDIT)).toBe(false)
  // The client's own text.
  expect(wroteBack(calls('Otra'), EDIT)).toBe(false)
  const create = { ...edit('', 'Antes'), method: 'POST', target: '/v3/publicaciones/a@b.example' }
  expect(wroteBack([{ ...create, exchange: 'publications.create#1' }, ...calls('Antes')], EDIT)).toBe(false)
})

it('a client that writes back outdated values after 412 undoes what another client wrote', () => {
  const exchange = 'publications.read#1'
  const calls = (sent: string, again: string) => [
    read('Antes'),
    edit('"abc"', sent, 412),
    { ...read('Otra'), exchange: 'publications.read#2' },
    edit('"def"', again),
  ]
  expect(wroteOutdated(calls('Antes', 'Antes'), exchange)).toEqual(['Descripcion'])
  expect(wroteOutdated(calls('Antes', 'Otra'), exchange)).toEqual([])
  // A value that it sent from the start is its own.
  expect(wroteOutdated(calls('Mía', 'Mía'), exchange)).toEqual([])
  expect(wroteOutdated([read('Antes'), edit('"abc"', 'Antes')], exchange)).toEqual([])
  expect(wroteOutdated([read('Antes'), edit('"abc"', 'Antes', 412)], exchange)).toEqual([])
})

it('a client that edits only because a value is shown in another form is reported', () => {
  expect(writtenAgain([edit('"abc"')], [])).toContain('PUT /v3/publicaciones/a@b.example/A-1')
  expect(writtenAgain([edit('"abc"')], [edit('"abc"')])).toBeUndefined()
  expect(writtenAgain([edit('"abc"', 'Antes', 412)], [])).toBeUndefined()
  expect(writtenAgain([read('Antes')], [])).toBeUndefined()
})

it('a write that loses its tag is reported, and one that never had it is not', () => {
  expect(lostItsTag([edit('*')], [edit('"abc"')])).toBe(true)
  expect(lostItsTag([edit('"abc"')], [edit('"abc"')])).toBe(false)
  expect(lostItsTag([edit('*')], [edit('*')])).toBe(false)
})

it('a client that reads its write as usual treats a refusal as success; one that stops does not', () => {
  const refused = edit('*', 'Antes', 403)
  const usual = [edit('*'), read('Antes')]
  expect(readsAsAfterSuccess([refused, read('Otra')], usual, EDIT)).toBe(true)
  expect(readsAsAfterSuccess([refused], usual, EDIT)).toBe(false)
  expect(readsAsAfterSuccess([refused, { ...read('Otra'), target: '/v3' }], usual, EDIT)).toBe(false)
  expect(readsAsAfterSuccess([refused, refused, read('Otra')], usual, EDIT)).toBe(false)
  // Before it creates the next car, a client may look whether that exists.
  const create = {
    ...refused,
    method: 'POST',
    target: '/v3/publicaciones/a@b.example',
    body: Buffer.from('{"ExternalId":"A-1"}'),
  }
  const next = { ...read('Antes'), target: '/v3/publicaciones/a@b.example/A-2' }
  expect(readsAsAfterSuccess([create, read('Otra')], [create, read('Otra')], EDIT)).toBe(true)
  expect(readsAsAfterSuccess([create, next], [create, next], EDIT)).toBe(false)
  // Tests in another order write another publication there.
  const other = { ...edit('*'), target: '/v3/publicaciones/a@b.example/B-2' }
  expect(readsAsAfterSuccess([refused, read('Otra')], [other, read('Antes')], EDIT)).toBe(false)
})

it('a request that was refused several times is a retry, and additional refusals are counted', () => {
  const limited = edit('*', 'Antes', 429)
  expect(gaveUp([limited, limited])).toBe(false)
  expect(gaveUp([limited])).toBe(true)
  const conflict = edit('*', 'Antes', 409)
  expect(refusedAgain([conflict, conflict, conflict], [edit('*')], EDIT)).toBe(2)
})

it('a retry that comes too soon is reported, a request of another thread is not', () => {
  const refused = (...times: number[]) => times.map((atMs) => ({ ...edit('*', 'Antes', 429), atMs }))
  expect(repeatedTooSoon(refused(0, 400), [])).toBe(true)
  expect(repeatedTooSoon(refused(0, 10), [])).toBe(false)
  expect(repeatedTooSoon([...refused(0), { ...edit('*', 'Otra', 429), atMs: 400 }], [])).toBe(false)
  // Several tests begin with the same request.
  const [first, second] = refused(0, 400)
  const between = edit('*', 'Otra')
  const tests = [first, between, second].flatMap((call) => call ?? [])
  expect(
    repeatedTooSoon(
      tests,
      [edit('*'), between, edit('*')].map((call) => ({ ...call, body: edit('*', 'Antes').body })),
    ),
  ).toBe(false)
  expect(repeatedTooSoon(tests, [])).toBe(true)
})

it('a different write after one that a gateway answered with 504 is reported', () => {
  const write = (path: string, body: string, status = 200): ClientCall => ({
    ...edit('*', '', status),
    method: 'PATCH',
    exchange: `publications.${path || 'amend'}#1`,
    target: `/v3/publicaciones/a@b.example/A-1/${path}`.replace(/\/$/, ''),
    body: Buffer.from(body),
  })
  const paused = write('suspender', '', 504)
  const after = (...later: ClientCall[]) =>
    wroteAnother([paused, ...later], [write('suspender', '')], 'publications.suspender#1')
  expect(after(write('', '{"Activa":true}'))).toBe(true)
  expect(after(write('', '{"Activa":true}', 412))).toBe(false)
  expect(after(write('suspender', ''))).toBe(false)
  expect(after({ ...write('', '{}'), target: '/v3/publicaciones/a@b.example/A-2' })).toBe(false)
})

const price = (Moneda: string, Importe: number, status = 200): ClientCall => ({
  ...edit('"abc"', 'Antes', status),
  body: Buffer.from(JSON.stringify({ Precio: { Moneda, Importe } })),
})

it('a branch is created even if a gateway answers, but not if it is refused', () => {
  const made = (status: number) => ({ ...edit('*', '', status), operation: 'branches.create' })
  expect(branchesMade([made(201), made(504), made(403), edit('*')])).toBe(2)
})

it('a client that reads again after 412 may keep the price of another client; one that continues may not', () => {
  const refused = price('ARS', 2, 412)
  const usual = [price('ARS', 2), { ...read('Antes'), target: '/v3' }]
  expect(keptRivalPrice([refused, read(RIVAL_TEXT)], usual, EDIT)).toBe(true)
  expect(keptRivalPrice([refused], usual, EDIT)).toBe(false)
  expect(keptRivalPrice([refused, read(RIVAL_TEXT), price('ARS', 2, 412)], usual, EDIT)).toBe(false)
  expect(keptRivalPrice([refused, read(RIVAL_TEXT)], [price('ARS', 2), read('Antes')], EDIT)).toBe(false)
  expect(keptRivalPrice([edit('"abc"', 'Antes', 412), read(RIVAL_TEXT)], usual, EDIT)).toBe(false)
})

it('a computed amount must have the currency of its price, and be based on the newest price', () => {
  const usual = [price('ARS', 110)]
  expect(miscomputed([price('USD', 77)], usual)).toBeUndefined()
  expect(miscomputed([price('ARS', 77)], usual)).toMatch(/currency/)
  expect(miscomputed([price('USD', 77, 412), price('USD', 77)], usual)).toMatch(/outdated price/)
  expect(miscomputed([price('USD', 77, 412), price('USD', 9)], usual)).toBeUndefined()
  expect(miscomputed([price('ARS', 50)], [price('USD', 50)])).toMatch(/same amount in any currency: ARS 50/)
  // The client's own amount.
  expect(miscomputed([price('ARS', 110, 412), price('ARS', 110)], usual)).toBeUndefined()
  expect(recomputed([price('USD', 77, 412), price('USD', 9)])).toBe(true)
  expect(recomputed([price('USD', 77, 412), price('USD', 77)])).toBe(false)
})

it('a price computed from a list although a newer one was read is reported', () => {
  const price = (Importe: number): ClientCall => ({
    ...edit('"abc"'),
    operation: 'publications.amend',
    method: 'PATCH',
    body: Buffer.from(JSON.stringify({ Precio: { Moneda: 'ARS', Importe } })),
  })
  const reported = (higher: number, higherAfterList: number, before = [read('Antes')]) =>
    fromOutdatedPrice({
      usual: [...before, price(110)],
      higher: [...before, price(higher)],
      higherAfterList: [...before, price(higherAfterList)],
    })
  expect(reported(143, 110)).toBe('110')
  expect(reported(143, 143)).toBeUndefined()
  // The client's own amount.
  expect(reported(110, 110)).toBeUndefined()
  // It has read only the list.
  expect(reported(143, 110, [])).toBeUndefined()
})

it('a full edit without Activa activates', () => {
  expect(activated([edit('"abc"', 'Antes', 412)], EDIT)).toBe(false)
  expect(activated([edit('"abc"', 'Antes', 412), edit('"def"')], EDIT)).toBe(true)
  const active = { ...edit('"def"'), body: Buffer.from('{"Activa":false}') }
  expect(activated([edit('"abc"', 'Antes', 412), active], EDIT)).toBe(false)
  // The next publication of a batch is not the suspended one.
  const next = { ...edit('"def"'), target: '/v3/publicaciones/a@b.example/A-2', exchange: undefined }
  expect(activated([edit('"abc"', 'Antes', 412), next], EDIT)).toBe(false)
})

it('a test that continues with its next control call has not noticed a refused write; one that resets has', () => {
  const control = (step: string): ClientCall => ({
    ...edit(''),
    method: 'POST',
    target: `/_playa/worlds/default/${step}`,
    operation: undefined,
    exchange: undefined,
  })
  const refused = edit('*', 'Antes', 404)
  const usual = [edit('*'), control('inquiries'), control('reset')]
  expect(continuesAsAfterSuccess([refused, control('inquiries')], usual, EDIT)).toBe(true)
  expect(continuesAsAfterSuccess([refused, control('reset')], usual, EDIT)).toBe(false)
  expect(continuesAsAfterSuccess([refused, control('reset')], [edit('*'), control('reset')], EDIT)).toBe(
    false,
  )
  expect(continuesAsAfterSuccess([refused, edit('*'), control('inquiries')], usual, EDIT)).toBe(false)
  // The world of a test is also deleted after a failure, and the next test makes another.
  const deleted = { ...control('worlds/w1'), method: 'DELETE' }
  for (const next of [deleted, control('worlds')])
    expect(continuesAsAfterSuccess([refused, next], [edit('*'), next], EDIT)).toBe(false)
})

it('an edit that names Activa: true with another change activates what another client has suspended', () => {
  const named = (Activa: boolean | undefined, status = 200): ClientCall => ({
    ...edit('*', 'Antes', status),
    body: Buffer.from(JSON.stringify({ Precio: null, Activa })),
  })
  expect(reactivated([named(true)], EDIT)).toBe(true)
  expect(reactivated([named(true, 412), read(RIVAL_TEXT), named(false)], EDIT)).toBe(false)
  expect(reactivated([named(true, 412), read(RIVAL_TEXT), named(true)], EDIT)).toBe(true)
  expect(reactivated([named(undefined)], EDIT)).toBe(false)
})

it('a client that edits after 409 overwrites the publication of another client with its id', () => {
  const create = {
    ...edit('', 'Antes', 409),
    method: 'POST',
    operation: 'publications.create',
    exchange: 'publications.create#1',
    target: '/v3/publicaciones/a@b.example',
    body: Buffer.from('{"ExternalId":"A-1"}'),
  }
  expect(overwroteTaken([create, edit('')], [create], create.exchange)).toBe(true)
  // It reads first, and leaves it unchanged.
  expect(overwroteTaken([create, read('Otra')], [create], create.exchange)).toBe(false)
  expect(overwroteTaken([create, edit('')], [create, edit('')], create.exchange)).toBe(false)
})
