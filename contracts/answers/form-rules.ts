import type { Exchange } from '../../src/kit/target/exchange.ts'
import { describedRequest } from '../rules/described-request.ts'
import { type RunFinding, runFinding } from '../rules/run-judge.ts'
import { canonicalJson } from '../support/canonical-json.ts'
import { membersOf } from '../support/links.ts'

/** Rules that compare how the responses of a run show one record. */

/** Documents that change only when a client edits them and whose members depend on no filter. */
const STEADY =
  /^(entry|inquiries\.read|operators\.read|agencies\.read|versions|brands|models|notifications|webhooks)\b/

/** Members of a ref that the full form has, by their names there (CAT-06, AGE-06). */
const FULL_NAMES: Readonly<Record<string, string>> = { Version: 'Nombre' }

/** Returns the text of a member as it is compared: addresses without their query, which may be signed. */
const shown = (value: unknown): string =>
  canonicalJson(
    JSON.parse(JSON.stringify(value ?? null), (name, inner: unknown) =>
      name === '_links'
        ? undefined
        : typeof inner === 'string' && /^https?:/.test(inner)
          ? inner.split('?', 1)[0]
          : inner,
    ),
  )

/**
 * Returns the first member that two forms of a record show differently; what one of them lacks is not
 * compared.
 */
const differenceOf = (first: Exchange, second: Exchange) => {
  const [one, other] = [membersOf(first.json), membersOf(second.json)]
  const isRef = 'title' in other && 'href' in other
  for (const [name, value] of Object.entries(other)) {
    const fullName = isRef ? (FULL_NAMES[name] ?? name) : name
    if (name === '_links' || !(fullName in one) || shown(one[fullName]) === shown(value)) continue
    return {
      expected: `${name} ${shown(one[fullName])}, as ${first.request.headers['Accept']} shows`,
      got: value,
    }
  }
  return undefined
}

/** A record is the same in every media type (COM-10), while nothing is written. */
export const differingForms = (exchanges: readonly Exchange[]): readonly RunFinding[] => {
  const former = new Map<string, Exchange>()
  const found: RunFinding[] = []
  for (const exchange of exchanges) {
    const { request, response, json } = exchange
    const { operation, parameters } = describedRequest(request) ?? {}
    if (request.method !== 'GET' || response.status !== 200 || !operation) continue
    if (!STEADY.test(operation.id) || !/json/.test(request.headers['Accept'] ?? '')) continue
    const known = former.get(request.url)
    former.set(request.url, known ?? exchange)
    const difference = known && differenceOf(known, exchange)
    const because = ['COM-10', ...operation.statements.slice(0, 1)]
    if (difference && parameters && json) found.push(runFinding(exchange, { because, ...difference }))
  }
  return found
}
