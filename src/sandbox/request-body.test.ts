import { expect, it } from 'vitest'
import { BODY_LIMIT_BYTES, BrokenBody, readRequestBody } from './request-body.ts'

const AT = 'http://playa.localhost/v3'

/** A request with a body in parts of the given sizes, and a count of how many of them were taken. */
const dripping = (sizes: readonly number[], headers: Record<string, string> = {}) => {
  const taken = { parts: 0 }
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        const size = sizes[taken.parts]
        if (size === undefined) return controller.close()
        taken.parts += 1
        controller.enqueue(new Uint8Array(size).fill(97))
      },
    },
    { highWaterMark: 0 },
  )
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' }
  return { request: new Request(AT, init), taken }
}

it('without a body nothing is waited for', () => {
  const nothing = { kind: 'bytes', bytes: new Uint8Array(0) }
  expect(readRequestBody(new Request(AT), true)).toEqual(nothing)
  expect(readRequestBody(new Request(AT, { method: 'PATCH' }), true)).toEqual(nothing)
  expect(readRequestBody(new Request(AT, { method: 'PATCH' }), false)).toEqual(nothing)
  expect(readRequestBody(new Request(AT, { method: 'PUT', headers: { 'Content-Length': '0' } }), true)).toEqual(nothing)
})

it('a body is read to its end, in however many parts it comes', async () => {
  const { request } = dripping([1, 2, 3], { 'Transfer-Encoding': 'chunked' })
  expect(await readRequestBody(request, true)).toEqual({ kind: 'bytes', bytes: new Uint8Array(6).fill(97) })
  const sent = new Request(AT, { method: 'POST', body: '{}' })
  expect(await readRequestBody(sent, false)).toEqual({ kind: 'bytes', bytes: new TextEncoder().encode('{}') })
})

it('exactly 1 MiB is read, one byte more is too large (errors/body-too-large)', async () => {
  const body = async (size: number) =>
    readRequestBody(new Request(AT, { method: 'POST', body: new Uint8Array(size) }), false)
  expect(await body(BODY_LIMIT_BYTES)).toMatchObject({ kind: 'bytes', bytes: { length: 1_048_576 } })
  expect(await body(BODY_LIMIT_BYTES + 1)).toEqual({ kind: 'too-large' })
})

it('a length over the limit is refused before anything is read', () => {
  const { request, taken } = dripping([10], { 'Content-Length': String(BODY_LIMIT_BYTES + 1) })
  expect(readRequestBody(request, true)).toEqual({ kind: 'too-large' })
  expect(taken.parts).toBe(0)
})

it('a body that grows past the limit is dropped there', async () => {
  const { request, taken } = dripping(
    Array.from({ length: 50 }, () => BODY_LIMIT_BYTES / 4),
    { 'Transfer-Encoding': 'chunked' },
  )
  expect(await readRequestBody(request, true)).toEqual({ kind: 'too-large' })
  expect(taken.parts).toBeLessThan(8)
})

it('inside a process a length is only a claim: the limit holds all the same', async () => {
  const { request } = dripping([BODY_LIMIT_BYTES, BODY_LIMIT_BYTES], { 'Content-Length': '5' })
  expect((await readRequestBody(request, false)).kind).toBe('too-large')
  const empty = dripping([3], { 'Content-Length': '0' })
  expect(await readRequestBody(empty.request, false)).toMatchObject({ bytes: { length: 3 } })
})

it('a body that breaks off is a failure, not a shorter body', async () => {
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      controller.enqueue(new Uint8Array(3))
      controller.error(new Error('gone'))
    },
  })
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' }
  await expect(readRequestBody(new Request(AT, init), false)).rejects.toThrow(BrokenBody)
})
