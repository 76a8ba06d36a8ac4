import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { instantMs } from '../../lib/calendar/instant.ts'
import { serveWorld } from './sweep-server.ts'
import { openSweepWorld } from './sweep-world.ts'

const CARS = '/v3/publicaciones/ventas@lospinos.example'
const nowMs = instantMs('2026-03-01T12:00:00-03:00') ?? 0

const get = (target: string) => `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`

/** Sends requests on one connection, each after the response to the one before; returns all that came. */
const received = async (url: string, requests: readonly string[]): Promise<string> => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const waiting = [...requests]
  const sendNext = () => socket.write(waiting.shift() ?? '')
  let text = ''
  sendNext()
  socket.on('data', (part) => {
    text += part.toString('latin1')
    if (isWhole(text)) sendNext()
  })
  await new Promise((resolve, reject) => socket.once('end', resolve).once('error', reject))
  return text
}

/** Returns the length that the head names, and the length of the body that came. */
const lengths = (response: string): readonly [named: number, came: number] => {
  const [head = '', body = ''] = response.split('\r\n\r\n')
  return [Number(/^content-length: (\d+)/im.exec(head)?.[1]), body.length]
}

const isWhole = (response: string): boolean => {
  const [named, came] = lengths(response)
  return named === came
}

const CAR = [`${CARS}/PIN-0002`, 'publications.read', 1_000] as const
const LIST = ['/v3/consultas/ventas@lospinos.example?tamano=100', 'inquiries.list', 60_000] as const

it.each([
  ['a small body, the first on its connection', ...CAR, undefined],
  ['a small body on a kept connection', ...CAR, '/v3'],
  ['a body of 65 KB, the first on its connection', ...LIST, undefined],
  ['a body of 65 KB on a kept connection', ...LIST, '/v3'],
] as const)(
  'half of %s arrives when the connection breaks in it',
  async (_, target, operation, least, before) => {
    const injection = { rule: { truncate: true }, at: `${operation}#1` }
    const world = await openSweepWorld({ setting: { nowMs, profile: {} }, injection })
    const server = await serveWorld(world)
    onTestFinished(async () => {
      world.close()
      await server.close()
    })
    const all = await received(
      server.url,
      [before, target].flatMap((path) => (path === undefined ? [] : get(path))),
    )
    const response = all.slice(all.lastIndexOf('HTTP/1.1 '))
    const [named, came] = lengths(response)
    expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(named).toBeGreaterThan(least)
    expect(came).toBe(Math.floor(named / 2))
    expect(world.calls.at(-1)?.response?.status).toBe(200)
  },
)
