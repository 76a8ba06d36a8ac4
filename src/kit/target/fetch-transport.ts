import { errorMessage } from '../../lib/unknown-values.ts'
import { type Transport, UnreachableError } from './exchange.ts'

/** Returns a transport over a `fetch` function, for targets inside the process. It follows no redirect. */
export const fetchTransport =
  (fetch: (request: Request) => Promise<Response>): Transport =>
  async ({ method, url, headers, body }, signal) => {
    try {
      const request = new Request(url, {
        method,
        headers,
        redirect: 'manual',
        ...(body !== undefined && { body }),
        ...(signal && { signal }),
      })
      const response = await fetch(request)
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      }
    } catch (error) {
      throw new UnreachableError(errorMessage(error))
    }
  }
