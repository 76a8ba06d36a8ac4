import { withJsonBody, type WrongServer } from './wrong-server.ts'

/** Ways in which a server may treat publications wrongly. */

export type Body = Record<string, unknown>
type Serve = WrongServer['serve']

const pathOf = (request: Request): string => new URL(request.url).pathname

export const isCreate = (request: Request): boolean =>
  request.method === 'POST' && /\/v3\/publicaciones\/[^/]+$/.test(pathOf(request))

export const isRead = (request: Request): boolean =>
  request.method === 'GET' && /\/v3\/publicaciones\/[^/]+\/[^/]+$/.test(pathOf(request))

/** The request with another body; what is no JSON object stays. */
export const withRequestBody = async (request: Request, change: (body: Body) => Body): Promise<Request> => {
  const text = await request.text()
  const body = text.startsWith('{') ? JSON.stringify(change(JSON.parse(text))) : text
  return new Request(request.url, { method: request.method, headers: request.headers, ...(text !== '' && { body }) })
}

/** Creates are understood as if they said something else. */
export const altersCreateRequests =
  (change: (body: Body) => Body): Serve =>
  async (request, next) =>
    next(isCreate(request) ? await withRequestBody(request, change) : request)

/** Creates that say such a thing are refused on a member. */
export const refusesCreates =
  (member: string, when: (body: Body) => boolean, status = 400): Serve =>
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

/** Creates are answered with something else; `sent` is what the client said. */
export const altersCreateAnswers =
  (change: (shown: Body, sent: Body) => Body): Serve =>
  async (request, next) => {
    if (!isCreate(request)) return next(request)
    const sent = bodyOf(await request.clone().text())
    return withJsonBody(await next(request), (shown) => ('EstadoActual' in shown ? change(shown, sent) : shown))
  }

/** Readings of one publication are answered with something else. */
export const altersReadAnswers =
  (change: (shown: Body) => Body): Serve =>
  async (request, next) => {
    const response = await next(request)
    return isRead(request) ? withJsonBody(response, change) : response
  }

/** The body without a member, as a server that ignores it. */
export const without =
  (member: string) =>
  ({ [member]: _, ...rest }: Body): Body =>
    rest

/** Length of a text or a list; -1 of anything else. */
export const lengthOf = (value: unknown): number =>
  typeof value === 'string' || Array.isArray(value) ? value.length : -1

/** What a create says; nothing when it is no JSON object. */
const bodyOf = (text: string): Body => (text.startsWith('{') ? JSON.parse(text) : {})
