import * as http from 'node:http'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { type GuardedOptions, guardedRequest } from './guarded-request.ts'

// Here 127.0.0.1 plays the public internet, so that a whole exchange with it can turn to a private address
// half way.
vi.mock('./private-address.ts', () => ({
  privateKind: (address: string) => (address === '127.0.0.1' ? undefined : 'private'),
}))

let hits = 0
let location = ''
const server = http.createServer((_, response) => {
  hits += 1
  if (location) response.writeHead(302, { location }).end()
  else response.end('public')
})
await new Promise<void>((ready) => server.listen(0, '0.0.0.0', ready))
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
    allowPrivate: false,
    followRedirects: 3,
    lookup: async (name) => [{ address: name === 'hook.example' ? '127.0.0.1' : '127.0.0.2', family: 4 }],
    ...more,
  })

test.each([
  ['http://127.0.0.2/', 'address'],
  ['http://2130706434/', 'address'],
  ['//127.2/', 'address'],
  ['http://[::1]/', 'address'],
  ['http://localhost./', 'address'],
  ['http://inside.example/', 'address'],
  ['//hook.example:6379/', 'port'],
])('a public server that redirects to %s does not get there', async (target, because) => {
  location = target
  await expect(ask()).rejects.toMatchObject({ name: 'OutgoingRefused', because })
  expect(hits).toBe(1)
})

test('a name rebound between two hops is checked again', async () => {
  location = '/next'
  const bound = ['127.0.0.1', '127.0.0.2']
  const lookup = async () => [{ address: bound.shift() ?? '', family: 4 }]
  await expect(ask({ lookup })).rejects.toMatchObject({ name: 'OutgoingRefused', because: 'address' })
  expect(hits).toBe(1)
})

test('a name rebound after the check leads to the checked address', async () => {
  const bound = ['127.0.0.1', '127.0.0.2']
  const lookup = async () => [{ address: bound.shift() ?? '', family: 4 }]
  expect(await ask({ lookup })).toMatchObject({ status: 200 })
  expect(bound).toEqual(['127.0.0.2'])
  await expect(ask({ lookup })).rejects.toMatchObject({ name: 'OutgoingRefused', because: 'address' })
  expect(hits).toBe(1)
})
