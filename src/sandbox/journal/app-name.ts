import { byOption } from '../../api/assumptions/profile.ts'
import type { World } from '../../model/world/world.ts'

/** Returns the app that the credentials name, verified or not; null when they name none (`auth/scheme`). */
export const appNameOf = (world: World, authorization: string | null): string | null => {
  const { apps, profile } = world.setting
  const first = byOption(profile, 'auth/scheme', { open: apps[0], key: undefined, hmac: undefined })
  if (authorization === null) return first?.name ?? null
  const sent = authorization.trim()
  const space = sent.indexOf(' ')
  const credentials = sent.slice(space + 1).trimStart()
  const isBasic = space === 'basic'.length && sent.slice(0, space).toLowerCase() === 'basic'
  const decoded = isBasic ? Buffer.from(credentials, 'base64').toString('utf8') : credentials
  for (const { name, key } of apps) if (decoded.startsWith(key) && isWhole(decoded, key)) return name
  return null
}

/** Returns whether the key ends here: credentials are a key alone, or a key and its secret or signature. */
const isWhole = (credentials: string, key: string): boolean =>
  credentials.length === key.length || credentials[key.length] === ':'
