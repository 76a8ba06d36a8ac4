import { expect, it } from 'vitest'
import type { ClientCall } from '../faults/client-call.ts'
import type { Variant } from '../plan/variants.ts'
import { acceptedSignatures, conductUnder } from './conduct.ts'

const CARS = '/v3/publicaciones/a@b.example'
const CAR = `${CARS}/A-1`

interface Sent {
  readonly status?: number
  readonly body?: object | undefined
  readonly tag?: string
}

const call = (method: string, target: string, { status, body, tag }: Sent = {}): ClientCall => ({
  method,
  target,
  headers: tag === undefined ? [] : [['If-Match', tag]],
  body: Buffer.from(JSON.stringify(body ?? {})),
  operation: `of ${target}`,
  exchange: undefined,
  atMs: 0,
  response: status === undefined ? null : { status, headers: {}, body: '' },
})

const met = (method: string, target: string, sent: Sent = {}): ClientCall => ({
  ...call(method, target, sent),
  exchange: 'x#1',
})

const control: ClientCall = { ...call('POST', '/_playa', { status: 200 }), operation: undefined }

const under = (
  fault: string,
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[] = [],
  isUnnoticed = false,
) =>
  // The function reads only these members of a variant.
  conductUnder({ kind: 'fault', fault, exchange: 'x#1' } as Variant, calls, undisturbed, isUnnoticed)

it('after a lost answer a client repeats, checks or gives up', () => {
  const lost = (...later: readonly ClientCall[]) =>
    under('answer-lost', [met('POST', CARS, { body: { ExternalId: 'A-1' } }), ...later])
  const create = 'a create whose answer was lost'
  expect(lost(call('POST', CARS, { status: 201, body: { ExternalId: 'A-2' } }))).toBe(
    `repeats ${create}, under another ExternalId`,
  )
  expect(lost(call('POST', CARS, { status: 201, body: { ExternalId: 'A-1' } }))).toBe(
    `repeats ${create}, so that it is done twice`,
  )
  expect(lost(call('POST', CARS, { status: 409, body: { ExternalId: 'A-1' } }))).toBe(
    `repeats ${create}, and does not conclude from 409 that it was done`,
  )
  expect(lost(call('GET', CARS, { status: 200 }))).toBe(`assumes that ${create} was not done`)
  const givesUp = `gives up on ${create}, and does not check whether it was done`
  expect(lost()).toBe(givesUp)
  // Another test may begin after a control call.
  expect(lost(control, call('GET', CARS, { status: 200 }))).toBe(givesUp)
  // A read that also occurs undisturbed comes from the test.
  const look = call('GET', CARS, { status: 200 })
  expect(under('answer-lost', [met('POST', CARS), look], [met('POST', CARS, { status: 201 }), look])).toBe(
    givesUp,
  )
})

it('after a change by another client a client writes blindly, gives up or writes its old body', () => {
  const after = (first: Sent, ...later: readonly ClientCall[]) =>
    under('stale-tag', [call('GET', CAR, { status: 200 }), met('PUT', CAR, first), ...later])
  const read = call('GET', CAR, { status: 200 })
  const refused = { status: 412, tag: '"1"', body: { Color: 'Rojo' } }
  expect(after({ status: 200 })).toBe('writes without If-Match')
  expect(after(refused)).toBe('gives up on 412')
  // A test that notices no failure and reads the same as undisturbed.
  const written = [met('PUT', CAR, { status: 200, tag: '"1"' }), read]
  expect(under('stale-tag', [met('PUT', CAR, refused), read], written, true)).toBe('treats 412 as success')
  expect(under('stale-tag', [met('PUT', CAR, refused), read], written)).toBe('gives up on 412')
  expect(after(refused, read)).toBe('reads again after 412, and does not write')
  expect(after(refused, call('PUT', CAR, { status: 200 }))).toBe('writes again without If-Match after 412')
  expect(after(refused, call('PUT', CAR, { status: 200, tag: '*' }))).toBe(
    'writes again with If-Match: * after 412',
  )
  expect(after(refused, call('PUT', CAR, { status: 412, tag: '"1"' }))).toBe(
    'sends the same tag again after 412',
  )
  expect(after(refused, read, call('PUT', CAR, { status: 200, tag: '"2"', body: refused.body }))).toBe(
    'takes the new tag after 412, and writes its old body',
  )
  expect(after(refused, read, call('PUT', CAR, { status: 200, tag: '"2"', body: {} }))).toBeUndefined()
  // After a different request, another test may have begun.
  const list = call('GET', CARS, { status: 200 })
  expect(after(refused, list, call('PUT', CAR, { status: 200, tag: '"2"' }))).toBeUndefined()
})

it('after a short failure a client gives up too soon, or gets through', () => {
  const get = (status: number) => call('GET', CAR, { status })
  expect(under('503', [met('GET', CAR, { status: 503 })])).toBe('does not retry after 503')
  expect(under('503', [met('GET', CAR, { status: 503 }), get(503)])).toMatch(
    /^gives up too soon after 503: it sends the request again once in /,
  )
  expect(under('429-retry-after', [met('GET', CAR, { status: 429 }), get(429)])).toMatch(
    /^does not wait as long as Retry-After says: it sends the request again once in /,
  )
  expect(under('503', [met('GET', CAR, { status: 503 }), get(200)])).toBeUndefined()
  // A request that is also sent twice undisturbed is not a retry.
  expect(under('503', [met('GET', CAR, { status: 503 }), get(503)], [met('GET', CAR), get(200)])).toBe(
    undefined,
  )
})

