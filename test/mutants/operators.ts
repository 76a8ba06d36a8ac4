import { type Body, invents, mishears, mislabels, misreads, misshows } from './operation-mistakes.ts'
import type { Mutant } from './wrong-server.ts'

const LIST = { method: 'GET', at: /\/operadores\// }
const PUT = { method: 'PUT', at: /\/operadores\// }

const everyEntry =
  (change: (entry: Body) => Body) =>
  (body: Body): Body => ({ ...body, _entries: (body._entries as Body[]).map(change) }) // a collection
const having =
  (more: Body) =>
  (body: Body): Body => ({ ...body, ...more })

const forgiven = (word: string, ...members: string[]): Mutant => ({
  clause: `operators/refuse-${word}`,
  name: 'it is left out quietly',
  serve: mishears(PUT, (body) => Object.fromEntries(Object.entries(body).filter(([name]) => !members.includes(name)))),
})

export const operatorsMutants: readonly Mutant[] = [
  {
    clause: 'operators/are-a-collection',
    name: 'one phone as a text',
    serve: misshows(LIST, everyEntry(having({ Telefonos: '555' }))),
  },
  { clause: 'operators/are-a-collection', name: 'nobody', serve: misshows(LIST, having({ _entries: [] })) },
  {
    clause: 'operators/have-one-administrator',
    name: 'everybody administrates',
    serve: misshows(LIST, everyEntry(having({ EsAdministradorAgencia: true }))),
  },
  {
    clause: 'operators/have-a-ref-form',
    name: 'full forms',
    serve: misshows(
      LIST,
      everyEntry(({ title: _, ...rest }) => rest),
    ),
  },
  { clause: 'operators/are-filtered-by-operador', name: 'not filtered', serve: misreads(LIST, 'operador') },
  {
    clause: 'operators/are-filtered-by-operador',
    name: 'a single one',
    // A collection has entries.
    serve: misshows({ ...LIST, at: /operador=/ }, (body) => (body._entries as Body[])[0]),
  }, // a collection
  { clause: 'operators/unknown-one-is-not-found', name: 'not filtered', serve: misreads(LIST, 'operador') },
  { clause: 'operators/unknown-one-is-not-found', name: 'breaks', serve: mislabels({ ...LIST, at: /operador=/ }, 500) },
  {
    clause: 'operators/lead-to-their-publicaciones',
    name: 'nowhere',
    serve: invents({ method: 'GET', at: /\/publicaciones\// }, 404),
  },
  {
    clause: 'operators/lead-to-their-consultas',
    name: 'nowhere',
    serve: invents({ method: 'GET', at: /\/consultas\// }, 404),
  },
  {
    clause: 'operators/of-an-unknown-agency-are-missing',
    name: 'an empty list',
    serve: invents(LIST, 200, { _entries: [], _links: {} }),
  },
  { clause: 'operators/unknown-administrator-is-not-edited', name: 'done', serve: mislabels(PUT, 200, 404) },
  {
    clause: 'operators/administrator-takes-another-name',
    name: 'the surname is not heard',
    serve: mishears(PUT, ({ Apellido: _, ...rest }) => rest),
  },
  {
    clause: 'operators/administrator-takes-another-name',
    name: 'reads never show it',
    serve: misshows(LIST, everyEntry(having({ Nombre: 'Lucía' }))),
  },
  {
    clause: 'operators/edit-answers-with-a-ref-when-asked',
    name: 'no title',
    serve: misshows(PUT, ({ title: _, ...rest }) => rest),
  },
  forgiven('a-long-nombre', 'Nombre'),
  forgiven('a-long-apellido', 'Apellido'),
  forgiven('a-short-work-phone', 'TelefonoLaboral'),
  forgiven('a-long-work-phone', 'TelefonoLaboral'),
  forgiven('a-short-whatsapp', 'WhatsApp'),
  forgiven('a-long-whatsapp', 'WhatsApp'),
  forgiven('a-long-region', 'Region', 'Ciudad'),
  forgiven('a-long-city', 'Ciudad'),
  forgiven('a-long-street', 'Direccion'),
]
