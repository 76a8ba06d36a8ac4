import type { Named } from '../../world/catalogue.ts'

/**
 * Converts `Citroën C4 Cactus` to `citroen-c4-cactus`. Cached, because many versions share the parts of their
 * names.
 */
export const toCodename = (name: string): string => {
  const cached = codenameByName.get(name)
  if (cached !== undefined) return cached
  const codename = name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  codenameByName.set(name, codename)
  return codename
}

const codenameByName = new Map<string, string>()

/** Returns the preferred codename of an entry; every entry has one. */
export const codenameOf = ({ codenames: [preferred = ''] }: Pick<Named, 'codenames'>): string => preferred
