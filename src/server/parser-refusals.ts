import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { controlProblemText } from '../problems/control-error.ts'
import { PROBLEM_TYPE } from '../wire/media-types.ts'

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
  503: 'Service Unavailable',
}

/** Writes a problem on a connection whose request has no response object, and closes it. */
export const endWithProblem = (socket: Socket, status: number, detail: string): void => {
  if (!socket.writable) return void socket.destroy()
  const body = controlProblemText(status, detail, '/')
  const head = [
    `HTTP/1.1 ${status} ${REASONS[status]}`,
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Date: ${new Date().toUTCString()}`,
    ...(status === 503 ? ['Retry-After: 1'] : []),
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // A client that does not close its side within this time is cut.
  socket.setTimeout(LINGER_MS, () => socket.destroy())
}

const LINGER_MS = 1_000

/** Responds to what Node's HTTP server refuses by itself, in the form of every other refusal. */
export const answerParserErrors = (server: Server): void => {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket & { _httpMessage?: unknown }) => {
    // A response that has begun on this connection cannot be replaced by another.
    const hasBegun = socket._httpMessage !== undefined && socket._httpMessage !== null && hasSent(socket)
    if (error.code === 'ECONNRESET' || !socket.writable || hasBegun) return void socket.destroy()
    const [status, detail] = refusalOf(error)
    endWithProblem(socket, status, detail)
  })
  server.on('checkExpectation', ({ headers: sent }, response) => {
    const detail = `This server knows no Expect but 100-continue, not ${JSON.stringify(sent.expect)}.`
    const body = controlProblemText(417, detail, '/')
    const headers = { 'Content-Type': PROBLEM_TYPE, 'Content-Length': Buffer.byteLength(body) }
    response.writeHead(417, headers).end(body)
  })
}

const hasSent = ({ _httpMessage: message }: { _httpMessage?: unknown }): boolean =>
  typeof message === 'object' && message !== null && 'headersSent' in message && message.headersSent === true

const refusalOf = ({ code, message }: NodeJS.ErrnoException): readonly [number, string] => {
  if (code === 'HPE_HEADER_OVERFLOW')
    return [431, 'The headers are larger than this server reads: 16 KiB together.']
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, 'The request did not arrive in time. Send it again.']
  return [400, `This is not a valid HTTP/1.1 request: ${message.replace(/^Parse Error: /, '')}.`]
}
