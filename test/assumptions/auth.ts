import type { World } from '../../src/model/world/world.ts'
import { type ExchangeResult, MAIL, NOW, OTHER_MAIL, send } from '../support/miniature-world.ts'
import { atTime, digestOf, hmacHeaders, PUBLICATIONS, worldWithPublication } from './case-steps.ts'
import type { OptionCases } from './option-case.ts'

const AGENCIES = '/v3/agencias'

/** Returns which app the service took the caller for, by the agencies that exist for it. */
const who = ({ status, json }: ExchangeResult): unknown =>
  status === 200 ? (json._entries.length === 2 ? 'dos' : 'uno') : status

const calling = (world: World, Authorization: string) =>
  who(send(world, 'GET', AGENCIES, { headers: { Authorization } }))

const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`

const EDIT = `/v3/agencias/${MAIL}`
const BODY = '{"NombreComercial":"Nueva"}'

const signedEdit = (world: World, digest?: string): number => {
  const headers = hmacHeaders('uno', { method: 'PUT', target: EDIT, ...(digest && { digest }) })
  return send(world, 'PUT', EDIT, { body: BODY, headers }).status
}

export const authCases: OptionCases = {
  'auth/scheme': {
    seen: (world) => ({
      nothing: who(send(world, 'GET', AGENCIES)),
      bearer: calling(world, 'Bearer key-dos'),
      basic: calling(world, basic('key-dos:secret-of-dos')),
      'basic, wrong secret': calling(world, basic('key-dos:guess')),
      unknown: calling(world, 'Bearer nobody'),
      signed: who(send(world, 'GET', AGENCIES, { headers: hmacHeaders('dos', { target: AGENCIES }) })),
      'signed for another path': who(
        send(world, 'GET', AGENCIES, { headers: hmacHeaders('dos', { target: '/v3' }) }),
      ),
      'signed with headers and query': who(
        send(world, 'GET', `${AGENCIES}?q=a`, {
          headers: hmacHeaders('dos', {
            target: `${AGENCIES}?q=a`,
            extra: { 'x-acs-id': '1', 'x-acs-id-2': '2' },
          }),
        }),
      ),
    }),
    under: {
      open: {
        nothing: 'uno',
        bearer: 'dos',
        basic: 'dos',
        'basic, wrong secret': 'uno',
        unknown: 'uno',
        signed: 'dos',
        'signed for another path': 'dos',
        'signed with headers and query': 'dos',
      },
      key: {
        nothing: 401,
        bearer: 'dos',
        basic: 'dos',
        'basic, wrong secret': 401,
        unknown: 401,
        signed: 401,
        'signed for another path': 401,
        'signed with headers and query': 401,
      },
      hmac: {
        nothing: 401,
        bearer: 401,
        basic: 401,
        'basic, wrong secret': 401,
        unknown: 401,
        signed: 'dos',
        'signed for another path': 401,
        'signed with headers and query': 'dos',
      },
    },
  },
  'auth/digest': {
    given: { 'auth/scheme': 'hmac' },
    seen: (world) => ({
      none: signedEdit(world),
      right: signedEdit(world, digestOf(BODY)),
      'right, longer': signedEdit(world, digestOf(BODY, 'sha-512')),
      wrong: signedEdit(world, digestOf('{}')),
      'none, without a body': send(world, 'GET', EDIT, { headers: hmacHeaders('uno', { target: EDIT }) })
        .status,
    }),
    under: {
      'checked-when-sent': {
        none: 200,
        right: 200,
        'right, longer': 200,
        wrong: 401,
        'none, without a body': 200,
      },
      required: { none: 401, right: 200, 'right, longer': 200, wrong: 401, 'none, without a body': 200 },
    },
  },
  'auth/clock-tolerance': {
    given: { 'auth/scheme': 'hmac' },
    seen: (world) =>
      [0, 1, -60, 61, 300, -301].map((skew) => {
        const headers = hmacHeaders('uno', { target: '/v3', dateMs: NOW + skew * 1_000 })
        return send(world, 'GET', '/v3', { headers }).status
      }),
    under: {
      '300-seconds': [200, 200, 200, 200, 200, 401],
      none: [200, 401, 401, 401, 401, 401],
      'seconds:60': [200, 200, 200, 401, 401, 401],
    },
  },
  'auth/replay': {
    given: { 'auth/scheme': 'hmac' },
    seen: (world) => {
      const headers = hmacHeaders('uno', { target: '/v3' })
      const first = send(world, 'GET', '/v3', { headers })
      const again = send(atTime(first.world, NOW + 59_000), 'GET', '/v3', { headers })
      const later = send(atTime(again.world, NOW + 61_000), 'GET', '/v3', { headers })
      return [first.status, again.status, later.status]
    },
    under: { '401': [200, 401, 200], accepted: [200, 200, 200] },
  },
  'auth/unauthorized': {
    given: { 'auth/scheme': 'key' },
    seen: (world) => {
      const { status, headers, json, text } = send(world, 'GET', '/v3')
      return [
        status,
        headers['Content-Type'],
        headers['WWW-Authenticate'] !== undefined,
        json?.Status,
        text.length > 0,
      ]
    },
    under: {
      problem: [401, 'application/problem+json', true, 401, true],
      plain: [401, 'text/plain; charset=utf-8', true, undefined, true],
    },
  },
  'auth/forbidden-reads': {
    seen: (world) => {
      const after = worldWithPublication(world, 'suyo', {}, 'dos')
      return {
        agency: send(after, 'GET', `/v3/agencias/${OTHER_MAIL}`).status,
        products: send(after, 'GET', `/v3/agencias/${OTHER_MAIL}/productos`).status,
        "another app's publication": send(after, 'GET', `${PUBLICATIONS}/suyo`).status,
        'an operator elsewhere': send(after, 'GET', `/v3/operadores?operador=${OTHER_MAIL}`).status,
        'no such agency': send(after, 'GET', '/v3/agencias/nadie@taller.example').status,
        'no such publication': send(after, 'GET', `${PUBLICATIONS}/nada`).status,
        'a write': send(after, 'PATCH', `${PUBLICATIONS}/suyo`, { body: {} }).status,
      }
    },
    under: {
      '404': {
        agency: 404,
        products: 404,
        "another app's publication": 404,
        'an operator elsewhere': 404,
        'no such agency': 404,
        'no such publication': 404,
        'a write': 404,
      },
      '403': {
        agency: 403,
        products: 403,
        "another app's publication": 403,
        'an operator elsewhere': 403,
        'no such agency': 404,
        'no such publication': 404,
        'a write': 404,
      },
    },
  },
}
