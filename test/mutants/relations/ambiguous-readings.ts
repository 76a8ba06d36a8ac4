import { entriesOf, type JsonBody, mapsMember } from '../support/body-changes.ts'
import { altersBodyAt, altersBodyWithStatus } from '../support/exchange-mistakes.ts'
import { type WrongServer, withJsonBody } from '../support/wrong-server.ts'

/** Services that read the description otherwise than most clients. */

type Serve = WrongServer['serve']

const LIST = /\/publicaciones\/[^/?]+(?:\?|$)/

/** Lists suspended publications of the run too, as refs of what it created suspended. */
const listsSuspended = (): Serve => {
  const suspended: JsonBody[] = []
  return async (request, next) => {
    const response = await next(request)
    if (request.method === 'POST' && response.status === 201)
      return withJsonBody(response, (body) => {
        if (body.EstadoActual === 'Suspendida') suspended.push(body)
      })
    if (request.method !== 'GET' || !LIST.test(request.url)) return response
    return withJsonBody(response, (body) => ({ ...body, _entries: [...entriesOf(body), ...suspended] }))
  }
}

const cut = (value: unknown): unknown => (typeof value === 'number' ? Math.trunc(value) : value)

const uncapitalized = (body: JsonBody): JsonBody =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name.charAt(0).toLowerCase() + name.slice(1), value]),
  )

export const readingMutants: readonly WrongServer[] = [
  {
    clause: 'advice/amounts-keep-their-decimals',
    name: 'decimals are cut',
    serve: altersBodyWithStatus(201, mapsMember('Importe', cut)),
  },
  {
    clause: 'advice/the-list-hides-suspended-publications',
    name: 'suspended ones are listed',
    serve: listsSuspended(),
  },
  {
    clause: 'advice/the-list-shows-new-publications',
    name: 'new ones are never listed',
    serve: altersBodyAt(LIST, (body) =>
      '_entries' in body
        ? { ...body, _entries: entriesOf(body).filter((one) => !/^kit-/i.test(String(one.ExternalId))) }
        : body,
    ),
  },
  {
    clause: 'advice/problems-are-spelt-as-described',
    name: 'members begin with small letters',
    serve: altersBodyWithStatus(400, uncapitalized),
  },
  {
    clause: 'advice/an-edit-of-whatsapp-is-kept',
    name: 'WhatsApp is not kept',
    serve: async (request, next) => {
      if (request.method !== 'PUT' || !/\/operadores\//.test(request.url)) return next(request)
      const { url, method, headers } = request
      const { WhatsApp: _, ...body }: JsonBody = JSON.parse(await request.text())
      return next(new Request(url, { method, headers, body: JSON.stringify(body) }))
    },
  },
]
