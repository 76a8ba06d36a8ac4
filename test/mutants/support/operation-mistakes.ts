import type { JsonBody } from './body-changes.ts'
import { type WrongServer, withJsonBody, withStatusOrHeaders } from './wrong-server.ts'

/** Mistakes of a server in one operation, given by its method and path. */

type Serve = WrongServer['serve']

export interface OperationPlace {
  readonly method: string
  readonly at: RegExp
}

export const PUBLICATION = /\/publicaciones\/[^/]+\/[^/]+$/
const is = ({ method, at }: OperationPlace, request: Request): boolean => {
  const { pathname, search } = new URL(request.url)
  return request.method === method && at.test(pathname + search)
}

/** Alters the body of requests. */
export const altersRequestBody =
  (place: OperationPlace, change: (body: JsonBody) => unknown): Serve =>
  async (request, next) => {
    if (!is(place, request)) return next(request)
    const text = await request.text()
    const body = JSON.stringify(change(text.startsWith('{') ? JSON.parse(text) : {}))
    return next(new Request(request.url, { method: request.method, headers: request.headers, body }))
  }

/** Alters the JSON body of successful responses. */
export const altersResponseBody =
  (place: OperationPlace, change: (body: JsonBody) => unknown): Serve =>
  async (request, next) => {
    const response = await next(request)
    return is(place, request) && response.ok ? withJsonBody(response, change) : response
  }

/** Replaces the status of all responses, or of those with one status. */
export const altersStatus =
  (place: OperationPlace, status: number, from?: number): Serve =>
  async (request, next) => {
    const response = await next(request)
    return is(place, request) && (from === undefined || from === response.status)
      ? withStatusOrHeaders(response, { status })
      : response
  }

/** Answers every request without the sandbox. */
export const respondsWith =
  (place: OperationPlace, status: number, body: unknown = 'No.'): Serve =>
  async (request, next) =>
    is(place, request)
      ? new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })
      : next(request)

/** Ignores a request header. */
export const ignoresHeader =
  (place: OperationPlace, header: string): Serve =>
  (request, next) => {
    if (!is(place, request)) return next(request)
    const headers = new Headers(request.headers)
    headers.delete(header)
    return next(new Request(request, { headers }))
  }

/** Ignores a query parameter, or reads it as another text. */
export const altersQuery =
  (place: OperationPlace, parameter: string, as: string | null = null): Serve =>
  (request, next) => {
    if (!is(place, request)) return next(request)
    const url = new URL(request.url)
    if (as === null) url.searchParams.delete(parameter)
    else if (url.searchParams.has(parameter)) url.searchParams.set(parameter, as)
    return next(new Request(url, request))
  }

/** Performs another write instead; `as` gives its method, its segment and its body. */
export const performsInstead =
  (
    place: OperationPlace,
    as: { readonly method?: string; readonly step?: string; readonly body?: JsonBody },
  ): Serve =>
  (request, next) => {
    if (!is(place, request)) return next(request)
    const url = publicationOf(request) + (as.step ?? '')
    const headers = { 'Content-Type': 'application/json', 'If-Match': request.headers.get('If-Match') ?? '*' }
    return next(
      new Request(url, {
        method: as.method ?? 'PATCH',
        headers,
        ...(as.body && { body: JSON.stringify(as.body) }),
      }),
    )
  }

/** Answers a write with the unchanged publication, without performing it. */
export const pretendsSuccess =
  (place: OperationPlace): Serve =>
  (request, next) =>
    next(is(place, request) ? new Request(publicationOf(request)) : request)

const publicationOf = ({ url }: Request): string => url.replace(/\/(suspender|archivar)$/, '')

/** Removes the entity tag from responses. */
export const omitsEtag =
  (place: OperationPlace): Serve =>
  async (request, next) => {
    const response = await next(request)
    return is(place, request) ? withStatusOrHeaders(response, { headers: { etag: null } }) : response
  }
