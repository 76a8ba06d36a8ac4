import { afterEach, expect, it, vi } from 'vitest'
import { eventStream } from './event-stream.ts'

afterEach(() => void vi.useRealTimers())

/** A stream whose events the test puts, and a way to read its pieces as text. */
const streamed = (signal: AbortSignal = new AbortController().signal) => {
  const listeners = new Set<(name: string, data: () => object) => void>()
  const stream = eventStream(signal, (put) => {
    listeners.add(put)
    return () => void listeners.delete(put)
  })
  const reader = stream.getReader()
  return {
    listeners,
    put: (n: number, data: () => object = () => ({ n })) => {
      for (const put of listeners) put('exchange', data)
    },
    read: async () => {
      const { done, value } = await reader.read()
      return done ? undefined : new TextDecoder().decode(value)
    },
    cancel: () => reader.cancel(),
  }
}

it('a stream opens with a comment, so that its reader knows that it listens', async () => {
  const { read } = streamed()
  expect(await read()).toBe(': listening\n\n')
})

it('an event is its name and one line of JSON', async () => {
  const { read, put } = streamed()
  await read()
  put(1, () => ({ text: 'a\nb' }))
  expect(await read()).toBe('event: exchange\ndata: {"text":"a\\nb"}\n\n')
})

it('a slow reader loses the oldest events and learns how many; events without a reader are never serialized', async () => {
  const { read, put } = streamed()
  const made: number[] = []
  for (let n = 1; n <= 700; n++)
    put(n, () => {
      made.push(n)
      return { n }
    })
  await read()
  const first = (await read()) ?? ''
  expect(first).toContain('event: lost\ndata: {"count":200}\n\nevent: exchange\ndata: {"n":201}')
  expect(made[0]).toBe(201)
  expect(made.length).toBeLessThan(300)
})

it('a comment is sent when nothing happens for fifteen seconds', async () => {
  vi.useFakeTimers()
  const { read } = streamed()
  await read()
  const next = read()
  vi.advanceTimersByTime(15_000)
  expect(await next).toBe(':\n\n')
})

it('after a cancel nothing more is sent', async () => {
  const { listeners, cancel } = streamed()
  expect(listeners.size).toBe(1)
  await cancel()
  expect(listeners.size).toBe(0)
})

it('an aborted request ends the stream, before or while it is read', async () => {
  const controller = new AbortController()
  const { listeners, read } = streamed(controller.signal)
  await read()
  const next = read()
  controller.abort()
  expect(await next).toBeUndefined()
  expect(listeners.size).toBe(0)
  expect(streamed(AbortSignal.abort()).listeners.size).toBe(0)
})

it('an event that many followers read is written once', async () => {
  let written = 0
  const data = () => ({ n: (written += 1) })
  const followers = Array.from({ length: 5 }, () => streamed())
  for (const { read } of followers) await read()
  for (const { put } of followers) put(1, data)
  for (const { read } of followers) expect(await read()).toContain('data: {"n":1}')
  expect(written).toBe(1)
})

it('what happens shortly after a chunk is sent together', async () => {
  const { read, put } = streamed()
  await read()
  put(0)
  expect(await read()).toContain('{"n":0}')
  for (let n = 1; n <= 50; n++) {
    put(n)
    await Promise.resolve()
  }
  const chunk = await read()
  expect([chunk?.includes('{"n":1}'), chunk?.includes('{"n":50}')]).toEqual([true, true])
})
