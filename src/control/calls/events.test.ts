import { expect, it, onTestFinished } from 'vitest'
import { journaledSandbox } from '../../../test/support/journaled-sandbox.ts'
import { listen } from '../../server/listen.ts'

/** Events of a stream, read until a count is reached. */
const eventsOf = async (response: Response, count: number) => {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (reader && text.split('event: ').length <= count) text += (await reader.read()).value ?? ''
  await reader?.cancel()
  return [...text.matchAll(/^event: (\w+)\ndata: (.*)$/gm)].map(([, name, data = '']) => ({
    name,
    data: JSON.parse(data),
  }))
}

it('exchanges, clock changes and world changes are sent while they happen', async () => {
  const { app, ask, control } = await journaledSandbox()
  const response = await app.request('/_playa/events')
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  await ask('GET', '/v3/marcas/none')
  await control('POST', '/clock/advance', { body: { by: 'PT1H' } })
  await control('POST', '/reset')
  const [exchange, clock, world] = await eventsOf(response, 3)
  expect(exchange).toMatchObject({
    name: 'exchange',
    data: { world: 'default', n: 1, status: 404, path: '/v3/marcas/none' },
  })
  expect(clock).toMatchObject({
    name: 'clock',
    data: { world: 'default', now: '2026-03-01T13:00:00-03:00', running: false },
  })
  expect(world).toMatchObject({ name: 'world', data: { world: 'default', what: 'reset' } })
})

it('an event of an exchange is its line in the journal', async () => {
  const { app, ask, control } = await journaledSandbox()
  const response = await app.request('/_playa/events?world=default')
  await ask('GET', '/v3')
  const [event] = await eventsOf(response, 1)
  const [row] = (await control('GET', '/journal')).json
  expect(event?.data).toEqual({ world: 'default', ...row })
})

it('with a world only its events are sent, and an unknown one is 404', async () => {
  const { app, ask } = await journaledSandbox()
  await ask('POST', '/_playa/worlds', { body: { name: 'a', scenario: 'empty' } })
  const response = await app.request('/_playa/events?world=a')
  await ask('GET', '/v3')
  await ask('GET', '/w/a/v3')
  const [event] = await eventsOf(response, 1)
  expect(event?.data).toMatchObject({ world: 'a', n: 1 })
  expect((await ask('GET', '/_playa/events?world=b')).status).toBe(404)
})

it('an exchange is sent unchanged even if the journal is emptied before', async () => {
  const { app, ask, control } = await journaledSandbox()
  const response = await app.request('/_playa/events')
  await ask('GET', '/v3/none')
  await control('DELETE', '/journal')
  await ask('GET', '/v3')
  const received = await eventsOf(response, 2)
  expect(received.map(({ data }) => [data.n, data.path])).toEqual([
    [1, '/v3/none'],
    [1, '/v3'],
  ])
})

it('a HEAD of the stream listens to nothing', async () => {
  const { app, simulator } = await journaledSandbox()
  expect((await app.request('/_playa/events', { method: 'HEAD' })).status).toBe(200)
  expect(simulator.eventBus.hasListeners).toBe(false)
})

const serving = async () => {
  const world = await journaledSandbox()
  const server = await listen(world.simulator, { port: 0, hostname: '127.0.0.1' })
  onTestFinished(() => server.close())
  return { ...world, ...server }
}

it('over a socket a reader that goes away is no longer listened for', async () => {
  const { url, simulator } = await serving()
  const controller = new AbortController()
  const response = await fetch(`${url}/_playa/events`, { signal: controller.signal })
  await fetch(`${url}/v3`)
  expect(await response.body?.getReader().read()).toMatchObject({ done: false })
  expect(simulator.eventBus.hasListeners).toBe(true)
  controller.abort()
  await expect.poll(() => simulator.eventBus.hasListeners).toBe(false)
})

it('a server that closes ends its streams and does not wait for their readers', async () => {
  const { url, close, simulator } = await serving()
  const response = await fetch(`${url}/_playa/events`)
  const whole = response.text()
  const startedMs = performance.now()
  await close()
  expect(performance.now() - startedMs).toBeLessThan(1_000)
  expect(await whole).toBe(': listening\n\n')
  expect(simulator.eventBus.hasListeners).toBe(false)
})
