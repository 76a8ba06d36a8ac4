/** What about a request keeps it from being sent. */
export type RefusedBecause = 'url' | 'scheme' | 'credentials' | 'port' | 'address' | 'header'

/** The guard did not let the request out, or did not let it follow a redirect; the message is one sentence. */
export class OutgoingRefused extends Error {
  override readonly name = 'OutgoingRefused'
  readonly because: RefusedBecause

  constructor(because: RefusedBecause, reason: string) {
    super(reason)
    this.because = because
  }
}

/** What went wrong on the way. */
export type FailedBecause = 'name' | 'connection' | 'tls' | 'answer' | 'timeout' | 'redirects'

/** The request was let out and no usable answer came back; the message is one sentence. */
export class OutgoingFailed extends Error {
  override readonly name = 'OutgoingFailed'
  readonly because: FailedBecause

  constructor(because: FailedBecause, reason: string) {
    super(reason)
    this.because = because
  }
}

/** Puts an error of Node's network layer into one of our two kinds. */
export const outgoingError = (error: unknown): OutgoingRefused | OutgoingFailed => {
  if (error instanceof OutgoingRefused || error instanceof OutgoingFailed) return error
  const code = codeOf(error)
  if (UNSENDABLE.has(code)) return new OutgoingRefused('header', 'The method or a header cannot be sent over HTTP.')
  if (code.startsWith('HPE_')) return new OutgoingFailed('answer', `The answer is not valid HTTP (${code}).`)
  if (TLS.test(code)) return new OutgoingFailed('tls', `No trusted TLS connection could be made (${code}).`)
  return new OutgoingFailed('connection', CONNECTION[code] ?? `The connection failed (${code}).`)
}

const UNSENDABLE = new Set(['ERR_INVALID_CHAR', 'ERR_INVALID_HTTP_TOKEN', 'ERR_HTTP_INVALID_HEADER_VALUE'])
const TLS = /^(?:ERR_TLS|ERR_SSL|EPROTO|CERT_|.*CERT|UNABLE_TO_)/
const CONNECTION: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was cut before the answer was complete.',
  EPIPE: 'The connection was cut before the request was sent.',
  ETIMEDOUT: 'No connection was made in time.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The network cannot be reached.',
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
