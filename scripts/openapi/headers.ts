import type { Operation } from '../../src/model/http/operation.ts'
import type { Json } from './schemas.ts'

/**
 * Response headers. Headers that an assumption adds carry its id; none of them is required, since a proxy may
 * drop it and another service may not send it.
 */
const HEADERS = {
  ETag: { description: 'Entity tag of the resource', required: true, schema: { type: 'string' } },
  ETagElsewhere: {
    description: 'Entity tag, where every read carries one',
    schema: { type: 'string' },
    'x-playa-assumption': 'common/etag-elsewhere',
  },
  Location: {
    description: 'URI of what was created',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
  },
  Vary: {
    description: 'The response depends on `Accept`',
    schema: { type: 'string' },
    'x-playa-assumption': 'common/cache-headers',
  },
  CacheControl: {
    description: 'How a response may be kept',
    schema: { type: 'string' },
    'x-playa-assumption': 'common/cache-headers',
  },
  Deprecation: {
    description: 'RFC 9745',
    schema: { type: 'string' },
    'x-playa-assumption': 'versioning/deprecation',
  },
  Sunset: {
    description: 'RFC 8594',
    schema: { type: 'string' },
    'x-playa-assumption': 'versioning/deprecation',
  },
  RetryAfter: {
    description: 'Seconds until the next request is admitted',
    schema: { type: 'integer', minimum: 1 },
    'x-playa-assumption': 'limits/rate',
  },
  WWWAuthenticate: {
    description: 'How the calling app is identified',
    schema: { type: 'string' },
    'x-playa-assumption': 'auth/unauthorized',
  },
} as const satisfies Record<string, Json>

/** Header components of the document. */
export const componentHeaders: Json = HEADERS

const ref = (name: keyof typeof HEADERS): Json => ({ $ref: `#/components/headers/${name}` })

/** Returns the headers of one status of an operation. */
export const headersOf = (operation: Operation, status: number): Json => {
  const success = status < 400
  const tagged = operation.resultKind === 'entry' && operation.representation.entityTag !== undefined
  return {
    ...(success && tagged && { ETag: ref('ETag') }),
    ...(status === 201 && { Location: ref('Location') }),
    ...(success && !tagged && operation.method === 'GET' && { ETag: ref('ETagElsewhere') }),
    Vary: ref('Vary'),
    ...(status === 429 && { 'Retry-After': ref('RetryAfter') }),
    ...(status === 401 && { 'WWW-Authenticate': ref('WWWAuthenticate') }),
    ...(success && {
      'Cache-Control': ref('CacheControl'),
      Deprecation: ref('Deprecation'),
      Sunset: ref('Sunset'),
    }),
  }
}
