import { bodyText, type ClientCall, isRead, pathOfTarget } from '../faults/client-call.ts'
import { membersIn } from '../faults/json-walk.ts'

/** Values by member path; a list is one value. */
type Leaves = ReadonlyMap<string, unknown>

/** A write, and what the client was last shown of the same resource. */
interface RoundTrip {
  readonly shown: Leaves
  readonly sent: Leaves
}

/**
 * Returns the values that a client changes between reading and writing them back, although it sends them
 * unchanged in the undisturbed run. A value that it sends in both runs is its own.
 */
export const changedValues = (calls: readonly ClientCall[], undisturbed: readonly ClientCall[]): string[] => {
  const usual = roundTrips(undisturbed)
  const found = new Map<string, string>()
  for (const [key, { shown, sent }] of roundTrips(calls)) {
    const former = usual.get(key)
    if (!former) continue
    for (const [name, value] of sent) {
      const [read, usualRead, usualSent] = [shown.get(name), former.shown.get(name), former.sent.get(name)]
      if (usualRead === undefined || !isEqual(usualRead, usualSent)) continue
      if (read === undefined || isEqual(read, usualRead) || isEqual(value, read)) continue
      // The client's own value does not depend on the read.
      if (isEqual(value, usualSent) || (read === null && !isNothing(value))) continue
      if (!found.has(name)) found.set(name, `${name} ${brief(read)} as ${brief(value)}`)
    }
  }
  return [...found.values()]
}

/** Returns amounts that a client computes from amounts with cents, and truncates. */
export const wholeAmounts = (calls: readonly ClientCall[], undisturbed: readonly ClientCall[]): string[] => {
  const usual = roundTrips(undisturbed)
  const cut = [...roundTrips(calls)].flatMap(([key, { shown, sent }]) => {
    const former = usual.get(key)
    return [...sent].flatMap(([name, value]) => {
      const numbers = [shown.get(name), former?.shown.get(name), former?.sent.get(name)]
      const [read = 0, usualRead = 0, usualSent = 0] = numbers.map((number) => Number(number ?? 0))
      if (!name.endsWith('Importe') || typeof value !== 'number' || usualRead === 0) return []
      const exact = (read * usualSent) / usualRead
      const isCut = Number.isInteger(value) && Number.isInteger(usualSent) && value === Math.floor(exact)
      // Rounding is a decision of the client.
      return isCut && exact - value > HALF ? [`${name} ${exact.toFixed(2)} as ${value}`] : []
    })
  })
  return cut
}

const HALF = 0.5

/**
 * Returns a price for which a client uses a wrong factor, because its limits are meant for another currency:
 * in the other currency it uses a factor that it uses undisturbed for other prices, or a very different one.
 */
export const limitOfOtherCurrency = (
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
): string | undefined => {
  const usual = new Map([...roundTrips(undisturbed)].map(([key, trip]) => [key, factorOf(trip)]))
  const all = [...usual.values()].flatMap((factor) => factor ?? [])
  for (const [key, trip] of roundTrips(calls)) {
    const [own, former] = [factorOf(trip), usual.get(key)]
    if (!own || !former || own.currency === former.currency || isDocumentedPath(own.factor, former.factor))
      continue
    const leap = own.factor / former.factor
    if (leap > LEAP || leap * LEAP < 1 || all.some(({ factor }) => isDocumentedPath(factor, own.factor)))
      return `${own.currency} ${own.amount} times ${own.factor.toFixed(2)}, and ${former.currency} ${former.amount} times ${former.factor.toFixed(2)}`
  }
  return undefined
}

/**
 * Returns a price to which a client adds the same amount as to a price in another currency; undefined if it
 * adds none, or another one.
 */
export const sameAmountAdded = (
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
): string | undefined => {
  const usual = roundTrips(undisturbed)
  for (const [key, trip] of roundTrips(calls)) {
    const former = usual.get(key)
    const [own, before] = [factorOf(trip), former && factorOf(former)]
    if (!own || !before || own.currency === before.currency) continue
    const [added, usualAdded] = [own, before].map(({ amount, factor }) => Math.round(amount * (factor - 1)))
    if (added !== 0 && added === usualAdded) return `${added} to ${own.currency} ${own.amount}`
  }
  return undefined
}

/** Ratio of two factors that no calculation explains, but a limit does. */
const LEAP = 5

/** Lower amounts are not prices of cars, but values of another client. */
const LEAST_PRICE = 100
const TOLERANCE = 0.002

const isDocumentedPath = (one: number, other: number): boolean => Math.abs(one - other) < TOLERANCE

/**
 * Returns the factor by which a client multiplies a price; undefined if it writes none, or another currency.
 */
const factorOf = ({ shown, sent }: RoundTrip) => {
  const [amount, written] = [shown, sent].map((leaves) => Number(leaves.get('Precio.Importe') ?? 0))
  const currency = String(shown.get('Precio.Moneda'))
  if (!amount || !written || amount < LEAST_PRICE || sent.get('Precio.Moneda') !== currency) return undefined
  return { amount, currency, factor: written / amount }
}

/**
 * Returns the writes of each resource, in order, that follow a read of it without a control call in between.
 */
const roundTrips = (calls: readonly ClientCall[]): Map<string, RoundTrip> => {
  const read = new Map<string, Leaves>()
  const counts = new Map<string, number>()
  const found = new Map<string, RoundTrip>()
  for (const call of calls) {
    if (call.operation === undefined) read.clear()
    const { method, target, body, response } = call
    const path = pathOfTarget(target).toLowerCase()
    if (isRead(call) && response?.status === 200) read.set(path, leavesOf(membersIn(response.body)))
    const shown = read.get(path)
    // After 412 a client sends the same write again.
    if (!/^(?:PUT|PATCH)$/.test(method) || response?.status === 412) continue
    const key = `${method} ${path}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    if (shown) found.set(`${key} ${count}`, { shown, sent: leavesOf(membersIn(bodyText(body))) })
  }
  return found
}

/** Returns the values of an object by member path, without links. */
export const leavesOf = (members: object, path = ''): Map<string, unknown> => {
  const leaves = new Map<string, unknown>()
  for (const [name, value] of Object.entries(members)) {
    if (name === '_links') continue
    const place = path === '' ? name : `${path}.${name}`
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      for (const [inner, leaf] of leavesOf(value, place)) leaves.set(inner, leaf)
    else leaves.set(place, value)
  }
  return leaves
}

/** Returns whether two values are equal, even in two runs, which use different ports. */
const isEqual = (one: unknown, other: unknown): boolean => withoutPorts(one) === withoutPorts(other)

const withoutPorts = (value: unknown): string | undefined =>
  JSON.stringify(value)?.replaceAll(/127\.0\.0\.1:\d+/g, '')

/** Returns whether a value is one that programs write in place of null. */
const isNothing = (value: unknown): boolean =>
  value === '' ||
  value === 0 ||
  (Array.isArray(value) && value.length === 0) ||
  /^(?:null|None|nil)$/.test(String(value))

const MAX_VALUE = 40

/** Writes a value as JSON; only the end of a long one, which clients tend to lose. */
const brief = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > MAX_VALUE ? `...${text.slice(-MAX_VALUE)}` : text
}
