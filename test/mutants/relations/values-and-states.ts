import { entriesOf, everyEntry, having, type JsonBody, mapsMember } from '../support/body-changes.ts'
import { altersBodyAt, altersHeadersAt } from '../support/exchange-mistakes.ts'
import { altersRequestBody, altersResponseBody } from '../support/operation-mistakes.ts'
import { bodyOf, isCreate, refusesCreates, validationProblem } from '../support/publication-mistakes.ts'
import { type WrongServer, withJsonBody } from '../support/wrong-server.ts'

/** Wrong servers for values that reveal more than plain ones, and for rarely visited states. */

type Serve = WrongServer['serve']

const ONE = /\/publicaciones\/[^/]+\/([^/?]+)$/
const CREATE = { method: 'POST', at: /\/publicaciones\/[^/]+$/ }
const PUT = { method: 'PUT', at: ONE }
const PATCH = { method: 'PATCH', at: ONE }
const ANY_WRITE = [CREATE, PUT, PATCH]
const CONFIGURATION = { method: 'PUT', at: /\/appnotificaciones\/[^/]+$/ }

const withText =
  (member: string, change: (text: string) => unknown) =>
  (body: JsonBody): JsonBody =>
    typeof body[member] === 'string' ? { ...body, [member]: change(body[member]) } : body

/** Takes a line feed for no character, and shows it. */
const keepsLineFeeds: Serve = async (request, next) => {
  const { Vin } = isCreate(request) ? bodyOf(await request.clone().text()) : {}
  if (typeof Vin !== 'string' || !Vin.endsWith('\n')) return next(request)
  const cut = altersRequestBody(
    CREATE,
    withText('Vin', (text) => text.trim()),
  )
  return withJsonBody(await cut(request, next), having({ Vin }))
}

/** Adds a fault of a member to refusals of full edits. */
const blamesLastYear: Serve = async (request, next) => {
  const { VersionYear } = request.method === 'PUT' ? bodyOf(await request.clone().text()) : {}
  const response = await next(request)
  if (response.status !== 400 || VersionYear !== 2050) return response
  return withJsonBody(response, (body) => ({
    ...body,
    Errors: { ...Object(body.Errors), VersionYear: ['Hasta 2049.'] },
  }))
}

/** Shows the phone of a full edit, whosever it is. */
const showsAnyPhone: Serve = async (request, next) => {
  const { Telefono } = request.method === 'PUT' ? bodyOf(await request.clone().text()) : {}
  if (typeof Telefono !== 'string') return next(request)
  const accepted = altersRequestBody(PUT, having({ Telefono: null }))
  return withJsonBody(await accepted(request, next), having({ Telefono }))
}

/** Refuses creates at Alta, which is full. */
const refusesFullLevels: Serve = async (request, next) => {
  const sent = isCreate(request) ? bodyOf(await request.clone().text()) : {}
  if (sent.Exposicion === 'Alta' && sent.Activa === true) {
    return validationProblem(400, 'Exposicion', new URL(request.url).pathname)
  }
  const response = await next(request)
  if (!/productos$/.test(request.url)) return response
  return withJsonBody(response, (body) => ({ ...body, Alta: { Pack: 1, Activas: 1, Disponibles: 0 } }))
}

/** Calls Alta full; a create of Alta gets the lowest level, one without a level the highest that is free. */
const givesLowest: Serve = async (request, next) => {
  const { url, method, headers } = request
  const sent = isCreate(request) ? bodyOf(await request.clone().text()) : {}
  const level = sent.Exposicion === 'Alta' ? 'Baja' : (sent.Exposicion ?? 'Media')
  const body = JSON.stringify({ ...sent, Exposicion: level })
  const response = await next(sent.Activa === true ? new Request(url, { method, headers, body }) : request)
  if (!/productos$/.test(url)) return response
  return withJsonBody(response, (shown) => ({ ...shown, Alta: { Pack: 1, Activas: 1, Disponibles: 0 } }))
}

/** Shows the equipment that a full edit sends, of known versions too. */
const showsSentEquipment = (): Serve => {
  const sent = new Map<string, unknown>()
  return async (request, next) => {
    const id = ONE.exec(new URL(request.url).pathname)?.[1]?.toLowerCase() ?? ''
    const { DatosTecnicosCustom: items } =
      request.method === 'PUT' ? bodyOf(await request.clone().text()) : {}
    const response = await next(request)
    if (response.ok && Array.isArray(items) && items.length > 0) sent.set(id, items)
    if (!sent.has(id)) return response
    return withJsonBody(response, (body) =>
      'DatosTecnicosCustom' in body ? { ...body, DatosTecnicosCustom: sent.get(id) } : body,
    )
  }
}

