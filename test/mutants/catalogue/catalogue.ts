import { toCodename } from '../../../src/model/domain/catalogue/codename.ts'
import { entriesOf, having, mapsMember, without } from '../support/body-changes.ts'
import {
  acceptsType,
  altersAnswersWithStatus,
  altersBodyAt,
  altersHeadersAt,
  altersStatusAt,
  respondsAt,
} from '../support/exchange-mistakes.ts'
import { type WrongServer, withJsonBody } from '../support/wrong-server.ts'

const BRANDS = /\/marcas\/bestmatch/
const MODELS = /\/modelos\/bestmatch/
const VERSION = /\/versiones\/\d+$/

const json = (body: unknown) => () =>
  new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } })

const searchMutants: readonly WrongServer[] = [
  {
    clause: 'catalogue/a-listed-brand-is-found-by-name',
    name: 'full names are refused',
    serve: altersStatusAt(BRANDS, 400),
  },
  {
    clause: 'catalogue/a-listed-brand-is-found-by-name',
    name: 'the first brand always',
    serve: altersBodyAt(BRANDS, having({ Nombre: 'Audi' })),
  },
  {
    clause: 'catalogue/a-brand-is-found-by-codename',
    name: 'codenames are refused',
    serve: altersStatusAt(/bestmatch\?make=[a-z]/, 400),
  },
  {
    clause: 'catalogue/a-brand-is-found-by-address',
    name: 'addresses are refused',
    serve: altersStatusAt(/bestmatch\?make=.*v3/, 404),
  },
  {
    clause: 'catalogue/a-brand-is-found-by-address',
    name: 'absolute addresses are refused',
    serve: altersStatusAt(/bestmatch\?make=http/, 400),
  },
  {
    clause: 'catalogue/a-model-is-found-by-codename',
    name: 'codenames are refused',
    serve: altersStatusAt(/model=[a-z]/, 400),
  },
  {
    clause: 'catalogue/a-model-is-found-by-address',
    name: 'addresses are refused',
    serve: altersStatusAt(/model=%2F/, 400),
  },
  ...[
    { words: 'make-of-a-brand', at: /marcas\/bestmatch\?make=\d+$/ },
    { words: 'make-of-a-model', at: /modelos\/bestmatch\?make=\d+&/ },
    { words: 'model', at: /&model=\d+$/ },
    { words: 'bodystyle', at: /&bodystyle=\d+$/ },
  ].map(
    ({ words, at }): WrongServer => ({
      clause: `catalogue/${words}-takes-every-form`,
      name: 'ids are refused',
      serve: altersStatusAt(at, 400),
    }),
  ),
  {
    clause: 'catalogue/bodystyle-takes-every-form',
    name: 'models show codenames of body styles, which searches refuse',
    serve: async (request, next) => {
      if (/&bodystyle=[a-z]/.test(request.url)) return new Response('{}', { status: 400 })
      return altersBodyAt(MODELS, (body) => ({
        ...body,
        Carrocerias: [...Object(body['Carrocerias'])].map(toCodename),
      }))(request, next)
    },
  },
  {
    clause: 'catalogue/make-of-a-brand-takes-every-form',
    name: 'brands are never found by their path, and neither does a create take it',
    serve: async (request, next) => {
      const isSearch = /bestmatch\?make=%2F/.test(request.url)
      const isRefused = isSearch || /"Marca":"\//.test(await request.clone().text())
      return isRefused ? new Response('{}', { status: 400 }) : next(request)
    },
  },
  {
    clause: 'catalogue/a-model-is-found-within-its-brand',
    name: 'the brand is ignored',
    serve: altersBodyAt(MODELS, having({ Marca: 'Seat' })),
  },
  {
    clause: 'catalogue/a-model-is-found-with-its-body-style',
    name: 'bodystyle finds nothing',
    serve: altersStatusAt(/bodystyle=[A-Z]/, 400),
  },
  {
    clause: 'catalogue/a-body-style-that-matches-nothing',
    name: 'answers 500',
    serve: altersStatusAt(/bodystyle=/, 500),
  },
  {
    clause: 'catalogue/brand-needs-make',
    name: 'any brand without make',
    serve: respondsAt(/\/marcas\/bestmatch$/, json({ Nombre: 'Audi' })),
  },
  {
    clause: 'catalogue/model-needs-make',
    name: 'answers 500',
    serve: altersAnswersWithStatus(400, { status: 500 }),
  },
  {
    clause: 'catalogue/model-needs-model',
    name: 'answers 409',
    serve: altersAnswersWithStatus(400, { status: 409 }),
  },
  {
    clause: 'catalogue/brand-without-a-match',
    name: 'answers 200 with null',
    serve: respondsAt(/zzqxjvkw/, json(null)),
  },
  {
    clause: 'catalogue/model-without-a-match',
    name: '204 without a match',
    serve: altersAnswersWithStatus(400, { status: 204 }),
  },
]

