import { entriesOf, type JsonBody } from '../support/body-changes.ts'
import { altersQuery, altersResponseBody, respondsWith } from '../support/operation-mistakes.ts'
import { bodyOf, isCreate, withRequestBody } from '../support/publication-mistakes.ts'
import { type WrongServer, withJsonBody } from '../support/wrong-server.ts'

/** Wrong servers for the relations of entries, levels, titles and values at their bounds. */

type Serve = WrongServer['serve']

const LIST = { method: 'GET', at: /\/consultas\/[^/?]+(\?|$)/ }
const CATALOGUE = { method: 'GET', at: /\/(modelos|versiones)(\?|$)/ }
const PUBLICATION = /\/publicaciones\/[^/]+\/([^/?]+)$/

const everyEntry =
  (change: (entry: JsonBody) => JsonBody) =>
  (body: JsonBody): JsonBody => ({ ...body, _entries: entriesOf(body).map(change) })

/** Takes a part of an id for the whole one. */
const findsParts = (): Serve => {
  const ids = new Set<string>()
  return async (request, next) => {
    const asked = new URL(request.url).searchParams.get('externalid')
    const whole = asked === null || ids.has(asked) ? undefined : [...ids].find((id) => id.includes(asked))
    const response = await (whole === undefined
      ? next(request)
      : altersQuery(LIST, 'externalid', whole)(request, next))
    for (const [, id = ''] of (await response.clone().text()).matchAll(/"ExternalId":"([^"]+)"/g)) ids.add(id)
    return response
  }
}

/** Answers with the first package that it has seen. */
const frozenPackage = (): Serve => {
  let first: string | undefined
  return async (request, next) => {
    const response = await next(request)
    if (!/productos$/.test(request.url)) return response
    first ??= await response.clone().text()
    return new Response(first, { headers: response.headers })
  }
}

/** Gives publications another level once they were suspended by `suspender`. */
const losesLevels = (): Serve => {
  const lost = new Set<string>()
  return async (request, next) => {
    const response = await next(request)
    const [path = ''] = new URL(request.url).pathname.split('/suspender')
    if (request.url.endsWith('/suspender') && response.ok) lost.add(path)
    if (request.method !== 'PATCH' || !lost.has(path)) return response
    return withJsonBody(response, (body) => ({
      ...body,
      Exposicion: body.Exposicion === 'Baja' ? 'Alta' : 'Baja',
    }))
  }
}

/** Gives the requested level, which has one place. */
const overfills = (): Serve => {
  let taken = 0
  return async (request, next) => {
    const sent = isCreate(request) ? bodyOf(await request.clone().text()) : {}
    const response = await next(request)
    if (response.status === 201 && sent.Exposicion === 'Alta' && sent.Activa === true) taken += 1
    if (!/productos$/.test(request.url)) return response
    const Alta = { Pack: 1, Activas: taken, Disponibles: 1 - taken }
    return withJsonBody(response, (body) => ({ ...body, Alta }))
  }
}

/** A level of one place, into which creates that find it free at the same time, or other writes, get too. */
const overfillsBy = (way: 'race' | 'PUT' | 'PATCH'): Serve => {
  let taken = 0
  let isOver = false
  return async (request, next) => {
    const sent = /^P/.test(request.method) ? bodyOf(await request.clone().text()) : {}
    const wasFree = taken === 0
    const response = await next(request)
    if (isCreate(request) && response.ok && sent.Exposicion === 'Alta' && sent.Activa === true) {
      isOver ||= way === 'race' && wasFree && taken > 0
      taken = 1
    }
    isOver ||= request.method === way && response.ok && sent.Activa === true
    if (!/productos$/.test(request.url)) return response
    const Activas = taken + Number(isOver)
    const Alta = { Pack: 1, Activas, Disponibles: 1 - Activas }
    return withJsonBody(response, (body) => ({ ...body, Alta }))
  }
}

/** Has no place at a level, and refuses requests for it. */
const refusesFullLevel: Serve = async (request, next) => {
  const { Exposicion } = isCreate(request) ? bodyOf(await request.clone().text()) : {}
  if (Exposicion === 'Alta') return new Response('', { status: 409 })
  const asked = isCreate(request)
    ? await withRequestBody(request, (body) => ({ ...body, Exposicion: Exposicion ?? 'Media' }))
    : request
  const response = await next(asked)
  if (!/productos$/.test(request.url)) return response
  return withJsonBody(response, (body) => ({ ...body, Alta: { Pack: 1, Activas: 1, Disponibles: 0 } }))
}

