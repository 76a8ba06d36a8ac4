import { expect, test } from 'vitest'
import { openReceiver } from './receiver.ts'

test('deliveries are kept by path below the URL, and waited for', async () => {
  const receiver = await openReceiver({ url: 'http://127.0.0.1:0/hooks/' })
  expect(receiver.url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*\/hooks$/)
  const waiting = receiver.deliveries('/one', 2, 5_000)
  const send = (path: string, body: string) =>
    fetch(receiver.url + path, { method: 'POST', body, headers: { 'X-A': '1' } })
  expect((await send('/one', 'a')).status).toBe(204)
  await send('/two', 'b')
  await send('/one?x=1', 'c')
  expect(await waiting).toMatchObject([
    { method: 'POST', body: 'a', headers: { 'x-a': '1' } },
    { method: 'POST', body: 'c' },
  ])
  expect(await receiver.deliveries('/three', 1, 10)).toEqual([])
  await receiver.close()
})

test('an address that cannot be had is a misuse', async () => {
  const first = await openReceiver({ url: 'http://127.0.0.1:0' })
  await expect(openReceiver({ url: first.url })).rejects.toThrow(/^--callback-url: cannot listen on 127\.0\.0\.1:\d+/)
  await first.close()
})