it('a create that is repeated under another id is a retry, the next car of a batch is not', () => {
  const create = (id: string, status: number) => call('POST', CARS, { status, body: { ExternalId: id } })
  const refused = met('POST', CARS, { status: 503, body: { ExternalId: 'A-1' } })
  const batch = [met('POST', CARS, { status: 201, body: { ExternalId: 'A-1' } }), create('A-2', 201)]
  expect(under('503', [refused, create('A-1-again', 503)], batch)).toMatch(/^gives up too soon after 503/)
  expect(under('503', [refused, create('A-2', 201)], batch)).toBe('does not retry after 503')
})

it('the requests show which pages were not read', () => {
  const page = (target: string, hasNext: boolean): ClientCall => ({
    ...call('GET', target),
    operation: 'publications.list',
    response: { status: 200, headers: {}, body: hasNext ? '"next":{"href":"x"}' : '' },
  })
  // As above.
  const paged = { kind: 'option', assumption: 'inquiries/page-size' } as Variant
  expect(conductUnder(paged, [page(CARS, true)], [])).toBe(
    'reads only the first page of a list: publications',
  )
  expect(conductUnder(paged, [page(`${CARS}?pagina=1`, true)], [])).toBe(
    'counts pages itself, instead of following next, and stops after the first: publications',
  )
  const full = [page(CARS, true), page(`${CARS}?pagina=2`, false)]
  expect(conductUnder(paged, [page(CARS, true)], full)).toMatch(/^takes a page with fewer entries than/)
  const [second, last] = [page(`${CARS}?pagina=2`, true), page(`${CARS}?pagina=3`, false)]
  expect(conductUnder(paged, [page(CARS, true), second], [])).toBe('stops before the last page of a list')
  expect(conductUnder(paged, [page(CARS, true), second, last], [])).toBeUndefined()
  // A test reads the first page again, or another list, or a list by itself.
  const others = [page(CARS, true), page(`${CARS}?q=gol`, false)]
  expect(conductUnder(paged, [page(CARS, true), second, ...others], [])).toMatch(/^stops before/)
  const exempt = { ...page('/v3/sucursales/a@b.example', true), operation: undefined }
  expect(conductUnder(paged, [exempt, page(CARS, true)], [])).toMatch(/of a list: publications$/)
})

it('a receiver that accepts one kind of wrong webhook is reported for that kind', () => {
  const [unsigned, forged] = ['unsigned', 'forged'].map(
    (word) => `it answers a webhook that is ${word} like a genuine one`,
  ) as [string, string]
  expect(acceptedSignatures([unsigned])).toBe('accepts webhooks without a signature')
  expect(acceptedSignatures([forged])).toBe('accepts webhooks with a wrong signature')
  expect(acceptedSignatures([unsigned, forged])).toBeUndefined()
})

it('changes of entries between two pages of their list are reported', () => {
  const page = (query: string, body: string): ClientCall => ({
    ...call('GET', CARS + query, { status: 200 }),
    operation: 'publications.list',
    response: { status: 200, headers: {}, body },
  })
  const [first, last] = [page('', `{"_links":{"next":{"href":"${CARS}?pagina=2"}}}`), page('?pagina=2', '{}')]
  const change = call('PATCH', `${CAR}/suspender`, { status: 200 })
  const reported = (...calls: readonly ClientCall[]) =>
    // The function reads only these members of an option.
    conductUnder({ kind: 'option', assumption: 'inquiries/page-size' } as Variant, calls, [])
  expect(reported(first, change, last)).toMatch(/^changes entries of a list between two of its pages/)
  expect(reported(first, last, change)).toBeUndefined()
  expect(reported(first, call('PATCH', `${CAR}/suspender`, { status: 412 }), last)).toBeUndefined()
})

it('a request that is also sent undisturbed is not a retry', () => {
  const create = (status: number) => call('POST', CARS, { status, body: { ExternalId: 'A-1' } })
  const failed = met('POST', CARS, { status: 503, body: { ExternalId: 'A-1' } })
  const usual = [create(201), { ...create(409), exchange: 'x#1' }]
  expect(under('503', [create(201), failed, create(409)], usual)).toBe(
    'gives up too soon after 503: it sends the request again once in 0 ms',
  )
  expect(under('503', [create(201), failed, create(200)], usual)).toBeUndefined()
  expect(under('503', [create(201), failed], usual)).toBe('does not retry after 503')
})

it('a create that is repeated under another id after a 409 is reported as such', () => {
  const create = (id: string, status: number) => call('POST', CARS, { status, body: { ExternalId: id } })
  expect(
    under('answer-lost', [
      met('POST', CARS, { body: { ExternalId: 'A-1' } }),
      create('A-1', 409),
      create('A-1-2', 201),
    ]),
  ).toBe('repeats a create whose answer was lost, and after 409 once more under another ExternalId')
})
