/**
 * Returns whether a text is a URL, absolute or relative to `base`. `URL.canParse` of Node 20 refuses letters
 * such as ñ once the compiler has optimized its caller.
 */
export const isUrl = (text: string, base?: string): boolean => {
  if (base === undefined && PLAIN_URL.test(text)) return true
  try {
    return Boolean(new URL(text, base))
  } catch {
    return false
  }
}

/** Adds `http://` to an address without a scheme, such as `localhost:4010/v3`. */
export const withScheme = (text: string): string =>
  /^(?:[\w-]+(?:\.[\w-]+)*|\[[\da-f:.]+\])(?::\d{1,5})?(?:\/.*)?$/i.test(text) ? `http://${text}` : text

/** Most URLs: a name that ends in letters, as no address does, and a path that has nothing to be escaped. */
const PLAIN_URL = /^https?:\/\/(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)*[a-z]+(?::\d{1,4})?(?:\/[\w.~/-]*)?$/i

/**
 * True for an absolute http or https URL with a host. The parser alone takes `http:///x` for a host `x` and
 * drops tabs and line ends, so that another address would be shown than the one requested.
 */
export const isWebUrl = (text: string): boolean => PLAIN_URL.test(text) || (WEB_URL.test(text) && isUrl(text))

const WEB_URL = /^https?:\/\/[^\p{Cc}/?#\\][^\p{Cc}]*$/iu

/** Returns whether a host is this machine, whatever the name server says; brackets of IPv6 may stand. */
export const isLoopbackHost = (host: string): boolean => LOOPBACK.test(host.replace(/^\[(.*)\]$/, '$1'))

/** RFC 6761, 6.3 reserves names that end in localhost. */
const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|(?:.+\.)?localhost|::1)$/i

/** Returns the path of a URL with its query; a text that is none stays. */
export const pathOf = (url: string): string => {
  if (!isUrl(url)) return url
  const { pathname, search } = new URL(url)
  return pathname + search
}
