import { chosen } from '../../assumptions/profile.ts'
import type { World } from '../../domain/world.ts'

/** Name of the app that a request's credentials name, whether or not they prove it; null when they name none (`auth/scheme`). */
export const callerOf = (world: World, authorization: string | null): string | null => {
  const { apps, profile } = world.setting
  const first = chosen(profile, 'auth/scheme') === 'open' ? apps[0] : undefined
  if (authorization === null) return first?.name ?? null
  const [, scheme = '', credentials = ''] = /^\s*(\S+)\s+(\S+)\s*$/.exec(authorization) ?? []
  const named = scheme.toLowerCase() === 'basic' ? Buffer.from(credentials, 'base64').toString('utf8') : credentials
  // A key stands alone, or before its secret or signature.
  const found = apps.find(({ key }) => named.startsWith(key) && (named.length === key.length || named[key.length] === ':'))
  return (found ?? first)?.name ?? null
}
