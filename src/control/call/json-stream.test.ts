import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonStream } from './json-stream.ts'

const textOf = (value: unknown): Promise<string> => new Response(jsonStream(value)).text()

it('a streamed value is what JSON.stringify writes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (value) => {
      expect(await textOf(value)).toBe(`${JSON.stringify(value)}\n`)
    }),
    { numRuns: 50 },
  )
  expect(await textOf({ a: undefined, b: [undefined] })).toBe('{"b":[null]}\n')
})

it('a long value comes in chunks', async () => {
  const rows = Array.from({ length: 50_000 }, (_, i) => ({ i, text: 'x'.repeat(20) }))
  let chunks = 0
  for await (const chunk of jsonStream({ rows })) if (chunk.length > 0) chunks += 1
  expect(chunks).toBeGreaterThan(5)
})
