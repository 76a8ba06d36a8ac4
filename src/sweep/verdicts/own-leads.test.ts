import { expect, it } from 'vitest'
import type { ClientCall } from '../faults/client-call.ts'
import { withOwnLeads } from './own-leads.ts'

const call = (
  operation: string | undefined,
  target: string,
  status = 200,
  body: object = {},
): ClientCall => ({
  method: operation?.endsWith('read') ? 'GET' : 'POST',
  target,
  headers: [],
  body: new Uint8Array(),
  operation,
  exchange: undefined,
  atMs: 0,
  response: { status, headers: {}, body: JSON.stringify(body) },
})

const NONE = { calls: [], output: '' }
const ODD = `Ana, "Ñata"; <b>O'Neil</b> & ☕`

it('unescaped texts in HTML or CSV are reported if the output of tests shows them', () => {
  const reported = (output: string) => withOwnLeads['leads-in-odd-texts']?.({ calls: [], output }, NONE)
  expect(reported(`+ '<li>${ODD}</li>'`)).toBe('it puts a text into HTML without escaping it')
  expect(reported(`AssertionError: '12:00,${ODD},Gil' != '12:00,Ana,Gil'`)).toMatch(
    /into CSV without quoting/,
  )
  expect(reported('Ana, \ufffd')).toBe('it cuts a text within a character')
  // Expected values of tests, and output of careful clients.
  expect(reported(`+ '${ODD}'\n- 'Ana'`)).toBeUndefined()
  expect(reported(`+ 'Hola ${ODD}, gracias'`)).toBeUndefined()
  expect(reported(`['${ODD}', 'Gil', 'x@y.example']`)).toBeUndefined()
  expect(reported(`12:00,"${ODD.replaceAll('"', '""')}",Gil`)).toBeUndefined()
  expect(reported('<li>Ana, &quot;Ñata&quot;; &lt;b&gt;O&#39;Neil</b> & ☕</li>')).toBeUndefined()
})

it('a write that is refused only with such texts is reported', () => {
  const reported = (usual: number) =>
    withOwnLeads['leads-in-odd-texts']?.(
      { calls: [call('publications.create', '/v3/publicaciones/a', 400)], output: '' },
      { calls: [call('publications.create', '/v3/publicaciones/a', usual)], output: '' },
    )
  expect(reported(201)).toBe('it sends what the service refuses: POST /v3/publicaciones/a -> 400')
  expect(reported(400)).toBeUndefined()
})

it('a client that skips inquiries of one person is reported, but not if a test expects another person', () => {
  const read = (n: number) =>
    call('inquiries.read', `/v3/consultas/a/${n}`, 200, { Interesado: { Nombre: 'Elsa' } })
  const reported = (calls: ClientCall[], output = '') =>
    withOwnLeads['leads-of-one-person']?.({ calls, output }, { calls: [read(1), read(2)], output: '' })
  expect(reported([read(1)])).toMatch(/it reads 1 of 2$/)
  // A test that stops earlier reads less.
  expect(reported([read(1), call(undefined, '/_playa/worlds/default/reset')])).toBeUndefined()
  const both = [read(1), read(2)]
  for (const output of ['not ok 1 - two\n  1 !== 2', 'not ok 1 - two\n  expected: 2\n  actual: 1'])
    expect(reported(both, output)).toMatch(/has asked before$/)
  expect(reported(both, `not ok 1 - names\n  'Elsa' !== 'Marta'\n 1 !== 2`)).toBeUndefined()
  expect(reported(both, 'not ok 1 - fine\n  false !== true')).toBeUndefined()
})
