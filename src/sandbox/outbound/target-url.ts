import { isIP } from 'node:net'
import { isUrl } from '../../lib/text/url.ts'
import { OutgoingRefused } from './outbound-error.ts'
import { type PrivateTargets, refusedKind } from './private-targets.ts'

/**
 * Parses and checks an absolute URL; throws `OutgoingRefused`. The URL parser normalizes every spelling of an
 * address (`0x7f.1`, `2130706433`, percent signs, wide digits), so the checked host is the one connected to.
 */
export const parseTargetUrl = (text: string, allowPrivate: PrivateTargets): URL => {
  if (!isUrl(text))
    throw new OutgoingRefused('url', 'Expected an absolute http or https URL, got a text that is not a URL.')
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OutgoingRefused(
      'scheme',
      `Expected an http or https URL, got the scheme "${url.protocol.slice(0, -1)}".`,
    )
  }
  if (url.username || url.password) {
    throw new OutgoingRefused(
      'credentials',
      'A URL with a user name or password is refused: send a header instead.',
    )
  }
  const host = hostOf(url)
  if (!host) throw new OutgoingRefused('url', 'The URL has no host.')
  refuseAddress(host, allowPrivate)
  if (allowPrivate === false) refusePort(portOf(url))
  return url
}

/** The host to connect to, without the brackets of IPv6 and trailing dots. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '')

const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80))

/** What an address is that may not be reached, by what may be. */
const ADDRESS_FAULTS = {
  true: 'is never reached',
  false: 'is not a public address',
  'loopback-only': 'is not an address of this machine',
}

/** Names are judged when they are resolved, but those of the loopback need not be. */
const refuseAddress = (host: string, allowPrivate: PrivateTargets): void => {
  const isLoopback = allowPrivate === false && /(?:^|\.)localhost$/.test(host)
  const kind = isIP(host) ? refusedKind(host, allowPrivate) : isLoopback ? 'loopback' : undefined
  if (kind) throw new OutgoingRefused('address', `"${host}" ${ADDRESS_FAULTS[`${allowPrivate}`]}: ${kind}.`)
}

const refusePort = (port: number): void => {
  if (port < FIRST_FREE_PORT ? !WEB_PORTS.has(port) : OTHER_SERVICES.has(port))
    throw new OutgoingRefused('port', `Port ${port} is reserved for a service other than the web.`)
}

const FIRST_FREE_PORT = 1024
const WEB_PORTS: ReadonlySet<number> = new Set([80, 443])

/**
 * Higher ports of services that HTTP could harm: those that browsers block, then data stores and remote
 * control.
 */
const OTHER_SERVICES: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080, 1080, 1433, 1521, 1883, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 4369, 5432, 5672, 5900, 5985, 5986,
  6379, 6380, 6443, 7000, 7001, 8125, 9042, 9092, 9160, 9300, 10250, 11211, 25565, 26257, 27017, 27018, 27019,
  50000, 61616,
])
