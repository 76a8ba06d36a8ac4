import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { withCapitals } from '../../lib/text/capitalized.ts'
import type { SweepWorld } from './sweep-world.ts'

/** A world at its own address. */
export interface ServedWorld {
  /** E.g. `http://127.0.0.1:40123`. */
  readonly url: string
  close(): Promise<void>
}

/** Serves a world on a free local port, so that one address is all a client needs. */
export const serveWorld = async (world: SweepWorld): Promise<ServedWorld> => {
  const server = createServer((message, outgoing) => void respond(world, message, outgoing))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const url = `http://127.0.0.1:${port}`
  world.simulator.origin = url
  world.simulator.isServerOrigin = (origin) => origin === url
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** More than any call of the control API needs. */
const MAX_BODY_BYTES = 32 * 1024 * 1024

const respond = async (
  world: SweepWorld,
  message: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> => {
  const left = new AbortController()
  outgoing.once('close', () => left.abort())
  try {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of message) {
      size += chunk.length
      // A longer body is refused for its length, so its rest need not be kept.
      if (size <= MAX_BODY_BYTES) chunks.push(chunk)
    }
    const response = await world.handle({
      method: message.method ?? 'GET',
      target: message.url ?? '/',
      headers: headerPairs(message.rawHeaders),
      body: Buffer.concat(chunks),
      origin: `http://${message.headers.host ?? 'playa.localhost'}`,
      signal: left.signal,
    })
    outgoing.writeHead(
      response.status,
      STATUS_CODES[response.status],
      writtenHeaders(response.headers, world.lowerCased.has(response)),
    )
    const { body } = response
    let isWhole = true
    // A pipeline drops what is not yet written when its source fails, so an injected truncation ends it here.
    const parts = async function* () {
      try {
        if (body !== null) yield* body
      } catch {
        isWhole = false
      }
    }
    await pipeline(parts, outgoing, { end: false })
    if (isWhole) outgoing.end()
    // Flushes what was written so far.
    else message.socket.destroySoon()
  } catch {
    // An injected reset arrives as a rejected promise, and a client may leave before the end.
    message.socket.resetAndDestroy()
  }
}

/** Header names that are not just capitalised after each hyphen. */
const NAMES: Readonly<Record<string, string>> = { etag: 'ETag', 'www-authenticate': 'WWW-Authenticate' }

/** Returns headers under their usual names, as `playa serve` writes them, or in lower case. */
const writtenHeaders = (headers: Headers, isLowerCase: boolean): Record<string, string> =>
  Object.fromEntries(Array.from(headers, ([name, value]) => [isLowerCase ? name : usualName(name), value]))

const usualName = (name: string): string => NAMES[name] ?? withCapitals(name)

/** Headers of the connection, which a web `Request` does not have. */
const HOP_BY_HOP = /^(?:connection|keep-alive|transfer-encoding|upgrade|expect|content-length)$/i

const headerPairs = (raw: readonly string[]): [string, string][] => {
  const pairs: [string, string][] = []
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const [name = '', value = ''] = raw.slice(index, index + 2)
    if (!HOP_BY_HOP.test(name)) pairs.push([name, value])
  }
  return pairs
}
