import { fail, openConnection, type RawConnection, type RawResponse } from './raw-connection.ts'

/**
 * A client of its own process: keep-alive connections over raw sockets, each with one request under way. It follows entity tags and numbers
 * what it creates, which the general load generators cannot, and costs less a request than the server that it loads.
 */

/** What each connection sends, again and again. */
export type Work =
  | { readonly kind: 'repeat'; readonly path: string; readonly headers: Readonly<Record<string, string>> }
  /** Every connection reads one path after the other. */
  | { readonly kind: 'spread'; readonly paths: readonly string[] }
  /** `%` stands in the body for a number that is new every time, of eight digits. */
  | { readonly kind: 'create'; readonly path: string; readonly body: string; readonly firstNumber: number }
  /** Every connection patches a path of its own, with the entity tag of the answer before. */
  | { readonly kind: 'amend'; readonly paths: readonly string[] }

export interface LoadOrder {
  readonly port: number
  readonly connections: number
  readonly work: Work
  /** Answers with another status end the run with an error. */
  readonly status: number
  /** Stops after so many seconds or so many requests, whatever comes first. */
  readonly seconds: number
  readonly requests?: number
}

export interface LoadReport {
  readonly requests: number
  readonly seconds: number
  /** Share of one core that the client itself used; undefined when it cannot be told. */
  readonly clientBusy?: number | undefined
}

const requestOf = (method: string, path: string, headers: Readonly<Record<string, string>>, body = ''): string => {
  const sent = {
    Host: `127.0.0.1:${order.port}`,
    ...headers,
    ...(body && { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }),
  }
  return `${method} ${path} HTTP/1.1\r\n${Object.entries(sent)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n${body}`
}

/** The next request of a connection, given the answer before it. */
type Script = (before: RawResponse) => string

/** What is created is numbered across all connections. */
let created = 0

const scriptOf = ({ work }: LoadOrder, connection: number): Script => {
  if (work.kind === 'repeat') {
    const request = requestOf('GET', work.path, work.headers)
    return () => request
  }
  if (work.kind === 'spread') {
    const requests = work.paths.map((path) => requestOf('GET', path, {}))
    let turn = connection
    return () => requests[turn++ % requests.length]!
  }
  if (work.kind === 'create') {
    // The number keeps its length, so the head is written once.
    const [before = '', after = ''] = requestOf('POST', work.path, {}, work.body.replace('%', '00000000')).split(
      '00000000',
    )
    return () => `${before}${String(work.firstNumber + created++).padStart(8, '0')}${after}`
  }
  const path = work.paths[connection % work.paths.length]!
  let price = 10_000_000
  return ({ etag }) => {
    const body = `{"Precio":{"Moneda":"ARS","Importe":${(price += 1_000)}}}`
    return requestOf('PATCH', path, { 'If-Match': etag ?? 'none' }, body)
  }
}

/** Reads what is to be patched, once, for its entity tag. */
const beginning = ({ work }: LoadOrder, connection: number): string | undefined =>
  work.kind === 'amend' ? requestOf('GET', work.paths[connection % work.paths.length]!, {}) : undefined

const run = async (): Promise<LoadReport> => {
  const lines = await Promise.all(Array.from({ length: order.connections }, () => openConnection(order.port)))
  const first = await Promise.all(lines.map((line, i) => begun(line, beginning(order, i))))
  let answered = 0
  const cpuBefore = process.cpuUsage()
  const startMs = performance.now()
  const endMs = startMs + order.seconds * 1_000
  let left = order.requests ?? Number.POSITIVE_INFINITY
  await Promise.all(
    lines.map((line, i) => {
      const script = scriptOf(order, i)
      return new Promise<void>((done) => {
        const next = (before: RawResponse): void => {
          if (left <= 0 || performance.now() >= endMs) {
            done()
            return
          }
          left -= 1
          line.ask(script(before), (reply) => {
            if (reply.status !== order.status)
              fail(new Error(`expected ${order.status}, got ${reply.status} from ${script(reply)}`))
            answered += 1
            next(reply)
          })
        }
        next(first[i]!)
      })
    }),
  )
  const seconds = (performance.now() - startMs) / 1_000
  const { user, system } = process.cpuUsage(cpuBefore)
  for (const line of lines) line.close()
  return { requests: answered, seconds, clientBusy: (user + system) / 1e6 / seconds }
}

const begun = (line: RawConnection, request: string | undefined): Promise<RawResponse> =>
  request === undefined
    ? Promise.resolve({ status: order.status, etag: undefined })
    : new Promise((resolve) => line.ask(request, resolve))

// The harness wrote the order as JSON.
const order = JSON.parse(process.argv[2] ?? '{}') as LoadOrder
console.log(JSON.stringify(await run()))
