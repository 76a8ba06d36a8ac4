import * as http from 'node:http'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type GuardedOptions, guardedRequest } from './guarded-request.ts'

/** Only the loopback is allowed: an exchange begins there and may turn to another address half way. */

let hits = 0
let location = ''
const server = http.createServer((_, response) => {
  hits += 1
  if (location) response.writeHead(302, { location }).end()
  else response.end('reached')
})
await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
const address = server.address()
const port = typeof address === 'object' && address ? address.port : 0

beforeEach(() => {
  hits = 0
  location = ''
})
afterAll(() => new Promise((closed) => server.close(closed)))

const ask = (more: Partial<GuardedOptions> = {}) =>
  guardedRequest({
    url: `http://hook.example:${port}/`,
    timeoutMs: 1000,
    maxResponseBytes: 1000,
    allowPrivate: 'loopback-only',
    followRedirects: 3,
    lookup: async (name) => [{ address: name === 'hook.example' ? '127.0.0.1' : '10.0.0.2', family: 4 }],
    ...more,
  })

test.each([
  'http://10.0.0.2/',
  'http://167772162/',
  '//10.2/',
  'http://[fd00::1]/',
  'http://192.0.2.1./',
  'http://inside.example/',
])('a server that redirects to %s, which is not allowed, does not get there', async (target) => {
  location = target
  await expect(ask()).rejects.toMatchObject({ name: 'OutgoingRefused', because: 'address' })
  expect(hits).toBe(1)
})

test('a name rebound between two hops is checked again', async () => {
  location = '/next'
  const bound = ['127.0.0.1', '10.0.0.2']
  const lookup = async () => [{ address: bound.shift() ?? '', family: 4 }]
  await expect(ask({ lookup })).rejects.toMatchObject({ name: 'OutgoingRefused', because: 'address' })
  expect(hits).toBe(1)
})

test('a name rebound after the check leads to the checked address', async () => {
  const bound = ['127.0.0.1', '10.0.0.2']
  const lookup = async () => [{ address: bound.shift() ?? '', family: 4 }]
  expect(await ask({ lookup })).toMatchObject({ status: 200 })
  expect(bound).toEqual(['10.0.0.2'])
  await expect(ask({ lookup })).rejects.toMatchObject({ name: 'OutgoingRefused', because: 'address' })
  expect(hits).toBe(1)
})
