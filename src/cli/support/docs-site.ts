import { isUrl } from '../../lib/text/url.ts'
import { UsageError } from './errors.ts'

const VARIABLE = 'PLAYA_DOCS_URL'

/**
 * Returns where the site of the documents is published, without a slash at its end, as the environment says.
 * Reports and the console link ids to its pages. Throws a `UsageError`.
 */
export const docsSite = (): string | undefined => {
  const url = process.env[VARIABLE]
  if (!url) return undefined
  if (/^https?:/i.test(url) && isUrl(url)) return url.replace(/\/+$/, '')
  throw new UsageError(`${VARIABLE} takes the http or https address of a site, not ${JSON.stringify(url)}.`)
}
