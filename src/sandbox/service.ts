import type { Answer, Ask, AskBody } from '../http/ask.ts'
import { exchange } from '../http/exchange.ts'
import { operations } from '../resources/index.ts'
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
 * run, from the start, on the world of that later moment.
 */
export const serve = (rim: Rim, held: Held, request: Request, where: Where, body: AskBody): Answer | Promise<Answer> => {
  const ask = askOf(request, where, body, rim.wallMs())
  const exchanged = exchange(operations, held.world, ask)
  if ('needsPhotos' in exchanged) {
    return rim.measurePhotos(exchanged.needsPhotos).then((photos) => {
      const again = exchange(operations, held.world, { ...ask, wallMs: rim.wallMs(), photos })
      if ('needsPhotos' in again) throw new Error('the line asked for photos that were already measured')
      held.world = again.world
      return again.answer
    })
  }
  held.world = exchanged.world
  return exchanged.answer
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

const askOf = (request: Request, { origin, prefix, path, query }: Where, body: AskBody, wallMs: number): Ask => ({
  method: request.method,
  path,
  query,
  instance: prefix + path,
  header: (name) => request.headers.get(name),
  headersLike: (start) => [...request.headers].filter(([name]) => name.startsWith(start)),
  body,
  prefix,
  origin,
  wallMs,
})
