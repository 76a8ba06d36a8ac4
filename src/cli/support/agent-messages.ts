import { once } from 'node:events'
import type { Writable } from 'node:stream'

/** Longest message in bytes: the described API takes bodies of half of it. */
const MAX_MESSAGE_BYTES = 2 * 1024 * 1024
const NEWLINE = 10
const TOO_LONG = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32600, message: `A message has at most ${MAX_MESSAGE_BYTES} bytes.` },
}

/**
 * Yields what an agent sends, line by line: the next one when there is `room`, and its responses were read
 * over. One that is too long is refused and skipped.
 */
export async function* agentMessages(
  input: AsyncIterable<Buffer>,
  output: Writable,
  room: () => Promise<void>,
): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let size = 0
  for await (const chunk of input)
    for (let start = 0, end = 0; start < chunk.length; start = end) {
      end = chunk.indexOf(NEWLINE, start) + 1 || chunk.length
      size += end - start
      if (size <= MAX_MESSAGE_BYTES) parts.push(chunk.subarray(start, end))
      else parts = []
      if (chunk[end - 1] !== NEWLINE) continue
      if (size <= MAX_MESSAGE_BYTES) yield Buffer.concat(parts)
      else output.write(`${JSON.stringify(TOO_LONG)}\n`)
      parts = []
      size = 0
      await room()
      if (output.writableNeedDrain) await once(output, 'drain')
    }
}
