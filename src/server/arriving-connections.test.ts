import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { ArrivingConnections } from './arriving-connections.ts'

const nextRead = () => new Promise((resolve) => void setImmediate(resolve))

const open = () => {
  const server = new EventEmitter()
  // Only its connections count.
  const arriving = new ArrivingConnections(server as never)
  return { arriving, connect: () => void server.emit('connection') }
}

it('work gives way while each read of sockets accepts a connection, and no longer', async () => {
  const { arriving, connect } = open()
  expect([arriving.areComing, arriving.room()]).toEqual([false, undefined])
  let isFree = false
  connect()
  void arriving.room()?.then(() => (isFree = true))
  for (let i = 0; i < 5; i += 1) {
    expect([arriving.areComing, isFree]).toEqual([true, false])
    await nextRead()
    connect()
  }
  await nextRead()
  await nextRead()
  expect([arriving.areComing, isFree]).toEqual([false, true])
})

it('connections without end leave half of the time to work', async () => {
  const { arriving, connect } = open()
  const shares = { work: 0, connections: 0 }
  const startedMs = performance.now()
  for (let lastMs = startedMs; lastMs < startedMs + 200; ) {
    connect()
    const share = arriving.areComing ? 'connections' : 'work'
    await nextRead()
    const nowMs = performance.now()
    shares[share] += nowMs - lastMs
    lastMs = nowMs
  }
  expect(Math.min(shares.work, shares.connections)).toBeGreaterThan(20)
})
