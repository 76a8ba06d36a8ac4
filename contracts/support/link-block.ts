import type { Exchange } from '../../src/kit/target/exchange.ts'
import type { RequestOptions, ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { LinkBlock } from '../../src/wire/shapes.ts'

/**
 * What the first link of a block that can be followed as it stands leads to. Relation names are left open (`common/relation-names`), so the
 * link is taken by its place; skips when there is none, or when it leads nowhere (`common/link-reach`).
 */
export const follow = async (t: ClauseContext, block: unknown, sending: RequestOptions = {}): Promise<Exchange> => {
  const read = LinkBlock.safeParse(block)
  const links = read.success ? Object.values(read.data._links) : []
  const link = links.find(({ templated, method = 'GET' }) => templated !== true && method === 'GET')
  if (!link) return t.skip('the block has no link that can be followed as it stands')
  const led = await t.get(link.href, sending)
  if (led.response.status !== 200) t.skip(`the link ${link.href} is answered ${led.response.status}`)
  return led
}

/** The objects of a collection; none when the answer is no collection. */
export const entriesOf = ({ json }: Exchange): readonly object[] => {
  const entries: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, '_entries') : undefined
  return Array.isArray(entries) ? entries.filter((entry) => typeof entry === 'object' && entry !== null) : []
}
