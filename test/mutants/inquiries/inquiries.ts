import { entriesOf, everyEntry, having, type JsonBody, without } from '../support/body-changes.ts'
import { altersQuery, altersResponseBody, altersStatus, respondsWith } from '../support/operation-mistakes.ts'
import type { WrongServer } from '../support/wrong-server.ts'

const LIST = { method: 'GET', at: /\/consultas\/[^/]+$/ }
const ONE = { method: 'GET', at: /\/consultas\/[^/]+\/[^/]+$/ }

const filtered = (parameter: string) => ({ ...LIST, at: new RegExp(`/consultas/.*[?&]${parameter}=`) })
const empty = having({ _entries: [], Total: 0 })

export const inquiriesMutants: readonly WrongServer[] = [
  {
    clause: 'inquiries/are-listed-in-pages',
    name: 'Total is a text',
    serve: altersResponseBody(LIST, (body) => ({ ...body, Total: String(body.Total) })),
  },
  {
    clause: 'inquiries/are-listed-in-pages',
    name: 'pages from 0',
    serve: altersResponseBody(LIST, having({ Pagina: 0 })),
  },
  {
    clause: 'inquiries/are-listed-in-pages',
    name: 'an inquiry is missing from the page',
    serve: altersResponseBody(LIST, (body) => ({ ...body, _entries: entriesOf(body).slice(1) })),
  },
  {
    clause: 'inquiries/are-listed-in-pages',
    name: 'no Hasta',
    serve: altersResponseBody(LIST, without('Hasta')),
  },
  {
    clause: 'inquiries/are-listed-in-pages',
    name: 'no Auto',
    serve: altersResponseBody(LIST, everyEntry(without('Auto'))),
  },
  {
    clause: 'inquiries/show-their-moment-with-an-offset',
    name: 'no offset',
    serve: altersResponseBody(
      LIST,
      everyEntry((entry) => ({ ...entry, Momento: String(entry.Momento).slice(0, 19) })),
    ),
  },
  {
    clause: 'inquiries/lie-in-the-period-of-their-page',
    name: 'inquiries before the period',
    serve: altersResponseBody(LIST, everyEntry(having({ Momento: '2025-01-01T12:00:00-03:00' }))),
  },
  {
    clause: 'inquiries/catalogue-ones-name-no-publication',
    name: 'every one has an ExternalId',
    serve: altersResponseBody(
      LIST,
      everyEntry((entry) => ({ ...entry, TipoAnuncio: 'catalogo' })),
    ),
  },
  {
    clause: 'inquiries/catalogue-ones-name-no-publication',
    name: 'none has an ExternalId',
    serve: altersResponseBody(
      LIST,
      // `Auto` is an object (INQ-02).
      everyEntry((entry) => ({ ...entry, Auto: { ...(entry.Auto as JsonBody), ExternalId: '' } })),
    ), // INQ-02
  },
  {
    clause: 'inquiries/have-a-second-page',
    name: 'the parameter is ignored',
    serve: altersQuery(LIST, 'pagina'),
  },
  {
    clause: 'inquiries/have-a-second-page',
    name: 'the second page shows less about who asks',
    serve: altersResponseBody(
      { ...LIST, at: /pagina=2/ },
      everyEntry(({ Interesado, ...rest }) =>
        Interesado ? { ...rest, Interesado: { Nombre: 'Ana' } } : rest,
      ),
    ),
  },
  {
    clause: 'inquiries/have-a-second-page',
    name: 'the first page with another number',
    serve: (request, next) =>
      altersQuery(LIST, 'pagina')(request, next).then((response) =>
        /pagina=2/.test(request.url)
          ? altersResponseBody({ ...LIST, at: /./ }, having({ Pagina: 2 }))(request, async () => response)
          : response,
      ),
  },
  {
    clause: 'inquiries/end-after-the-last-page',
    name: 'the last page again',
    serve: altersQuery(LIST, 'pagina', '1'),
  },
  {
    clause: 'inquiries/end-after-the-last-page',
    name: 'answers 500',
    serve: altersStatus(filtered('pagina'), 500),
  },
  {
    clause: 'inquiries/have-no-page-100',
    name: 'pages beyond the limit',
    serve: altersQuery(LIST, 'pagina', '99'),
  },
  {
    clause: 'inquiries/have-a-ref-form',
    name: 'refs without a title',
    serve: altersResponseBody(LIST, everyEntry(without('title'))),
  },
  {
    clause: 'inquiries/are-read-one-by-one',
    name: 'no Interesado',
    serve: altersResponseBody(ONE, without('Interesado')),
  },
  { clause: 'inquiries/are-read-one-by-one', name: 'the link answers 404', serve: altersStatus(ONE, 404) },
  {
    clause: 'inquiries/are-read-one-by-one',
    name: 'a ref of another inquiry',
    serve: altersResponseBody(ONE, (body) => ('title' in body ? { ...body, href: '/v3/other' } : body)),
  },
  {
    clause: 'inquiries/unknown-one-is-missing',
    name: 'answers 200 with null',
    serve: respondsWith(ONE, 200, null),
  },
  {
    clause: 'inquiries/unknown-one-is-missing',
    name: 'an id that is none shows the first inquiry',
    serve: async (request, next) => {
      const response = await next(request)
      const list = /(.*\/v3\/consultas\/[^/]+)\/[^/]*\d[^/]*$/.exec(request.url)?.[1]
      if (response.status !== 404 || list === undefined) return response
      const { _entries: entries } = JSON.parse(await (await next(new Request(list))).text())
      return new Response(JSON.stringify(entries[0]), { headers: { 'Content-Type': 'application/json' } })
    },
  },
  {
    clause: 'errors/unknown-agency-consultas',
    name: 'an empty page',
    serve: respondsWith(LIST, 200, { _entries: [] }),
  },
  {
    clause: 'inquiries/one-of-an-unknown-agency-is-missing',
    name: 'an empty object',
    serve: respondsWith(ONE, 200, {}),
  },
  {
    clause: 'inquiries/are-read-only',
    name: 'answers 200',
    serve: altersStatus({ ...ONE, method: 'PATCH' }, 200),
  },
  {
    clause: 'inquiries/externalid-leaves-those-of-one-publication',
    name: 'the parameter is ignored',
    serve: altersQuery(LIST, 'externalid'),
  },
  {
    clause: 'inquiries/externalid-leaves-those-of-one-publication',
    name: 'the filter matches nothing',
    serve: altersResponseBody(filtered('externalid'), empty),
  },
  {
    clause: 'inquiries/unknown-externalid-matches-nothing',
    name: 'the parameter is ignored',
    serve: altersQuery(LIST, 'externalid'),
  },
  {
    clause: 'inquiries/operador-leaves-those-visible-to-one',
    name: 'the filter matches nothing',
    serve: altersResponseBody(filtered('operador'), empty),
  },
  {
    clause: 'inquiries/operador-leaves-those-visible-to-one',
    name: 'the inquiries of another operator',
    serve: altersQuery(LIST, 'operador', 'nadie@playa.invalid'),
  },
  {
    clause: 'inquiries/operador-leaves-those-visible-to-one',
    name: 'Total is too high',
    serve: altersResponseBody(filtered('operador'), (body) => ({ ...body, Total: 10_000 })),
  },
  {
    clause: 'inquiries/operador-of-the-administrator',
    name: 'the filter matches nothing',
    serve: altersResponseBody(filtered('operador'), empty),
  },
  {
    clause: 'inquiries/unknown-operador-sees-nothing',
    name: 'the parameter is ignored',
    serve: altersQuery(LIST, 'operador'),
  },
  {
    clause: 'inquiries/period-bounds-the-days',
    name: 'the parameter is ignored',
    serve: altersQuery(LIST, 'hasta'),
  },
  {
    clause: 'inquiries/period-bounds-the-days',
    name: 'the period is empty',
    serve: altersResponseBody(filtered('desde'), empty),
  },
  {
    clause: 'inquiries/period-may-begin-within-ninety-days',
    name: 'a limit of thirty days',
    serve: altersStatus(filtered('desde'), 400),
  },
  {
    clause: 'inquiries/period-may-begin-within-ninety-days',
    name: 'the parameter is ignored',
    serve: altersQuery(LIST, 'desde'),
  },
  {
    clause: 'inquiries/period-may-not-begin-earlier',
    name: 'the parameter is ignored',
    serve: altersQuery(LIST, 'desde'),
  },
  {
    clause: 'inquiries/period-is-made-of-days',
    name: 'the parameter is ignored',
    serve: altersQuery(LIST, 'desde'),
  },
  {
    clause: 'inquiries/reversed-period-holds-nothing',
    name: 'the parameter is ignored',
    serve: altersQuery(LIST, 'hasta'),
  },
  {
    clause: 'inquiries/are-listed-without-the-agency',
    name: 'the inquiries of every operator',
    serve: altersResponseBody({ method: 'GET', at: /\/consultas\?/ }, (body) => ({
      ...body,
      Total: Number(body.Total) + 500,
    })),
  },
  {
    clause: 'inquiries/are-listed-without-the-agency',
    name: 'a bare array',
    serve: altersResponseBody({ method: 'GET', at: /\/consultas\?/ }, (body) => body._entries),
  },
]
