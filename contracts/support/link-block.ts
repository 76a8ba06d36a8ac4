import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { Exchange, RequestOptions } from '../../src/kit/target/exchange.ts'
import { linkOfOwner } from '../../src/kit/target/links.ts'

/**
 * Follows the first link of a block that a plain GET can follow; relation names are open
 * (`common/relation-names`). Skips when there is none, or when it does not answer 200 (`common/link-reach`).
 */
export const followBlock = async (
  t: ClauseContext,
  block: unknown,
  sending: RequestOptions = {},
  linkIn: (block: unknown) => string | undefined = (one) => linkOfOwner(one),
): Promise<Exchange> => {
  const href = linkIn(block) ?? t.skip('the block has no link that can be followed without variables')
  const led = await t.get(href, sending)
  if (led.response.status !== 200) t.skip(`the link ${href} is answered ${led.response.status}`)
  return led
}
