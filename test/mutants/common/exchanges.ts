import { having, mapsMember } from '../support/body-changes.ts'
import {
  acceptsType,
  altersAnswersWithStatus,
  altersBodyAt,
  altersBodyWithStatus,
  altersCreates,
  altersStatusAt,
  respondsAt,
} from '../support/exchange-mistakes.ts'
import { withRequestBody } from '../support/publication-mistakes.ts'
import { type WrongServer, withJsonBody } from '../support/wrong-server.ts'

/** Wrong servers for media types, values and requests. */

const BRANDS = /\/marcas\/bestmatch/
const OPERATORS = /\/operadores\/[^/]+$/
const INQUIRIES = /\/consultas\/[^/]+$/
const PUBLICATIONS = /\/publicaciones\//
const ENTRY = /\/v3$/
const JSON_HEADERS = { 'Content-Type': 'application/json' }

const negotiationMutants: readonly WrongServer[] = [
  {
    clause: 'common/answers-are-json',
    name: 'the media type is text/html',
    serve: altersAnswersWithStatus(200, { headers: { 'Content-Type': 'text/html' } }),
  },
  {
    clause: 'common/answers-are-json',
    name: 'the body is XML',
    serve: respondsAt(OPERATORS, () => new Response('<Operadores/>', { headers: JSON_HEADERS })),
  },
  {
    clause: 'common/accept-of-another-kind',
    name: 'answers 500',
    serve: altersStatusAt(ENTRY, 500, acceptsType(/image/)),
  },
  {
    clause: 'common/accept-of-another-kind',
    name: 'an empty object for image/png',
    serve: async (request, next) =>
      acceptsType(/image/)(request) ? new Response('{}', { headers: JSON_HEADERS }) : next(request),
  },
  {
    clause: 'common/accept-of-a-ref-that-is-none',
    name: 'a ref of the entry point with nothing in it',
    serve: async (request, next) =>
      acceptsType(/ref/)(request) ? new Response('{}', { headers: JSON_HEADERS }) : next(request),
  },
  {
    clause: 'common/bodies-of-another-kind',
    name: 'text/plain is accepted',
    serve: async (request, next) =>
      request.headers.get('content-type') === 'text/plain'
        ? new Response('{}', { status: 201 })
        : next(request),
  },
  {
    clause: 'common/bodies-of-another-kind',
    name: 'answers 500',
    serve: altersAnswersWithStatus(415, { status: 500 }),
  },
  {
    clause: 'common/entity-tags-elsewhere-are-understood',
    name: 'any entity tag is answered 304',
    serve: altersStatusAt(BRANDS, 304, (request) => request.headers.has('if-none-match')),
  },
  {
    clause: 'common/entity-tags-elsewhere-are-understood',
    name: 'a tag that matches is refused',
    profile: { 'common/etag-elsewhere': 'every-get' },
    serve: altersAnswersWithStatus(304, { status: 412 }),
  },
]

