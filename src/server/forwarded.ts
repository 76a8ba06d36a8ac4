import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { headerParts } from '../lib/text/header-parts.ts'
import type { TrustedProxies } from './trusted-proxies.ts'

/** Information of trusted proxies about a request. */
export interface ForwardedRequest {
  /** Address of the client. */
  readonly address: string
  readonly scheme: 'http' | 'https'
  /** Host that the client requested; undefined: the proxy passed `Host` on. */
  readonly host: string | undefined
  /** `Host` as sent; a page of another site cannot choose it. */
  readonly sentHost: string | undefined
  /** Path below which the proxy serves the sandbox, e.g. `/sandbox`; empty for none. */
  readonly prefix: string
}

const forwardedOf = new WeakMap<IncomingMessage, ForwardedRequest>()

/** Returns the information of trusted proxies about a request; undefined without any. */
export const readForwarded = (message: IncomingMessage): ForwardedRequest | undefined =>
  forwardedOf.get(message)

/** Returns the address of the client: behind trusted proxies the one they give, else the socket's. */
export const clientAddress = (message: IncomingMessage): string =>
  forwardedOf.get(message)?.address ?? message.socket.remoteAddress ?? ''

/** Returns the scheme that the client used. */
export const schemeOf = (message: IncomingMessage): 'http' | 'https' =>
  forwardedOf.get(message)?.scheme ?? 'http'

/**
 * Reads the headers of trusted proxies in front of this server and applies them: `Host` becomes the one that
 * the client requested, and the URL gets the client's scheme. Without a trusted proxy the headers change
 * nothing.
 */
export const acceptForwarded = (message: IncomingMessage, proxies: TrustedProxies): void => {
  const { socket, headers } = message
  const forwarded = judge(message, proxies)
  // Hono's adapter takes the scheme of a URL from the socket, which carries requests of many clients.
  Object.assign(socket, { encrypted: forwarded?.scheme === 'https' })
  if (!forwarded) return
  forwardedOf.set(message, forwarded)
  if (forwarded.host !== undefined) headers.host = forwarded.host
}

/** The information of one proxy; the nearest proxy is last. */
interface Hop {
  readonly for?: string | undefined
  readonly proto?: string | undefined
  readonly host?: string | undefined
}

const judge = (message: IncomingMessage, proxies: TrustedProxies): ForwardedRequest | undefined => {
  const peer = plainAddress(message.socket.remoteAddress ?? '')
  if (peer === undefined || !proxies.trusts(peer, 0)) return undefined
  const hops = hopsOf(message)
  let address = peer
  let trusted = 0
  // From the nearest proxy outwards: each trusted one vouches only for the address before it.
  while (trusted < hops.length && proxies.trusts(address, trusted)) {
    const before = plainAddress(hops[hops.length - 1 - trusted]?.for ?? '')
    trusted += 1
    if (before === undefined) break
    address = before
  }
  const outermost = hops.slice(hops.length - Math.max(1, trusted))
  const proto = outermost.find((hop) => hop.proto !== undefined)?.proto?.toLowerCase()
  const host = outermost.find((hop) => hop.host !== undefined)?.host
  const prefix = textOf(message, 'x-forwarded-prefix') ?? ''
  return {
    address,
    scheme: proto === 'https' ? 'https' : 'http',
    host: host !== undefined && HOST.test(host) ? host : undefined,
    sentHost: message.headers.host,
    prefix: PREFIX.test(prefix) ? prefix.replace(/\/$/, '') : '',
  }
}

const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i
const PREFIX = /^(?:\/[A-Za-z0-9._~-]{1,64}){1,8}\/?$/

/** Most hops that are read. */
const MAX_READ = 64

/**
 * Reads the hops. If `X-Forwarded-*` is present, only it counts: most proxies set it, and pass the client's
 * own `Forwarded` on unread.
 */
const hopsOf = (message: IncomingMessage): readonly Hop[] => {
  const [addresses, protos, hosts] = ['for', 'proto', 'host'].map((name) =>
    listOf(message, `x-forwarded-${name}`),
  )
  if (!addresses && !protos && !hosts) return standardHops(textOf(message, 'forwarded'))
  const length = Math.max(1, addresses?.length ?? 0)
  // A single value is about the client; a list has one entry for each proxy.
  const at = (list: readonly string[] | undefined, i: number) =>
    list && (list.length === length ? list[i] : list.length === 1 ? list[0] : list.at(i - length))
  return Array.from({ length }, (_, i) => ({ for: addresses?.[i], proto: at(protos, i), host: at(hosts, i) }))
}

const listOf = (message: IncomingMessage, name: string): readonly string[] | undefined =>
  textOf(message, name)
    ?.split(',')
    .slice(-MAX_READ)
    .map((part) => part.trim())

const textOf = ({ headers }: IncomingMessage, name: string): string | undefined => {
  const value = headers[name]
  const text = Array.isArray(value) ? value.join(',') : value
  return text === '' ? undefined : text
}

const PAIR = /^\s*(for|proto|host|by)\s*=\s*("(?:[^"\\]|\\.)*"|[^\s";,]*)\s*$/i

/** Reads the `Forwarded` header of RFC 7239; an unreadable hop is empty. */
const standardHops = (text: string | undefined): readonly Hop[] => {
  if (text === undefined) return []
  return headerParts(text, ',')
    .slice(-MAX_READ)
    .map((element) => {
      const hop: Record<string, string> = {}
      for (const part of headerParts(element, ';')) {
        const [, name = '', value = ''] = PAIR.exec(part) ?? []
        const unquoted = value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value
        if (name !== '') hop[name.toLowerCase()] = unquoted
      }
      return hop
    })
}

/** Returns the address without port and brackets; undefined if it is none, e.g. `unknown`. */
const plainAddress = (text: string): string | undefined => {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1]
  const withoutPort = /^(\d+(?:\.\d+){3}):\d+$/.exec(text)?.[1]
  const address = (bracketed ?? withoutPort ?? text).replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(address) === 0 ? undefined : address
}
