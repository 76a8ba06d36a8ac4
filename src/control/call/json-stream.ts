import { nextTurn } from '../../lib/runtime/next-turn.ts'

/** Characters of one chunk: quickly written, and two of them wait for each reader. */
const CHUNK_LENGTH = 64 * 1024
/** Values nested deeper are written at once: rows of lists are small. */
const MAX_SPLIT_DEPTH = 3

/** Streams a value as JSON, chunk by chunk, so that a long response does not hold the event loop. */
export const jsonStream = (value: unknown): ReadableStream<Uint8Array<ArrayBuffer>> => {
  const parts = jsonParts(value, 0)
  const encoder = new TextEncoder()
  return new ReadableStream({
    pull: async (controller) => {
      await nextTurn()
      let chunk = ''
      while (chunk.length < CHUNK_LENGTH) {
        const { done, value: part } = parts.next()
        if (done) {
          controller.enqueue(encoder.encode(`${chunk}\n`))
          return controller.close()
        }
        chunk += part
      }
      controller.enqueue(encoder.encode(chunk))
    },
  })
}

function* jsonParts(value: unknown, depth: number): Generator<string, undefined> {
  if (depth >= MAX_SPLIT_DEPTH || typeof value !== 'object' || value === null) {
    yield JSON.stringify(value) ?? 'null'
    return undefined
  }
  const isList = Array.isArray(value)
  let mark = isList ? '[' : '{'
  for (const [name, inner] of isList ? value.entries() : Object.entries(value)) {
    if (inner === undefined && !isList) continue
    yield isList ? mark : `${mark}${JSON.stringify(name)}:`
    mark = ','
    yield* jsonParts(inner, depth + 1)
  }
  yield mark === ',' ? (isList ? ']' : '}') : isList ? '[]' : '{}'
  return undefined
}
