import { having, without } from './body-changes.ts'
import { altersAnswersWithStatus, altersBodyAt, altersBodyWithStatus } from './exchange-mistakes.ts'
import type { WrongServer } from './wrong-server.ts'

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
    clause: 'answers/links-are-link-objects',
    name: 'a template that does not say so',
    serve: altersBodyAt(LIST, having({ _links: { self: { href: '/v3/consultas{?pagina}' } } })),
  },
  {
    clause: 'answers/tags-and-locations-are-there',
    name: 'no ETag',
    serve: altersAnswersWithStatus(200, { headers: { ETag: null } }),
  },
]
