import { type Body, invents, mislabels, misreads, misshows } from './operation-mistakes.ts'
import type { Mutant } from './wrong-server.ts'

const LIST = { method: 'GET', at: /\/consultas\/[^/]+$/ }
const ONE = { method: 'GET', at: /\/consultas\/[^/]+\/[^/]+$/ }

const entries = (body: Body): Body[] => body._entries as Body[] // a page
const everyEntry =
  (change: (entry: Body) => Body) =>
  (body: Body): Body => ({ ...body, _entries: entries(body).map(change) })
const having =
  (more: Body) =>
  (body: Body): Body => ({ ...body, ...more })
const without =
  (name: string) =>
  ({ [name]: _, ...rest }: Body): Body =>
    rest

const filtered = (parameter: string) => ({ ...LIST, at: new RegExp(`/consultas/.*[?&]${parameter}=`) })
const empty = having({ _entries: [], Total: 0 })

export const inquiriesMutants: readonly Mutant[] = [
  {
    clause: 'inquiries/are-listed-in-pages',
    name: 'Total as a text',
    serve: misshows(LIST, (body) => ({ ...body, Total: String(body.Total) })),
  },
  { clause: 'inquiries/are-listed-in-pages', name: 'pages from 0', serve: misshows(LIST, having({ Pagina: 0 })) },
  {
    clause: 'inquiries/are-listed-in-pages',
    name: 'the last of a page is lost',
    serve: misshows(LIST, (body) => ({ ...body, _entries: entries(body).slice(1) })),
  },
  { clause: 'inquiries/are-listed-in-pages', name: 'no Hasta', serve: misshows(LIST, without('Hasta')) },
  { clause: 'inquiries/are-listed-in-pages', name: 'no Auto', serve: misshows(LIST, everyEntry(without('Auto'))) },
  {
    clause: 'inquiries/tell-their-moment-with-an-offset',
    name: 'no offset',
    serve: misshows(
      LIST,
      everyEntry((entry) => ({ ...entry, Momento: String(entry.Momento).slice(0, 19) })),
    ),
  },
  {
    clause: 'inquiries/lie-in-the-period-of-their-page',
    name: 'older ones too',
    serve: misshows(LIST, everyEntry(having({ Momento: '2025-01-01T12:00:00-03:00' }))),
  },
  {
    clause: 'inquiries/catalogue-ones-name-no-publication',
    name: 'every one has an ExternalId',
    serve: misshows(
      LIST,
      everyEntry((entry) => ({ ...entry, TipoAnuncio: 'catalogo' })),
    ),
  },
  {
    clause: 'inquiries/catalogue-ones-name-no-publication',
    name: 'none has an ExternalId',
    serve: misshows(
      LIST,
      // `Auto` is an object (INQ-02).
      everyEntry((entry) => ({ ...entry, Auto: { ...(entry.Auto as Body), ExternalId: '' } })),
    ), // INQ-02
  },
  { clause: 'inquiries/have-a-second-page', name: 'the first one always', serve: misreads(LIST, 'pagina') },
  {
    clause: 'inquiries/have-a-second-page',
    name: 'the first one under another number',
    serve: (request, next) =>
      misreads(LIST, 'pagina')(request, next).then((response) =>
        /pagina=2/.test(request.url)
          ? misshows({ ...LIST, at: /./ }, having({ Pagina: 2 }))(request, async () => response)
          : response,
      ),
  },
  { clause: 'inquiries/end-after-the-last-page', name: 'the last page again', serve: misreads(LIST, 'pagina', '1') },
  { clause: 'inquiries/end-after-the-last-page', name: 'breaks', serve: mislabels(filtered('pagina'), 500) },
  { clause: 'inquiries/have-no-page-100', name: 'as many as you like', serve: misreads(LIST, 'pagina', '99') },
  {
    clause: 'inquiries/have-a-ref-form',
    name: 'refs without title',
    serve: misshows(LIST, everyEntry(without('title'))),
  },
  { clause: 'inquiries/are-read-one-by-one', name: 'no Interesado', serve: misshows(ONE, without('Interesado')) },
  { clause: 'inquiries/are-read-one-by-one', name: 'hrefs lead nowhere', serve: mislabels(ONE, 404) },
  {
    clause: 'inquiries/are-read-one-by-one',
    name: 'a ref of another',
    serve: misshows(ONE, (body) => ('title' in body ? { ...body, href: '/v3/other' } : body)),
  },
  { clause: 'inquiries/unknown-one-is-missing', name: 'null', serve: invents(ONE, 200, null) },
  {
    clause: 'inquiries/list-of-an-unknown-agency-is-missing',
    name: 'an empty page',
    serve: invents(LIST, 200, { _entries: [] }),
  },
  { clause: 'inquiries/one-of-an-unknown-agency-is-missing', name: 'found', serve: invents(ONE, 200, {}) },
  { clause: 'inquiries/are-read-only', name: 'edited', serve: mislabels({ ...ONE, method: 'PATCH' }, 200) },
  {
    clause: 'inquiries/externalid-leaves-those-of-one-publication',
    name: 'not filtered',
    serve: misreads(LIST, 'externalid'),
  },
  {
    clause: 'inquiries/externalid-leaves-those-of-one-publication',
    name: 'none left',
    serve: misshows(filtered('externalid'), empty),
  },
  { clause: 'inquiries/unknown-externalid-matches-nothing', name: 'not filtered', serve: misreads(LIST, 'externalid') },
  {
    clause: 'inquiries/operador-leaves-those-visible-to-one',
    name: 'none left',
    serve: misshows(filtered('operador'), empty),
  },
  {
    clause: 'inquiries/operador-leaves-those-visible-to-one',
    name: 'those of somebody else',
    serve: misreads(LIST, 'operador', 'nadie@playa.invalid'),
  },
  {
    clause: 'inquiries/operador-leaves-those-visible-to-one',
    name: 'more than there are',
    serve: misshows(filtered('operador'), (body) => ({ ...body, Total: 10_000 })),
  },
  {
    clause: 'inquiries/operador-of-the-administrator',
    name: 'none left',
    serve: misshows(filtered('operador'), empty),
  },
  { clause: 'inquiries/unknown-operador-sees-nothing', name: 'not filtered', serve: misreads(LIST, 'operador') },
  { clause: 'inquiries/period-bounds-the-days', name: 'hasta is not looked at', serve: misreads(LIST, 'hasta') },
  {
    clause: 'inquiries/period-bounds-the-days',
    name: 'the period is empty',
    serve: misshows(filtered('desde'), empty),
  },
  {
    clause: 'inquiries/period-may-begin-within-ninety-days',
    name: 'thirty days at most',
    serve: mislabels(filtered('desde'), 400),
  },
  { clause: 'inquiries/period-may-begin-within-ninety-days', name: 'not looked at', serve: misreads(LIST, 'desde') },
  { clause: 'inquiries/period-may-not-begin-earlier', name: 'not looked at', serve: misreads(LIST, 'desde') },
  { clause: 'inquiries/period-is-made-of-days', name: 'not looked at', serve: misreads(LIST, 'desde') },
  { clause: 'inquiries/reversed-period-holds-nothing', name: 'hasta is not looked at', serve: misreads(LIST, 'hasta') },
  {
    clause: 'inquiries/are-listed-without-the-agency',
    name: 'everybody',
    serve: misshows({ method: 'GET', at: /\/consultas\?/ }, (body) => ({ ...body, Total: Number(body.Total) + 500 })),
  },
  {
    clause: 'inquiries/are-listed-without-the-agency',
    name: 'a bare list',
    serve: misshows({ method: 'GET', at: /\/consultas\?/ }, (body) => body._entries),
  },
]
