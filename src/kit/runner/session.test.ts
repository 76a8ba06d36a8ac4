import { expect, it } from 'vitest'
import type { WireRequest } from '../target/exchange.ts'
import { RunSession } from './session.ts'

const BASE = 'http://127.0.0.1:9'

/** A target that shows its own copy of a photo, under another entity tag, some time after the first read. */
const copyingAfter = (ms: number) => {
  let began: number | undefined
  return new RunSession({
    prefix: 'kit',
    target: {
      base: BASE,
      agency: 'ventas@elcruce.example',
      vendor: 'service',
      sign: (request: WireRequest) => request,
      transport: async () => {
        began ??= performance.now()
        const isCopied = performance.now() - began >= ms
        const body = JSON.stringify({
          Fotos: [isCopied ? 'https://copias.example/1' : 'https://sent.example/1'],
        })
        const headers = { 'content-type': 'application/json', etag: isCopied ? '"copied"' : '"new"' }
        return { status: 200, headers, body }
      },
    },
  })
}

const MADE = { path: '/v3/publicaciones/a/1', body: { Fotos: ['https://sent.example/1'] } }

it('waits for the tag of a publication whose photos are copied later', async () => {
  const session = copyingAfter(150)
  expect(await session.settledTag(MADE)).toBe('"copied"')
  expect(session.changesLater).toBe(true)
})

it('does not wait if photos stay', async () => {
  const session = copyingAfter(60_000)
  expect(await session.settledTag(MADE)).toBeUndefined()
  expect(session.changesLater).toBe(false)
})
