import { expect, it } from 'vitest'
import type { ClientCall } from '../faults/client-call.ts'
import { traceFrom } from './trace.ts'

/** Requests as `METHOD path status`, with a body and a tag; `_playa` is a control call. */
const callsOf = (
  ...lines: readonly (string | readonly [line: string, body: object, ifMatch?: string])[]
): ClientCall[] => {
  const ordinals = new Map<string, number>()
  return lines.map((given, atMs) => {
    const [line, body, ifMatch] = typeof given === 'string' ? [given] : given
    const [method = '', target = '', status = ''] = line.split(' ')
    const operation = target === '/_playa' ? undefined : `${target.slice(1)}.${method.toLowerCase()}`
    const ordinal = (ordinals.get(operation ?? '') ?? 0) + 1
    ordinals.set(operation ?? '', ordinal)
    return {
      method,
      target,
      headers: ifMatch === undefined ? [] : [['If-Match', ifMatch]],
      body: Buffer.from(body ? JSON.stringify(body) : ''),
      operation,
      exchange: operation && `${operation}#${ordinal}`,
      atMs,
      response: status === '' ? null : { status: Number(status), headers: {}, body: '' },
    }
  })
}

it('a trace begins where the run differs, continues with changed requests, and ends with missing ones', () => {
  const usual = callsOf(
    'GET /list 200',
    'GET /a 200',
    ['PUT /a 200', { Color: 'Rojo' }],
    'GET /b 200',
    'PUT /c 200',
  )
  const calls = callsOf('GET /list 200', 'GET /a 200', ['PUT /a 409', { Color: 'Azul' }], 'GET /b 200')
  expect(traceFrom(calls, usual, 'list.get#1')).toEqual([
    'GET /list -> 200',
    'GET /a -> 200',
    'PUT /a -> 409  (Color: "Azul")',
    'not sent: PUT /c',
  ])
})

it('repeated requests are one line, and the trace says if a client stops', () => {
  const usual = callsOf('GET /a 200', 'GET /b 200')
  expect(traceFrom(callsOf('GET /a 429', 'GET /a 429', 'GET /a 429'), usual, 'a.get#1')).toEqual([
    'GET /a -> 429  (3 times)',
    'not sent: GET /b',
  ])
  expect(traceFrom(callsOf('GET /a'), usual, 'a.get#1')[1]).toBe('the client sends nothing more')
  expect(traceFrom(callsOf('GET /a', 'POST /_playa 200', 'GET /b 200'), usual, 'a.get#1')).toEqual([
    'GET /a -> no response',
    'the client sends nothing more before the test makes a control call',
  ])
})
