import type { JsonBody } from './body-changes.ts'
import { type WrongServer, withJsonBody, withStatusOrHeaders } from './wrong-server.ts'

/** Mistakes that wrong servers of several sections share. */

type Serve = WrongServer['serve']

const pathOf = (request: Request): string => {
  const { pathname, search } = new URL(request.url)
  return pathname + search
}

const isAt = (request: Request, at: RegExp): boolean => at.test(pathOf(request))

/** Alters the JSON body of responses to a path. */
export const altersBodyAt =
  (at: RegExp, change: (body: JsonBody) => unknown): Serve =>
  async (request, next) => {
    const response = await next(request)
    return isAt(request, at) ? withJsonBody(response, change) : response
  }

/** Alters the JSON body of responses with a status. */
export const altersBodyWithStatus =
  (status: number, change: (body: JsonBody) => unknown): Serve =>
  async (request, next) => {
    const response = await next(request)
    return response.status === status ? withJsonBody(response, change) : response
  }

/** Replaces the status of responses to a path. */
export const altersStatusAt =
  (at: RegExp, status: number, when: (request: Request, response: Response) => boolean = () => true): Serve =>
  async (request, next) => {
    const response = await next(request)
    return isAt(request, at) && when(request, response) ? withStatusOrHeaders(response, { status }) : response
  }

/** Replaces the status or headers of responses with a status. */
export const altersAnswersWithStatus =
  (from: number, as: { status?: number; headers?: Readonly<Record<string, string | null>> }): Serve =>
  async (request, next) => {
    const response = await next(request)
    return response.status === from ? withStatusOrHeaders(response, as) : response
  }

/** Answers requests to a path without the sandbox. */
export const respondsAt =
  (at: RegExp, answer: () => Response): Serve =>
  (request, next) =>
    isAt(request, at) ? Promise.resolve(answer()) : next(request)

/** Replaces headers of requests to a path; null removes one. */
export const altersHeadersAt =
  (
    at: RegExp,
    other: Readonly<Record<string, string | null>>,
    when: (request: Request) => boolean = () => true,
  ): Serve =>
  (request, next) => {
    if (!isAt(request, at) || !when(request)) return next(request)
    const headers = new Headers(request.headers)
    for (const [name, value] of Object.entries(other)) {
      if (value === null) headers.delete(name)
      else headers.set(name, value)
    }
    return next(new Request(request, { headers }))
  }

/** Alters the body of creates. */
export const altersCreates =
  (change: (body: JsonBody) => JsonBody): Serve =>
  async (request, next) => {
    if (request.method !== 'POST') return next(request)
    const text = await request.text()
    const { url, method, headers } = request
    const body = text.startsWith('{') && text.endsWith('}') ? JSON.stringify(change(JSON.parse(text))) : text
    return next(new Request(url, { method, headers, body }))
  }

export const acceptsType =
  (words: RegExp) =>
  (request: Request): boolean =>
    words.test(request.headers.get('accept') ?? '')