/** Blames a member of creates, in addition to the wrong ones. */
const blames =
  (member: string, when: (sent: JsonBody) => boolean): Serve =>
  async (request, next) => {
    const sent = isCreate(request) ? bodyOf(await request.clone().text()) : {}
    const response = await next(request)
    if (response.status !== 400 || !when(sent)) return response
    return withJsonBody(response, (body) => ({
      ...body,
      Errors: { ...Object(body.Errors), [member]: ['No.'] },
    }))
  }

/** Shows a level that does not exist. */
const showsAnyLevel: Serve = async (request, next) => {
  const { Exposicion } = isCreate(request) ? bodyOf(await request.clone().text()) : {}
  if (Exposicion !== 'Mala') return next(request)
  const response = await next(await withRequestBody(request, (body) => ({ ...body, Exposicion: null })))
  return withJsonBody(response, (body) => ({ ...body, Exposicion }))
}

/** Keeps the first shown value of a member. */
const keepsFirst = (change: (shown: JsonBody, first: JsonBody) => JsonBody): Serve => {
  const firsts = new Map<string, JsonBody>()
  return async (request, next) => {
    const response = await next(request)
    const id = PUBLICATION.exec(new URL(request.url).pathname)?.[1]
    if (id === undefined || !response.ok) return response
    return withJsonBody(response, (body) => {
      if (!('Locacion' in body)) return body
      firsts.set(id, firsts.get(id) ?? body)
      return change(body, firsts.get(id) ?? body)
    })
  }
}

/** Takes members of a full edit in a partial one. */
const patchesEverything = (): Serve => {
  const patched = new Map<string, unknown>()
  return async (request, next) => {
    const id = PUBLICATION.exec(new URL(request.url).pathname)?.[1] ?? ''
    const sent = request.method === 'PATCH' ? bodyOf(await request.clone().text()) : {}
    const response = await next(request)
    if (response.ok && 'Descripcion' in sent) patched.set(id, sent.Descripcion)
    if (!patched.has(id)) return response
    return withJsonBody(response, (body) =>
      'Descripcion' in body ? { ...body, Descripcion: patched.get(id) } : body,
    )
  }
}

const place = (body: JsonBody): JsonBody => Object(body.Locacion)

const titled = (change: (title: string) => string): Serve =>
  altersResponseBody({ method: 'GET', at: PUBLICATION }, (body) =>
    'title' in body ? { ...body, title: change(String(body.title)) } : body,
  )

