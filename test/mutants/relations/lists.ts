import { entriesOf, type JsonBody } from '../support/body-changes.ts'
import { altersRequestBody, altersResponseBody, altersStatus } from '../support/operation-mistakes.ts'
import { type WrongServer, withJsonBody } from '../support/wrong-server.ts'

/** Wrong servers for the relations between lists, counts, links and configurations. */

type Serve = WrongServer['serve']

const LIST = /\/consultas\/[^/?]+(\?|$)/

/** Alters lists of inquiries; `query` has the parameters of the request. */
const altersLists =
  (change: (body: JsonBody, query: URLSearchParams) => JsonBody): Serve =>
  async (request, next) => {
    const response = await next(request)
    const { pathname, search, searchParams } = new URL(request.url)
    const isList = request.method === 'GET' && LIST.test(pathname + search) && response.ok
    return isList ? withJsonBody(response, (body) => change(body, searchParams)) : response
  }

/** Removes parameters from lists of inquiries when `when` holds. */
const forgets =
  (names: readonly string[], when: (request: Request, query: URLSearchParams) => boolean): Serve =>
  (request, next) => {
    const url = new URL(request.url)
    if (!LIST.test(url.pathname + url.search) || !when(request, url.searchParams)) return next(request)
    for (const name of names) url.searchParams.delete(name)
    return next(new Request(url, request))
  }

const isRef = ({ headers }: Request): boolean => headers.get('accept')?.includes('.ref+') ?? false

const listMutants: readonly WrongServer[] = [
  {
    clause: 'relations/inquiry-pages-hold-every-entry-once',
    name: 'PerPagina is the number of entries',
    serve: altersLists((body) => ({ ...body, PerPagina: entriesOf(body).length })),
  },
  {
    clause: 'relations/inquiry-pages-hold-every-entry-once',
    name: 'Total is one too many',
    serve: altersLists((body) => ({ ...body, Total: Number(body.Total) + 1 })),
  },
  {
    clause: 'relations/inquiry-pages-hold-every-entry-once',
    name: 'the last entry is repeated',
    serve: altersLists((body) => {
      const entries = entriesOf(body)
      return {
        ...body,
        _entries:
          entries.length > 1
            ? [...entries.slice(0, -2), ...entries.slice(-1), ...entries.slice(-1)]
            : entries,
      }
    }),
  },
  {
    clause: 'relations/inquiry-pages-hold-every-entry-once',
    name: 'filters are ignored beyond the last page',
    serve: forgets(['pagina', 'externalid'], (_, query) => Number(query.get('pagina')) > 1),
  },
  {
    clause: 'relations/inquiry-lists-are-equal-in-both-forms',
    name: 'a filter is ignored in the ref form',
    serve: forgets(['externalid'], (request) => isRef(request)),
  },
  {
    clause: 'relations/inquiry-filters-intersect',
    name: 'a filter is ignored together with another',
    serve: forgets(['operador'], (_, query) => query.has('externalid')),
  },
  {
    clause: 'relations/inquiry-filters-hold-for-every-entry',
    name: 'a filter is ignored',
    serve: forgets(['externalid'], () => true),
  },
  {
    clause: 'relations/one-day-is-a-period',
    name: 'a period of one day is empty',
    serve: altersLists((body, query) =>
      query.has('desde') && query.get('desde') === query.get('hasta')
        ? { ...body, _entries: [], Total: 0 }
        : body,
    ),
  },
  {
    clause: 'relations/inquiry-periods-add-up',
    name: 'the first day is left out',
    serve: altersLists((body, query) => {
      const isLater = query.get('desde') !== null && !query.has('hasta')
      const day = query.get('desde') ?? ''
      const isShort = Date.parse(query.get('hasta') ?? '') - Date.parse(day) < 80 * 86_400_000
      const kept = entriesOf(body).filter(({ Momento }) => !String(Momento).startsWith(day))
      return isLater || !isShort ? body : { ...body, _entries: kept, Total: kept.length }
    }),
  },
  {
    clause: 'relations/inquiries-are-of-the-period-shown',
    name: 'days are off by one',
    serve: altersLists((body) => ({
      ...body,
      Desde: String(body.Hasta),
      _entries: entriesOf(body).map((entry) => ({ ...entry, Momento: '2025-12-01T10:00:00-03:00' })),
    })),
  },
]

