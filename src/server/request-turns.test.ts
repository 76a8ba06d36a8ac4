import { expect, it } from 'vitest'
import { RequestTurns } from './request-turns.ts'

/** Longer than a turn. */
const REQUEST_MS = 3

/** Makes requests that are answered at once, after some work; `handled` fills with their names. */
const newTurns = () => {
  const handled: string[] = []
  const turns = new RequestTurns(({ url = '' }, outgoing) => {
    const untilMs = performance.now() + REQUEST_MS
    while (performance.now() < untilMs);
    handled.push(url)
    Object.assign(outgoing, { writableEnded: true })
  })
  const connect = (remoteAddress: string) => {
    const socket = { remoteAddress, destroyed: false }
    // Only what the turns read of a message.
    const send = (url: string) => turns.handle({ socket, url } as never, {} as never)
    return { socket, send }
  }
  const answered = async (count: number) => {
    while (handled.length < count) await new Promise((resolve) => void setImmediate(resolve))
    return handled
  }
  return { connect, answered, handled }
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

it('a request whose connection was closed is not handled', async () => {
  const { connect, answered } = newTurns()
  connect('192.0.2.1').send('first')
  const gone = connect('192.0.2.1')
  gone.send('gone')
  connect('192.0.2.1').send('last')
  gone.socket.destroyed = true
  expect(await answered(2)).toEqual(['first', 'last'])
})
