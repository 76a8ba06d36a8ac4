import { chosen } from '../assumptions/profile.ts'
import type { World } from '../world/world.ts'

/** Name of the app that a request's credentials name, whether or not they prove it; null when they name none (`auth/scheme`). */
export const appNameOf = (world: World, authorization: string | null): string | null => {
  const { apps, profile } = world.setting
  const first = chosen(profile, 'auth/scheme') === 'open' ? apps[0] : undefined
  if (authorization === null) return first?.name ?? null
  const sent = authorization.trim()
  const space = sent.indexOf(' ')
  const credentials = sent.slice(space + 1).trimStart()
  const isBasic = space === 'basic'.length && sent.slice(0, space).toLowerCase() === 'basic'
  const named = isBasic ? Buffer.from(credentials, 'base64').toString('utf8') : credentials
  for (const { name, key } of apps) if (named.startsWith(key) && isWhole(named, key)) return name
  return first?.name ?? null
}

/** A key stands alone, or before its secret or signature. */
const isWhole = (named: string, key: string): boolean => named.length === key.length || named[key.length] === ':'