const versionMutants: readonly WrongServer[] = [
  {
    clause: 'catalogue/a-version-is-a-summary-or-a-detail',
    name: 'a summary without Potencia',
    serve: altersBodyAt(VERSION, without('Potencia')),
  },
  {
    clause: 'catalogue/a-version-is-a-summary-or-a-detail',
    name: 'a detail without Colores',
    profile: { 'catalogue/detail-media-type': 'json' },
    serve: altersBodyAt(VERSION, without('Colores')),
  },
  {
    clause: 'catalogue/a-summary-has-its-members',
    name: 'VersionYear is a text',
    serve: altersBodyAt(VERSION, mapsMember('VersionYear', String)),
  },
  {
    clause: 'catalogue/a-detail-has-its-members',
    name: 'InfoTecnica is one text',
    serve: altersBodyAt(VERSION, (body) =>
      'InfoTecnica' in body ? { ...body, InfoTecnica: 'Motor 1.6' } : body,
    ),
  },
  {
    clause: 'catalogue/a-detail-has-its-members',
    name: 'ActualmenteDisponible is a text',
    serve: altersBodyAt(VERSION, mapsMember('ActualmenteDisponible', String)),
  },
  {
    clause: 'catalogue/a-version-ref-has-its-members',
    name: 'the ref has href and title only',
    serve: altersBodyAt(VERSION, ({ href, title }) => ({ href, title })),
  },
  {
    clause: 'catalogue/a-listed-version-is-the-one-at-its-address',
    name: 'an address leads to the neighbouring version',
    serve: (request, next) =>
      next(
        new Request(
          request.url.replace(/(versiones\/\d*)([24680])$/, (_, path, digit) => path + digit / 2),
          request,
        ),
      ),
  },
  {
    clause: 'catalogue/a-model-is-found-by-part-of-its-name',
    name: 'a name of two words finds another model',
    serve: async (request, next) => {
      const response = await next(request)
      const model = new URL(request.url).searchParams.get('model') ?? ''
      if (!MODELS.test(request.url) || !model.includes(' ') || !response.ok) return response
      return withJsonBody(response, (body) => ({ ...body, Nombre: model.split(' ')[0] }))
    },
  },
  {
    clause: 'catalogue/a-model-is-found-by-part-of-its-name',
    name: 'only the beginnings of names are found',
    serve: async (request, next) => {
      const response = await next(request)
      const part = new URL(request.url).searchParams.get('model')?.toLowerCase()
      if (!MODELS.test(request.url) || part === undefined || part === '' || !response.ok) return response
      const body: Readonly<Record<string, unknown>> = JSON.parse(await response.clone().text())
      return String(body.Nombre ?? part)
        .toLowerCase()
        .startsWith(part)
        ? response
        : new Response('{}', { status: 400 })
    },
  },
  {
    clause: 'catalogue/a-version-is-of-its-model',
    name: 'versions of another model',
    serve: altersBodyAt(VERSION, having({ Modelo: 'Gol' })),
  },
  {
    clause: 'catalogue/a-version-names-its-fuel-as-propulsion',
    name: 'Propulsion and Transmision of a version are swapped',
    serve: altersBodyAt(VERSION, (body) => ({
      ...body,
      Propulsion: body['Transmision'],
      Transmision: body['Propulsion'],
    })),
  },
  {
    clause: 'catalogue/a-version-is-of-its-model',
    name: 'the detail of a version swaps Marca and Modelo',
    serve: altersBodyAt(VERSION, (body) =>
      'Origen' in body ? { ...body, Marca: body['Modelo'], Modelo: body['Marca'] } : body,
    ),
  },
  {
    clause: 'catalogue/a-version-beyond-int32-is-no-other',
    name: 'ids lose the bits beyond 32',
    serve: (request, next) =>
      next(
        new Request(
          request.url.replace(/\d+$/, (id) => String(Number(id) % 2 ** 32)),
          request,
        ),
      ),
  },
  {
    clause: 'catalogue/the-version-search-answers',
    name: 'answers 500',
    serve: altersStatusAt(/\/versiones\/bestmatch/, 500),
  },
  {
    clause: 'catalogue/a-found-version-has-technical-data-as-texts',
    name: 'Potencia is a number',
    serve: altersBodyAt(
      /\/versiones\/bestmatch/,
      mapsMember('Potencia', () => 99),
    ),
  },
]

const lists: Readonly<Record<string, RegExp>> = {
  'agencias-are-listed': /\/agencias$/,
  'regiones-are-listed': /\/regiones$/,
  'monedas-are-listed': /\/monedas$/,
  'propulsiones-are-listed': /\/propulsiones$/,
  'carrocerias-are-listed': /\/carrocerias$/,
  'marcas-are-listed': /\/marcas$/,
  'models-are-listed-by-brand': /\/modelos\?marca=/,
  'versions-are-listed-by-model': /\/versiones\?modelo=/,
  'cities-are-listed-by-region': /\/ciudades\?region=/,
}

const listMutants = Object.entries(lists).flatMap(([words, at]): WrongServer[] => [
  { clause: `catalogue/${words}`, name: 'a bare array', serve: respondsAt(at, json([])) },
  {
    clause: `catalogue/${words}`,
    name: 'entries that are names',
    serve: altersBodyAt(at, (body) => ({ ...body, _entries: ['one', 'two'] })),
  },
  { clause: `catalogue/${words}`, name: 'the link answers 404', serve: altersStatusAt(at, 404) },
])

/** Splits a list into two pages; the second begins with the last entry of the first. */
const overlaps: WrongServer['serve'] = async (request, next) => {
  const isSecond = request.url.endsWith('/marcas?salto=1')
  if (!isSecond && !/\/marcas$/.test(request.url)) return next(request)
  const response = await next(new Request(request.url.replace('?salto=1', ''), request))
  return withJsonBody(response, (body) => {
    const entries = entriesOf(body)
    return isSecond
      ? { ...body, _entries: entries.slice(1) }
      : {
          ...body,
          _entries: entries.slice(0, 2),
          _links: { ...Object(body._links), next: { href: `${request.url}?salto=1` } },
        }
  })
}

export const catalogueMutants: readonly WrongServer[] = [
  ...searchMutants,
  ...versionMutants,
  ...listMutants,
  { clause: 'catalogue/marcas-are-listed', name: 'pages overlap', serve: overlaps },
  {
    clause: 'catalogue/a-version-ref-has-its-members',
    name: 'the ref type gives the full form',
    serve: altersHeadersAt(VERSION, { Accept: 'application/json' }, acceptsType(/ref/)),
  },
]
