import { isPlainGet, linkObjectsIn } from '../../../contracts/support/links.ts'
import type { ClauseContext } from '../../kit/runner/clause-context.ts'
import { resolveHref } from '../../kit/target/target.ts'
import { TEXT_JSON_TYPE } from '../../wire/media-types.ts'
import { CatalogueFacts, spread } from '../rules/catalogue-facts.ts'

/** Links of one kind that are followed. */
const OF_A_KIND = 5
/** Documents that are read, each in the full form and in another one. */
const MAX_READ = 110
/** Names of brands, and of models, that are searched for. */
const MAX_SEARCHED = 14

/** Reads by links, a few of each kind, and then searches for what the catalogue has shown. */
export const crawl = async (t: ClauseContext, from: readonly string[]): Promise<void> => {
  const { target } = t.session
  const forms = [t.types.ref, t.types.entry, TEXT_JSON_TYPE]
  const queue = from.map((href) => resolveHref(target, href))
  const followed = new Map<string, number>()
  const catalogue = new CatalogueFacts()
  for (let at = 0; at < Math.min(queue.length, MAX_READ); at++) {
    const url = queue[at] ?? ''
    const { json, response } = await t.get(url)
    if (response.status !== 200) continue
    catalogue.observe(json)
    await t.get(url, { accept: forms[at % forms.length] ?? t.types.ref })
    const kinds = new Map<string, Set<string>>()
    for (const link of linkObjectsIn(json)) {
      // A template without its variables is a whole list, where the service has one.
      const href = isPlainGet(link) ? link.href : link.href.split(/\{?[?&]|\{/, 1)[0]
      if (
        (link.method ?? 'GET').toUpperCase() !== 'GET' ||
        !href ||
        /[{}]/.test(link.href.split('?')[0] ?? '')
      )
        continue
      const next = resolveHref(target, href)
      if (!next.startsWith(target.base) || queue.includes(next)) continue
      const { pathname, searchParams } = new URL(next)
      const kind = [
        link.where.replace(/\[\d+\]/g, ''),
        pathname.split('/').length,
        ...[...searchParams.keys()].sort(),
      ].join()
      kinds.set(kind, (kinds.get(kind) ?? new Set()).add(next))
    }
    for (const [kind, urls] of kinds) {
      const before = followed.get(kind) ?? 0
      const chosen = spread([...urls], Math.min(OF_A_KIND - before, 3))
      followed.set(kind, before + chosen.length)
      queue.push(...chosen)
    }
  }
  for (const query of catalogue.names(MAX_SEARCHED)) {
    const path = 'model' in query ? 'modelos' : 'marcas'
    await t.get(`/v3/${path}/bestmatch?${new URLSearchParams(query as Record<string, string>)}`)
  }
}
