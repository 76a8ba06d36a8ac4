import { type Answer, problem, Refusal } from '../http/answers.ts'
import type { Call } from '../http/call.ts'
import type { Publication, World } from '../world.ts'
import { bodyIn, type Document, isRecord, mapObjects } from './document-edits.ts'
import { ANY } from './route-patterns.ts'

/**
 * Changes requests before some routes read them, or responses after they wrote them. With interceptors a
 * variant states its own way, or its mistake, beside its sentence.
 */
export interface Interceptor {
  /** Routes that it concerns, matched against `METHOD path`. */
  readonly at: RegExp
  /** Changes the request. */
  readonly request?: (call: Call) => Call
  /** Changes the response, refusals included; `before` is what `before` returned. */
  readonly response?: (answer: Answer, call: Call, before: unknown) => Answer
  /** Looks at the world before the route runs. */
  readonly before?: (call: Call) => unknown
}

/** Runs a route within the interceptors that the choices name for it; a mistake is the innermost. */
export const intercepted = async (
  call: Call,
  route: string,
  run: (call: Call) => Promise<Answer>,
): Promise<Answer> => {
  const { mistake, interceptors } = call.choices
  const fitting = [...interceptors, ...(mistake === null ? [] : [mistake])].filter(({ at }) => at.test(route))
  return runWithin(fitting, call, run)
}

const runWithin = async (
  [outermost, ...inner]: readonly Interceptor[],
  call: Call,
  run: (call: Call) => Promise<Answer>,
): Promise<Answer> => {
  if (outermost === undefined) return run(call)
  const before = outermost.before?.(call)
  const answer = await runWithin(inner, outermost.request?.(call) ?? call, run).catch((error: unknown) => {
    if (error instanceof Refusal) return error.answer
    throw error
  })
  return outermost.response?.(answer, call, before) ?? answer
}

/** Changes the documents of successful responses. */
export const changeDocument = (
  at: RegExp,
  change: (document: Document, call: Call) => unknown,
): Interceptor => ({
  at,
  response: (answer, call) =>
    answer.status < 300 && isRecord(answer.document)
      ? { ...answer, document: change(answer.document, call) }
      : answer,
})

/** Changes each entry of the collections that are answered. */
export const changeEntries = (at: RegExp, change: (entry: Document, call: Call) => unknown): Interceptor =>
  changeDocument(at, (document, call) => {
    const { _entries: entries } = document
    return Array.isArray(entries)
      ? { ...document, _entries: entries.map((entry: Document) => change(entry, call)) }
      : document
  })

/** Begins each collection that is answered with another of its entries every time. */
export const rotateEntries = (at: RegExp): Interceptor =>
  changeDocument(at, (document, call) => {
    const { _entries: entries } = document
    if (!Array.isArray(entries) || entries.length === 0) return document
    const by = countCalls(call) % entries.length
    return { ...document, _entries: [...entries.slice(by), ...entries.slice(0, by)] }
  })

/** Changes every object of the documents of successful responses, the inner ones first. */
export const changeObjects = (at: RegExp, change: (object: Document, call: Call) => Document): Interceptor =>
  changeDocument(at, (document, call) => mapObjects(document, (object) => change(object, call)))

/** Changes the object that a request carries. */
export const changeBody = (at: RegExp, change: (body: Document, call: Call) => unknown): Interceptor => ({
  at,
  request: (call) =>
    call.body.kind === 'value' && isRecord(call.body.value)
      ? { ...call, body: { kind: 'value', value: change(call.body.value, call) } }
      : call,
})

/** Adds headers to successful responses that lack them. */
export const addHeaders = (at: RegExp, headers: Readonly<Record<string, string>>): Interceptor => ({
  at,
  response: (answer) =>
    answer.status < 300 ? { ...answer, headers: { ...headers, ...answer.headers } } : answer,
})

/** Changes refusals with this status. */
export const changeRefusal = (
  status: number,
  change: (answer: Answer, call: Call) => Answer,
): Interceptor => ({
  at: ANY,
  response: (answer, call) => (answer.status === status ? change(answer, call) : answer),
})

/** Changes refusals with this status at some routes only. */
export const changeRefusalAt = (
  at: RegExp,
  status: number,
  change: (answer: Answer) => Answer,
): Interceptor => ({
  at,
  response: (answer) => (answer.status === status ? change(answer) : answer),
})

/** Refuses requests that the description gives no reason to refuse. */
export const refuseWhen = (
  at: RegExp,
  status: 400 | 409,
  member: string,
  isRefused: (body: Document, call: Call) => boolean,
): Interceptor => ({
  at,
  request: (call) => {
    if (isRefused(bodyIn(call), call))
      throw new Refusal(problem(call, status, 'No se admite.', { [member]: ['No.'] }))
    return call
  },
})

/** Changes the documents of problems. */
export const changeProblem = (change: (document: Document, call: Call) => unknown): Interceptor => ({
  at: ANY,
  response: (answer, call) =>
    answer.status >= 400 && isRecord(answer.document)
      ? { ...answer, document: change(answer.document, call) }
      : answer,
})

/** Changes the query that is understood. */
export const changeQuery = (
  at: RegExp,
  change: (query: URLSearchParams, call: Call) => void,
): Interceptor => ({
  at,
  request: (call) => {
    const query = new URLSearchParams(call.query)
    change(query, call)
    return { ...call, query }
  },
})

/** Changes the listing that a write concerned, after the write. */
export const changeStored = (
  at: RegExp,
  change: (publication: Publication, call: Call) => void,
): Interceptor => ({
  at,
  response: (answer, call) => {
    const found = answer.status < 300 ? publicationIn(call) : undefined
    if (found) change(found, call)
    return answer
  },
})

/** Changes the listing that a write concerned, also in the response. */
export const changeStoredAndShown = (
  at: RegExp,
  change: (publication: Publication, call: Call, before: Publication | undefined) => Document,
): Interceptor => ({
  at,
  before: (call) => {
    const found = publicationIn(call)
    return found && { ...found, members: { ...found.members } }
  },
  response: (answer, call, before) => {
    const found = answer.status < 300 ? publicationIn(call) : undefined
    if (!found) return answer
    // `before` gave a listing or nothing.
    const members = change(found, call, before as Publication | undefined)
    found.members = { ...found.members, ...members }
    const isFull = isRecord(answer.document) && 'Consultas' in answer.document
    return isFull ? { ...answer, document: { ...(answer.document as Document), ...members } } : answer
  },
})

/** Finds the listing that a request names in its path or body. */
export const publicationIn = ({ world, params, body }: Call): Publication | undefined => {
  const sent = body.kind === 'value' && isRecord(body.value) ? body.value['ExternalId'] : undefined
  const id = String(params['id'] ?? sent ?? '').toLowerCase()
  return [...world.publications.values()].findLast(
    ({ members, agency }) => members.ExternalId.toLowerCase() === id && agency.mail === params['mail'],
  )
}

const memories = new WeakMap<World, Map<string, unknown>>()

/** Returns the memory of a mistake between requests to one world. */
export const memoryOf = ({ world }: Call): Map<string, unknown> => {
  const memory = memories.get(world) ?? new Map<string, unknown>()
  memories.set(world, memory)
  return memory
}

/** Counts the calls of this function for one world. */
export const countCalls = (call: Call): number => {
  const memory = memoryOf(call)
  const next = Number(memory.get('count') ?? 0) + 1
  memory.set('count', next)
  return next
}
