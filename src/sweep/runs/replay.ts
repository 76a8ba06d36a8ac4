import { type CallResponse, type ClientCall, isRead } from '../faults/client-call.ts'
import type { Disturbance } from '../faults/disturbance.ts'
import { openSweepWorld, type SweepSetting } from './sweep-world.ts'
import type { SweptRecord } from './world-records.ts'

/** What a fresh world answers to the recorded requests of a run. */
export interface Replay {
  /** One text for each request, in which entity tags are numbered: two equal texts are equal answers. */
  readonly answers: readonly string[]
  readonly statuses: readonly number[]
  /** What is answered to writes that were lost or refused for their tag, and are sent again; empty without `repeats`. */
  readonly repeated: readonly RepeatedAnswer[]
  readonly phases: readonly (readonly SweptRecord[])[]
}

/** An answer to a request that a client sends once more. */
export interface RepeatedAnswer {
  readonly operation: string
  readonly answer: string
}

interface ReplayPlan {
  readonly setting: SweepSetting
  /** Scheme and authority that the client called. */
  readonly origin: string
  readonly disturbance?: Disturbance
  /** Sends a write again whose answer is lost, and looks at a publication whose tag has changed, as clients do. */
  readonly repeats?: boolean
}

/**
 * Sends the recorded requests to a fresh world, one after the other and without the client. Entity tags are
 * salted with the profile (PUB-33), so those that the client sent are replaced by the world's own.
 */
export const replay = async (
  calls: readonly ClientCall[],
  { setting, origin, disturbance, repeats }: ReplayPlan,
): Promise<Replay> => {
  const world = await openSweepWorld({ setting, delivers: false, ...(disturbance && { disturbance }) })
  const tags = new Map<string, string>()
  const answers: string[] = []
  const statuses: number[] = []
  const again: { readonly operation: string; readonly answer: string }[] = []
  const send = (call: ClientCall) =>
    answerTo(world.handle, { ...call, headers: withTags(call.headers, tags) }, origin)
  try {
    for (const call of calls) {
      const response = await send(call)
      pairTags(tags, call.response, response)
      answers.push(shownAnswer(call, response))
      statuses.push(response?.status ?? 0)
      const next = repeats ? nextRequest(call, response) : undefined
      if (next) again.push({ operation: next.operation, answer: shownAnswer(next, await send(next)) })
    }
    const numbered = numberedTags([...answers, ...again.map(({ answer }) => answer)])
    return {
      answers: numbered.slice(0, answers.length),
      statuses,
      repeated: again.map(({ operation }, at) => ({
        operation,
        answer: numbered[answers.length + at] ?? '',
      })),
      phases: world.phases(),
    }
  } finally {
    world.close()
  }
}

/** Returns what most clients send after a write whose answer was lost, or whose tag was refused. */
const nextRequest = (
  call: ClientCall,
  response: CallResponse | null,
): (ClientCall & { readonly operation: string }) | undefined => {
  const { operation, target } = call
  if (operation === undefined || isRead(call)) return undefined
  if (response === null) return { ...call, operation }
  if (response.status !== 412) return undefined
  const own = target.replace(/\/(?:suspender|archivar)$/, '')
  return { ...call, method: 'GET', target: own, body: new Uint8Array(), operation: 'publications.read' }
}

const answerTo = async (
  handle: Awaited<ReturnType<typeof openSweepWorld>>['handle'],
  { method, target, headers, body }: ClientCall,
  origin: string,
): Promise<CallResponse | null> => {
  if (target.startsWith('/_playa/events')) return null
  try {
    const response = await handle({ method, target, headers, body, origin })
    const { status } = response
    return { status, headers: Object.fromEntries(response.headers), body: await response.text() }
  } catch {
    return null
  }
}

/** The control API shows the profile, so that every option would change its answers. */
const shownAnswer = ({ target }: ClientCall, response: CallResponse | null): string => {
  if (/^(?:\/w\/[^/]+)?\/_playa/.test(target)) return 'control'
  return response === null ? 'no response' : answerText(response)
}

const CONDITIONS = /^if-(?:none-)?match$/i

const withTags = (headers: ClientCall['headers'], tags: ReadonlyMap<string, string>): ClientCall['headers'] =>
  headers.map(([name, value]) => {
    if (!CONDITIONS.test(name)) return [name, value]
    let replaced = value
    for (const [sent, own] of tags) replaced = replaced.replaceAll(sent, own)
    return [name, replaced]
  })

/** Returns the opaque parts of the entity tags in a response, in order. */
const tagsIn = ({ headers, body }: CallResponse): string[] => {
  const texts = [
    headers['etag'] ?? '',
    ...Array.from(body.matchAll(/"etag":("(?:[^"\\]|\\.)*")/g), (found) =>
      String(JSON.parse(found[1] ?? '""')),
    ),
    // The problem of a 412 names the current one.
    ...Array.from(body.matchAll(/"[Dd]etail":"[^"\\]*\\"([^"\\]+)\\"/g), (found) => found[1] ?? ''),
  ]
  return texts.map((text) => text.replace(/^W\//, '').replaceAll('"', '')).filter((text) => text !== '')
}

const pairTags = (tags: Map<string, string>, sent: CallResponse | null, own: CallResponse | null): void => {
  if (!sent || !own) return
  const owned = tagsIn(own)
  for (const [index, tag] of tagsIn(sent).entries()) {
    const counterpart = owned[index]
    if (counterpart !== undefined) tags.set(tag, counterpart)
  }
}

const MARK = '\u0000tag '

const answerText = (response: CallResponse): string => {
  const { status, headers, body } = response
  const shown = Object.entries(headers).filter(([name]) => name !== 'date' && name !== 'content-length')
  const found = tagsIn(response)
  return `${found.join(' ')}${MARK}${status}\n${shown.map((pair) => pair.join(': ')).join('\n')}\n\n${body}`
}

/** Replaces each tag by its number in the order of first appearance, over all answers. */
const numberedTags = (answers: readonly string[]): string[] => {
  const numbers = new Map<string, number>()
  return answers.map((answer) => {
    const [head = '', ...rest] = answer.split(MARK)
    let text = rest.join(MARK)
    if (rest.length === 0) return answer
    for (const tag of head.split(' ').filter((word) => word !== '')) {
      if (!numbers.has(tag)) numbers.set(tag, numbers.size + 1)
      text = text.replaceAll(tag, `<tag ${numbers.get(tag)}>`)
    }
    return text
  })
}
