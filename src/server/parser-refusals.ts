import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { controlProblemText } from '../api/problems/control-error.ts'
import { serverLimits } from '../api/wire/limits.ts'
import { PROBLEM_TYPE } from '../api/wire/media-types.ts'

/** Writes a problem directly on a connection, without a response object, and closes it. */
export const endWithProblem = (socket: Socket, status: number, detail: string): void => {
  if (!socket.writable) return void socket.destroy()
  const body = controlProblemText(status, detail, '/')
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Date: ${new Date().toUTCString()}`,
    ...(status === 503 ? ['Retry-After: 1'] : []),
    ...(status === 405 ? ['Allow: GET, HEAD'] : []),
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // A client that does not close its side within this time is cut.
  socket.setTimeout(LINGER_MS, () => socket.destroy())
}

const LINGER_MS = 1_000
/** A refused connection is cut after this time, even if responses before the refusal are not read. */
const REFUSED_MS = 30_000

/** A request, and its response. */
interface Exchanged {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

/**
 * Responds to requests that Node's HTTP server refuses, in the form of every other refusal. Earlier requests
 * on the connection are answered first.
 */
export const answerParserErrors = (server: Server): void => {
  const latest = new WeakMap<Socket, Exchanged>()
  const refused = new WeakSet<Socket>()
  server.prependListener('request', (incoming, outgoing) =>
    latest.set(incoming.socket, { incoming, outgoing }),
  )
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    // Everything after the error fails as well.
    if (refused.has(socket)) return
    refused.add(socket)
    const cut = setTimeout(() => socket.destroy(), REFUSED_MS)
    socket.once('close', () => clearTimeout(cut))
    const [status, detail] = refusalOf(error)
    afterEarlier(latest.get(socket), socket, () => endWithProblem(socket, status, detail))
  })
  server.on('connect', (_, stream) => {
    // Connections of this server are sockets; Node's types know only a stream.
    const socket = stream as Socket
    const refuse = () => endWithProblem(socket, 405, 'This server is not a proxy: CONNECT is not supported.')
    afterEarlier(latest.get(socket), socket, refuse)
  })
  server.on('checkExpectation', (incoming, response) => {
    latest.set(incoming.socket, { incoming, outgoing: response })
    const detail = `This server knows no Expect but 100-continue, not ${JSON.stringify(incoming.headers.expect)}.`
    const body = controlProblemText(417, detail, '/')
    const headers = { 'Content-Type': PROBLEM_TYPE, 'Content-Length': Buffer.byteLength(body) }
    response.writeHead(417, headers).end(body)
  })
}

/** Calls `refuse` when the responses before the refused message were sent; `last` is the last request. */
const afterEarlier = (last: Exchanged | undefined, socket: Socket, refuse: () => void): void => {
  const { incoming, outgoing } = last ?? {}
  const unlessEnded = () => {
    if (socket.writable) refuse()
  }
  if (!incoming || !outgoing) refuse()
  else if (incoming.complete) {
    if (outgoing.writableFinished) refuse()
    // Node takes the finished response off its connection first.
    else outgoing.once('finish', () => setImmediate(unlessEnded))
  }
  // The error is in the body of the last request. A response that has begun cannot be replaced.
  else if (outgoing.headersSent) socket.destroy()
  else if (outgoing.socket === null) outgoing.once('socket', unlessEnded)
  else refuse()
}

const refusalOf = ({ code, message }: NodeJS.ErrnoException): readonly [number, string] => {
  if (code === 'HPE_HEADER_OVERFLOW')
    return [
      431,
      `The headers are larger than ${serverLimits.headerBytes.value / 1024} KiB together: send less.`,
    ]
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, 'The request did not arrive in time. Send it again.']
  return [400, `This is not a valid HTTP/1.1 request: ${message.replace(/^Parse Error: /, '')}.`]
}
