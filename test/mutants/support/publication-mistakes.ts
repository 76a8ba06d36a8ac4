import type { JsonBody } from './body-changes.ts'
import { type WrongServer, withJsonBody } from './wrong-server.ts'

/** Mistakes of servers in creates and reads of publications. */

type Serve = WrongServer['serve']

const pathOf = (request: Request): string => new URL(request.url).pathname

export const isCreate = (request: Request): boolean =>
  request.method === 'POST' && /\/v3\/publicaciones\/[^/]+$/.test(pathOf(request))

export const isRead = (request: Request): boolean =>
  request.method === 'GET' && /\/v3\/publicaciones\/[^/]+\/[^/]+$/.test(pathOf(request))

/** Returns the request with another JSON body; other bodies stay. */
export const withRequestBody = async (
  request: Request,
  change: (body: JsonBody) => JsonBody,
): Promise<Request> => {
  const text = await request.text()
  const body = text.startsWith('{') ? JSON.stringify(change(JSON.parse(text))) : text
  return new Request(request.url, {
    method: request.method,
    headers: request.headers,
    ...(text !== '' && { body }),
  })
}

/** Alters the body of creates. */
export const altersCreateRequests =
  (change: (body: JsonBody) => JsonBody): Serve =>
  async (request, next) =>
    next(isCreate(request) ? await withRequestBody(request, change) : request)

/** Refuses creates that fulfil a condition, with `Errors` on a member. */
export const refusesCreates =
  (member: string, when: (body: JsonBody) => boolean, status = 400): Serve =>
  async (request, next) => {
    if (!isCreate(request)) return next(request)
    const body = bodyOf(await request.clone().text())
    return when(body) ? validationProblem(status, member, pathOf(request)) : next(request)
  }

export const validationProblem = (status: number, member: string, Instance: string): Response => {
  const details = {
    Type: `https://httpstatuses.com/${status}`,
    Title: 'No',
    Status: status,
    Detail: 'No.',
    Instance,
    Extensions: {},
  }
  const headers = { 'Content-Type': 'application/problem+json' }
  return new Response(JSON.stringify({ ...details, Errors: { [member]: ['No.'] } }), { status, headers })
}

/** Alters the responses to creates; `sent` is the body of the request. */
export const altersCreateAnswers =
  (change: (shown: JsonBody, sent: JsonBody) => JsonBody): Serve =>
  async (request, next) => {
    if (!isCreate(request)) return next(request)
    const sent = bodyOf(await request.clone().text())
    return withJsonBody(await next(request), (shown) =>
      'EstadoActual' in shown ? change(shown, sent) : shown,
    )
  }

/** Alters the responses to reads of one publication. */
export const altersReadAnswers =
  (change: (shown: JsonBody) => JsonBody): Serve =>
  async (request, next) => {
    const response = await next(request)
    return isRead(request) ? withJsonBody(response, change) : response
  }

/** Returns the length of a text or a list; -1 of another value. */
export const lengthOf = (value: unknown): number =>
  typeof value === 'string' || Array.isArray(value) ? value.length : -1

/** Returns the body of a create; an empty object when it is not a JSON object. */
/** Reads the JSON object of a request. */
export const bodyOf = (text: string): JsonBody => (text.startsWith('{') ? JSON.parse(text) : {})
