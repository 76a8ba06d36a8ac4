import { having, mapsMember, without } from '../support/body-changes.ts'
import {
  altersAnswersWithStatus,
  altersBodyAt,
  altersHeadersAt,
  altersStatusAt,
} from '../support/exchange-mistakes.ts'
import type { WrongServer } from '../support/wrong-server.ts'

const ENTRY = /\/v3$/

export const entryPointMutants: readonly WrongServer[] = [
  {
    clause: 'entry-point/has-the-link-blocks',
    name: 'no link block Monedas',
    serve: altersBodyAt(ENTRY, without('Monedas')),
  },
  {
    clause: 'entry-point/has-the-link-blocks',
    name: 'a link block is a text',
    serve: altersBodyAt(
      ENTRY,
      mapsMember('Marcas', () => '/v3/marcas'),
    ),
  },
  {
    clause: 'entry-point/self-leads-back',
    name: 'no self',
    serve: altersBodyAt(ENTRY, having({ _links: {} })),
  },
  {
    clause: 'entry-point/self-leads-back',
    name: 'self is the list of brands',
    serve: altersBodyAt(ENTRY, (body) => ({ ...body, _links: { self: { href: '/v3/marcas' } } })),
  },
  {
    clause: 'entry-point/is-not-modified-for-its-etag',
    name: 'If-None-Match is ignored',
    serve: altersHeadersAt(ENTRY, { 'If-None-Match': null }),
  },
  {
    clause: 'entry-point/is-not-modified-for-its-etag',
    name: 'no ETag',
    serve: altersAnswersWithStatus(200, { headers: { ETag: null } }),
  },
  {
    clause: 'entry-point/is-shown-to-another-etag',
    name: 'any entity tag is answered 304',
    serve: altersStatusAt(ENTRY, 304, (request) => request.headers.has('if-none-match')),
  },
  {
    clause: 'entry-point/links-lead-somewhere',
    name: 'the link answers 404',
    serve: altersStatusAt(/\/monedas$/, 404),
  },
  {
    clause: 'entry-point/links-lead-somewhere',
    name: 'a list is refused without a reason',
    serve: altersStatusAt(/\/monedas$/, 400),
  },
  {
    clause: 'entry-point/leads-to-the-topics',
    name: 'AppNotificaciones leads to the currencies',
    serve: altersBodyAt(ENTRY, (body) => ({
      ...body,
      AppNotificaciones: { _links: { self: { href: '/v3/monedas' } } },
    })),
  },
]