const LIST = /\/publicaciones(?:\/[^/?]+)?(?:\?|$)/

/** Alters the entries of lists of publications. */
const altersList = (change: (entry: JsonBody) => JsonBody): Serve =>
  altersBodyAt(LIST, (body) => (Array.isArray(body['_entries']) ? everyEntry(change)(body) : body))

/** Adds publications that were created suspended to the list of an operator. */
const listsSuspended = (): Serve => {
  const made: JsonBody[] = []
  const lists = altersBodyAt(/\/publicaciones.*operador=/, (body) => ({
    ...body,
    _entries: [...entriesOf(body), ...made],
  }))
  return async (request, next) => {
    const sent = isCreate(request) ? bodyOf(await request.clone().text()) : {}
    if (sent['Activa'] === false) made.push(sent)
    return lists(request, next)
  }
}

/** Wrong servers for revealing values and rarely visited states. */
export const valueAndStateMutants: readonly WrongServer[] = [
  {
    clause: 'publications-create/vin-with-a-line-feed-is-refused-or-cut',
    name: 'a line feed is not a character',
    serve: keepsLineFeeds,
  },
  {
    clause: 'publications-edit/put-does-not-blame-the-last-year',
    name: 'years end at 2049',
    serve: blamesLastYear,
  },
  {
    clause: 'publications-edit/put-refuses-a-phone-of-the-former-operator',
    name: 'any phone is accepted',
    serve: showsAnyPhone,
  },
  {
    clause: 'publications-members/propulsion-with-an-accent-is-resolved',
    name: 'names with accents are refused',
    serve: refusesCreates('Propulsion', ({ Propulsion }) => /[^ -~]/.test(String(Propulsion))),
  },
  {
    clause: 'publications-read/is-not-modified-for-its-etag-when-archived',
    name: 'If-None-Match is not read',
    serve: altersHeadersAt(ONE, { 'If-None-Match': null }),
  },
  {
    clause: 'catalogue/an-id-with-letters-behind-is-no-version',
    name: 'letters behind an id are left out',
    serve: (request, next) => next(new Request(request.url.replace(/(\/versiones\/\d+)\D+$/, '$1'), request)),
  },
  {
    clause: 'relations/package-levels-never-overflow',
    name: 'a level that is full is refused',
    serve: refusesFullLevels,
  },
  {
    clause: 'relations/package-levels-never-overflow',
    name: 'places of a level stay free in its counts',
    serve: altersResponseBody({ method: 'GET', at: /productos$/ }, ({ Media, ...rest }) => ({
      ...rest,
      Media: { ...Object(Media), Disponibles: Object(Media).Pack },
    })),
  },
  {
    clause: 'relations/package-levels-never-overflow',
    name: 'a full level is replaced by the lowest',
    serve: givesLowest,
  },
  {
    clause: 'relations/patch-treats-texts-as-importe-consistently',
    name: 'a text as Importe of Cuota is accepted',
    serve: altersRequestBody(PATCH, (body) => ({
      ...body,
      ...('Cuota' in body && {
        Cuota: { ...Object(body.Cuota), Importe: Number(Object(body.Cuota).Importe) },
      }),
    })),
  },
  {
    clause: 'relations/patch-treats-texts-as-importe-consistently',
    name: 'a partial edit accepts a text as Importe',
    serve: altersRequestBody(PATCH, (body) =>
      Object.fromEntries(
        Object.entries(body).map(([name, value]) => [
          name,
          name === 'Activa' ? value : { ...Object(value), Importe: Number(Object(value).Importe) },
        ]),
      ),
    ),
  },
  {
    clause: 'relations/patch-treats-decimals-consistently',
    name: 'a partial edit has no decimals',
    serve: altersRequestBody(PATCH, (body) =>
      Object.fromEntries(
        Object.entries(body).map(([name, value]) => [
          name,
          { ...Object(value), Importe: Math.floor(Object(value).Importe) },
        ]),
      ),
    ),
  },
  {
    clause: 'relations/patch-treats-decimals-consistently',
    name: 'amounts have single precision',
    serve: altersResponseBody({ method: 'GET', at: /\/publicaciones\/[^/]+\/[^/]+$/ }, (body) =>
      Object.fromEntries(
        Object.entries(body).map(([name, value]) => {
          const { Importe } = Object(value)
          return [
            name,
            typeof Importe === 'number' ? { ...Object(value), Importe: Math.fround(Importe) } : value,
          ]
        }),
      ),
    ),
  },
  {
    clause: 'relations/patch-treats-decimals-consistently',
    name: 'Cuota has no decimals',
    serve: altersRequestBody(PATCH, (body) => ({
      ...body,
      ...('Cuota' in body && {
        Cuota: { ...Object(body.Cuota), Importe: Math.floor(Object(body.Cuota).Importe) },
      }),
    })),
  },
  {
    clause: 'relations/put-changes-what-was-sent',
    name: 'an empty text keeps the previous one',
    serve: altersRequestBody(
      PUT,
      withText('Descripcion', (text) => text || 'Antes.'),
    ),
  },
  {
    clause: 'relations/put-changes-nothing-else',
    name: 'equipment of a known version is replaced',
    serve: showsSentEquipment(),
  },
  {
    clause: 'relations/create-changes-what-was-sent',
    name: 'two spaces in the name of a version become one',
    serve: altersRequestBody(
      CREATE,
      withText('Version', (text) => text.replace(/ +/g, ' ')),
    ),
  },
  {
    clause: 'relations/configuration-reads-back-whole',
    name: 'an empty Description keeps the previous one',
    serve: altersRequestBody(
      CONFIGURATION,
      withText('Description', (text) => text || 'Antes.'),
    ),
  },
  {
    clause: 'relations/a-listed-publication-is-as-read-in-the-ref-form',
    name: 'entries show ids in lower case',
    serve: altersList((entry) => ({ ...entry, ExternalId: String(entry['ExternalId']).toLowerCase() })),
  },
  {
    clause: 'relations/a-listed-publication-is-as-read-in-the-ref-form',
    name: 'hrefs of entries lead to nothing',
    serve: altersList((entry) => ('href' in entry ? { ...entry, href: `${entry['href']}0` } : entry)),
  },
  {
    clause: 'relations/lists-hide-suspended-publications-consistently',
    name: 'the list of an operator shows those that were created suspended',
    serve: listsSuspended(),
  },
  {
    clause: 'relations/inquiry-pages-hold-every-entry-once',
    name: 'Total is 0 beyond the last page',
    serve: altersBodyAt(/\/consultas\/[^/?]+\?/, (body) =>
      entriesOf(body).length === 0 ? { ...body, Total: 0 } : body,
    ),
  },
  {
    clause: 'relations/the-link-to-the-second-page-keeps-the-filters',
    name: 'the link drops operador alone',
    serve: altersBodyAt(/\/consultas\/[^/?]+\?.*operador=(?!ventas)/, (body) => ({
      ...body,
      _links: JSON.parse(JSON.stringify(body['_links'] ?? {}).replaceAll(/operador=[^&"]*&?/g, '')),
    })),
  },
  {
    clause: 'relations/create-changes-what-was-sent',
    name: 'one kilometre is none',
    serve: altersBodyAt(/\/publicaciones\//, (body) =>
      body['Kilometraje'] === 1 ? { ...body, Kilometraje: 0 } : body,
    ),
  },
  ...[
    { name: 'Cuota of a create is lost with Adelanto', place: CREATE },
    { name: 'Cuota of a full edit is lost with Adelanto', place: PUT },
  ].map(({ name, place }) => ({
    clause: 'relations/amounts-are-shown-without-the-others',
    name,
    serve: altersRequestBody(place, (body) => (body.Adelanto == null ? { ...body, Cuota: null } : body)),
  })),
  ...[
    { name: 'two currencies are swapped', shown: ['USD', 'ARS'], place: ANY_WRITE },
    { name: 'partial edits know one currency', shown: ['ARS', 'ARS'], place: [PATCH] },
  ].map(({ name, shown, place }) => ({
    clause: 'relations/a-currency-is-not-shown-as-another',
    name,
    serve: place.reduce<Serve>(
      (serve, one) => (request, next) =>
        altersResponseBody(
          one,
          mapsMember('Moneda', (text) => shown[['ARS', 'USD'].indexOf(String(text))]),
        )(request, (inner) => serve(inner, next)),
      (request, next) => next(request),
    ),
  })),
]
