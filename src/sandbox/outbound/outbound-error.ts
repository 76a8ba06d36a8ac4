/** The part of a request for which the guard refused it. */
export type RefusalReason = 'url' | 'scheme' | 'credentials' | 'port' | 'address' | 'header'

/** Thrown when the guard refuses a request or a redirect; the message is one sentence. */
export class OutgoingRefused extends Error {
  override readonly name = 'OutgoingRefused'
  readonly because: RefusalReason

  constructor(because: RefusalReason, reason: string) {
    super(reason)
    this.because = because
  }
}

/** The step of an exchange that failed. */
export type FailureReason = 'name' | 'connection' | 'tls' | 'answer' | 'timeout' | 'redirects'

/** Thrown when an allowed request got no usable response; the message is one sentence. */
export class OutgoingFailed extends Error {
  override readonly name = 'OutgoingFailed'
  readonly because: FailureReason

  constructor(because: FailureReason, reason: string) {
    super(reason)
    this.because = because
  }
}

/** Converts an error of Node's network layer into one of the two classes above. */
export const outgoingError = (error: unknown): OutgoingRefused | OutgoingFailed => {
  if (error instanceof OutgoingRefused || error instanceof OutgoingFailed) return error
  const code = codeOf(error)
  if (UNSENDABLE.has(code))
    return new OutgoingRefused('header', 'The method or a header cannot be sent over HTTP.')
  if (code.startsWith('HPE_'))
    return new OutgoingFailed('answer', `The response is not valid HTTP (${code}).`)
  if (TLS.test(code)) return new OutgoingFailed('tls', `No trusted TLS connection could be made (${code}).`)
  return new OutgoingFailed('connection', CONNECTION[code] ?? `The connection failed (${code}).`)
}

const UNSENDABLE = new Set(['ERR_INVALID_CHAR', 'ERR_INVALID_HTTP_TOKEN', 'ERR_HTTP_INVALID_HEADER_VALUE'])
const TLS = /^(?:ERR_TLS|ERR_SSL|EPROTO|CERT_|.*CERT|UNABLE_TO_)/
const CONNECTION: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before the response was complete.',
  EPIPE: 'The connection was closed before the request was sent.',
  ETIMEDOUT: 'No connection was made in time.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The network cannot be reached.',
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
