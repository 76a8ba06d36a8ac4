import { expect, it } from 'vitest'
import type { ClientCall } from '../faults/client-call.ts'
import { RIVAL_TEXT } from '../faults/rival-writes.ts'
import type { Variant } from '../plan/variants.ts'
import {
  expectedAsSent,
  expectedValue,
  impossibleDay,
  otherCase,
  otherInquiries,
  otherText,
  takesOthers,
} from './expectations.ts'

const call = (method: string, id: string, status: number, operation = 'publications.amend'): ClientCall => ({
  method,
  target: `/v3/publicaciones/a@b.example/${id}`,
  headers: [],
  body: Buffer.from(''),
  operation: method === 'GET' ? 'publications.read' : operation,
  exchange: `${method}#${status}`,
  atMs: 0,
  response: { status, headers: {}, body: '' },
})

it('a client that reads again is not at fault if its test expects the former text', () => {
  const [refused, read, written] = [call('PATCH', 'A', 412), call('GET', 'A', 200), call('PATCH', 'A', 200)]
  const reported = (calls: readonly ClientCall[], output = `AssertionError: '${RIVAL_TEXT}' != 'Antes'`) =>
    otherText({ calls, output }, 'PATCH#412')
  expect(reported([refused, read, written])).toBe('shows that a test expects what another client has changed')
  expect(reported([refused, written])).toBeUndefined()
  expect(reported([refused, read])).toBeUndefined()
  expect(reported([refused, call('GET', 'B', 200), written])).toBeUndefined()
  expect(reported([refused, read, written], 'AssertionError: 1 != 2')).toBeUndefined()
})

it('a client that does the same to another entry picks it by position, one that does less relies on the order', () => {
  // The function reads only the id of a variant.
  const order = { id: 'publications/order=newest-first' } as Variant
  const usual = [call('PATCH', 'A', 200), call('GET', 'A', 200)]
  expect(takesOthers(order, [call('PATCH', 'Z', 200)], usual)).toBe(true)
  expect(takesOthers(order, [call('PATCH', 'Z', 409)], usual)).toBe(false)
  expect(takesOthers(order, [], usual)).toBe(false)
  expect(takesOthers({ id: 'reset@publications.edit#1' } as Variant, usual, usual)).toBe(false)
})

it('a client is not at fault if a test expects an id in its original letter case', () => {
  // The function reads only the id of a variant.
  const usual = { output: 'ok 1', calls: [call('GET', 'A', 200)] }
  const reported = (
    output: string,
    id = 'publications/external-id-shown=lower-case',
    calls: ClientCall[] = [],
  ) => otherCase({ id } as Variant, { output, calls }, usual) !== undefined
  expect(reported("AssertionError: Lists differ: ['pin-0002'] != ['PIN-0002']")).toBe(true)
  expect(reported("AssertionError: ['PIN-0002'] != []")).toBe(false)
  // A client that sends the same requests has not compared ids.
  expect(reported("AssertionError: ['PIN-0002'] != []", undefined, usual.calls)).toBe(true)
  expect(reported('AssertionError: pin-0002 PIN-0002', 'nulls')).toBe(false)
})

it('a client is not at fault if a test expects a value as it was sent, or a value that may be missing', () => {
  const usual = { output: 'ok 1', calls: [call('GET', 'A', 200)] }
  const run = (output: string, calls = usual.calls) => ({ output, calls })
  const named = (output: string) => expectedAsSent({ id: 'other-names' } as Variant, run(output), usual)
  expect(named(`AssertionError: 'Ciudad de Tandil' != 'Tandil'`)).toContain('as it was sent')
  expect(named('Error: listed under another make: Toyota Argentina')).toBeUndefined()
  expect(named('AssertionError: 0 != 1')).toBeUndefined()
  const missing = (output: string) => expectedValue({ id: 'no-prices' } as Variant, output, 'ok 1')
  expect(missing('AssertionError: 0 not greater than 500000000')).toContain('may be missing')
  // The client omits entries, or prints trouble.
  expect(missing('AssertionError: 0 != 2')).toBeUndefined()
  expect(missing('AssertionError: NaN != 500000000')).toBeUndefined()
  expect(missing(`skipped: 'NoneType' object\nAssertionError: x`)).toBeUndefined()
})

it('a request that is refused only on another day does not contain a computed day', () => {
  const leapDay = { kind: 'fault', id: 'leap-day', fault: 'leap-day' } as Variant
  const create = (body: string, status: number): ClientCall => ({
    ...call('POST', '', status, 'publications.create'),
    body: Buffer.from(body),
  })
  const usual = [create('{"VersionYear":2026}', 201), call('GET', 'A', 200)]
  // The later refusal is a consequence.
  const same = [create('{"VersionYear":2026}', 400), call('GET', 'A', 404)]
  expect(otherInquiries(leapDay, same, usual)).toContain('certain dates')
  // The client reads before it creates.
  const missing = call('GET', 'A', 404)
  expect(otherInquiries(leapDay, [missing, ...same], [missing, ...usual])).toContain('certain dates')
  expect(otherInquiries(leapDay, [create('{"VersionYear":2028}', 400)], usual)).toBeUndefined()
  expect(otherInquiries(leapDay, usual, usual)).toContain('certain dates')
})

it('a day that does not exist is blamed on the client, one instant in two texts on its test', () => {
  const variant = (id: string) => ({ kind: 'fault', id, fault: id }) as Variant
  expect(impossibleDay(variant('month-end'), 'ValueError: day is out of range for month')).toMatch(
    /not exist/,
  )
  expect(impossibleDay(variant('reset'), 'ValueError: day is out of range for month')).toBeUndefined()
  const output = `'2026-03-01T15:00:00Z' !== '2026-03-01T12:00:00-03:00'`
  expect(otherInquiries(variant('utc-times'), [], [], output)).toContain('time of an inquiry as text')
  expect(otherInquiries(variant('utc-times'), [], [], `'15:00' !== '12:00'`)).toBeUndefined()
})

it('a client is not at fault if a test expects photos, a link or an address as they were sent', () => {
  const usual = { output: 'ok 1', calls: [call('GET', 'A', 200)] }
  const judged = (id: string, output: string, calls = usual.calls) =>
    expectedAsSent({ id } as Variant, { output, calls }, usual) !== undefined
  expect(judged('fewer-photos', 'AssertionError: 1 !== 2')).toBe(true)
  expect(judged('fewer-photos', 'Error: expected 2 photos')).toBe(false)
  expect(judged('fewer-photos', 'AssertionError: 1 !== 2', [])).toBe(false)
  expect(judged('mail-case', `AssertionError: 'a@B.Example' !== 'a@b.example'`)).toBe(true)
  expect(judged('mail-case', 'AssertionError: 0 !== 1')).toBe(false)
  expect(judged('links-with-query', `AssertionError: '/v3/consultas/a/7?v=3' != '/v3/consultas/a/7'`)).toBe(
    true,
  )
  expect(judged('links-with-query', `AssertionError: '7?v=3' != '7'`)).toBe(false)
})

it('a client that polls too does not rely on webhooks alone', () => {
  const variant = { id: 'webhook-lost' } as Variant
  const lead = { ...call('POST', '', 201), target: '/_playa/worlds/w/inquiries', operation: undefined }
  const list = { ...call('GET', '', 200), operation: 'inquiries.list' }
  expect(otherInquiries(variant, [], [lead, list])).toContain('reads the list of inquiries too')
  expect(otherInquiries(variant, [], [list, lead])).toBeUndefined()
  expect(otherInquiries({ id: 'webhook-twice' } as Variant, [], [lead, list])).toBeUndefined()
})
