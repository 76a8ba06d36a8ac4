import { entriesOf, having, mapsMember, without } from '../support/body-changes.ts'
import {
  altersAnswersWithStatus,
  altersBodyAt,
  altersBodyWithStatus,
  respondsAt,
} from '../support/exchange-mistakes.ts'
import type { WrongServer } from '../support/wrong-server.ts'

const LIST = /\/v3\/consultas\/[^/]+$/

export const answersMutants: readonly WrongServer[] = [
  {
    clause: 'answers/refusals-are-problems',
    name: 'problems are application/json',
    serve: altersAnswersWithStatus(400, { headers: { 'Content-Type': 'application/json' } }),
  },
  {
    clause: 'answers/refusals-are-problems',
    name: 'Instance is a trace',
    serve: altersBodyWithStatus(400, having({ Instance: '0HM5' })),
  },
  {
    clause: 'answers/bodies-have-the-described-shape',
    name: 'a collection without _links',
    serve: altersBodyAt(LIST, without('_links')),
  },
  {
    clause: 'answers/bodies-have-the-described-shape',
    name: 'the entry point without self',
    serve: altersBodyAt(/\/v3$/, having({ _links: {} })),
  },
  {
    clause: 'answers/blocks-lead-to-what-is-theirs',
    name: 'Productos of an agency are those of another',
    serve: altersBodyWithStatus(
      200,
      mapsMember('href', (href) => String(href).replace(/[^/]+(?=\/productos$)/, 'otra@example.com')),
    ),
  },
  {
    clause: 'answers/documented-media-types-are-served',
    name: 'inquiries are not served as application/json',
    serve: respondsAt(LIST, () => new Response('', { status: 406 })),
  },
  {
    clause: 'answers/pages-of-inquiries-are-those-asked-for',
    name: 'every period is said to end today',
    serve: altersBodyAt(/\/v3\/consultas\/[^/]+$/, having({ Hasta: '2026-03-01T23:59:59-03:00' })),
  },
  {
    clause: 'answers/links-are-link-objects',
    name: 'a template that does not say so',
    serve: altersBodyAt(LIST, having({ _links: { self: { href: '/v3/consultas{?pagina}' } } })),
  },
  {
    clause: 'answers/tags-and-locations-are-there',
    name: 'no ETag',
    serve: altersAnswersWithStatus(200, { headers: { ETag: null } }),
  },
  {
    clause: 'answers/collections-have-entries-and-links',
    name: 'a collection without _links',
    serve: altersBodyAt(LIST, without('_links')),
  },
  {
    clause: 'answers/collections-have-entries-and-links',
    name: '_entries are null',
    serve: altersBodyAt(LIST, having({ _entries: null })),
  },
  {
    clause: 'answers/entries-have-an-address-of-their-own',
    name: 'every inquiry of a list has the address of one',
    serve: altersBodyAt(LIST, (body) => ({
      ...body,
      _entries: entriesOf(body).map((entry) => ({
        ...entry,
        _links: { self: { href: '/v3/consultas/ventas%40lospinos.example/1' } },
      })),
    })),
  },
  {
    clause: 'answers/pages-of-inquiries-fit-their-total',
    name: 'Total is that of the list without filters',
    serve: altersBodyAt(LIST, (body) => ({ ...body, Total: Number(body['Total']) + 150 })),
  },
  {
    clause: 'answers/blocks-lead-to-what-they-name',
    name: 'AppNotificaciones leads to inquiries',
    serve: altersBodyAt(/\/v3$/, (body) => ({
      ...body,
      AppNotificaciones: { _links: { self: { href: '/v3/consultas/ventas@lospinos.example' } } },
    })),
  },
  {
    clause: 'answers/problems-have-one-spelling',
    name: 'one path spells the members in lower case',
    serve: altersBodyAt(/modelos\/bestmatch/, (body) =>
      Object.fromEntries(Object.entries(body).map(([name, value]) => [name.toLowerCase(), value])),
    ),
  },
  {
    clause: 'answers/not-found-is-a-plain-message',
    name: 'one path answers with a problem',
    serve: respondsAt(/versiones\/0$/, () =>
      Response.json(
        { Type: 'https://httpstatuses.com/404', Title: 'No', Status: 404 },
        { status: 404, headers: { 'Content-Type': 'application/problem+json' } },
      ),
    ),
  },
  {
    clause: 'answers/links-lead-somewhere',
    name: 'a link of the entry point leads to nothing',
    serve: altersBodyAt(/\/v3$/, (body) => ({
      ...body,
      Versiones: { _links: { self: { href: '/v3/versiones/0' } } },
    })),
  },
  {
    clause: 'answers/not-found-is-a-plain-message',
    name: 'the ref form answers with a problem',
    serve: async (request, next) => {
      const response = await next(request)
      const isRef = request.headers.get('Accept')?.includes('.ref+json')
      if (response.status !== 404 || !isRef) return response
      const problem = { Type: 'https://httpstatuses.com/404', Title: 'No', Status: 404 }
      return Response.json(problem, { status: 404 })
    },
  },
  {
    clause: 'answers/media-types-show-one-record',
    name: 'names of versions are escaped for HTML in one form',
    serve: altersBodyAt(/\/v3\/versiones\/\d+$/, (body) => ({
      ...body,
      ...('Nombre' in body && { Nombre: `${body['Nombre']} &amp; Co` }),
    })),
  },
  {
    clause: 'answers/refused-creates-make-nothing',
    name: 'a create that is refused for its photos is made without them',
    serve: async (request, next) => {
      const { url, method, headers } = request
      const text = method === 'POST' ? await request.clone().text() : ''
      const response = await next(request)
      if (response.status !== 400 || !text.includes('"Fotos":["sin foto"]')) return response
      const { Fotos: _, ...body } = JSON.parse(text)
      await next(new Request(url, { method, headers, body: JSON.stringify(body) }))
      return response
    },
  },
  {
    clause: 'answers/consultas-names-its-publication',
    name: 'Consultas filters by RefStock',
    serve: altersBodyAt(/\/v3\/publicaciones\/[^/]+\//, (body) => ({
      ...body,
      Consultas: { _links: { self: { href: `/v3/consultas/a@b.example?externalid=${body['RefStock']}` } } },
    })),
  },
  {
    clause: 'answers/bodies-have-the-described-shape',
    name: 'Codenames of one brand are null',
    serve: altersBodyAt(/marcas\/bestmatch\?make=RAM$/, having({ Codenames: null })),
  },
  {
    clause: 'answers/bodies-have-the-described-shape',
    name: 'Consultas of a publication is null',
    serve: altersBodyAt(/\/publicaciones\/[^/]+\/[^/]+$/, having({ Consultas: null })),
  },
]
