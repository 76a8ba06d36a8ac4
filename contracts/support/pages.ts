import type { Exchange } from '../../src/kit/target/exchange.ts'
import { isPlainGet, linkObjectsIn } from '../../src/kit/target/links.ts'
import { isUrl } from '../../src/lib/text/url.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'

/**
 * Returns the `href` of a link to a page: the one called `next`, else one with the page's number in the
 * query.
 */
export const nextPage = ({ json, request }: Exchange, number: number): string | undefined => {
  const { _links } = membersOf(json)
  const links = linkObjectsIn({ _links }).filter(isPlainGet)
  const { pathname } = new URL(request.url)
  const isNumbered = (href: string) => {
    if (!isUrl(href, request.url)) return false
    const url = new URL(href, request.url)
    return url.pathname === pathname && [...url.searchParams.values()].includes(String(number))
  }
  const found =
    links.find(({ where }) => where === '_links.next') ?? links.find(({ href }) => isNumbered(href))
  return found?.href
}