export const relationEntryMutants: readonly WrongServer[] = [
  {
    clause: 'relations/an-inquiry-is-what-its-list-shows',
    name: 'the list hides the comment',
    serve: altersResponseBody(
      LIST,
      everyEntry((entry) => ({ ...entry, Interesado: { ...Object(entry.Interesado), Comentario: '...' } })),
    ),
  },
  {
    clause: 'relations/an-inquiry-is-what-its-list-shows',
    name: 'the list cuts the longest comment',
    serve: altersResponseBody(LIST, (body) => {
      const entries = (body._entries ?? []) as JsonBody[] // as INQ-04 has it
      const lengths = entries.map((entry) => JSON.stringify(entry).length)
      const at = lengths.indexOf(Math.max(...lengths))
      const cut = ({ Interesado, ...rest }: JsonBody) => {
        const { Comentario, ...others } = Object(Interesado)
        return { ...rest, Interesado: { ...others, Comentario: `${String(Comentario).slice(0, -3)}...` } }
      }
      return { ...body, _entries: entries.map((entry, n) => (n === at ? cut(entry) : entry)) }
    }),
  },
  {
    clause: 'relations/an-inquiry-is-what-its-list-shows',
    name: 'the list shows another moment',
    serve: altersResponseBody(
      LIST,
      everyEntry((entry) => ({ ...entry, Momento: '2020-02-02T02:02:02Z' })),
    ),
  },
  {
    clause: 'relations/part-of-an-externalid-names-no-other',
    name: 'a part of an id finds the whole',
    serve: findsParts(),
  },
  ...['desde', 'hasta'].map((name) => ({
    clause: `relations/${name}-bounds-the-period-alone`,
    name: 'the parameter is ignored alone',
    serve: altersQuery({ ...LIST, at: new RegExp(`/consultas/[^/?]+\\?${name}=[^&]*$`) }, name),
  })),
  ...[
    ['of-zero', '0'],
    ['below-zero', '-1'],
    ['of-a-word', 'dos'],
  ].map(([words, value]) => ({
    clause: `relations/pagina-${words}-is-understood`,
    name: 'answers 500',
    serve: respondsWith({ method: 'GET', at: new RegExp(`pagina=${value}$`) }, 500),
  })),
  {
    clause: 'relations/package-counts-move-with-the-level',
    name: 'counts never move',
    serve: frozenPackage(),
  },
  {
    clause: 'relations/reactivation-keeps-the-level',
    name: 'an activation gives another level',
    serve: altersResponseBody({ method: 'PATCH', at: PUBLICATION }, (body) => ({
      ...body,
      ...(body.EstadoActual === 'Activa' && { Exposicion: body.Exposicion === 'Baja' ? 'Alta' : 'Baja' }),
    })),
  },
  {
    clause: 'relations/reactivation-keeps-the-level',
    name: 'suspender removes the level',
    serve: losesLevels(),
  },
  {
    clause: 'relations/package-levels-never-overflow',
    name: 'a level without a place is refused',
    serve: refusesFullLevel,
  },
  {
    clause: 'relations/package-levels-never-overflow',
    name: 'a full level takes another one',
    serve: overfills(),
  },
  ...(['race', 'PUT', 'PATCH'] as const).map((way) => ({
    clause: 'relations/package-levels-never-overflow',
    name: `a full level takes another one by ${way === 'race' ? 'creates at a time' : way}`,
    serve: overfillsBy(way),
  })),
  ...['models-are-of-the-brand', 'versions-are-of-the-model'].map((words) => ({
    clause: `catalogue/listed-${words}`,
    name: 'entries of another brand',
    serve: altersResponseBody(
      CATALOGUE,
      everyEntry((entry) => ({ ...entry, Marca: 'Otra' })),
    ),
  })),
  {
    clause: 'catalogue/every-listed-brand-is-found',
    name: 'codenames are refused',
    serve: (request, next) =>
      /make=[a-z-]+$/.test(request.url)
        ? respondsWith({ method: 'GET', at: /bestmatch/ }, 400)(request, next)
        : next(request),
  },
  {
    clause: 'catalogue/a-model-is-found-by-part-of-its-name',
    name: 'parts of names are refused',
    serve: respondsWith({ method: 'GET', at: /modelos\/bestmatch/ }, 400),
  },
  {
    clause: 'publications-members/an-id-of-2-characters-is-not-blamed',
    name: 'an id has three characters at least',
    serve: blames('ExternalId', ({ ExternalId }) => String(ExternalId).length === 2),
  },
  {
    clause: 'publications-members/a-version-year-of-2050-is-not-blamed',
    name: 'years end at 2049',
    serve: blames('VersionYear', ({ VersionYear }) => VersionYear === 2050),
  },
  {
    clause: 'publications-members/exposicion-that-is-no-level',
    name: 'any word is a level',
    serve: showsAnyLevel,
  },
  {
    clause: 'relations/create-shows-one-publication-in-every-form',
    name: 'titles without a year',
    serve: titled((title) => title.replace(/\b(19|20)\d\d\b/, '')),
  },
  {
    clause: 'relations/archivar-shows-one-publication-in-every-form',
    name: 'the ref of an archived one leads nowhere',
    serve: async (request, next) =>
      withJsonBody(await next(request), (body) =>
        'etag' in body && String(body.EstadoActual).startsWith('Archiv')
          ? { ...body, href: '/v3/archivo/1' }
          : body,
      ),
  },
  {
    clause: 'relations/put-shows-one-publication-in-every-form',
    name: 'titles without the brand',
    serve: titled((title) => title.replace(/^\S+/, '')),
  },
  {
    clause: 'relations/patch-changes-nothing-else',
    name: 'members of a full edit are taken',
    serve: patchesEverything(),
  },
  {
    clause: 'relations/put-changes-what-was-sent',
    name: 'keeps the city',
    serve: keepsFirst((body, first) => ({
      ...body,
      Locacion: body.Locacion ? { ...place(body), Ciudad: place(first).Ciudad } : null,
    })),
  },
  {
    clause: 'relations/put-changes-what-was-sent',
    name: 'the certificate stays',
    serve: (() => {
      const shown = new Map<string, unknown>()
      return keepsFirst((body) => {
        const id = String(body.ExternalId)
        if (body.CertificadoDeGarantiaUsado) shown.set(id, body.CertificadoDeGarantiaUsado)
        return { ...body, CertificadoDeGarantiaUsado: shown.get(id) ?? null }
      })
    })(),
  },
]
