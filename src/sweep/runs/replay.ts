import { isDeepStrictEqual } from 'node:util'
import { parseJson } from '../../lib/text/parse-json.ts'
import { bodyMembers, type CallResponse, type ClientCall } from './client-call.ts'
import type { Injection } from './injection.ts'
import { openSweepWorld, type SweepSetting, type SweepWorld } from './sweep-world.ts'
import type { SweptRecord } from './world-records.ts'

/** The responses of a fresh world to the recorded requests of a run. */
export interface Replay {
  /** One text for each request. Entity tags are numbered, so equal texts mean equal responses. */
  readonly answers: readonly string[]
  readonly phases: readonly (readonly SweptRecord[])[]
}

interface ReplayPlan {
  readonly setting: SweepSetting
  /** Scheme and authority that the client called. */
  readonly origin: string
  readonly injection?: Injection
}

/** A fresh world that takes recorded requests in order, without the client. */
interface OpenReplay {
  /** Sends a request; resolves to null if no response comes. */
  send(call: ClientCall): Promise<CallResponse | null>
  /** Returns a response as text, as in `Replay`. Must be called in the order of the responses. */
  shown(call: ClientCall, response: CallResponse | null): string
  phases(): Replay['phases']
  close(): void
}

/** Sends the recorded requests to a fresh world, and returns its responses and its records. */
export const replay = async (calls: readonly ClientCall[], plan: ReplayPlan): Promise<Replay> => {
  const world = await openReplay(plan)
  const answers: string[] = []
  try {
    for (const call of calls) answers.push(world.shown(call, await world.send(call)))
    return { answers, phases: world.phases() }
  } finally {
    world.close()
  }
}

/** Returns the names of the members whose values differ in bodies of two replays with the same status. */
export const membersShownOtherwise = (one: Replay, other: Replay): ReadonlySet<string> => {
  const names = new Set<string>()
  for (const [at, answer] of one.answers.entries()) {
    const otherAnswer = other.answers[at] ?? ''
    if (answer === otherAnswer || statusOf(answer) !== statusOf(otherAnswer)) continue
    const [here, there] = [bodyMembers(bodyOf(answer)), bodyMembers(bodyOf(otherAnswer))]
    for (const name of Object.keys({ ...here, ...there }))
      if (!isDeepStrictEqual(here[name], there[name])) names.add(name)
  }
  return names
}

const statusOf = (answer: string): string => answer.slice(0, answer.indexOf('\n'))
const bodyOf = (answer: string): string => answer.slice(answer.indexOf('\n\n') + 2)

/**
 * Opens a world for a replay. Entity tags depend on the profile (PUB-33), so the client's tags are replaced
 * with those of this world.
 */
export const openReplay = async ({ setting, origin, injection }: ReplayPlan): Promise<OpenReplay> => {
  const world = await openSweepWorld({ setting, isReplay: true, ...(injection && { injection }) })
  const ownTags = new Map<string, string>()
  const numbers = new Map<string, number>()
  return {
    send: async (call) => {
      const sent = { ...call, headers: withTags(call.headers, ownTags) }
      const response = await answerTo(world, sent, origin)
      pairTags(ownTags, call.response, response)
      return response
    },
    shown: (call, response) => shownAnswer(call, response, numbers),
    phases: () => world.phases(),
    close: () => world.close(),
  }
}

const answerTo = async (
  world: SweepWorld,
  { method, target, headers, body }: ClientCall,
  origin: string,
): Promise<CallResponse | null> => {
  if (target.startsWith('/_playa/events')) return null
  try {
    const response = await world.handle({ method, target, headers, body, origin })
    const { status } = response
    return { status, headers: Object.fromEntries(response.headers), body: await response.text() }
  } catch {
    return null
  }
}

/** Responses of the control API are not compared: they contain the profile. */
const shownAnswer = (
  { target }: ClientCall,
  response: CallResponse | null,
  numbers: Map<string, number>,
): string => {
  if (/^(?:\/w\/[^/]+)?\/_playa/.test(target)) return 'control'
  return response === null ? 'no response' : answerText(response, numbers)
}

const CONDITIONS = /^if-(?:none-)?match$/i

/** A tag in a condition, with or without quotes. */
const SENT_TAG = /(?<=")[^"]+(?=")|[^\s",]+/g

const withTags = (headers: ClientCall['headers'], ownTags: ReadonlyMap<string, string>) =>
  headers.map(([name, value]): readonly [string, string] => [
    name,
    CONDITIONS.test(name) ? value.replaceAll(SENT_TAG, (tag) => ownTags.get(tag) ?? tag) : value,
  ])

const opaque = (tag: string): string => tag.replace(/^W\//, '').replaceAll('"', '')

/** A member that holds a tag. */
const TAG_MEMBER = /"etag":("(?:[^"\\]|\\.)*")/g

/** The problem of a 412 names the current tag. */
const NAMED_TAG = /"[Dd]etail":"[^"\\]*\\"([^"\\]+)\\"/g

/** Returns the opaque parts of the entity tags in a response, in order. */
const tagsIn = ({ headers, body }: CallResponse): string[] => {
  const members = Array.from(body.matchAll(TAG_MEMBER), ([, json = '']) => textOf(json))
  const named = Array.from(body.matchAll(NAMED_TAG), ([, tag = '']) => tag)
  return [headers['etag'] ?? '', ...members, ...named].map(opaque).filter((tag) => tag !== '')
}

/** Parses a JSON text, which may be invalid in a foreign recording. */
const textOf = (json: string): string => String(parseJson(json) ?? '')

const pairTags = (
  ownTags: Map<string, string>,
  sent: CallResponse | null,
  own: CallResponse | null,
): void => {
  if (!sent || !own) return
  const owned = tagsIn(own)
  for (const [index, tag] of tagsIn(sent).entries()) {
    const counterpart = owned[index]
    if (counterpart !== undefined) ownTags.set(tag, counterpart)
  }
}

/**
 * Returns a response as text, with each tag replaced by a number in the order of first appearance in the
 * replay.
 */
const answerText = ({ status, headers, body }: CallResponse, numbers: Map<string, number>): string => {
  const numbered = (tag: string): string => {
    const number = numbers.get(tag) ?? numbers.size + 1
    numbers.set(tag, number)
    return `<tag ${number}>`
  }
  const head = Object.entries(headers)
    .filter(([name]) => name !== 'date' && name !== 'content-length')
    .map((pair) => pair.join(': '))
    .join('\n')
  const tag = opaque(headers['etag'] ?? '')
  const shownHead = tag === '' ? head : head.replaceAll(tag, numbered(tag))
  const shownBody = body
    .replaceAll(TAG_MEMBER, (member, json: string) => {
      const own = opaque(textOf(json))
      // The form of the tag (weak or strong, with quotes or without) stays part of the response.
      return own === '' ? member : member.replace(own, numbered(own))
    })
    .replaceAll(NAMED_TAG, (detail, own: string) => detail.replace(own, numbered(own)))
  return `${status}\n${shownHead}\n\n${shownBody}`
}
