import { SortedSet } from '../../lib/collections/sorted-set.ts'
import type { Steps } from '../../lib/collections/steps.ts'

/** A mail that the service would have sent (EVT-06). */
export interface Mail {
  /** Order in the world, from 1. */
  readonly number: number
  /** Number of the delivery. */
  readonly delivery: number
  /** World time, in milliseconds since the epoch. */
  readonly atMs: number
  /** `Message-ID`, generated from the world's state. */
  readonly messageId: string
  readonly from: string
  readonly to: readonly string[]
  readonly bcc: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html: string | null
  readonly attachments: readonly MailAttachment[]
}

/** An attachment of a mail. */
export interface MailAttachment {
  readonly filename: string
  readonly contentType: string
  readonly content: string
}

/** The mails of a world, in order of sending. */
export interface Outbox {
  readonly next: number
  readonly mails: SortedSet<Mail>
}

const inOrderOfSending = (a: Mail, b: Mail): number => a.number - b.number

/** An outbox without mails. */
export const emptyOutbox: Outbox = { next: 1, mails: SortedSet.empty(inOrderOfSending) }

/** Builds an outbox from its mails, as a store holds them, in steps. */
export function* outboxFromRows(next: number, mails: readonly Mail[]): Steps<Outbox> {
  return { next, mails: yield* SortedSet.steps(inOrderOfSending, mails) }
}

/** Maximum of mails that a world keeps; the oldest are dropped first. */
const MAX_MAILS = 1_000

/** Adds a mail and numbers it. */
export const withMail = ({ next, mails }: Outbox, mail: Omit<Mail, 'number'>): Outbox => {
  const [oldest] = mails.size >= MAX_MAILS ? mails.slice(0, 1) : []
  const kept = oldest ? mails.without(oldest) : mails
  return { next: next + 1, mails: kept.with({ ...mail, number: next }) }
}

/** Finds a mail by its number. */
export const mailByNumber = ({ mails }: Outbox, number: number): Mail | undefined =>
  mails.find((mail) => mail.number - number)