const valueMutants: readonly WrongServer[] = [
  {
    clause: 'common/amounts-are-shown-as-valor',
    name: 'amounts are numbers',
    serve: altersBodyWithStatus(
      201,
      mapsMember('Precio', () => 21_500_000),
    ),
  },
  {
    clause: 'common/amounts-are-shown-as-valor',
    name: 'amounts in thousands',
    serve: altersBodyWithStatus(
      201,
      mapsMember('Importe', (value) => Number(value) / 1_000),
    ),
  },
  {
    clause: 'common/amounts-are-shown-as-valor',
    name: 'an unknown currency is that of the country',
    serve: async (request, next) =>
      next(
        request.method === 'POST'
          ? await withRequestBody(request, (body) =>
              JSON.parse(JSON.stringify(body).replace('"Zzyzx"', '"ARS"')),
            )
          : request,
      ),
  },
  {
    clause: 'common/amounts-are-shown-as-valor',
    name: 'no price is kept',
    serve: altersBodyWithStatus(
      201,
      mapsMember('Precio', () => null),
    ),
  },
  {
    clause: 'common/amounts-of-inquiries-are-valor',
    name: 'Importe is a text',
    serve: altersBodyAt(INQUIRIES, mapsMember('Importe', String)),
  },
  {
    clause: 'common/places-show-the-name-of-the-region',
    name: 'Region is a code',
    serve: altersBodyAt(
      OPERATORS,
      mapsMember('Region', () => 'AR-B'),
    ),
  },
  {
    clause: 'common/places-show-the-name-of-the-region',
    name: 'Region is an object',
    serve: altersBodyAt(
      OPERATORS,
      mapsMember('Region', (value) => ({ Nombre: value })),
    ),
  },
  {
    clause: 'common/custom-headers-have-name-and-value',
    name: 'a custom header is a line',
    serve: altersBodyAt(
      /\/appnotificaciones$/,
      mapsMember('HeaderCustom01', () => 'X-Key: 1'),
    ),
  },
  {
    clause: 'common/whole-numbers-are-integers',
    name: 'Total is a text',
    serve: altersBodyAt(INQUIRIES, mapsMember('Total', String)),
  },
  {
    clause: 'common/whole-numbers-are-integers',
    name: 'Pack has a fraction',
    serve: altersBodyAt(
      /\/productos$/,
      mapsMember('Pack', (value) => Number(value) + 0.5),
    ),
  },
  {
    clause: 'common/members-have-their-types',
    name: 'VersionYear is a text',
    serve: altersBodyAt(PUBLICATIONS, mapsMember('VersionYear', String)),
  },
  {
    clause: 'common/members-have-their-types',
    name: 'Fotos is one text',
    serve: altersBodyAt(PUBLICATIONS, mapsMember('Fotos', String)),
  },
]

const requestMutants: readonly WrongServer[] = [
  {
    clause: 'common/member-names-are-case-sensitive',
    name: 'names of members are read in any case',
    serve: altersCreates(({ descripcion, ...rest }) => ({
      ...rest,
      ...(descripcion !== undefined && { Descripcion: descripcion }),
    })),
  },
  {
    clause: 'common/numbers-as-text',
    name: 'a text is shown as sent',
    profile: { 'common/types': 'converted' },
    serve: altersBodyWithStatus(201, mapsMember('VersionYear', String)),
  },
  ...['VersionYear', 'Kilometraje'].map((member) => ({
    clause: 'common/numbers-as-text',
    name: 'a fraction is shown as sent',
    serve: (async (request, next) => {
      if (request.method !== 'POST') return next(request)
      const { [member]: sent } = JSON.parse(await request.clone().text())
      const whole = await withRequestBody(request, (body) =>
        typeof sent === 'number' ? { ...body, [member]: Math.floor(sent) } : body,
      )
      return withJsonBody(await next(whole), (body) => (member in body ? { ...body, [member]: sent } : body))
    }) satisfies WrongServer['serve'],
  })),
  {
    clause: 'common/numbers-as-text',
    name: 'answers 500',
    serve: altersAnswersWithStatus(400, { status: 500 }),
  },
  {
    clause: 'common/null-stands-for-nothing',
    name: 'null becomes a text',
    serve: altersBodyWithStatus(201, mapsMember('RefStock', String)),
  },
  {
    clause: 'common/undocumented-parameters',
    name: 'an unknown parameter leads nowhere',
    serve: altersStatusAt(/llantas/, 404),
  },
  {
    clause: 'common/undocumented-parameters',
    name: 'an unknown parameter changes the result',
    serve: altersBodyAt(/llantas/, having({ Nombre: 'Otra' })),
  },
  {
    clause: 'common/path-parameters-of-another-form',
    name: 'answers 500',
    serve: altersStatusAt(/2147483648/, 500),
  },
  {
    clause: 'common/path-parameters-of-another-form',
    name: 'an adminmail that is none has an empty package',
    serve: respondsAt(/no-mail/, () => new Response('{}', { headers: JSON_HEADERS })),
  },
  {
    clause: 'common/a-number-with-a-leading-zero',
    name: 'answers 404',
    serve: altersStatusAt(/pagina=01/, 404),
  },
  {
    clause: 'common/the-case-of-an-adminmail',
    name: 'answers 403',
    serve: altersStatusAt(/LOSPINOS/, 403),
  },
]

export const commonExchangeMutants: readonly WrongServer[] = [
  ...negotiationMutants,
  ...valueMutants,
  ...requestMutants,
]