/** Shows the administrator in the region that was shown first. */
function keepsRegion(): Serve {
  let first: unknown
  const kept = (one: JsonBody): JsonBody => {
    const [place, ...others] = Array.isArray(one.Direcciones) ? one.Direcciones : []
    if (one.EsAdministradorAgencia !== true || !place) return one
    first ??= place.Region
    return { ...one, Direcciones: [{ ...place, Region: first }, ...others] }
  }
  return async (request, next) => {
    const response = await next(request)
    if (!/\/operadores\//.test(request.url) || !response.ok) return response
    return withJsonBody(response, (body) =>
      kept('_entries' in body ? { ...body, _entries: entriesOf(body).map(kept) } : body),
    )
  }
}

/** Counts every edit of a price alone as a publication. */
const countsPrices = (): WrongServer['serve'] => {
  let more = 0
  const counting = altersResponseBody({ method: 'GET', at: /\/productos$/ }, (body) => {
    const { Pack, Activas, Disponibles } = Object(body.Alta)
    return { ...body, Alta: { Pack, Activas: Activas + more, Disponibles: Disponibles - more } }
  })
  return async (request, next) => {
    if (request.method === 'PATCH' && (await request.clone().text()).startsWith('{"Precio":{')) more += 1
    return counting(request, next)
  }
}

const countsRefusals = (): Serve => {
  let refused = 0
  return async (request, next) => {
    const response = await next(request)
    if (request.method === 'POST' && !response.ok) refused += 1
    const take = (body: JsonBody) => {
      const { Pack, Activas } = Object(body.Baja)
      return { ...body, Baja: { Pack, Activas: Activas + refused, Disponibles: Pack - Activas - refused } }
    }
    return /\/productos$/.test(request.url) ? withJsonBody(response, take) : response
  }
}

/** Counts the suspended publications of one level only. */
const countsSuspendedOf = (level: 'Media' | 'Baja'): Serve => {
  const suspended = new Set<string>()
  return async (request, next) => {
    const response = await next(request)
    const path = new URL(request.url).pathname
    if (/\/publicaciones\//.test(path) && request.method !== 'GET' && response.ok) {
      const { ExternalId, Exposicion, EstadoActual } = Object(await response.clone().json())
      if (EstadoActual === 'Suspendida' && Exposicion === level) suspended.add(String(ExternalId))
      else suspended.delete(String(ExternalId))
    }
    const count = (body: JsonBody) => {
      const { Pack, Activas, Disponibles } = Object(body[level])
      const { size } = suspended
      return { ...body, [level]: { Pack, Activas: Activas + size, Disponibles: Disponibles - size } }
    }
    return /\/productos$/.test(path) ? withJsonBody(response, count) : response
  }
}

/** Adds a link to the documents of a path. */
const offers = (at: RegExp, link: JsonBody): Serve =>
  altersResponseBody({ method: 'GET', at }, (body) => ({
    ...body,
    _links: { otro: link, ...Object(body._links) },
  }))

const LINKED: Readonly<Record<string, RegExp>> = {
  operators: /\/operadores\/[^/]+$/,
  inquiries: /\/consultas\/[^/]+$/,
  package: /\/productos$/,
  notifications: /\/notificaciones\/[^/]+$/,
  topics: /\/appnotificaciones$/,
}
const PUBLICATIONS = ['an-active', 'a-suspended']
const ONE = /\/publicaciones\/[^/]+\/[^/]+$/

const linkMutants: readonly WrongServer[] = [
  ...Object.entries(LINKED).map(([words, at]) => ({
    clause: `relations/links-of-${words}-are-usable`,
    name: 'a link leads nowhere',
    serve: offers(at, { href: '/v3/nada' }),
  })),
  ...PUBLICATIONS.flatMap((words) => {
    const clause = `relations/links-of-${words}-publication-are-usable`
    const says = (method: string) =>
      altersResponseBody({ method: 'GET', at: ONE }, (body) => {
        const links = Object.entries(Object(body._links)).map(([name, link]) => {
          const { method: real, ...rest } = Object(link)
          return [name, real === undefined ? rest : { ...rest, method }]
        })
        return { ...body, _links: Object.fromEntries(links) }
      })
    const elsewhere = altersResponseBody({ method: 'GET', at: ONE }, (body) => ({
      ...body,
      _links: { ...Object(body._links), self: { href: '/v3' } },
    }))
    return [
      { clause, name: 'links name a method that their targets refuse', serve: says('POST') },
      { clause, name: 'links name no method', serve: says('GET') },
      { clause, name: 'self leads elsewhere', serve: elsewhere },
    ]
  }),
]

const CONFIGURATION = { method: 'PUT', at: /\/appnotificaciones\/[^/]+$/ }
const ADMINISTRATOR = { method: 'PUT', at: /\/operadores\/[^/]+$/ }

const editMutants: readonly WrongServer[] = [
  ...['Description', 'Activo', 'HeaderCustom02'].map((member) => ({
    clause: 'relations/configuration-reads-back-whole',
    name: `forgets a member`,
    serve: altersRequestBody(CONFIGURATION, ({ [member]: _, ...rest }) => rest),
  })),
  {
    clause: 'relations/configuration-reads-back-whole',
    name: 'a suspended configuration stays suspended',
    serve: altersRequestBody(CONFIGURATION, (body) => ({ ...body, Activo: false })),
  },
  {
    clause: 'relations/configuration-reads-back-whole',
    name: 'a refused configuration suspends the one before',
    serve: async (request, next) => {
      const { url, method, headers } = request
      const text = method === 'PUT' ? await request.clone().text() : ''
      const response = await next(request)
      if (response.status !== 400 || !/\/appnotificaciones\/[^/]+$/.test(url)) return response
      const body = JSON.stringify({ ...JSON.parse(text), Activo: false, Description: 'Kit, activa.' })
      await next(new Request(url, { method, headers, body }))
      return response
    },
  },
  {
    clause: 'relations/a-refused-configuration-changes-nothing',
    name: 'members before the wrong one are applied',
    serve: async (request, next) => {
      const { url, method, headers } = request
      const text = method === 'PUT' ? await request.clone().text() : ''
      const response = await next(request)
      if (response.status !== 400 || !/\/appnotificaciones\/[^/]+$/.test(url)) return response
      const { Secret: _, ...rest } = JSON.parse(text)
      await next(new Request(url, { method, headers, body: JSON.stringify(rest) }))
      return response
    },
  },
  {
    clause: 'relations/configuration-reads-back-whole',
    name: 'long values of headers are cut',
    serve: altersRequestBody(CONFIGURATION, (body) =>
      JSON.parse(JSON.stringify(body).replaceAll(/("Value":"[^"]{16})[^"]*/g, '$1')),
    ),
  },
  {
    clause: 'relations/configuration-reads-back-whole',
    name: 'the list shows another configuration',
    serve: altersResponseBody({ method: 'GET', at: /\/appnotificaciones$/ }, (body) =>
      JSON.parse(JSON.stringify(body).replaceAll('"Kit, otra: ', '"Kit, una: ')),
    ),
  },
  {
    clause: 'relations/administrator-edit-reads-back',
    name: 'forgets a member',
    serve: altersRequestBody(ADMINISTRATOR, ({ TelefonoLaboral: _, ...rest }) => rest),
  },
  {
    clause: 'relations/administrator-edit-reads-back',
    name: 'the region stays',
    serve: keepsRegion(),
  },
  {
    clause: 'relations/administrator-edit-reads-back',
    name: 'touches another member',
    serve: altersRequestBody(ADMINISTRATOR, (body) =>
      body.Nombre === 'Kit' ? { ...body, Apellido: `${String(body.Apellido)} H.` } : body,
    ),
  },
]

const PUT = { method: 'PUT', at: /./ }
const acceptsAll = altersStatus(PUT, 200, 400)
const losesLetters = altersRequestBody(PUT, (body) => JSON.parse(JSON.stringify(body).replaceAll('🚗', '?')))

/** Texts of letters and signs; a secret is never shown, and the others are addresses and phones. */
const FREE_TEXTS = ['ref-stock-of-put', 'descripcion-of-put', 'description-of-configuration']
const OF_THE_ADMINISTRATOR = ['nombre', 'apellido', 'direccion', 'telefono-laboral']
const BOUNDED = [
  ...FREE_TEXTS,
  'secret-of-configuration',
  'callback-of-configuration',
  ...OF_THE_ADMINISTRATOR.map((member) => `${member}-of-administrator`),
]

const boundMutants: readonly WrongServer[] = [
  ...BOUNDED.map((words) => ({
    clause: `relations/${words}-keeps-its-bounds`,
    name: 'a text beyond its bound is accepted',
    serve: acceptsAll,
  })),
  ...FREE_TEXTS.map((words) => ({
    clause: `relations/${words}-keeps-its-bounds`,
    name: 'letters outside of the basic plane are lost',
    serve: losesLetters,
  })),
]

export const relationListMutants: readonly WrongServer[] = [
  ...listMutants,
  {
    clause: 'relations/package-counts-follow-every-transition',
    name: 'a refused create takes a place',
    serve: countsRefusals(),
  },
  ...(['Media', 'Baja'] as const).map((level) => ({
    clause: 'relations/package-counts-follow-every-transition',
    name: `suspended ones count at the level ${level} only`,
    serve: countsSuspendedOf(level),
  })),
  {
    clause: 'relations/package-counts-follow-every-transition',
    name: 'an edit of the price takes a place',
    serve: countsPrices(),
  },
  {
    clause: 'relations/package-counts-follow-every-transition',
    name: 'Disponibles is the Pack',
    serve: altersResponseBody({ method: 'GET', at: /\/productos$/ }, (body) => {
      const { Pack, Activas } = Object(body.Alta)
      return { ...body, Alta: { Pack, Activas, Disponibles: Pack } }
    }),
  },
  ...linkMutants,
  ...editMutants,
  ...boundMutants,
]
