import type { Fact } from '../world/domain-event.ts'
import { timeOf, type World } from '../world/world.ts'
import type { Answer, Ask, AskBody } from '../http/request.ts'
import { type Exchanged, exchange } from '../http/decision-core.ts'
import { operations } from '../resources/index.ts'
import type { Asked } from '../transport/incoming-request.ts'
import type { Feed } from './event-bus.ts'
import type { Disturbed, Said } from '../journal/entry.ts'
import { isRepeated, kept } from '../journal/recorder.ts'
import type { Held } from './world-registry.ts'

/** Measures photos that the line asked for, through the guard of outgoing requests. */
export type MeasurePhotos = (urls: readonly string[]) => Promise<NonNullable<Ask['photos']>>

/** What the rim gives to every exchange. */
export interface Rim {
  /** The wall clock, in milliseconds. */
  wallMs(): number
  measurePhotos: MeasurePhotos
  /** The world in which what happened is told to whoever must be told; `base` is where its links lead. */
  follow(world: World, facts: readonly Fact[], base: string): World
  /** Looks anew at what the world waits for. */
  stir(held: Held): void
  readonly feed: Feed
}

/** A request on its way through the sandbox: who asked what, where, and since when. */
export interface Visit {
  readonly asked: Asked
  readonly body: AskBody
  /** What stands before `/v3` in the request's path: `` or `/w/{world}`. */
  readonly prefix: string
  /** What disturbed it on purpose so far. */
  readonly disturbed?: Disturbed
  /** When it came, where it waited on purpose before it was judged. */
  readonly arrived?: Arrived
}

export interface Arrived {
  /** Wall time, in milliseconds. */
  readonly wallMs: number
  /** World time of that moment, in milliseconds since the epoch. */
  readonly atMs: number
  /** On the clock that only ever goes forward, in milliseconds. */
  readonly startedMs: number
}

/**
 * Asks the world and keeps what it became, in one step without waiting. Only when photos must be measured first is there a second
 * run, from the start, on the world of that later moment.
 */
export const serve = (rim: Rim, held: Held, visit: Visit): Answer | Promise<Answer> => {
  const startedMs = performance.now()
  const wallMs = rim.wallMs()
  const before = held.world
  const key = keyOf(visit.asked)
  const known = key === undefined || held.answers?.world !== before ? undefined : held.answers.byRequest.get(key)
  if (known && timeOf(before.clock, wallMs) < known.lastsUntilMs)
    return noted(rim, held, visit, { answer: known, before, wallMs, startedMs })
  const where = whereOf(visit)
  const ask = askOf(visit.asked, where, visit.body, wallMs)
  const exchanged = exchange(operations, before, ask)
  if ('needsPhotos' in exchanged) {
    return rim.measurePhotos(exchanged.needsPhotos).then((photos) => {
      const then = held.world
      const again = exchange(operations, then, { ...ask, wallMs: rim.wallMs(), photos })
      if ('needsPhotos' in again) throw new Error('the line asked for photos that were already measured')
      become(rim, held, again, where)
      return noted(rim, held, visit, { answer: again.answer, before: then, wallMs, startedMs })
    })
  }
  if (exchanged.world !== before) become(rim, held, exchanged, where)
  const again = exchanged.world === before && key !== undefined && exchanged.answer.lastsUntilMs > 0
  const answer = again ? remember(held, key, exchanged.answer) : exchanged.answer
  return noted(rim, held, visit, { answer, before, wallMs, startedMs })
}

/** Answers a read as if nobody had asked: nothing is written down, used up or disturbed, so that whoever watches changes nothing. */
export const look = (rim: Pick<Rim, 'wallMs'>, held: Held, visit: Visit): Answer => {
  const exchanged = exchange(operations, held.world, askOf(visit.asked, whereOf(visit), visit.body, rim.wallMs()))
  if ('needsPhotos' in exchanged) throw new Error('a read asked for photos to be measured')
  return exchanged.answer
}

const become = (rim: Rim, held: Held, { world, answer }: Exchanged, { origin, prefix }: Where): void => {
  if (answer.facts.length === 0) {
    held.world = world
    return
  }
  held.world = rim.follow(world, answer.facts, origin + prefix)
  if (held.world !== world) rim.stir(held)
}

interface Made {
  readonly answer: Answer
  readonly before: World
  readonly wallMs: number
  readonly startedMs: number
}

/** Writes the exchange into the journal and tells whoever listens. */
export const noted = (rim: Pick<Rim, 'feed'>, held: Held, visit: Visit, { answer, before, ...now }: Made): Answer => {
  if (!held.journal.isOpen) return answer
  const { wallMs, startedMs } = visit.arrived ?? now
  const { journal } = held
  const n = journal.next
  journal.add(saidIn(held, visit, answer, before), {
    wallMs,
    atMs: visit.arrived?.atMs ?? timeOf(before.clock, wallMs),
    tookMs: performance.now() - startedMs,
  })
  if (rim.feed.listened) rim.feed.tell({ kind: 'exchange', world: held.name, n })
  return answer
}

/** What the journal keeps of an exchange: the very same as of the last one, where a read was repeated in a world that stayed as it was. */
const saidIn = ({ journal, world }: Held, { asked, body, disturbed }: Visit, answer: Answer, asWas: World): Said => {
  const before = journal.glance(asWas)
  const after = journal.glance(world)
  const { last } = journal
  const isSame = last?.answer === answer && last.before === before && last.after === after
  if (isSame && !disturbed && !last.disturbed && isRepeated(asked, last)) return last
  const { request, answer: open } = kept(asked, body, answer, asWas)
  return disturbed ? { request, answer: open, before, after, disturbed } : { request, answer: open, before, after }
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

/** Keeps the answer with its body as the bytes that are sent, so that nobody encodes it twice. */
const remember = (held: Held, key: string, answer: Answer): Answer => {
  if (held.answers?.world !== held.world || held.answers.byRequest.size >= ANSWERS_KEPT) {
    held.answers = { world: held.world, byRequest: new Map() }
  }
  const { body } = answer
  const encoded = typeof body === 'string' && body.length >= LONG ? { ...answer, body: Buffer.from(body) } : answer
  held.answers.byRequest.set(key, encoded)
  return encoded
}

/** Shorter texts are sent sooner together with the headers than as bytes beside them. */
const LONG = 1_024

/** The parts of a request's URL that the line looks at. */
export interface Where {
  readonly origin: string
  /** `` or `/w/{world}`. */
  readonly prefix: string
  readonly path: string
  readonly query: string
}

export const whereOf = ({ asked, prefix }: Visit): Where => {
  const { origin, path, query } = takeApart(asked.url)
  return { origin, prefix, path: path.slice(prefix.length), query }
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
