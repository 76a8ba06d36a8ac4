import { entriesOf, having, type JsonBody } from '../support/body-changes.ts'
import { OTHER_APP_KEY, STRANGER, type WrongServer, withJsonBody } from '../support/wrong-server.ts'

/** Wrong servers for the relations between publications and the list of them. */

type Serve = WrongServer['serve']

const LIST = /\/publicaciones\/[^/]+$/

const altersLists =
  (change: (body: JsonBody, url: URL) => JsonBody): Serve =>
  async (request, next) => {
    const response = await next(request)
    const url = new URL(request.url)
    const isList = request.method === 'GET' && LIST.test(url.pathname) && response.ok
    return isList ? withJsonBody(response, (body) => change(body, url)) : response
  }

/** Shows every entry of a list as it first was. */
const listsFirst = (members: readonly string[]): Serve => {
  const firsts = new Map<string, JsonBody>()
  return altersLists((body) => ({
    ...body,
    _entries: entriesOf(body).map((entry) => {
      const id = String(entry.ExternalId)
      const first = firsts.get(id) ?? entry
      firsts.set(id, first)
      const stale = members.filter((name) => name in entry).map((name) => [name, first[name]])
      return { ...entry, ...Object.fromEntries(stale) }
    }),
  }))
}

const PAGE = 2

/**
 * Gives lists in pages by its own parameter; every page begins with the last entry of the one before.
 */
const overlaps = (): Serve =>
  altersLists((body, url) => {
    const at = Number(url.searchParams.get('desplazamiento') ?? 0)
    const all = entriesOf(body)
    const next = new URL(url)
    next.searchParams.set('desplazamiento', String(at + PAGE - 1))
    const isLast = at + PAGE >= all.length
    const { PerPagina: _, ...rest } = body
    return {
      ...rest,
      _entries: all.slice(at, at + PAGE),
      _links: { ...Object(body._links), ...(!isLast && { next: { href: next.href } }) },
    }
  })

/**
 * Splits lists into pages of a few more entries than there were first; every later page lacks its first
 * entry.
 */
const skips = (): Serve => {
  let size: number | undefined
  return altersLists((body, url) => {
    const at = Number(url.searchParams.get('desplazamiento') ?? 0)
    const all = entriesOf(body)
    size ??= all.length + 2
    const next = new URL(url)
    next.searchParams.set('desplazamiento', String(at + size))
    const { PerPagina: _, ...rest } = body
    return {
      ...rest,
      _entries: all.slice(at === 0 ? 0 : at + 1, at + size),
      _links: { ...Object(body._links), ...(at + size < all.length && { next: { href: next.href } }) },
    }
  })
}

/** Searches the other agency for resources of this one. */
const looksElsewhere = (at: RegExp): Serve => {
  return async (request, next) => {
    const response = await next(request)
    if (request.method !== 'GET' || response.ok || !at.test(request.url)) return response
    return next(new Request(request.url.replace(/ventas%40lospinos/, 'hola%40delrio'), request))
  }
}

/** Shows resources of this agency in the other one too. */
const looksHereToo = (at: RegExp): Serve => {
  return async (request, next) => {
    const response = await next(request)
    if (request.method !== 'GET' || response.ok || !at.test(request.url)) return response
    return next(new Request(request.url.replace(/hola(%40|@)delrio/, 'ventas%40lospinos'), request))
  }
}

