import { everyEntry, having, type JsonBody } from '../support/body-changes.ts'
import { altersStatusAt } from '../support/exchange-mistakes.ts'
import {
  altersQuery,
  altersRequestBody,
  altersResponseBody,
  altersStatus,
  respondsWith,
} from '../support/operation-mistakes.ts'
import { STRANGER, type WrongServer } from '../support/wrong-server.ts'

const LIST = { method: 'GET', at: /\/operadores\// }
const PUT = { method: 'PUT', at: /\/operadores\// }

const forgiven = (word: string, ...members: string[]): WrongServer => ({
  clause: `operators/refuse-${word}`,
  name: 'the wrong value is dropped silently',
  serve: altersRequestBody(PUT, (body) =>
    Object.fromEntries(Object.entries(body).filter(([name]) => !members.includes(name))),
  ),
})

/** The city that was sent first is the only one that is known. */
const knowsWholeNames = (): WrongServer['serve'] => {
  let known: unknown
  return altersRequestBody(PUT, (body) => {
    known ??= body['Ciudad']
    return body['Ciudad'] === known ? body : { ...body, Ciudad: 'zzqx' }
  })
}

/** Knows no city by its id. */
const refusesIds = altersRequestBody(PUT, (body) =>
  /^\d+$/.test(String(body['Ciudad'])) ? { ...body, Ciudad: 'zzqx' } : body,
)

export const operatorsMutants: readonly WrongServer[] = [
  {
    clause: 'operators/are-a-collection',
    name: 'one phone as a text',
    serve: altersResponseBody(LIST, everyEntry(having({ Telefonos: '555' }))),
  },
  {
    clause: 'operators/are-a-collection',
    name: 'an empty list',
    serve: altersResponseBody(LIST, having({ _entries: [] })),
  },
  {
    clause: 'operators/have-one-administrator',
    name: 'every operator is an administrator',
    serve: altersResponseBody(LIST, everyEntry(having({ EsAdministradorAgencia: true }))),
  },
  {
    clause: 'operators/have-one-administrator',
    name: 'the e-mail of any operator names the agency',
    serve: (request, next) =>
      next(
        new Request(request.url.replace('martin.nunez', 'ventas').replace('mjdangelo', 'ventas'), request),
      ),
  },
  {
    clause: 'operators/have-a-ref-form',
    name: 'the ref type gives the full form',
    serve: altersResponseBody(
      LIST,
      everyEntry(({ title: _, ...rest }) => rest),
    ),
  },
  {
    clause: 'operators/are-filtered-by-operador',
    name: 'refs ignore the parameter',
    serve: (request, next) => {
      const isRef = request.headers.get('accept')?.includes('.ref+json') ?? false
      return isRef ? altersQuery(LIST, 'operador')(request, next) : next(request)
    },
  },
  {
    clause: 'operators/are-filtered-by-operador',
    name: 'whom it finds is never the administrator',
    serve: async (request, next) => {
      const isFiltered = request.url.includes('?operador=')
      const change = everyEntry(having({ EsAdministradorAgencia: false }))
      return isFiltered ? altersResponseBody(LIST, change)(request, next) : next(request)
    },
  },
  {
    clause: 'operators/are-filtered-by-operador',
    name: 'the parameter is ignored',
    serve: altersQuery(LIST, 'operador'),
  },
  {
    clause: 'operators/are-filtered-by-operador',
    name: 'an entry instead of a collection',
    serve: altersResponseBody({ ...LIST, at: /operador=/ }, (body) => (body._entries as JsonBody[])[0]),
  }, // a collection
  {
    clause: 'operators/unknown-one-is-not-found',
    name: 'the parameter is ignored',
    serve: altersQuery(LIST, 'operador'),
  },
  {
    clause: 'operators/unknown-one-is-not-found',
    name: 'answers 500',
    serve: altersStatus({ ...LIST, at: /operador=/ }, 500),
  },
  {
    clause: 'operators/found-by-operador-are-listed',
    name: 'the list has the administrator only',
    serve: altersResponseBody({ ...LIST, at: /\/operadores\/[^?]*$/ }, (body) => ({
      ...body,
      _entries: (body._entries as JsonBody[]).filter(({ EsAdministradorAgencia: is }) => is), // a collection
    })),
  },
  {
    clause: 'operators/lead-to-their-publicaciones',
    name: 'the link answers 404',
    serve: respondsWith({ method: 'GET', at: /\/publicaciones\// }, 404),
  },
  {
    clause: 'operators/lead-to-their-consultas',
    name: 'the link answers 404',
    serve: respondsWith({ method: 'GET', at: /\/consultas\// }, 404),
  },
  {
    clause: 'errors/unknown-agency-operadores',
    name: 'an empty list',
    serve: respondsWith(LIST, 200, { _entries: [], _links: {} }),
  },
  {
    clause: 'operators/unknown-administrator-is-not-edited',
    name: 'answers 200',
    serve: altersStatus(PUT, 200, 404),
  },
  {
    clause: 'operators/administrator-takes-another-name',
    name: 'Apellido is ignored',
    serve: altersRequestBody(PUT, ({ Apellido: _, ...rest }) => rest),
  },
  {
    clause: 'operators/administrator-takes-another-name',
    name: 'reads show the previous value',
    serve: altersResponseBody(LIST, everyEntry(having({ Nombre: 'Lucía' }))),
  },
  {
    clause: 'operators/edit-answers-with-a-ref-when-asked',
    name: 'refs without a title',
    serve: altersResponseBody(PUT, ({ title: _, ...rest }) => rest),
  },
  {
    clause: 'operators/region-takes-its-forms',
    name: 'names are refused',
    serve: altersRequestBody(PUT, (body) =>
      /^\d+$|\/|^AR-/.test(String(body['Region'])) ? body : { ...body, Region: 'zzqx' },
    ),
  },
  {
    clause: 'operators/region-takes-its-forms',
    name: 'ids are refused',
    serve: altersRequestBody(PUT, (body) =>
      /^\d+$/.test(String(body['Region'])) ? { ...body, Region: 'zzqx' } : body,
    ),
  },
  {
    clause: 'operators/region-takes-its-forms',
    name: 'ISO codes are refused',
    serve: altersRequestBody(PUT, (body) =>
      /^AR-/.test(String(body['Region'])) ? { ...body, Region: 'zzqx' } : body,
    ),
  },
  {
    clause: 'catalogue/a-template-of-ciudades-takes-a-region',
    name: 'cities of a region are not found',
    serve: altersStatusAt(/\/ciudades\?region=/, 404),
  },
  {
    clause: 'operators/are-found-by-their-whole-mail',
    name: 'an operator of another agency is found',
    serve: altersResponseBody({ method: 'GET', at: /operador=nadie%40playa.invalid$/ }, (body) => ({
      ...body,
      _entries: [{ Email: STRANGER }],
    })),
  },
  {
    clause: 'operators/are-found-by-their-whole-mail',
    name: 'found by the part before the at sign',
    serve: (request, next) => {
      const [url, mail = ''] = request.url.split('?operador=')
      const local = /^\w+/.exec(decodeURIComponent(mail))?.[0]
      const known = local && ['ventas', 'martin'].find((name) => name.startsWith(local))
      const whole = known === 'martin' ? 'martin.nunez' : known
      return next(new Request(known ? `${url}?operador=${whole}%40lospinos.example` : request.url, request))
    },
  },
  {
    clause: 'relations/a-refused-edit-of-the-administrator-changes-nothing',
    name: 'the first members are written before the refusal',
    serve: async (request, next) => {
      const { url, method, headers } = request
      const text = method === 'PUT' && PUT.at.test(url) ? await request.clone().text() : ''
      const response = await next(request)
      if (response.status !== 400 || text === '') return response
      const { Apellido: _, ...rest } = JSON.parse(text)
      await next(new Request(url, { method, headers, body: JSON.stringify(rest) }))
      return response
    },
  },
  {
    clause: 'operators/ciudad-takes-its-forms',
    name: 'ids are refused',
    serve: refusesIds,
  },
  {
    clause: 'operators/ciudad-takes-its-forms',
    name: 'parts are refused',
    serve: knowsWholeNames(),
  },
  forgiven('a-long-nombre', 'Nombre'),
  forgiven('a-long-apellido', 'Apellido'),
  forgiven('a-short-work-phone', 'TelefonoLaboral'),
  forgiven('a-long-work-phone', 'TelefonoLaboral'),
  forgiven('a-short-whatsapp', 'WhatsApp'),
  forgiven('a-long-whatsapp', 'WhatsApp'),
  forgiven('a-whatsapp-without-a-plus-sign', 'WhatsApp'),
  forgiven('a-long-region', 'Region', 'Ciudad'),
  forgiven('a-long-city', 'Ciudad'),
  forgiven('a-long-street', 'Direccion'),
]
