import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { BODY_LIMIT_BYTES } from '../api/wire/limits.ts'
import { FetchRequest } from '../sandbox/transport/incoming-request.ts'
import { BrokenBody } from '../sandbox/transport/request-body.ts'
import { SocketRequest } from './socket-request.ts'

const AT = 'http://playa.localhost/v3'

/** Creates a request whose body has parts of the given sizes, and counts how many were read. */
const streamed = (sizes: readonly number[], headers: Record<string, string> = {}) => {
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

/** Creates the same on a socket, from a message of Node's server. */
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
  // Only the members of a message that the reader uses.
  const message = Object.assign(incoming, { method, headers, complete: false }) as unknown as IncomingMessage
  return { read: () => new SocketRequest(message, new Request(AT)).readBody(), taken, incoming }
}

const inProcess = (request: Request) => new FetchRequest(request).readBody()

it('a request without a body is read synchronously', () => {
  const nothing = { kind: 'bytes', bytes: new Uint8Array(0) }
  expect(onSocket('GET').read()).toEqual(nothing)
  expect(onSocket('PATCH').read()).toEqual(nothing)
  expect(inProcess(new Request(AT, { method: 'PATCH' }))).toEqual(nothing)
})

it('a body is read to its end, in any number of parts', async () => {
  const { read } = onSocket('POST', { 'transfer-encoding': 'chunked' }, [1, 2, 3])
  expect(await read()).toEqual({ kind: 'bytes', bytes: Buffer.from('aaaaaa') })
  expect(await onSocket('PUT', { 'content-length': '0' }).read()).toMatchObject({
    bytes: { length: 0 },
  })
  const sent = new Request(AT, { method: 'POST', body: '{}' })
  expect(await inProcess(sent)).toEqual({ kind: 'bytes', bytes: Buffer.from('{}') })
})

it('errors/body-too-large: exactly 1 MiB is read, one byte more is too large', async () => {
  const body = async (size: number) =>
    inProcess(new Request(AT, { method: 'POST', body: new Uint8Array(size) }))
  expect(await body(BODY_LIMIT_BYTES)).toMatchObject({ kind: 'bytes', bytes: { length: 1_048_576 } })
  expect(await body(BODY_LIMIT_BYTES + 1)).toEqual({ kind: 'too-large' })
})

it('a length over the limit is refused before anything is read', () => {
  const { read, taken } = onSocket('POST', { 'content-length': String(BODY_LIMIT_BYTES + 1) }, [10])
  expect(read()).toEqual({ kind: 'too-large' })
  expect(taken.parts).toBe(0)
})

it('a body that exceeds the limit while it is read is dropped', async () => {
  const sizes = Array.from({ length: 50 }, () => BODY_LIMIT_BYTES / 4)
  const { request, taken } = streamed(sizes)
  expect(await inProcess(request)).toEqual({ kind: 'too-large' })
  expect(taken.parts).toBeLessThan(8)
  const { read } = onSocket('POST', { 'transfer-encoding': 'chunked' }, sizes)
  expect(await read()).toEqual({ kind: 'too-large' })
})

it('in process, the limit holds whatever Content-Length says', async () => {
  const { request } = streamed([BODY_LIMIT_BYTES, BODY_LIMIT_BYTES], { 'Content-Length': '5' })
  expect((await inProcess(request)).kind).toBe('too-large')
  const empty = streamed([3], { 'Content-Length': '0' })
  expect(await inProcess(empty.request)).toMatchObject({ bytes: { length: 3 } })
})

it('a body that ends early is a failure, not a shorter body', async () => {
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      controller.enqueue(new Uint8Array(3))
      controller.error(new Error('gone'))
    },
  })
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' }
  await expect(inProcess(new Request(AT, init))).rejects.toThrow(BrokenBody)
  const { read, incoming } = onSocket('POST', { 'content-length': '5' }, [3])
  const reading = read()
  incoming.destroy()
  await expect(reading).rejects.toThrow(BrokenBody)
})
