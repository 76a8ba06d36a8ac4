import { fail, openConnection, type RawConnection, type RawResponse } from './raw-connection.ts'
import { percentileOf } from './samples.ts'

/**
 * Load generator in its own process: keep-alive connections over raw sockets, each with one request at a
 * time. It follows entity tags and numbers its creates, which general load generators cannot, and is cheaper
 * per request than the server under load.
 */

/** Requests that each connection repeats. */
export type Work =
  | { readonly kind: 'repeat'; readonly path: string; readonly headers: Readonly<Record<string, string>> }
  /** Every connection reads one path after the other. */
  | { readonly kind: 'spread'; readonly paths: readonly string[] }
  /** As `spread`, and every tenth request of a connection patches a path without an entity tag. */
  | { readonly kind: 'spread-with-writes'; readonly paths: readonly string[] }
  /** `%` in the body is replaced by a new eight-digit number in every request. */
  | { readonly kind: 'create'; readonly path: string; readonly body: string; readonly firstNumber: number }
  /** Every connection patches its own path, with the entity tag of the previous response. */
  | { readonly kind: 'amend'; readonly paths: readonly string[] }

export interface LoadOrder {
  readonly port: number
  readonly connections: number
  readonly work: Work
  /** Expected status; any other ends the run with an error. */
  readonly status: number
  /** Ends after these seconds or `requests`, whichever comes first. */
  readonly seconds: number
  readonly requests?: number
}

export interface LoadReport {
  readonly requests: number
  readonly seconds: number
  /** Time that 99 of 100 requests took at most, in milliseconds. */
  readonly p99Ms: number
  /** Share of one core that the client used; undefined when unknown. */
  readonly clientBusy?: number | undefined
}

const requestOf = (
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body = '',
): string => {
  const sent = {
    Host: `127.0.0.1:${order.port}`,
    ...headers,
    ...(body && { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }),
  }
  return `${method} ${path} HTTP/1.1\r\n${Object.entries(sent)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n${body}`
}

/** Builds the next request of a connection from the previous response. */
type NextRequest = (before: RawResponse) => string

/** Number of creates across all connections. */
let created = 0

const nextRequestOf = ({ work }: LoadOrder, connection: number): NextRequest => {
  if (work.kind === 'repeat') {
    const request = requestOf('GET', work.path, work.headers)
    return () => request
  }
  if (work.kind === 'spread' || work.kind === 'spread-with-writes') {
    const requests = work.paths.map((path) => requestOf('GET', path, {}))
    // Connections begin apart from each other, so that a write changes what another one is about to read.
    let turn = connection * 7
    if (work.kind === 'spread') return () => requests[turn++ % requests.length]!
    const body = '{"Precio":{"Moneda":"ARS","Importe":10000000}}'
    const writes = work.paths.map((path) => requestOf('PATCH', path, {}, body).split('10000000'))
    return () => {
      turn++
      if (turn % 10 !== 0) return requests[turn % requests.length]!
      const [before = '', after = ''] = writes[turn % writes.length]!
      return `${before}${10_000_000 + turn}${after}`
    }
  }
  if (work.kind === 'create') {
    // The number has a fixed length, so the head is built once.
    const [before = '', after = ''] = requestOf(
      'POST',
      work.path,
      {},
      work.body.replace('%', '00000000'),
    ).split('00000000')
    return () => `${before}${String(work.firstNumber + created++).padStart(8, '0')}${after}`
  }
  const path = work.paths[connection % work.paths.length]!
  let price = 10_000_000
  return ({ etag }) => {
    const body = `{"Precio":{"Moneda":"ARS","Importe":${(price += 1_000)}}}`
    return requestOf('PATCH', path, { 'If-Match': etag ?? 'none' }, body)
  }
}

/** First request of a connection: reads the entity tag of the resource that it patches. */
const firstRequest = ({ work }: LoadOrder, connection: number): string | undefined =>
  work.kind === 'amend' ? requestOf('GET', work.paths[connection % work.paths.length]!, {}) : undefined

const run = async (): Promise<LoadReport> => {
  const connections = await Promise.all(
    Array.from({ length: order.connections }, () => openConnection(order.port)),
  )
  const first = await Promise.all(
    connections.map((connection, i) => firstResponse(connection, firstRequest(order, i))),
  )
  const tookMs: number[] = []
  const cpuBefore = process.cpuUsage()
  const startMs = performance.now()
  const endMs = startMs + order.seconds * 1_000
  let left = order.requests ?? Number.POSITIVE_INFINITY
  await Promise.all(
    connections.map((connection, i) => {
      const requestAfter = nextRequestOf(order, i)
      return new Promise<void>((done) => {
        const next = (before: RawResponse): void => {
          if (left <= 0 || performance.now() >= endMs) {
            done()
            return
          }
          left -= 1
          const sentMs = performance.now()
          connection.send(requestAfter(before), (response) => {
            tookMs.push(performance.now() - sentMs)
            if (response.status !== order.status)
              fail(
                new Error(`expected ${order.status}, got ${response.status} from ${requestAfter(response)}`),
              )
            next(response)
          })
        }
        next(first[i]!)
      })
    }),
  )
  const seconds = (performance.now() - startMs) / 1_000
  const { user, system } = process.cpuUsage(cpuBefore)
  for (const connection of connections) connection.close()
  return {
    requests: tookMs.length,
    seconds,
    p99Ms: percentileOf(tookMs, 0.99),
    clientBusy: (user + system) / 1e6 / seconds,
  }
}

const firstResponse = (connection: RawConnection, request: string | undefined): Promise<RawResponse> =>
  request === undefined
    ? Promise.resolve({ status: order.status, etag: undefined })
    : new Promise((resolve) => connection.send(request, resolve))

// The benchmark passes it as JSON.
const order = JSON.parse(process.argv[2] ?? '{}') as LoadOrder
console.log(JSON.stringify(await run()))
