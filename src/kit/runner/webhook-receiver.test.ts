import { expect, it } from 'vitest'
import { lazyWebhookReceiver, openWebhookReceiver } from './webhook-receiver.ts'

const times = (count: number, withinMs = 5_000) => ({
  isEnough: (arrived: readonly unknown[]) => arrived.length >= count,
  withinMs,
})

it('deliveries are kept by their path below the URL, with their query, and waited for', async () => {
  const receiver = await openWebhookReceiver({ url: 'http://127.0.0.1:0/hooks/' })
  expect(receiver.url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*\/hooks$/)
  const waiting = receiver.deliveries('/one', times(2))
  const send = (path: string, body: string) =>
    fetch(receiver.url + path, { method: 'POST', body, headers: { 'X-A': '1' } })
  expect((await send('/one', 'a')).status).toBe(204)
  await send('/two', 'b')
  await send('/one?x=1', 'c')
  expect(await waiting).toMatchObject([
    { method: 'POST', target: '/one', body: 'a', headers: { 'x-a': '1' } },
    { method: 'POST', target: '/one?x=1', body: 'c' },
  ])
  expect(await receiver.deliveries('/three', times(1, 10))).toEqual([])
  await receiver.close()
})

it('photos that are fetched again and again leave room for deliveries', async () => {
  const receiver = await openWebhookReceiver({ url: 'http://127.0.0.1:0' })
  const photo = '/photo-8x8-1.png'
  for (let at = 0; at < 1_200; at += 40)
    await Promise.all(
      Array.from({ length: 40 }, () => fetch(receiver.url + photo).then((it) => it.arrayBuffer())),
    )
  await fetch(`${receiver.url}/hook`, { method: 'POST', body: 'a' })
  expect(await receiver.deliveries('/hook', times(1))).toHaveLength(1)
  expect(await receiver.deliveries(photo, times(1))).toHaveLength(1)
  await receiver.close()
})

it('deliveries below a path get the status that the caller sets', async () => {
  const receiver = await openWebhookReceiver({ url: 'http://127.0.0.1:0' })
  receiver.answer('/one', ({ body }) => (body === 'bad' ? 500 : 202))
  const send = async (path: string, body: string) =>
    (await fetch(receiver.url + path, { method: 'POST', body })).status
  expect([
    await send('/one/hook', 'bad'),
    await send('/one/hook', 'good'),
    await send('/two', 'bad'),
  ]).toEqual([500, 202, 204])
  await receiver.close()
})

it('an interruption ends the wait', async () => {
  const receiver = await openWebhookReceiver({ url: 'http://127.0.0.1:0' })
  const controller = new AbortController()
  const waiting = receiver.deliveries('/one', { ...times(1, 60_000), signal: controller.signal })
  controller.abort()
  expect(await waiting).toEqual([])
  await receiver.close()
})

it('an address in use is an invalid option', async () => {
  const first = await openWebhookReceiver({ url: 'http://127.0.0.1:0' })
  await expect(openWebhookReceiver({ url: first.url })).rejects.toThrow(
    /^--callback-url: cannot listen on 127\.0\.0\.1:\d+/,
  )
  await first.close()
})

it('a lazy receiver opens once, and closes without having been opened', async () => {
  const idle = lazyWebhookReceiver()
  await idle.close()
  const asked = lazyWebhookReceiver()
  const [one, other] = await Promise.all([asked.open(), asked.open()])
  expect(one).toBe(other)
  await asked.close()
  await expect(fetch(one.url)).rejects.toThrow()
})
