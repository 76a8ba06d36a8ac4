import type { Delivery } from '../../world/delivery.ts'
import { type FaultInjection, type InjectedWorld, type ResponseStep, withBody } from './fault-injection.ts'

/** The half of the inquiries that a fault changes; absent: all. */
export type Half = 0 | 1

/** Runs to compare: a client with a certain weakness survives one, and fails in others. */
export interface Contrast {
  /** Absent: the fault itself. */
  readonly survived?: FaultInjection
  readonly others: readonly FaultInjection[]
  /** True: all of them run, and their findings are reported together. */
  readonly isWhole?: true
}

/** A fault of the whole run. */
export interface WorldFault {
  readonly means: string
  readonly weakness: string
  readonly rank: number
  /** True: a replay without the client shows whether an answer differs. */
  readonly replays: boolean
  /** True: answers have other content, so a different world is not a finding; only the command is judged. */
  readonly changesContent?: true
  /** True: its findings are advice, because even a careful client may not handle it. */
  readonly advises?: true
  /** True: giving up is not a finding; only what the client does is. */
  readonly harms?: true
  /**
   * True: advice, but a crash because of a missing value counts. `as-advice`: the crash does not count
   * either, since the client may have written the value itself.
   */
  readonly crashCounts?: true | 'as-advice'
  /** Name of the fault of a whole run that a client must survive before this one is meaningful. */
  readonly after?: string
  /** True: the undisturbed requests show it, so the client need not run. */
  readonly fromJournal?: true
  /** Runs to compare with: surviving this fault is a finding if the client fails in one of them. */
  contrasts?(nowMs: number): readonly Contrast[]
  /** True: it can act on one half of the inquiries. */
  readonly hasHalves?: true
  /** True: it also changes webhooks, which no replay shows. */
  readonly inWebhooks?: true
  injection(nowMs: number, half?: Half): FaultInjection
}

/** Common members of faults that change the content of answers and are advice. */
export const advice = { rank: 8, replays: true, changesContent: true, advises: true } as const

/** Common members of faults that change inquiries of tests: only crashes of the client are judged. */
export const ownLeadAdvice = { ...advice, harms: true, crashCounts: true, inWebhooks: true } as const

/** Common members of habits, which the undisturbed requests show and which are advice. */
export const habitAdvice = {
  rank: 8,
  replays: false,
  advises: true,
  harms: true,
  fromJournal: true,
  injection: () => ({}),
} as const

/** Returns a step that changes the text of successful JSON answers, and marks changes. */
const changedJsonText =
  (world: InjectedWorld, change: (text: string) => string): ResponseStep =>
  async (response) => {
    if (!response.ok || !/json/.test(response.headers.get('content-type') ?? '')) return response
    const text = await response.text()
    const changed = text === '' ? text : change(text)
    if (changed !== text) world.mark()
    return withBody(response, changed)
  }

/** Returns a step that changes the value of successful JSON answers. */
export const changedJson = (world: InjectedWorld, change: (value: unknown) => unknown): ResponseStep =>
  changedJsonText(world, (text) => JSON.stringify(change(JSON.parse(text))))

/**
 * Changes the answers of the described API, not of the control API; `except` names an operation to leave
 * unchanged.
 */
export const forOperations = (
  step: (world: InjectedWorld) => ResponseStep,
  except?: string,
): FaultInjection => ({
  before: (world, { operation }) =>
    operation === undefined || operation === except ? undefined : step(world),
})

/** Changes the values of all successful answers. */
export const everyAnswer = (change: (value: unknown) => unknown, except?: string): FaultInjection =>
  forOperations((world) => changedJson(world, change), except)

/** Changes the texts of all successful answers. */
export const everyText = (change: (text: string) => string): FaultInjection =>
  forOperations((world) => changedJsonText(world, change))

/** Changes the JSON of all successful answers and of webhooks. */
export const everyMessage = (change: (value: unknown) => unknown): FaultInjection =>
  everyMessageText((text) => JSON.stringify(change(JSON.parse(text))))

/** Changes the text of all successful answers and of webhooks. */
export const everyMessageText = (change: (text: string) => string): FaultInjection => {
  let mark = () => {}
  return {
    ...everyText(change),
    open: (world) => {
      mark = world.mark
    },
    outgoing: (request) => {
      const { body } = request
      if (typeof body !== 'string' || !body.startsWith('{')) return request
      const changed = change(body)
      if (changed !== body) mark()
      return { ...request, body: changed }
    },
  }
}

/** Returns whether a delivery is a webhook of an app or an agency, not a mail or ADF. */
export const isWebhook = ({ to }: Delivery): boolean =>
  to.kind === 'app-webhook' || to.channel === 'PublicacionConsultadaWebHook'
