import type { Delivery } from '../../world/delivery.ts'
import { type FaultInjection, type InjectedWorld, type ResponseStep, withBody } from './fault-injection.ts'

/** Which inquiries a fault changes, of two kinds; absent: all. */
export type Half = 0 | 1

/** What a client that does not look at a thing survives, and others that it does not survive. */
export interface Contrast {
  /** Absent: the fault itself. */
  readonly survived?: FaultInjection
  readonly others: readonly FaultInjection[]
  /** True: all of them are run, and their findings are reported together. */
  readonly isWhole?: true
}

/** A fault of the whole run. */
export interface WorldFault {
  readonly means: string
  readonly weakness: string
  readonly rank: number
  /** True: a replay without the client shows whether any answer differs. */
  readonly replays: boolean
  /**
   * True: the answers say something else, so that another world is no finding; the command alone is judged.
   */
  readonly saysOther?: true
  /** True: a careful client may do without, so that it is reported and does not count. */
  readonly advises?: true
  /** True: giving up is no finding; only what the client does shows one. */
  readonly harms?: true
  /**
   * True: advice, but where the client needs a value that is missing, it counts. `as-advice`: it does not,
   * since the value may be the client's own.
   */
  readonly crashCounts?: true | 'as-advice'
  /** Word of the fault of a whole run that a client must survive before this one can show anything. */
  readonly after?: string
  /** True: the undisturbed requests show it, so that the client need not run. */
  readonly fromJournal?: true
  /** Present: surviving this means something if the client does not survive others. */
  contrasts?(nowMs: number): readonly Contrast[]
  /** True: it can be had of every other inquiry alone. */
  readonly hasHalves?: true
  /** True: it changes webhooks too, which no replay shows. */
  readonly inWebhooks?: true
  injection(nowMs: number, half?: Half): FaultInjection
}

/** What faults have in common that change what answers say, and that a careful client may do without. */
export const advice = { rank: 8, replays: true, saysOther: true, advises: true } as const

/** What tests expect of their own inquiries is not judged; that the client breaks off is. */
export const ofOwnLeads = { ...advice, harms: true, crashCounts: true, inWebhooks: true } as const

/** What habits have in common that the undisturbed requests show, and that are advice. */
export const habitAdvice = {
  rank: 8,
  replays: false,
  advises: true,
  harms: true,
  fromJournal: true,
  injection: () => ({}),
} as const

/** Returns a step that changes the text of successful JSON answers; it notes where one is changed. */
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
 * Changes the answers of the described API, none of the control API; `except` names an operation left as it
 * is.
 */
export const ofOperations = (
  step: (world: InjectedWorld) => ResponseStep,
  except?: string,
): FaultInjection => ({
  before: (world, { operation }) =>
    operation === undefined || operation === except ? undefined : step(world),
})

/** Changes the values of all successful answers. */
export const everyAnswer = (change: (value: unknown) => unknown, except?: string): FaultInjection =>
  ofOperations((world) => changedJson(world, change), except)

/** Changes the texts of all successful answers. */
export const everyText = (change: (text: string) => string): FaultInjection =>
  ofOperations((world) => changedJsonText(world, change))

/** Changes the JSON that leaves in webhooks, too, as that of successful answers. */
export const everyMessage = (change: (value: unknown) => unknown): FaultInjection =>
  everyMessageText((text) => JSON.stringify(change(JSON.parse(text))))

/** Changes the text of JSON in webhooks, too. */
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

/** Tells a webhook, of the app or of an agency, from mails and ADF. */
export const isWebhook = ({ to }: Delivery): boolean =>
  to.kind === 'app-webhook' || to.channel === 'PublicacionConsultadaWebHook'
