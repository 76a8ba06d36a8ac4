import type { IncomingMessage } from 'node:http'
import type { AskBody } from '../http/request.ts'

/** What the listener notes of a message before the app sees it. */
export interface Arrival {
  /** The request's target as sent. */
  readonly target: string
  readonly body: AskBody | undefined
}

/** Whether a request's target leads to the described API, in whichever world. */
export const isDescribed = (target: string): boolean => /^(\/w\/[^/]+)?\/v3(?![^/?])/.test(target)

const noted = Symbol('arrival')

/** A message with its note. */
interface NotedMessage extends IncomingMessage {
  [noted]?: Arrival
}

export const arrivalOf = (incoming: NotedMessage): Arrival =>
  incoming[noted] ?? { target: incoming.url ?? '/', body: undefined }

/**
 * Notes the message's target and body, and leaves the app a target that it can route without decoding anything. Which world and which operation are
 * meant is read from the target as sent, since a percent sign in it means what the client meant.
 */
export const noteArrival = (incoming: NotedMessage, body: AskBody | undefined): void => {
  const target = incoming.url ?? '/'
  const plain = target.includes('%') ? routable(target) : target
  if (body === undefined && plain === target) return
  incoming[noted] = { target, body }
  incoming.url = plain
}

const routable = (target: string): string => {
  const start = /^(?:\/w\/[a-z0-9._-]+)?\/v3(?=\/)/.exec(target)?.[0]
  return start === undefined ? target : `${start}/-`
}
