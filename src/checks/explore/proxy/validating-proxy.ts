import http, { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import { pipeline } from 'node:stream'
import { urlToHttpOptions } from 'node:url'
import { concernOf } from '../../../../contracts/rules/overlaps.ts'
import { decodedBody } from '../../../kit/target/content-coding.ts'
import { InFlight } from '../history/in-flight.ts'
import {
  BodyCopy,
  type ForwardedExchange,
  type HeaderPairs,
  headersByName,
  sentBodyOf,
} from './forwarded-exchange.ts'

/** What a proxy does with the requests of its clients. */
export interface ProxyOptions {
  /** Base URL of the service; only its origin matters, because paths stay as they are. */
  readonly service: URL
  /** 0 picks a free port. */
  readonly port: number
  /** Rewrites links to the service into links to the proxy, and back in what clients send. */
  readonly rewritesLinks: boolean
  /**
   * Called after each response was passed on. `isOverlapping`: other requests at the same time leave open
   * what it saw.
   */
  readonly onExchange: (passed: ForwardedExchange, isOverlapping: boolean) => void
}

/** A listening proxy. */
export interface ValidatingProxy {
  /** Base URL for clients, with the path of the service's. */
  readonly url: string
  /** Stops listening, and ends requests in flight. */
  close(): Promise<void>
}

const HOST = '127.0.0.1'

/** Milliseconds for which an unused connection to the service is kept: shorter than services keep them. */
const IDLE_MS = 2_000

/** Bytes of the headers of a message; the service decides what is too much. */
const MAX_HEADER_BYTES = 128 * 1024

/** Headers about one connection, which a proxy does not pass on (RFC 9110, 7.6.1). */
const CONNECTION_HEADERS =
  /^(connection|keep-alive|proxy-authorization|proxy-connection|te|trailer|transfer-encoding|upgrade)$/

/**
 * Starts a proxy on loopback that passes every request on to a service. It changes `Host` and the headers of
 * the connection. Rejects with Node's error when the port is unavailable.
 */
export const startProxy = async (options: ProxyOptions): Promise<ValidatingProxy> => {
  const { service, port, rewritesLinks } = options
  const scheme = service.protocol === 'https:' ? https : http
  const agent = new scheme.Agent({ keepAlive: true, timeout: IDLE_MS })
  const { protocol, hostname, port: servicePort } = urlToHttpOptions(service)
  const flying = new InFlight()

  const pass = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const [startMs, startedMs] = [Date.now(), performance.now()]
    const method = incoming.method ?? 'GET'
    const own = `http://${incoming.headers.host ?? HOST}`
    // A client that takes it for a proxy of all services sends the whole address.
    const path = (incoming.url ?? '/').replace(/^https?:\/\/[^/]*/i, '')
    const target = rewritesLinks ? replaced(path, own, service.origin, encodeURIComponent) : path
    const [sent, got] = [new BodyCopy(), new BodyCopy()]
    let headers = endToEnd(incoming.rawHeaders)
    const request = { method, url: service.origin + target }
    const call = flying.begin(() =>
      concernOf({
        ...request,
        headers: headersByName(headers),
        body: sent.isWhole ? sentBodyOf({ body: sent.body, headers }) : { kind: 'unknown' },
      }),
    )
    let isOver = false
    /** Ends the exchange, once; it is judged when the client has its response. */
    const end = (answer: ForwardedExchange['answer'], failure?: string) => {
      if (isOver) return
      isOver = true
      const isOverlapping = flying.end(call)
      const endMs = startMs + performance.now() - startedMs
      const passed = { ...request, headers, body: sent.body, startMs, endMs, answer, failure }
      setImmediate(() => options.onExchange(passed, isOverlapping))
    }

    const onward = scheme.request({
      agent,
      protocol,
      hostname,
      port: servicePort,
      method,
      path: target,
      setHost: false,
      maxHeaderSize: MAX_HEADER_BYTES,
    })
    onward.on('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code ?? error.message
      end(undefined, reason)
      if (outgoing.headersSent || outgoing.destroyed) outgoing.destroy()
      else refuse(outgoing, `${service.origin} did not answer: ${reason}. The proxy continues.\n`)
    })
    onward.on('response', (answer) => {
      const { statusCode: status = 502, statusMessage = '' } = answer
      const answered = endToEnd(answer.rawHeaders)
      // A text is rewritten when it is complete; all else is forwarded as it arrives.
      const isHeld = rewritesLinks && isText(answered)
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => {
        got.add(part)
        if (isHeld) parts.push(part)
      })
      answer.on('end', () => end({ status, headers: answered, body: got.body }))
      answer.on('close', () => end(undefined, 'the response was cut'))
      // The service's own date stays, and none is added.
      outgoing.sendDate = false
      if (isHeld) {
        answer.on('error', () => outgoing.destroy())
        answer.on('end', () => {
          const out = withRewrittenLinks(
            { headers: answered, body: Buffer.concat(parts) },
            service.origin,
            own,
          )
          outgoing.writeHead(status, statusMessage, out.headers.flat()).end(out.body)
        })
        return
      }
      const shown = rewritesLinks
        ? withRewrittenLinks({ headers: answered, body: Buffer.alloc(0) }, service.origin, own).headers
        : answered
      outgoing.writeHead(status, statusMessage, shown.flat())
      // Sends them before the body, which may take long; with an empty text Node would write them as UTF-8.
      outgoing.write(NO_BYTES)
      pipeline(answer, outgoing, () => {})
    })
    outgoing.on('close', () => {
      if (!outgoing.writableFinished) onward.destroy()
    })

    const send = (message: HeaderPairs) => {
      for (const [name, values] of grouped(message))
        onward.setHeader(name, name.toLowerCase() === 'host' ? service.host : values)
    }
    // A request without a body stays one, and one of unknown length stays so, whatever its method.
    onward.useChunkedEncodingByDefault = 'transfer-encoding' in incoming.headers
    if (rewritesLinks) {
      const parts: Buffer[] = []
      incoming.on('data', (part: Buffer) => parts.push(part))
      incoming.on('end', () => {
        const out = withRewrittenLinks({ headers, body: Buffer.concat(parts) }, own, service.origin)
        headers = out.headers
        sent.add(out.body)
        sent.isWhole = true
        send(out.headers)
        onward.end(out.body.length > 0 ? out.body : undefined)
      })
    } else {
      send(headers)
      incoming.on('data', (part: Buffer) => sent.add(part))
      incoming.on('end', () => {
        sent.isWhole = true
      })
      if (onward.useChunkedEncodingByDefault || 'content-length' in incoming.headers)
        pipeline(incoming, onward, () => {})
      else incoming.on('end', () => onward.end())
    }
  }

  const server = createServer({ requestTimeout: 0, maxHeaderSize: MAX_HEADER_BYTES }, pass)
  const boundPort = await new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, HOST, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
  return {
    url: `http://${HOST}:${boundPort}${service.pathname.replace(/\/$/, '')}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          agent.destroy()
          // What ended last is judged before.
          setImmediate(resolve)
        })
        server.closeAllConnections()
      }),
  }
}

const NO_BYTES = Buffer.alloc(0)

/** Returns the headers that concern the message, without those of the connection that it names. */
const endToEnd = (rawHeaders: readonly string[]): HeaderPairs => {
  const pairs: (readonly [string, string])[] = []
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    pairs.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? ''])
  const named = (headersByName(pairs)['connection'] ?? '').toLowerCase().split(',')
  const ofConnection = new Set(named.map((name) => name.trim()))
  return pairs.filter(([name]) => {
    const key = name.toLowerCase()
    return !CONNECTION_HEADERS.test(key) && !ofConnection.has(key)
  })
}

/** Returns the values of each header, in the order in which it came first. */
const grouped = (pairs: HeaderPairs): ReadonlyMap<string, string[]> => {
  const byName = new Map<string, [name: string, values: string[]]>()
  for (const [name, value] of pairs) {
    const known = byName.get(name.toLowerCase())
    if (known) known[1].push(value)
    else byName.set(name.toLowerCase(), [name, [value]])
  }
  return new Map(byName.values())
}

const refuse = (outgoing: ServerResponse, sentence: string): void => {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8' }
  outgoing.writeHead(502, headers).end(sentence)
}

/** Replaces an address, plain and as a parameter writes it. */
const replaced = (text: string, from: string, to: string, encoded: (text: string) => string): string =>
  text.replaceAll(from, to).replaceAll(encoded(from), encoded(to))

const isText = (headers: HeaderPairs): boolean =>
  /json|xml|^text\//i.test(headersByName(headers)['content-type'] ?? '')

/** Bytes of a decoded body in which links are rewritten; a larger one is unchanged. */
const MAX_REWRITTEN_BYTES = 64 * 1024 * 1024

interface Message {
  readonly headers: HeaderPairs
  readonly body: Buffer
}

/** Returns a message with its links rewritten, in headers and in a text; its coding is then removed. */
const withRewrittenLinks = ({ headers, body }: Message, from: string, to: string): Message => {
  const shown = headers.map(([name, value]) => [name, value.replaceAll(from, to)] as const)
  const text = isText(headers) ? decodedText(body, headers) : undefined
  // JSON may escape a slash.
  const out = text && replaced(text, from, to, (url) => url.replaceAll('/', '\\/'))
  if (out === undefined || out === text) return { headers: shown, body }
  const bytes = Buffer.from(out, 'latin1')
  const kept = shown.filter(([name]) => !/^content-(encoding|length)$/i.test(name))
  return { headers: [...kept, ['Content-Length', String(bytes.length)]], body: bytes }
}

/** Returns the bytes of a decoded body as characters; undefined when it cannot be decoded. */
const decodedText = (body: Buffer, headers: HeaderPairs): string | undefined => {
  try {
    return decodedBody(body, headersByName(headers)['content-encoding'], MAX_REWRITTEN_BYTES).toString(
      'latin1',
    )
  } catch {
    return undefined
  }
}
