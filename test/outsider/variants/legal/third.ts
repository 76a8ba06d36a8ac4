import { type Answer, problem, Refusal } from '../../http/answers.ts'
import type { Call } from '../../http/call.ts'
import { Href, type Link, template } from '../../http/href.ts'
import type { Operator, Publication } from '../../world.ts'
import {
  changeBody,
  changeDocument,
  changeEntries,
  changeProblem,
  changeStoredAndShown,
  type Interceptor,
  memoryOf,
  publicationIn,
} from '../interceptors.ts'
import { type LegalVariant, legal } from '../variant.ts'

type Json = Record<string, unknown>

const ALL = /./
const WRITES = /^(POST|PUT|PATCH) publicaciones/
const SHEETS = /publicaciones|vidriera|aviso/
const ADMINISTRATOR = /^PUT operadores/
const HOOKS = /appnotificaciones/

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Href)

/** Changes every object of a document, the inner ones first. */
const mapped = (value: unknown, change: (object: Json) => Json): unknown => {
  if (Array.isArray(value)) return value.map((item: unknown) => mapped(item, change))
  if (!isObject(value)) return value
  return change(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapped(item, change)])))
}

const changeObjects = (at: RegExp, change: (object: Json, call: Call) => Json): Interceptor =>
  changeDocument(at, (document, call) => mapped(document, (object) => change(object, call)))

const changed = (object: Json, names: readonly string[], change: (value: unknown) => unknown): Json =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name, names.includes(name) ? change(value) : value]),
  )

const without = (body: Json, ...names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))

/** Refuses a write that the description gives no condition for. */
const refuseWhen = (
  at: RegExp,
  status: 400 | 409,
  member: string,
  isRefused: (body: Json, call: Call) => boolean,
): Interceptor => ({
  at,
  request: (call) => {
    const body = call.body.kind === 'value' && isObject(call.body.value) ? call.body.value : {}
    if (isRefused(body, call))
      throw new Refusal(problem(call, status, 'No se admite.', { [member]: ['No.'] }))
    return call
  },
})

const count = (call: Call): number => {
  const memory = memoryOf(call)
  const next = Number(memory.get('count') ?? 0) + 1
  memory.set('count', next)
  return next
}

const wire: readonly LegalVariant[] = [
  legal('the tag in another request header', 'The header of conditional writes is not shown.', {
    interceptors: [
      {
        at: ALL,
        request: (call) => ({
          ...call,
          headers: { ...call.headers, 'if-match': call.headers['x-etiqueta'] },
        }),
      },
    ],
  }),
  legal('revisions as tags', 'A tag belongs to one resource, so two may have the same.', {
    tagNames: 'revision',
  }),
  legal('a tag for each form', 'Each representation may have a tag of its own.', {
    interceptors: [tagOfForm()],
  }),
  legal('members that differ in every answer', 'No sentence says that there are no others.', {
    interceptors: [changeDocument(SHEETS, (document, call) => ({ ...document, Atendido: count(call) }))],
  }),
  legal('links signed anew each time', 'A link is what its href says.', {
    interceptors: [
      changeObjects(SHEETS, (object, call) =>
        changed(object, ['href'], (href) =>
          href instanceof Href && href.variables.length === 0
            ? new Href(href.segments, { ...href.query, firma: String(count(call)) })
            : href,
        ),
      ),
    ],
  }),
  legal('no self links', 'Only the entry point is said to have one.', {
    interceptors: [
      changeObjects(/^(?!GET $)/, (object) =>
        changed(object, ['_links'], (links) => without(links as Json, 'self')),
      ),
    ],
  }),
  legal('relation names as URIs', 'Relation names are not shown.', {
    interceptors: [
      changeObjects(ALL, (object) =>
        changed(object, ['_links'], (links) =>
          Object.fromEntries(
            Object.entries(links as Json).map(([name, link]) => [
              name === 'self' ? name : `https://vidriera.example/rel/${name}`,
              link,
            ]),
          ),
        ),
      ),
    ],
  }),
  legal('lists only by templates', 'href is a URI or a URI template.', {
    interceptors: [
      changeDocument(/^GET agencias\/(ficha|:mail)/, (document) => {
        const [first] = Object.values(
          (document['Publicaciones'] as { _links: Record<string, Link> } | undefined)?._links ?? {},
        )
        if (first === undefined) return document
        const found = template(['colaborador', 'hoja'], ...first.href.segments)
        return { ...document, Publicaciones: { _links: { buscar: found } } }
      }),
    ],
  }),
  legal('blocks without links', 'What lies behind these blocks is not shown.', {
    interceptors: [
      changeDocument(/^GET $/, (document) =>
        changed(document, ['Regiones', 'Ciudades', 'Monedas', 'Propulsiones', 'Carrocerias'], () => ({
          _links: {},
        })),
      ),
    ],
  }),
  legal('JSON with a profile', 'A media type may have parameters.', {
    charset: '; profile="https://vidriera.example/v3"',
  }),
  legal('problems without words', 'Title and Detail are strings.', {
    interceptors: [changeProblem((document) => ({ ...document, Title: '', Detail: '' }))],
  }),
  legal('refs without words', 'Titles of these refs are not shown.', {
    interceptors: [
      changeObjects(/operadores|consultas|directorio/, (object) =>
        'href' in object ? changed(object, ['title'], () => '') : object,
      ),
    ],
  }),
  legal('a zone beyond the date line', 'The offset is not shown.', { zoneMinutes: 13 * 60 }),
  legal('listings addressed by number', 'Where an href leads is up to the service.', {
    interceptors: [addressedByNumber()],
  }),
]

