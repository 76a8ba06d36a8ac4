import { EventEmitter } from 'node:events'
import { afterEach, expect, it, vi } from 'vitest'
import { RequestTurns } from './request-turns.ts'

afterEach(() => void vi.restoreAllMocks())

/** Longer than a turn. */
const REQUEST_MS = 3

/** Makes requests that are answered at once, after some work; `handled` fills with their names. */
const newTurns = (isToWait?: () => boolean, workMs = (_: string) => REQUEST_MS) => {
  const handled: string[] = []
  // Work takes its time by a clock of the test: the machine may be busy.
  let clockMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => clockMs)
  const turns = new RequestTurns(({ url = '' }, outgoing) => {
    clockMs += workMs(url)
    handled.push(url)
    Object.assign(outgoing, { writableEnded: true })
  }, isToWait)
  const connect = (remoteAddress: string) => {
    let onClose = () => {}
    const socket = {
      remoteAddress,
      destroyed: false,
      once: (_: string, ended: () => void) => (onClose = ended),
    }
    const close = () => {
      socket.destroyed = true
      onClose()
    }
    // Only what the turns read of a message.
    const send = (url: string) => turns.handle({ socket, url } as never, {} as never)
    return { send, close }
  }
  const answered = async (count: number) => {
    while (handled.length < count) await new Promise((resolve) => void setImmediate(resolve))
    return handled
  }
  return { connect, answered, handled, room: () => turns.room() }
}

it('a request that comes while the event loop is free is handled at once', async () => {
  const { connect, handled } = newTurns()
  connect('192.0.2.1').send('a')
  expect(handled).toEqual(['a'])
})

it('requests that come in one turn leave time for sockets', async () => {
  const { connect, handled, answered } = newTurns()
  for (const name of ['a', 'b', 'c']) connect('192.0.2.1').send(name)
  expect(handled).toEqual(['a'])
  expect(await answered(3)).toEqual(['a', 'b', 'c'])
})

it('a client with one connection waits for few requests of a client with many', async () => {
  const { connect, answered } = newTurns()
  const many = Array.from({ length: 10 }, () => connect('192.0.2.1'))
  const sendAll = () => {
    for (const { send } of many) send('many')
  }
  sendAll()
  const single = connect('192.0.2.2')
  single.send('single')
  expect(await answered(3)).toEqual(['many', 'many', 'single'])
  await answered(10)
  sendAll()
  single.send('second')
  expect((await answered(22)).indexOf('second')).toBeLessThan(14)
})

it('a new connection of a busy client waits for few of its others', async () => {
  const { connect, answered } = newTurns()
  const busy = Array.from({ length: 10 }, () => connect('192.0.2.1'))
  for (const { send } of busy) send('first')
  await answered(8)
  for (const { send } of busy.slice(0, 6)) send('second')
  connect('192.0.2.1').send('new')
  expect((await answered(17)).indexOf('new')).toBeLessThan(12)
})

it('cheap requests wait for few expensive ones of the same client, which are handled too', async () => {
  const { connect, answered, handled } = newTurns(undefined, (name) => (name === 'cheap' ? 0.5 : 6))
  const busy = Array.from({ length: 10 }, () => connect('192.0.2.1'))
  const sendAll = () => {
    for (const { send } of busy) send('expensive')
  }
  const cheap = connect('192.0.2.1')
  sendAll()
  cheap.send('cheap')
  await answered(11)
  sendAll()
  for (let i = 1; i <= 4; i += 1) {
    const from = handled.length
    cheap.send('cheap')
    while (!handled.slice(from).includes('cheap')) await answered(handled.length + 1)
    expect(handled.length - from).toBeLessThanOrEqual(3)
  }
  const rest = handled.length
  expect((await answered(25)).slice(rest)).toEqual(Array(25 - rest).fill('expensive'))
})

it('a connection whose requests were cheap does not wait long for its first expensive one', async () => {
  const { connect, answered, handled } = newTurns(undefined, (name) => (name === 'cheap' ? 0.5 : 4))
  const busy = Array.from({ length: 5 }, () => connect('192.0.2.1'))
  const single = connect('192.0.2.1')
  for (let i = 0; i < 12; i += 1) {
    for (const { send } of busy) send('expensive')
    single.send('cheap')
    await answered(6 * (i + 1))
  }
  for (let i = 0; i < 4; i += 1) for (const { send } of busy) send('expensive')
  single.send('costly')
  const from = handled.length
  while (!handled.includes('costly')) await answered(handled.length + 1)
  expect(handled.length - from).toBeLessThan(12)
})

