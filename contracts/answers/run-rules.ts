import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { type Exchange, tryParseJson } from '../../src/kit/target/exchange.ts'
import { resolveHref, type Target } from '../../src/kit/target/target.ts'
import { decodedUri } from '../../src/lib/text/decoded-uri.ts'
import { type DescribedRequest, describedRequest } from '../rules/described-request.ts'
import { type RunFinding, runFinding } from '../rules/run-judge.ts'
import { entriesOf, linkObjectsIn, membersOf } from '../support/links.ts'

/** Rules on the responses of a run as a whole, whichever clause sent the requests. */

/** Addresses of one record each. */
const RECORD = /\/v3\/(?:versiones\/\d+|(?:publicaciones|consultas)\/[^/?]+\/[^/?{]+)$/

/** Returns the address that an entry gives as its own. */
const ownAddress = (entry: Readonly<Record<string, unknown>>): unknown =>
  entry.href ?? membersOf(membersOf(entry._links).self).href

/** Two entries of a list are two records, so each has its own address (COM-06, COM-03). */
export const sharedAddresses = (exchanges: readonly Exchange[]): readonly RunFinding[] =>
  exchanges.flatMap((exchange) => {
    if (exchange.response.status !== 200) return []
    const entries = entriesOf(exchange.json).map(membersOf)
    const first = new Map<unknown, string>()
    for (const entry of entries) {
      const address = ownAddress(entry)
      if (typeof address !== 'string' || !RECORD.test(address)) continue
      const text = JSON.stringify(entry)
      const known = first.get(address) ?? text
      first.set(address, known)
      if (known === text) continue
      return [
        runFinding(exchange, {
          because: ['COM-06', 'COM-03'],
          expected: 'an address for each entry',
          got: address,
        }),
      ]
    }
    return []
  })

/** Every page of inquiries but the last is full, and together they have Total entries (INQ-04). */
export const wrongTotals = (exchanges: readonly Exchange[]): readonly RunFinding[] =>
  exchanges.flatMap((exchange) => {
    const { request, response, json } = exchange
    if (response.status !== 200 || describedRequest(request)?.operation.id !== 'inquiries.list') return []
    const { Total, Pagina, PerPagina } = membersOf(json)
    const count = entriesOf(json).length
    const [page, size, total] = [Number(Pagina), Number(PerPagina), Number(Total)]
    const seen = (page - 1) * size + count
    // What a page behind the last one shows is open.
    const isLast = count < size && (count > 0 || page === 1)
    if (!(isLast ? total !== seen : total < seen && count > 0)) return []
    const expected = `Total ${seen}${isLast ? '' : ' or more'} on page ${page} with ${count} of ${size}`
    return [runFinding(exchange, { because: ['INQ-04'], expected, got: Total })]
  })

/** Resource of the operations that a block leads to. */
const BLOCKS: Readonly<Record<string, string>> = {
  Consultas: 'inquiries',
  Publicaciones: 'publications',
  Operadores: 'operators',
  Productos: 'agencies',
  Notificaciones: 'notifications',
  Versiones: 'versions',
  AppNotificaciones: 'webhooks',
}

/**
 * A block points to the collection of its name (COM-04): at least one of its links does, or leads to an
 * undescribed address.
 */
export const strayBlocks = (exchanges: readonly Exchange[], target: Target): readonly RunFinding[] =>
  exchanges.flatMap((exchange) =>
    [exchange.json, ...entriesOf(exchange.json)].map(membersOf).flatMap((members) =>
      Object.entries(BLOCKS).flatMap(([name, kind]) => {
        if (!(name in members)) return []
        const hrefs = linkObjectsIn(members[name]).map(({ href }) => href.replace(/\{.*/, ''))
        const led = hrefs.map((href) => describedRequest({ method: 'GET', url: resolveHref(target, href) }))
        const isStray = led.every((one) => one && !one.operation.id.startsWith(`${kind}.`))
        if (!isStray || hrefs.length === 0) return []
        const expected = `${name} that leads to ${kind}`
        return [runFinding(exchange, { because: ['COM-04'], expected, got: hrefs[0] })]
      }),
    ),
  )

/** Returns what a well-formed request to a described path asked for. */
const wellFormed = ({ request: { method, url, body } }: Exchange): DescribedRequest | undefined => {
  if (body !== undefined && typeof tryParseJson(body) !== 'object') return undefined
  return describedRequest({ method, url })
}

/** Returns whether a request is well-formed: a malformed one does not lead to a 404 with a plain message. */
const isFormed = ({ parameters }: DescribedRequest): boolean =>
  Object.entries(parameters).every(([name, value]) => {
    if (name === 'id') return /^-?\d{1,10}$/.test(value)
    return name.toLowerCase() !== 'adminmail' || /^[^@]+@[^@]+$/.test(decodedUri(value))
  })

/** Requests the ref form of resources that are not found, once for every operation. */
export const readMissingRefs = async (t: ClauseContext): Promise<void> => {
  const first = new Map<string, string>()
  for (const exchange of t.session.exchanges) {
    const { operation } = isProblem404(exchange) === undefined ? {} : (wellFormed(exchange) ?? {})
    if (operation) first.set(operation.id, first.get(operation.id) ?? exchange.request.url)
  }
  await Promise.all([...first.values()].map((url) => t.get(url, { accept: t.types.ref })))
}

/** Returns whether a 404 of a described read has a problem as its body; undefined for other responses. */
const isProblem404 = (exchange: Exchange): boolean | undefined => {
  const { request, response, json } = exchange
  if (request.method !== 'GET' || response.status !== 404 || response.body.trim() === '') return undefined
  const described = wellFormed(exchange)
  if (!described?.operation.refusalStatuses.includes(404) || !isFormed(described)) return undefined
  const names = Object.keys(membersOf(json)).map((name) => name.toLowerCase())
  if (names.includes('type') && names.includes('title') && names.includes('status')) return true
  return typeof json === 'object' && json !== null ? undefined : false
}

/** A 404 is a plain message (ERR-04); problems are taken from a service that sends nothing else. */
export const mixedMessages = (exchanges: readonly Exchange[]): readonly RunFinding[] => {
  const kinds = exchanges.map((exchange) => ({ exchange, isProblem: isProblem404(exchange) }))
  if (!kinds.some(({ isProblem }) => isProblem === false)) return []
  return kinds
    .filter(({ isProblem }) => isProblem === true)
    .map(({ exchange }) =>
      runFinding(exchange, {
        because: ['ERR-04'],
        expected: 'a plain message, as in other 404 of the service',
        got: exchange.response.body,
      }),
    )
}
