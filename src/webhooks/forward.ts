import type { IncomingDelivery, ReceiverResponse } from './delivery-inspector.ts'

/** Milliseconds until an endpoint that does not answer counts as failed. */
const TIMEOUT_MS = 30_000

/** Characters of an endpoint's response that are passed on, at most. */
const MAX_CHARACTERS = 65_536

/** Headers about the connection, not about the message (RFC 9110, 7.6.1), and what fetch sets itself. */
const CONNECTION_HEADERS =
  /^(connection|content-length|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/

/**
 * Sends a delivery on to an endpoint as it came, and returns the endpoint's response; 502 when there is none.
 * The sender gets that answer, so it retries as if the endpoint had received the delivery itself.
 */
export const forwardDelivery = async (
  { method, headers, content }: IncomingDelivery,
  url: string,
): Promise<ReceiverResponse> => {
  try {
    const response = await fetch(url, {
      method,
      headers: Object.entries(headers).filter(([name]) => !CONNECTION_HEADERS.test(name)),
      ...(!/^(GET|HEAD)$/.test(method) && { body: content }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = await response.text()
    return { status: response.status, why: text.slice(0, MAX_CHARACTERS) }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    return { status: 502, why: `${url} did not answer: ${code}` }
  }
}
