import { entriesOf, everyEntry, having, type JsonBody, mapsMember } from '../support/body-changes.ts'
import { acceptsType, altersBodyAt } from '../support/exchange-mistakes.ts'
import { bodyOf, isCreate } from '../support/publication-mistakes.ts'
import { type WrongServer, withJsonBody } from '../support/wrong-server.ts'

/** Wrong servers whose writes change other resources, and whose inquiries lead elsewhere. */

type Serve = WrongServer['serve']

const ONE = /\/publicaciones\/[^/]+\/([^/?]+)$/
const INQUIRIES = /\/consultas\/[^/]+(\?|$)/
const OPERATORS = /\/operadores\//

/** Shows no value of a member for the publications that had it before another create with the same one. */
const takesFromOthers = (member: string): Serve => {
  const owners = new Map<unknown, string>()
  return async (request, next) => {
    const sent = isCreate(request) ? bodyOf(await request.clone().text()) : {}
    const response = await next(request)
    if (sent[member] && response.status === 201) owners.set(sent[member], String(sent.ExternalId))
    if (request.method !== 'GET' || !ONE.test(new URL(request.url).pathname)) return response
    return withJsonBody(response, (body) => {
      const owner = owners.get(body[member])
      return owner === undefined || owner === body.ExternalId ? body : { ...body, [member]: null }
    })
  }
}

/** Suspends the channels of the agency once a write has succeeded. */
const suspendsChannels = (isSuspending: (request: Request) => boolean): Serve => {
  let isCreated = false
  const suspended = mapsMember('Activo', () => false)
  return async (request, next) => {
    const response = await next(request)
    isCreated ||= isSuspending(request) && response.status < 300
    return isCreated && /\/notificaciones\//.test(request.url) ? withJsonBody(response, suspended) : response
  }
}

/** Carries out a read of an action. */
const actsOnReads =
  (methods: readonly string[], step: RegExp): Serve =>
  async (request, next) => {
    const { url, method, headers } = request
    if (methods.includes(method) && step.test(url)) await next(new Request(url, { method: 'PATCH', headers }))
    return next(request)
  }

/** Archives what an edit is sent for with the word of an archived publication. */
const archivesByWord =
  (edit: string): Serve =>
  async (request, next) => {
    const { url, method, headers } = request
    const isArchiving = method === edit && bodyOf(await request.clone().text()).EstadoActual === 'Archivada'
    const response = await next(request)
    const etag = response.headers.get('etag')
    if (isArchiving && etag)
      await next(
        new Request(`${url}/archivar`, { method: 'PATCH', headers: { ...headers, 'If-Match': etag } }),
      )
    return response
  }

/** Shows the new name of the agency as the surname of everybody. */
const showsNameAsSurname = (): Serve => {
  let name: unknown
  return async (request, next) => {
    const isRenaming = request.method === 'PUT' && /\/agencias\//.test(request.url)
    const sent = isRenaming ? bodyOf(await request.clone().text()) : {}
    const response = await next(request)
    if (isRenaming && response.status === 200) name = sent.NombreComercial
    const isShown = name !== undefined && OPERATORS.test(request.url)
    return isShown
      ? withJsonBody(
          response,
          mapsMember('Apellido', () => name),
        )
      : response
  }
}

const inText =
  (from: RegExp, to: string) =>
  (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value).replace(from, to))

/** Gives every entry the address of the entry after it. */
const shiftsAddresses = (body: JsonBody): JsonBody => {
  const entries = Array.isArray(body._entries) ? entriesOf(body) : []
  const shifted = entries.map((entry, at) => ({ ...entry, href: entries[(at + 1) % entries.length]?.href }))
  return { ...body, _entries: shifted }
}

const whenAccepted =
  (words: RegExp, serve: Serve): Serve =>
  (request, next) =>
    acceptsType(words)(request) ? serve(request, next) : next(request)

/** Wrong servers of effects, and of links of inquiries. */
export const relationEffectMutants: readonly WrongServer[] = [
  {
    clause: 'relations/equal-publications-stay-separate',
    name: 'a create takes a stock reference from another publication',
    serve: takesFromOthers('RefStock'),
  },
  {
    clause: 'relations/a-read-of-an-action-changes-nothing',
    name: 'a GET of suspender suspends',
    serve: actsOnReads(['GET'], /\/suspender$/),
  },
  {
    clause: 'relations/a-read-of-an-action-changes-nothing',
    name: 'a HEAD of archivar archives',
    serve: actsOnReads(['HEAD'], /\/archivar$/),
  },
  {
    clause: 'relations/the-shown-state-cannot-be-sent',
    name: 'a partial edit with EstadoActual archives',
    serve: archivesByWord('PATCH'),
  },
  {
    clause: 'relations/the-shown-state-cannot-be-sent',
    name: 'a full edit with EstadoActual archives',
    serve: archivesByWord('PUT'),
  },
  {
    clause: 'relations/settings-stay-as-they-were',
    name: 'a create suspends the channels of the agency',
    serve: suspendsChannels(isCreate),
  },
  {
    clause: 'relations/a-configuration-leaves-the-settings',
    name: 'a configuration suspends the channels of the agency',
    serve: suspendsChannels(({ method, url }) => method === 'PUT' && /\/appnotificaciones\//.test(url)),
  },
  {
    clause: 'relations/agency-and-administrator-are-edited-apart',
    name: 'a renaming is shown as the surname of the administrator',
    serve: showsNameAsSurname(),
  },
  {
    clause: 'relations/an-inquiry-leads-to-its-publication',
    name: 'inquiries lead to another publication',
    serve: altersBodyAt(
      INQUIRIES,
      everyEntry((entry) => ({
        ...entry,
        _links: inText(/(\/publicaciones\/[^/"]+\/)[^/"]+/g, '$1OTRA-1')(entry._links),
      })),
    ),
  },
  {
    clause: 'relations/inquiries-are-equal-in-every-full-type',
    name: 'the entry type shows no names',
    serve: whenAccepted(
      /entry\+json/,
      altersBodyAt(
        INQUIRIES,
        mapsMember('Nombre', () => 'Anónimo'),
      ),
    ),
  },
  {
    clause: 'relations/refs-of-inquiries-lead-to-their-own',
    name: 'refs have the address of the next one',
    serve: whenAccepted(/ref\+json/, altersBodyAt(INQUIRIES, shiftsAddresses)),
  },
  {
    clause: 'relations/self-of-a-page-leads-to-it',
    name: 'self of a page is the first page',
    serve: altersBodyAt(INQUIRIES, (body) =>
      having({ _links: inText(/("self":\{"href":"[^"]*?)[&?]pagina=\d+/, '$1')(body._links) })(body),
    ),
  },
  {
    clause: 'relations/an-operator-leads-to-their-publications',
    name: 'every collaborator leads to the publications of the administrator',
    serve: altersBodyAt(
      OPERATORS,
      everyEntry((entry) => ({
        ...entry,
        Publicaciones: inText(/operador=[^"&]+/g, 'operador=ventas%40lospinos.example')(entry.Publicaciones),
      })),
    ),
  },
]
