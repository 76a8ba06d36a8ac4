import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { askedOf } from './asked.ts'
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

/** The same on a socket: what the server's message tells, and how many parts of its body were taken. */
const onSocket = (method: string, headers: Record<string, string> = {}, sizes: readonly number[] = []) => {
  const taken = { parts: 0 }
  const incoming = new Readable({
    read() {
      const size = sizes[taken.parts]
      if (size === undefined) this.push(null)
      else {
        taken.parts += 1
        this.push(Buffer.alloc(size, 'a'))
      }
    },
  })
  return {
    asked: askedOf(new Request(AT, { method }), { incoming: Object.assign(incoming, { headers }) }),
    taken,
    incoming,
  }
}

const inProcess = (request: Request) => readRequestBody(askedOf(request, undefined))

it('without a body nothing is waited for', () => {
  const nothing = { kind: 'bytes', bytes: new Uint8Array(0) }
  expect(readRequestBody(onSocket('GET').asked)).toEqual(nothing)
  expect(readRequestBody(onSocket('PATCH').asked)).toEqual(nothing)
  expect(inProcess(new Request(AT, { method: 'PATCH' }))).toEqual(nothing)
})

it('a body is read to its end, in however many parts it comes', async () => {
  const { asked } = onSocket('POST', { 'transfer-encoding': 'chunked' }, [1, 2, 3])
  expect(await readRequestBody(asked)).toEqual({ kind: 'bytes', bytes: Buffer.from('aaaaaa') })
  expect(await readRequestBody(onSocket('PUT', { 'content-length': '0' }).asked)).toMatchObject({
    bytes: { length: 0 },
  })
  const sent = new Request(AT, { method: 'POST', body: '{}' })
  expect(await inProcess(sent)).toEqual({ kind: 'bytes', bytes: Buffer.from('{}') })
})

it('exactly 1 MiB is read, one byte more is too large (errors/body-too-large)', async () => {
  const body = async (size: number) => inProcess(new Request(AT, { method: 'POST', body: new Uint8Array(size) }))
  expect(await body(BODY_LIMIT_BYTES)).toMatchObject({ kind: 'bytes', bytes: { length: 1_048_576 } })
  expect(await body(BODY_LIMIT_BYTES + 1)).toEqual({ kind: 'too-large' })
})

it('a length over the limit is refused before anything is read', () => {
  const { asked, taken } = onSocket('POST', { 'content-length': String(BODY_LIMIT_BYTES + 1) }, [10])
  expect(readRequestBody(asked)).toEqual({ kind: 'too-large' })
  expect(taken.parts).toBe(0)
})

it('a body that grows past the limit is dropped there', async () => {
  const sizes = Array.from({ length: 50 }, () => BODY_LIMIT_BYTES / 4)
  const { request, taken } = dripping(sizes)
  expect(await inProcess(request)).toEqual({ kind: 'too-large' })
  expect(taken.parts).toBeLessThan(8)
  const { asked } = onSocket('POST', { 'transfer-encoding': 'chunked' }, sizes)
  expect(await readRequestBody(asked)).toEqual({ kind: 'too-large' })
})

it('inside a process a length is only a claim: the limit holds all the same', async () => {
  const { request } = dripping([BODY_LIMIT_BYTES, BODY_LIMIT_BYTES], { 'Content-Length': '5' })
  expect((await inProcess(request)).kind).toBe('too-large')
  const empty = dripping([3], { 'Content-Length': '0' })
  expect(await inProcess(empty.request)).toMatchObject({ bytes: { length: 3 } })
})

it('a body that breaks off is a failure, not a shorter body', async () => {
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      controller.enqueue(new Uint8Array(3))
      controller.error(new Error('gone'))
    },
  })
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' }
  await expect(inProcess(new Request(AT, init))).rejects.toThrow(BrokenBody)
  const { asked, incoming } = onSocket('POST', { 'content-length': '5' }, [3])
  const read = readRequestBody(asked)
  incoming.destroy()
  await expect(read).rejects.toThrow(BrokenBody)
})
