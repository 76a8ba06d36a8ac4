import { clauses } from '../../../contracts/index.ts'
import { membersOf } from '../../../src/lib/unknown-values.ts'
import { type JsonBody, mapsMember } from '../support/body-changes.ts'
import { altersAnswersWithStatus, altersStatusAt } from '../support/exchange-mistakes.ts'
import { type WrongServer, withJsonBody, withStatusOrHeaders } from '../support/wrong-server.ts'

/**
 * Legal servers that differ from the sandbox in what the description leaves open, beyond the switchable
 * assumptions. No clause may fail on them.
 */

type Serve = WrongServer['serve']

const inEveryBody =
  (change: (body: JsonBody) => unknown): Serve =>
  async (request, next) =>
    withJsonBody(await next(request), change)

const eachOf = (
  value: unknown,
  change: (name: string, inner: unknown) => readonly [string, unknown],
): JsonBody => Object.fromEntries(Object.entries(Object(value)).map(([name, inner]) => change(name, inner)))

const literalQuery = (href: unknown): unknown =>
  String(href).replace(
    /\{\?([^}]*)\}/,
    (_, names: string) =>
      `?${names
        .split(',')
        .map((name) => `${name}={${name}}`)
        .join('&')}`,
  )

const withMore = (body: JsonBody): JsonBody =>
  JSON.parse(JSON.stringify(body), (name, value: unknown) => {
    const isOpen =
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      !['_links', 'Errors'].includes(name)
    return isOpen ? { ...value, Nuevo: 1 } : value
  })

const reversed = (body: JsonBody): JsonBody =>
  JSON.parse(JSON.stringify(body), (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).reverse())
      : value,
  )

const FORBIDDEN = {
  Type: 'https://httpstatuses.com/403',
  Title: 'Forbidden',
  Status: 403,
  Detail: 'Not by this app.',
  Instance: '/v3/appnotificaciones',
  Extensions: {},
}

export const legalServers: Readonly<Record<string, Serve>> = {
  'null in links for what does not apply': inEveryBody(
    mapsMember('_links', (links) =>
      eachOf(links, (name, link) => [name, { templated: null, method: null, ...Object(link) }]),
    ),
  ),
  'templated: false and method: GET in links': inEveryBody(
    mapsMember('_links', (links) =>
      eachOf(links, (name, link) => [name, { templated: false, method: 'GET', ...Object(link) }]),
    ),
  ),
  'other names of relations': inEveryBody(
    mapsMember('_links', (links) =>
      eachOf(links, (name, link) => [name === 'self' ? name : `rel-${name}`, link]),
    ),
  ),
  'templates as literal queries': inEveryBody(mapsMember('href', literalQuery)),
  'agencies behind a template of their e-mail': inEveryBody(
    mapsMember('Agencias', (block) =>
      Object.assign({}, block, {
        _links: {
          agencia: {
            templated: true,
            href: `${String(membersOf(membersOf(membersOf(block)._links).self).href).split(/[?{]/)[0]}/{adminmail}`,
          },
        },
      }),
    ),
  ),
  'undocumented members': inEveryBody(withMore),
  'members in another order': inEveryBody(reversed),
  // The title of a publication has brand, model, trim and year (PUB-02); others are open
  // (`common/ref-titles`).
  'other texts of titles': inEveryBody((body) =>
    JSON.parse(JSON.stringify(body), (_, value: unknown) =>
      typeof value === 'object' && value !== null && 'title' in value && !('EstadoActual' in value)
        ? { ...value, title: '' }
        : value,
    ),
  ),
  'a 404 as a page': altersAnswersWithStatus(404, { headers: { 'Content-Type': 'text/html' } }),
  'another case of an adminmail is another agency': altersStatusAt(/LOSPINOS/, 404),
  'what is not JSON, too long or too deep is refused by the server in front': async (request, next) => {
    const text = await request.clone().text()
    const isLong = request.url.length > 4_000
    if (isLong) return new Response('too long', { status: 414 })
    const isOdd = /NaN|Infinity|\[{100}|^\ufeff|1e400/.test(text) || text.length > 100_000
    return isOdd ? new Response('no', { status: text.length > 100_000 ? 413 : 422 }) : next(request)
  },
  'a body style that matches nothing is 404': altersStatusAt(/bodystyle=zz/, 404),
  'a query parameter is a problem of the entry': async (request, next) => {
    const response = await next(request)
    if (request.method !== 'GET' || response.status !== 400) return response
    return withJsonBody(response, (body) => ({
      ...body,
      Errors: { _: ['A parameter is missing or wrong.'] },
    }))
  },
  'media types in capitals, with parameters': async (request, next) => {
    const response = await next(request)
    const type = response.headers.get('content-type')
    return withStatusOrHeaders(response, {
      headers: { 'Content-Type': type && `${type.toUpperCase()}; Version=3` },
    })
  },
  'Instance whole, with a query': inEveryBody(
    mapsMember('Instance', (path) => `https://agency.example${String(path)}?a=b`),
  ),
  'webhooks that the app may not configure': (request, next) =>
    ['PUT', 'POST'].includes(request.method) && /appnotificaciones\/[^/]+$/.test(request.url)
      ? Promise.resolve(
          Response.json(FORBIDDEN, { status: 403, headers: { 'Content-Type': 'application/problem+json' } }),
        )
      : next(request),
}

/** The clauses that any response of a legal server concerns: on the protocol, and the relations. */
export const protocolClauses = clauses.filter(({ id }) =>
  /^(common|entry-point|catalogue|errors|relations|hostile)\//.test(id),
)
