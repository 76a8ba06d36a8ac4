import type { Answer, Ask, AskBody } from '../http/ask.ts'
import { exchange } from '../http/exchange.ts'
import { operations } from '../resources/index.ts'
import type { Asked } from './asked.ts'
import type { Held } from './worlds.ts'

/** Measures photos that the line asked for, through the guard of outgoing requests. */
export type MeasurePhotos = (urls: readonly string[]) => Promise<NonNullable<Ask['photos']>>

/** What the rim gives to every exchange. */
export interface Rim {
  /** The wall clock, in milliseconds. */
  wallMs(): number
  measurePhotos: MeasurePhotos
}

/**
 * Asks the world and keeps what it became, in one step without waiting. Only when photos must be measured first is there a second
 * run, from the start, on the world of that later moment. `where` is looked up only when the answer is not known already.
 */
export const serve = (
  rim: Rim,
  held: Held,
  asked: Asked,
  where: () => Where,
  body: AskBody,
): Answer | Promise<Answer> => {
  const before = held.world
  const key = keyOf(asked)
  const known = key === undefined || held.answers?.world !== before ? undefined : held.answers.byRequest.get(key)
  if (known) return known
  const ask = askOf(asked, where(), body, rim.wallMs())
  const exchanged = exchange(operations, before, ask)
  if ('needsPhotos' in exchanged) {
    return rim.measurePhotos(exchanged.needsPhotos).then((photos) => {
      const again = exchange(operations, held.world, { ...ask, wallMs: rim.wallMs(), photos })
      if ('needsPhotos' in again) throw new Error('the line asked for photos that were already measured')
      held.world = again.world
      return again.answer
    })
  }
  held.world = exchanged.world
  if (key !== undefined && exchanged.answer.lasting && exchanged.world === before) remember(held, key, exchanged.answer)
  return exchanged.answer
}

const ANSWERS_KEPT = 512
const LONGEST_KEY = 1_000

/** Everything that a read's answer may depend on beside the world; undefined for what is not worth remembering. */
const keyOf = (asked: Asked): string | undefined => {
  if (asked.method !== 'GET') return undefined
  // No header's value holds a line break, so no value can pass for another or for an absent one.
  const said = (name: string) => asked.header(name) ?? '\r'
  const key = `${asked.url}\n${said('accept')}\n${said('if-none-match')}\n${said('authorization')}`
  return key.length > LONGEST_KEY ? undefined : key
}

const remember = (held: Held, key: string, answer: Answer): void => {
  if (held.answers?.world !== held.world || held.answers.byRequest.size >= ANSWERS_KEPT) {
    held.answers = { world: held.world, byRequest: new Map() }
  }
  held.answers.byRequest.set(key, answer)
}

/** The parts of a request's URL that the line looks at. */
export interface Where {
  readonly origin: string
  /** `` or `/w/{world}`. */
  readonly prefix: string
  readonly path: string
  readonly query: string
}

/** Takes a URL apart as sent, without decoding or normalising anything. */
export const takeApart = (url: string): { readonly origin: string; readonly path: string; readonly query: string } => {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const mark = url.indexOf('?', start)
  const hash = url.indexOf('#', start)
  const end = hash < 0 ? url.length : hash
  const cut = mark < 0 || mark > end ? end : mark
  return { origin: url.slice(0, start), path: url.slice(start, cut), query: cut < end ? url.slice(cut + 1, end) : '' }
}

const askOf = (asked: Asked, { origin, prefix, path, query }: Where, body: AskBody, wallMs: number): Ask => ({
  method: asked.method,
  path,
  query,
  instance: prefix + path,
  header: (name) => asked.header(name),
  headersLike: (start) => asked.headersLike(start),
  body,
  prefix,
  origin,
  wallMs,
})