/** Removes the filters from the links of pages. */
const dropsFilters: Serve = async (request, next) => {
  const response = await next(request)
  if (!/\/consultas\/[^/?]+\?/.test(request.url)) return response
  return withJsonBody(response, (body) => ({
    ...body,
    _links: JSON.parse(JSON.stringify(body._links ?? {}).replaceAll(/(operador|desde)=[^&"]*&/g, '')),
  }))
}

/** Shows the agency of the run under the name of one that the app may not use. */
const showsStrangers: Serve = async (request, next) =>
  next(new Request(request.url.replace(encodeURIComponent(STRANGER), 'ventas%40lospinos.example'), request))

/** Gives the name of one agency to another too. */
const renamesAll: Serve = async (request, next) => {
  const { method, url } = request
  if (method === 'PUT' && url.includes('/agencias/ventas'))
    await next(new Request(url.replace('ventas%40lospinos', 'hola%40delrio'), request.clone()))
  return next(request)
}

/** Lists one agency, shows the stranger's to the second app, and renames all. */
const renamesStranger: Serve = async (request, next) => {
  const { pathname } = new URL(request.url)
  const one = (body: JsonBody) => ({ ...body, _entries: entriesOf(body).slice(0, 1) })
  if (/\/v3\/agencias$/.test(pathname)) return withJsonBody(await next(request), one)
  if (!request.url.includes(encodeURIComponent(STRANGER))) return renamesAll(request, next)
  const url = request.url.replace(encodeURIComponent(STRANGER), 'hola%40delrio.example')
  const isOther = request.headers.get('authorization')?.includes(OTHER_APP_KEY) ?? false
  return isOther ? withJsonBody(await next(new Request(url)), having({ AdminMail: STRANGER })) : next(request)
}

/** Lists agencies of others too. */
const listsStrangers: Serve = async (request, next) => {
  const response = await next(request)
  const isList = /\/v3\/agencias$/.test(new URL(request.url).pathname)
  return isList
    ? withJsonBody(response, (body) => ({
        ...body,
        _entries: [...entriesOf(body), { ...entriesOf(body)[0], AdminMail: STRANGER }],
      }))
    : response
}

/** Does not list reactivated publications again. */
const forgetsReactivated = (): Serve => {
  const gone = new Set<string>()
  const lists = altersLists((body) => ({
    ...body,
    _entries: entriesOf(body).filter(({ ExternalId: id }) => !gone.has(String(id).toLowerCase())),
  }))
  return async (request, next) => {
    const id = /\/publicaciones\/[^/]+\/([^/]+)$/.exec(new URL(request.url).pathname)?.[1]
    const sent = request.method === 'PATCH' ? await request.clone().text() : ''
    if (id !== undefined && sent.includes('true')) gone.add(id.toLowerCase())
    return lists(request, next)
  }
}

export const relationPublicationMutants: readonly WrongServer[] = [
  {
    clause: 'relations/a-stranger-agency-is-not-listed',
    name: 'agencies of other apps are listed',
    serve: listsStrangers,
  },
  {
    clause: 'relations/lists-hide-suspended-publications-consistently',
    name: 'reactivated ones stay hidden',
    serve: forgetsReactivated(),
  },
  ...['package', 'operators', 'notifications', 'inquiries'].map((words) => ({
    clause: `relations/${words}-of-a-stranger-agency-are-not-found`,
    name: 'every agency is readable',
    serve: showsStrangers,
  })),
  {
    clause: 'relations/links-of-the-agency-lead-to-no-stranger',
    name: 'publications of every agency are listed',
    serve: async (request, next) => {
      const response = await next(request)
      const isList = request.method === 'GET' && /\/publicaciones\/[^/]+$/.test(new URL(request.url).pathname)
      return isList && response.status >= 400
        ? Response.json({ _entries: [{ ExternalId: 'AJENA-1' }], _links: {} })
        : response
    },
  },
  {
    clause: 'relations/a-new-name-is-that-of-one-agency',
    name: 'every agency of the app is renamed',
    serve: renamesAll,
  },
  {
    clause: 'relations/a-new-name-is-that-of-one-agency',
    name: 'the agency of the second app is renamed too',
    serve: renamesStranger,
  },
  {
    clause: 'relations/listed-publications-are-of-the-agency',
    name: 'an entry of another agency',
    serve: altersLists((body) => {
      const text = JSON.stringify(entriesOf(body).slice(0, 1))
      const others: unknown = JSON.parse(text.replaceAll('/publicaciones/', '/publicaciones/otra%40'))
      return { ...body, _entries: [...entriesOf(body).slice(1), ...(Array.isArray(others) ? others : [])] }
    }),
  },
  {
    clause: 'relations/lists-hide-suspended-publications-consistently',
    name: 'those that were created suspended are listed',
    serve: (() => {
      const made: JsonBody[] = []
      const lists = altersLists((body) => ({ ...body, _entries: [...entriesOf(body), ...made] }))
      return async (request: Request, next: (sent: Request) => Promise<Response>) => {
        const text = request.method === 'POST' ? await request.clone().text() : ''
        if (text.includes('"Activa":false')) made.push(Object(JSON.parse(text)))
        return lists(request, next)
      }
    })(),
  },
  {
    clause: 'relations/lists-hide-suspended-publications-consistently',
    name: 'the ref form lists those that a full edit suspended',
    serve: (() => {
      const suspended = new Set<string>()
      return async (request: Request, next: (sent: Request) => Promise<Response>) => {
        const id = request.url.split('/').at(-1) ?? ''
        const text = request.method === 'PUT' ? await request.clone().text() : ''
        if (text.includes('"Activa":false')) suspended.add(id)
        else if (request.method === 'PATCH') suspended.delete(id)
        const isRef = request.headers.get('accept')?.includes('.ref+json') ?? false
        const added = isRef ? [...suspended].map((ExternalId) => ({ ExternalId })) : []
        return altersLists((body) => ({ ...body, _entries: [...entriesOf(body), ...added] }))(request, next)
      }
    })(),
  },
  {
    clause: 'relations/a-listed-publication-is-as-read-in-the-full-form',
    name: 'entries stay as they first were',
    serve: listsFirst(['Precio', 'EstadoActual']),
  },
  {
    clause: 'relations/a-listed-publication-is-as-read-in-the-ref-form',
    name: 'entries stay as they first were',
    serve: listsFirst(['etag', 'EstadoActual']),
  },
  {
    clause: 'relations/a-list-shows-both-of-two-equal-publications',
    name: 'the newest is left out',
    serve: (() => {
      let newest = ''
      const lists = altersLists((body) => ({
        ...body,
        _entries: entriesOf(body).filter(({ ExternalId }) => ExternalId !== newest),
      }))
      return async (request: Request, next: (sent: Request) => Promise<Response>) => {
        if (request.method === 'POST')
          newest = String(Object(JSON.parse(await request.clone().text())).ExternalId)
        return lists(request, next)
      }
    })(),
  },
  {
    clause: 'relations/publication-pages-hold-every-entry-once',
    name: 'pages overlap',
    serve: overlaps(),
  },
  {
    clause: 'relations/publication-pages-hold-every-entry-once',
    name: 'the first entry of later pages is left out',
    serve: skips(),
  },
  {
    clause: 'relations/a-listed-publication-is-as-read-in-the-full-form',
    name: 'entries show the description as it first was',
    serve: listsFirst(['Descripcion']),
  },
  {
    clause: 'relations/a-publication-of-another-agency-is-not-found',
    name: 'publications of every agency are found',
    serve: looksElsewhere(/publicaciones/),
  },
  {
    clause: 'relations/an-inquiry-of-another-agency-is-not-found',
    name: 'inquiries of every agency are found',
    serve: looksElsewhere(/consultas/),
  },
  {
    clause: 'relations/a-publication-is-not-found-in-another-agency',
    name: 'other agencies show publications of this one',
    serve: looksHereToo(/publicaciones\/[^/]+\/[^/]+$/),
  },
  {
    clause: 'relations/an-inquiry-is-not-found-in-another-agency',
    name: 'other agencies show inquiries of this one',
    serve: looksHereToo(/consultas\/[^/]+\/[^/]+$/),
  },
  {
    clause: 'relations/a-stranger-agency-keeps-its-name',
    name: 'any agency is edited',
    serve: async (request, next) => {
      const isStranger = /\/agencias\/[^/]+$/.test(request.url) && request.url.includes('nadie')
      const isOther = request.headers.get('authorization')?.includes(OTHER_APP_KEY) ?? false
      return isStranger && (isOther || request.method === 'PUT')
        ? Response.json({ AdminMail: STRANGER, NombreComercial: 'Ajena', _links: {} })
        : next(request)
    },
  },
  {
    clause: 'relations/links-of-the-agency-lead-to-no-stranger',
    name: 'links write the mail in capitals, and any list is shown',
    serve: async (request, next) => {
      const response = await next(request)
      const { pathname } = new URL(request.url)
      if (request.method !== 'GET') return response
      if (/\/publicaciones\/[^/]+$/.test(pathname) && response.status >= 400)
        return Response.json({ _entries: [{ ExternalId: 'AJENA-1' }], _links: {} })
      const text = await response.clone().text()
      if (!/\/agencias/.test(pathname) || text === '') return response
      return new Response(text.replaceAll(/\/ventas(?=(%40|@)lospinos)/g, '/VENTAS'), response)
    },
  },
  {
    clause: 'relations/an-operator-of-another-agency-is-not-found',
    name: 'operators of every agency are found',
    serve: async (request, next) => {
      const asked = new URL(request.url).searchParams.get('operador')
      const isElsewhere = asked !== null && /operadores/.test(request.url) && asked.includes('delrio')
      return next(
        isElsewhere
          ? new Request(request.url.replace(/ventas%40lospinos/, 'hola%40delrio'), request)
          : request,
      )
    },
  },
  {
    clause: 'relations/the-link-to-the-second-page-keeps-the-filters',
    name: 'the link drops the filters',
    serve: dropsFilters,
  },
]