function tagOfForm(): Interceptor {
  const bare = (header: string | undefined) => header?.replace(/;(full|ref)"/g, '"')
  return {
    at: SHEETS,
    request: (call) => {
      const known = call.headers['if-none-match']
      const isOther = known?.includes(';') === true && !known.includes(`;${call.form}"`)
      const headers = { ...call.headers, 'if-match': bare(call.headers['if-match']) }
      return { ...call, headers: { ...headers, 'if-none-match': isOther ? undefined : bare(known) } }
    },
    response: (answer, { form }) => {
      const dressed = (tag: unknown) => (typeof tag === 'string' ? tag.replace(/"$/, `;${form}"`) : tag)
      const document = mapped(answer.document, (object) => changed(object, ['etag'], dressed))
      const tag = answer.headers?.['ETag']
      return {
        ...answer,
        document,
        ...(typeof tag === 'string' && { headers: { ...answer.headers, ETag: String(dressed(tag)) } }),
      }
    },
  }
}

function addressedByNumber(): Interceptor {
  const numbered = (call: Call, href: unknown): unknown => {
    if (!(href instanceof Href) || href.segments[0] !== 'publicaciones' || href.segments.length !== 3)
      return href
    const [, mail, id = ''] = href.segments
    const found = publicationIn({ ...call, params: { mail: mail ?? '', id } })
    return found === undefined ? href : new Href(['aviso', found.serial])
  }
  return {
    at: SHEETS,
    response: (answer, call) => {
      const document = mapped(answer.document, (object) =>
        'method' in object ? object : changed(object, ['href'], (href) => numbered(call, href)),
      )
      const place = answer.headers?.['Location']
      return place instanceof Href
        ? { ...answer, document, headers: { ...answer.headers, Location: numbered(call, place) as Href } }
        : { ...answer, document }
    },
  }
}

/** A price, a down payment and an instalment that go together. */
const contradict = (body: Json, call: Call): boolean => {
  const found = call.method === 'POST' ? undefined : publicationIn(call)
  const amount = (name: 'Precio' | 'Adelanto') =>
    (body[name] === undefined ? found?.sheet[name] : body[name]) as Json | null | undefined
  const [price, down] = [amount('Precio'), amount('Adelanto')]
  return (
    isObject(price) &&
    isObject(down) &&
    price['Moneda'] === down['Moneda'] &&
    Number(down['Importe']) >= Number(price['Importe'])
  )
}

const publications: readonly LegalVariant[] = [
  legal('amounts in unknown currencies left out', 'What becomes of an unknown currency is not said.', {
    currencies: 'others',
    interceptors: [
      changeBody(WRITES, (body) =>
        changed(body, ['Precio', 'Adelanto', 'Cuota'], (value) =>
          isObject(value) && ['ARS', 'USD'].includes(String(value['Moneda'])) ? null : value,
        ),
      ),
    ],
  }),
  legal('photos fetched after the answer', 'The service downloads the images.', {
    interceptors: [
      changeStoredAndShown(/^POST publicaciones/, ({ sheet, serial }, call) => {
        memoryOf(call).set(`photos ${serial}`, sheet.Fotos)
        return { Fotos: [] }
      }),
      {
        at: /^GET (publicaciones|aviso)/,
        before: (call) => {
          const found = publicationIn(call)
          const photos = found && memoryOf(call).get(`photos ${found.serial}`)
          if (!found || !Array.isArray(photos)) return
          memoryOf(call).delete(`photos ${found.serial}`)
          found.sheet = { ...found.sheet, Fotos: photos }
          found.revision += 1
        },
      },
    ],
  }),
  legal('certificate as a list', 'Its structure is not shown.', {
    interceptors: [
      changeObjects(SHEETS, (document) =>
        changed(document, ['CertificadoDeGarantiaUsado'], (value) => (value === null ? null : [value])),
      ),
    ],
  }),
  legal('certificate never null', 'Its structure is not shown.', {
    interceptors: [
      changeObjects(SHEETS, (document) =>
        changed(document, ['CertificadoDeGarantiaUsado'], (value) => ({ Aplica: value !== null })),
      ),
    ],
  }),
  legal('equipment shown in another shape', 'The type of its items is not shown.', {
    interceptors: [
      changeObjects(SHEETS, (document) =>
        changed(document, ['DatosTecnicosCustom'], (rows) =>
          Array.isArray(rows) ? rows.map((row, at) => ({ Orden: at + 1, Texto: JSON.stringify(row) })) : rows,
        ),
      ),
    ],
  }),
  legal('phones of listings in digits', 'How a phone is written is not shown.', {
    interceptors: [
      changeObjects(SHEETS, (document) =>
        changed(document, ['Telefono'], (text) =>
          typeof text === 'string' ? text.replace(/[^+\d]/g, '') : text,
        ),
      ),
    ],
  }),
  legal('a down payment below the price', 'Values not valid are 400.', {
    interceptors: [refuseWhen(WRITES, 400, 'Adelanto', contradict)],
  }),
  legal('a write of nothing new is 409', 'Conditions of 409 are not shown.', {
    interceptors: [
      {
        at: /^PATCH publicaciones\/:mail\/:id$/,
        before: (call) => snapshot(publicationIn(call)),
        response: (answer: Answer, call, before) =>
          answer.status === 200 && snapshot(publicationIn(call)) === before
            ? problem(call, 409, 'No cambia nada.', { _: ['No cambia nada.'] })
            : answer,
      },
    ],
  }),
  legal('stock references used once', 'Conditions of 409 are not shown.', {
    interceptors: [
      refuseWhen(/^(POST|PUT) publicaciones/, 409, 'RefStock', ({ RefStock, ExternalId }, call) => {
        const own = String(call.params['id'] ?? ExternalId ?? '').toLowerCase()
        return [...call.world.publications.values()].some(
          ({ sheet, phase, agency }) =>
            agency.mail === call.params['mail'] &&
            typeof RefStock === 'string' &&
            RefStock !== '' &&
            sheet.RefStock === RefStock &&
            phase !== 'archived' &&
            sheet.ExternalId.toLowerCase() !== own,
        )
      }),
    ],
  }),
  legal('new listings a moment late in lists', 'No sentence says when a list shows one.', {
    interceptors: [
      {
        at: /^POST publicaciones/,
        response: (answer, call) => {
          const found = publicationIn(call)
          if (found && answer.status === 201)
            memoryOf(call).set(`late ${found.sheet.ExternalId}`, performance.now() + 150)
          return answer
        },
      },
      changeDocument(/^GET vidriera/, (document, call) => ({
        ...document,
        _entries: (document['_entries'] as Json[]).filter(
          ({ ExternalId }) => Number(memoryOf(call).get(`late ${ExternalId}`) ?? 0) < performance.now(),
        ),
      })),
    ],
  }),
]

const snapshot = (found: Publication | undefined): string => JSON.stringify([found?.sheet, found?.phase])

const isOdd = (text: string): boolean =>
  [...text].reduce((sum, sign) => sum + sign.charCodeAt(0), 0) % 2 === 1

const inUtc = (value: unknown): unknown =>
  typeof value === 'string' ? new Date(value).toISOString().replace('.000Z', '+00:00') : value

const capitals = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('@') ? value.charAt(0).toUpperCase() + value.slice(1) : value

const momentInTwoOffsets = (entry: Json): Json => {
  const interested = JSON.stringify(entry['Interesado'] ?? '')
  return isOdd(interested) ? changed(entry, ['Momento'], inUtc) : entry
}

/** Leaves a member of the administrator as it was: an edit of it is kept elsewhere. */
const keeping = (shown: 'Telefonos' | 'Direcciones', kept: 'phones' | 'spots'): Interceptor => ({
  at: ADMINISTRATOR,
  before: (call) => ({ ...administratorIn(call) }),
  response: (answer, call, before) => {
    const operator = administratorIn(call)
    // `before` gave a copy of the operator.
    const { [kept]: former } = before as Operator
    if (answer.status >= 300 || !operator || !isObject(answer.document)) return answer
    Object.assign(operator, { [kept]: former })
    return shown in answer.document
      ? { ...answer, document: { ...answer.document, [shown]: former } }
      : answer
  },
})

const administratorIn = ({ world, params }: Call): Operator | undefined =>
  world.agencies.get(params['mail']?.toLowerCase() ?? '')?.operators.find((one) => one.isAdministrator)

const others: readonly LegalVariant[] = [
  legal('phones of an edit kept elsewhere', 'Where an edit shows is not said.', {
    interceptors: [keeping('Telefonos', 'phones')],
  }),
  legal('address of an edit kept elsewhere', 'The main branch has it.', {
    interceptors: [keeping('Direcciones', 'spots')],
  }),
  legal('moments in two offsets', 'Momento has an offset; which one is not shown.', {
    interceptors: [
      changeEntries(/^GET consultas/, momentInTwoOffsets),
      changeDocument(/^GET consultas\/:mail\/:sid$/, momentInTwoOffsets),
    ],
  }),
  legal('the period in UTC', 'Desde and Hasta are date-times.', {
    interceptors: [
      changeDocument(/^GET consultas(\/:mail)?$/, (document) => changed(document, ['Desde', 'Hasta'], inUtc)),
    ],
  }),
  legal('mails with capitals', 'Mails of one person in other letters are his.', {
    interceptors: [
      changeObjects(/^(?!.*appnotificaciones)/, (object) =>
        changed(object, ['AdminMail', 'Email', 'OperadorResponsable'], capitals),
      ),
    ],
  }),
  legal('catalogue lists in a new order each time', 'The order is not shown.', {
    interceptors: [
      changeDocument(
        /^GET (marcas|modelos|versiones|divisas|regiones|ciudades|propulsiones|carrocerias)/,
        (document, call) => {
          const { _entries: entries } = document
          if (!Array.isArray(entries) || entries.length === 0) return document
          const by = count(call) % entries.length
          return { ...document, _entries: [...entries.slice(by), ...entries.slice(0, by)] }
        },
      ),
    ],
  }),
  legal('names of own headers in lower case', 'Names of headers have no case.', {
    interceptors: [
      changeObjects(HOOKS, (object) =>
        'Value' in object ? changed(object, ['Name'], (name) => String(name).toLowerCase()) : object,
      ),
    ],
  }),
  legal('callbacks written as URLs are', 'A URI means the same when normalised.', {
    interceptors: [
      changeObjects(HOOKS, (object) =>
        changed(object, ['Callback'], (text) =>
          typeof text === 'string' && URL.canParse(text) ? new URL(text).href : text,
        ),
      ),
    ],
  }),
  legal('deliveries compressed', 'The body of a delivery is not shown.', { deliveryBody: 'gzip' }),
  legal('deliveries in XML', 'The body of a delivery is not shown.', { deliveryBody: 'xml' }),
  legal('timestamps in milliseconds', 'The form of the timestamp is not shown.', { timestamps: 'millis' }),
  legal('signature in capitals', 'The encoding is not shown.', { signatureCoding: 'upper' }),
  legal('signature in capitals with its algorithm', 'The encoding is not shown.', {
    signatureCoding: 'upperPrefixed',
  }),
  legal('certificates with numbers', 'The structure of a certificate is not shown.', {
    interceptors: [
      changeDocument(SHEETS, (document, call) =>
        changed(document, ['CertificadoDeGarantiaUsado'], (certificate) =>
          certificate === null ? null : { Numero: `G-${publicationIn(call)?.serial ?? 0}` },
        ),
      ),
    ],
  }),
  legal('WhatsApp without separators', 'Plus sign and numbers are its parts.', {
    interceptors: [
      refuseWhen(ADMINISTRATOR, 400, 'WhatsApp', ({ WhatsApp: phone }) => /[^+\d]/.test(String(phone ?? ''))),
    ],
  }),
  legal('a place has all its parts', 'It is region, city and street.', {
    interceptors: [
      refuseWhen(WRITES, 400, 'Locacion', ({ Locacion: place }) => isObject(place) && !('Ciudad' in place)),
    ],
  }),
  legal('fuel types by id', 'Propulsion is a fuel type; in which of its forms it is shown is not said.', {
    interceptors: [
      changeDocument(SHEETS, (document, call) =>
        changed(document, ['Propulsion'], (shown) => {
          const fuel = call.world.catalogue.fuels.find(({ name }) => name === shown)
          return fuel ? String(fuel.id) : shown
        }),
      ),
    ],
  }),
  legal('signature of values with bars', 'The joining is not shown.', { signatureJoin: '|' }),
  legal('signature of lines', 'The joining is not shown.', { signatureJoin: '\r\n' }),
]

/** Readings of a third kind, from the description alone. */
export const LEGAL_THIRD: readonly LegalVariant[] = [...wire, ...publications, ...others]
