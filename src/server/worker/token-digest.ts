import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Returns a new token of 192 random bits. */
export const newToken = (kind: 'owner' | 'world'): string =>
  `playa_${kind}_${randomBytes(24).toString('base64url')}`

/** Returns what is kept of a token. */
export const tokenDigest = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Compares a token with a digest in constant time. */
export const hasDigest = (token: string, digest: string): boolean =>
  timingSafeEqual(Buffer.from(tokenDigest(token)), Buffer.from(digest))

/** Returns the bearer token of a request. */
export const bearerToken = ({ headers }: Pick<Request, 'headers'>): string | undefined =>
  /^Bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
