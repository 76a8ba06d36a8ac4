import { type Answer, Refusal } from '../http/answers.ts'
import type { Call } from '../http/call.ts'
import type { Publication, World } from '../world.ts'

/**
 * A difference at the edge of some routes: what the service understands of a request, or what it answers.
 * With it a variant states its own way, or its mistake, beside its sentence.
 */
export interface Bend {
  /** Routes that differ, matched against `METHOD path`. */
  readonly at: RegExp
  /** Changes what is understood. */
  readonly ask?: (call: Call) => Call
  /** Changes what is answered, refusals included; `before` is what `note` returned. */
  readonly show?: (answer: Answer, call: Call, before: unknown) => Answer
  /** Looks at the world before the route runs. */
  readonly note?: (call: Call) => unknown
}

type Document = Record<string, unknown>

/** Runs a route with the differences that the choices ask for. */
export const bent = async (
  call: Call,
  route: string,
  run: (call: Call) => Promise<Answer>,
): Promise<Answer> => {
  const { bend, manners } = call.choices
  const fitting = [...manners, ...(bend === null ? [] : [bend])].filter(({ at }) => at.test(route))
  return through(fitting, call, run)
}

const through = async (
  [bend, ...rest]: readonly Bend[],
  call: Call,
  run: (call: Call) => Promise<Answer>,
): Promise<Answer> => {
  if (bend === undefined) return run(call)
  const before = bend.note?.(call)
  const answer = await through(rest, bend.ask?.(call) ?? call, run).catch((error: unknown) => {
    if (error instanceof Refusal) return error.answer
    throw error
  })
  return bend.show?.(answer, call, before) ?? answer
}

const isRecord = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Changes the documents of successful answers. */
export const showing = (at: RegExp, change: (document: Document, call: Call) => unknown): Bend => ({
  at,
  show: (answer, call) =>
    answer.status < 300 && isRecord(answer.document)
      ? { ...answer, document: change(answer.document, call) }
      : answer,
})

/** Changes each entry of the collections that are answered. */
export const showingEntries = (at: RegExp, change: (entry: Document, call: Call) => unknown): Bend =>
  showing(at, (document, call) => {
    const { _entries: entries } = document
    return Array.isArray(entries)
      ? { ...document, _entries: entries.map((entry: Document) => change(entry, call)) }
      : document
  })

/** Changes the object that a request carries. */
export const reading = (at: RegExp, change: (body: Document, call: Call) => unknown): Bend => ({
  at,
  ask: (call) =>
    call.body.kind === 'value' && isRecord(call.body.value)
      ? { ...call, body: { kind: 'value', value: change(call.body.value, call) } }
      : call,
})

/** Changes refusals with this status. */
export const refusing = (status: number, change: (answer: Answer, call: Call) => Answer): Bend => ({
  at: /./,
  show: (answer, call) => (answer.status === status ? change(answer, call) : answer),
})

/** Changes the documents of problems. */
export const problems = (change: (document: Document, call: Call) => unknown): Bend => ({
  at: /./,
  show: (answer, call) =>
    answer.status >= 400 && isRecord(answer.document)
      ? { ...answer, document: change(answer.document, call) }
      : answer,
})

/** Changes the query that is understood. */
export const querying = (at: RegExp, change: (query: URLSearchParams, call: Call) => void): Bend => ({
  at,
  ask: (call) => {
    const query = new URLSearchParams(call.query)
    change(query, call)
    return { ...call, query }
  },
})

/** Changes the listing that a write concerned, after the write. */
export const leaving = (at: RegExp, change: (publication: Publication, call: Call) => void): Bend => ({
  at,
  show: (answer, call) => {
    const found = answer.status < 300 ? listing(call) : undefined
    if (found) change(found, call)
    return answer
  },
})

/** Changes the listing that a write concerned, also in the answer. */
export const making = (
  at: RegExp,
  change: (publication: Publication, call: Call, before: Publication | undefined) => Document,
): Bend => ({
  at,
  note: (call) => {
    const found = listing(call)
    return found && { ...found, sheet: { ...found.sheet } }
  },
  show: (answer, call, before) => {
    const found = answer.status < 300 ? listing(call) : undefined
    if (!found) return answer
    // `note` gave a listing or nothing.
    const members = change(found, call, before as Publication | undefined)
    found.sheet = { ...found.sheet, ...members }
    const isFull = isRecord(answer.document) && 'Consultas' in answer.document
    return isFull ? { ...answer, document: { ...(answer.document as Document), ...members } } : answer
  },
})

/** Finds the listing that a request names in its path or body. */
export const listing = ({ world, params, body }: Call): Publication | undefined => {
  const sent = body.kind === 'value' && isRecord(body.value) ? body.value['ExternalId'] : undefined
  const id = String(params['id'] ?? sent ?? '').toLowerCase()
  return [...world.publications.values()].findLast(
    ({ sheet, agency }) => sheet.ExternalId.toLowerCase() === id && agency.mail === params['mail'],
  )
}

const memories = new WeakMap<World, Map<string, unknown>>()

/** Gives what a mistake remembers between requests to one world. */
export const memoryOf = ({ world }: Call): Map<string, unknown> => {
  const memory = memories.get(world) ?? new Map<string, unknown>()
  memories.set(world, memory)
  return memory
}
