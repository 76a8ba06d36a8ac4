import { deflateSync } from 'node:zlib'
import type { GuardedOptions, GuardedResponse } from '../../src/sandbox/outbound/guarded-request.ts'
import { OutgoingFailed } from '../../src/sandbox/outbound/outbound-error.ts'

/** Receivers of notifications and hosts of photos that exist only here: nothing opens a socket. */

/** How a receiver behaves. */
export const RECEIVER_MODES = [
  'healthy',
  'slow',
  'hanging',
  'gone',
  'failing',
  'refusing',
  'flaky',
  'echoing',
] as const
export type ReceiverMode = (typeof RECEIVER_MODES)[number]

/** Number of receivers. */
export const RECEIVERS = 4

/** A request that reached a receiver. */
export interface SentNotification {
  readonly receiver: number
  readonly hookId: string
  readonly timestamp: string
  readonly body: string
}

/** Callback of a receiver. */
export const callbackOf = (receiver: number, token: string): string =>
  `https://r${receiver}.receiver.example/hook?token=${token}`

/** The receivers of one run, with their deliveries. */
export class VirtualNetwork {
  readonly modes: ReceiverMode[] = Array.from({ length: RECEIVERS }, () => 'healthy')
  readonly sent: SentNotification[] = []
  #requests = 0

  /** Number of requests that left the simulated server. */
  get requests(): number {
    return this.#requests
  }

  /** Answers an outgoing request, as its host does at that moment. */
  async send({ url, headers = {}, body = '', timeoutMs }: GuardedOptions): Promise<GuardedResponse> {
    this.#requests += 1
    const { hostname } = new URL(url)
    const number = /^r(\d)\.receiver\.example$/.exec(hostname)?.[1]
    if (number === undefined) return photo(url)
    const receiver = Number(number)
    const text = String(body)
    this.sent.push({
      receiver,
      hookId: headers['Notification-Hook-ID'] ?? '',
      timestamp: headers['Notification-Timestamp'] ?? '',
      body: text,
    })
    return this.#answer(receiver, { url, headers, text, timeoutMs })
  }

  async #answer(
    receiver: number,
    got: { url: string; headers: Readonly<Record<string, string>>; text: string; timeoutMs: number },
  ): Promise<GuardedResponse> {
    const respond = (status: number, body = '', more: Record<string, string> = {}) => ({
      url: got.url,
      status,
      headers: { 'content-type': 'text/plain', ...more },
      body: new TextEncoder().encode(body),
      complete: true,
    })
    switch (this.modes[receiver]) {
      case 'slow':
        await wait(3_000 + receiver * 1_000)
        return respond(200)
      case 'hanging':
        await wait(got.timeoutMs)
        throw new OutgoingFailed('timeout', 'The exchange took longer than it may.')
      case 'gone':
        return respond(410)
      case 'failing':
        await wait(5)
        return respond(500, 'no')
      case 'refusing':
        throw new OutgoingFailed('connection', 'The connection was refused.')
      case 'flaky':
        await wait(20)
        return respond(this.#requests % 3 === 0 ? 204 : 503)
      case 'echoing':
        // A receiver that shows all it got, secrets too.
        return respond(200, JSON.stringify(got), { 'set-cookie': `sid=${JSON.stringify(got.headers)}` })
      default:
        await wait(1)
        return respond(204)
    }
  }
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** A picture of the size that its name says; one of these is too small for a publication. */
const photo = (url: string): GuardedResponse => {
  const [, width = 1_280, height = 720] = /(\d+)x(\d+)/.exec(url) ?? []
  const head = Buffer.alloc(8 + 25)
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]).copy(head)
  head.writeUInt32BE(13, 8)
  head.write('IHDR', 12)
  head.writeUInt32BE(Number(width), 16)
  head.writeUInt32BE(Number(height), 20)
  const body = Buffer.concat([head, deflateSync(Buffer.alloc(64))])
  return { url, status: 200, headers: { 'content-type': 'image/png' }, body, complete: true }
}