it('a request whose connection was closed is not handled', async () => {
  const { connect, answered } = newTurns()
  connect('192.0.2.1').send('first')
  const gone = connect('192.0.2.1')
  gone.send('gone')
  connect('192.0.2.1').send('last')
  gone.close()
  expect(await answered(2)).toEqual(['first', 'last'])
})

/** Answers each request after some promises; `answeredAt` fills with the number of reads before each. */
const newBodyTurns = () => {
  const answeredAt: number[] = []
  let reads = 0
  const turns = new RequestTurns(async (_, outgoing) => {
    for (let i = 0; i < 20; i += 1) await undefined
    answeredAt.push(reads)
    Object.assign(outgoing, { writableEnded: true }).emit('prefinish')
  })
  const socket = { remoteAddress: '192.0.2.1', destroyed: false, once: () => {} }
  const send = () => turns.handle({ socket } as never, new EventEmitter() as never)
  const answered = async (count: number) => {
    while (answeredAt.length < count) {
      await new Promise((resolve) => void setImmediate(resolve))
      reads += 1
    }
    return answeredAt
  }
  return { send, answered }
}

it('requests that promises answer are handled several at a time, between two reads of sockets', async () => {
  const { send, answered } = newBodyTurns()
  const startedMs = performance.now()
  send()
  // Without time of its own the turn is over before the other requests.
  while (performance.now() < startedMs + REQUEST_MS);
  for (let i = 0; i < 5; i += 1) send()
  expect(new Set((await answered(6)).slice(1)).size).toBeLessThan(5)
})

it('a response that does not come holds the other requests until sockets are read again', async () => {
  const handled: string[] = []
  const turns = new RequestTurns(({ url = '' }) => {
    const untilMs = performance.now() + 1
    while (performance.now() < untilMs);
    handled.push(url)
  })
  const socket = { remoteAddress: '192.0.2.1', destroyed: false, once: () => {} }
  for (const url of ['a', 'b', 'c', 'd', 'e'])
    turns.handle({ socket, url } as never, new EventEmitter() as never)
  for (let i = 0; handled.length < 5 && i < 10; i += 1)
    await new Promise((resolve) => void setImmediate(resolve))
  expect(handled).toEqual(['a', 'b', 'c', 'd', 'e'])
})

it('what waits gives way to connections that arrive', async () => {
  let waysToGive = 3
  const { connect, answered, handled } = newTurns(() => waysToGive-- > 0)
  for (const name of ['a', 'b']) connect('192.0.2.1').send(name)
  await answered(2)
  expect([handled, waysToGive]).toEqual([['a', 'b'], -1])
})

it('other work waits while requests do, but not for long', async () => {
  const { connect, answered, handled, room } = newTurns()
  expect(room()).toBeUndefined()
  for (let i = 0; i < 10; i += 1) connect('192.0.2.1').send('a')
  await room()
  expect(handled.length).toBeGreaterThan(1)
  expect(handled.length).toBeLessThan(8)
  await answered(10)
  expect(room()).toBeUndefined()
})

it('connections that were closed take no share of others of their address', async () => {
  const { connect, handled } = newTurns()
  const [kept, other] = [connect('192.0.2.1'), connect('192.0.2.2')]
  kept.send('kept')
  for (let i = 0; i < 5_000; i += 1) {
    const gone = connect('192.0.2.1')
    gone.send('gone')
    gone.close()
  }
  const countOf = (name: string) => handled.filter((one) => one === name).length
  const sent = { kept: 1, other: 0 }
  while (handled.length < 21) {
    for (const [name, { send }] of Object.entries({ kept, other })) {
      // Only these two are counted.
      const key = name as keyof typeof sent
      if (countOf(name) < sent[key]) continue
      sent[key] += 1
      send(name)
    }
    await new Promise((resolve) => void setImmediate(resolve))
  }
  expect(countOf('kept')).toBeGreaterThan(5)
})
