import { errorMessage } from '../../../lib/unknown-values.ts'
import { BoundedBody } from '../../../sandbox/outbound/bounded-body.ts'
import type {
  ExchangeLimits,
  GuardedResponse,
  OutgoingRequest,
} from '../../../sandbox/outbound/http-exchange.ts'
import { OutgoingFailed, OutgoingRefused } from '../../../sandbox/outbound/outbound-error.ts'

type FetchLimits = Omit<ExchangeLimits, 'lookup'>

/** Sends one request by `fetch` and reads no more of its response than allowed, within `timeoutMs`. */
export const sendOnce = async (outgoing: OutgoingRequest, limits: FetchLimits): Promise<GuardedResponse> => {
  const request = requestOf(outgoing)
  const aborted = new AbortController()
  const timer = setTimeout(() => aborted.abort(), Math.max(1, limits.timeoutMs))
  try {
    const response = await fetch(request, { signal: aborted.signal })
    return await readResponse(outgoing.url, response, limits)
  } catch (error) {
    if (aborted.signal.aborted) throw new OutgoingFailed('timeout', 'The exchange took longer than it may.')
    throw failureOf(error)
  } finally {
    clearTimeout(timer)
    // Ends what is still read.
    aborted.abort()
  }
}

const requestOf = ({ url, method, headers, body }: OutgoingRequest): Request => {
  try {
    return new Request(url, {
      method,
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !/^host$/i.test(name))),
      redirect: 'manual',
      // Bodies are never shared memory, which the wider type would allow.
      ...(body !== undefined && { body: body as string | Uint8Array<ArrayBuffer> }),
    })
  } catch {
    throw new OutgoingRefused('header', 'The method or a header cannot be sent over HTTP.')
  }
}

const readResponse = async (
  url: URL,
  response: Response,
  { maxResponseBytes, until, skipsBody }: FetchLimits,
): Promise<GuardedResponse> => {
  const { status } = response
  const headers = Object.fromEntries(response.headers)
  const read = { url: url.href, status, headers }
  const body = new BoundedBody(maxResponseBytes)
  if (skipsBody(status, headers)) return { ...read, body: body.view, complete: false }
  if (!response.body) return { ...read, body: body.view, complete: true }
  const reader = response.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return { ...read, body: body.view, complete: true }
    if (!body.add(Buffer.from(value)) || until(body.view))
      return { ...read, body: body.view, complete: false }
  }
}

const failureOf = (error: unknown): OutgoingFailed => {
  const why = errorMessage(error)
  if (/tls|ssl|certificate/i.test(why))
    return new OutgoingFailed('tls', 'No trusted TLS connection could be made.')
  if (/dns|resolve/i.test(why)) return new OutgoingFailed('name', 'The name has no address.')
  return new OutgoingFailed('connection', 'The connection failed.')
}
