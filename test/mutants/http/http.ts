import { altersAnswersWithStatus } from '../support/exchange-mistakes.ts'
import { type WrongServer, withStatusOrHeaders } from '../support/wrong-server.ts'

const withoutHeader = (name: string): WrongServer['serve'] =>
  altersAnswersWithStatus(200, { headers: { [name]: null } })

/** Answers the first request with 429 that says nothing about waiting. */
const refusesOnce = (): WrongServer['serve'] => {
  const refused = new Set<string>()
  return async (request, next) => {
    // Each run has its own world.
    const world = new URL(request.url).pathname.split('/v3')[0] ?? ''
    if (refused.has(world)) return next(request)
    refused.add(world)
    return new Response(null, { status: 429 })
  }
}

const altersHeader =
  (name: string, change: (value: string) => string): WrongServer['serve'] =>
  (request, next) => {
    const headers = new Headers(request.headers)
    const value = headers.get(name)
    if (value !== null) headers.set(name, change(value))
    return next(new Request(request, { headers }))
  }

export const httpMutants: readonly WrongServer[] = [
  {
    clause: 'http/a-401-names-a-challenge',
    name: 'no WWW-Authenticate',
    profile: { 'auth/scheme': 'key' },
    serve: altersAnswersWithStatus(401, { headers: { 'WWW-Authenticate': null } }),
  },
  {
    clause: 'http/a-405-lists-the-methods',
    name: 'no Allow',
    serve: altersAnswersWithStatus(405, { headers: { Allow: null } }),
  },
  { clause: 'http/too-many-requests-say-how-long', name: 'no Retry-After', serve: refusesOnce() },
  { clause: 'http/negotiated-forms-vary', name: 'no Vary', serve: withoutHeader('Vary') },
  {
    clause: 'http/negotiated-forms-vary',
    name: 'Vary names Origin alone',
    serve: altersAnswersWithStatus(200, { headers: { Vary: 'Origin' } }),
  },
  {
    clause: 'http/the-higher-quality-wins',
    name: 'the first type of Accept is shown',
    serve: altersHeader('Accept', (accept) => accept.replaceAll(/;q=[\d.]+/g, '')),
  },
  {
    clause: 'http/lists-of-entity-tags-are-read',
    name: 'the first tag of a list counts',
    serve: altersHeader('If-None-Match', (tags) => tags.split(',')[0] ?? ''),
  },
  {
    clause: 'http/entity-tags-are-strong',
    name: 'entity tags are weak',
    serve: async (request, next) => {
      const response = await next(request)
      const etag = response.headers.get('ETag')
      return etag === null ? response : withStatusOrHeaders(response, { headers: { ETag: `W/${etag}` } })
    },
  },
  {
    clause: 'http/head-equals-get',
    name: 'HEAD is 405',
    serve: async (request, next) =>
      request.method === 'HEAD' ? new Response(null, { status: 405 }) : next(request),
  },
  {
    clause: 'http/head-equals-get',
    name: 'HEAD has no entity tag',
    serve: async (request, next) => {
      const response = await next(request)
      return request.method === 'HEAD' ? withStatusOrHeaders(response, { headers: { ETag: null } }) : response
    },
  },
  { clause: 'http/responses-are-dated', name: 'no Date', serve: withoutHeader('Date') },
]
