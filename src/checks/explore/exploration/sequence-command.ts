import type { Members } from '../../../../contracts/rules/expectations.ts'

/**
 * Commands of an exploration as data: a command names publications by slots, so that the same commands can be
 * sent again with fresh ids.
 */

/** Media types that a command may request. */
export type AcceptWord = 'json' | 'entry' | 'text' | 'ref'

/** Which entity tag a write carries. `foreign`: one that the publication never had. */
export type TagWord = 'current' | 'stale' | 'foreign' | 'none'

/**
 * How the id of a publication is written in an address. `bare`: percent-encoded only if RFC 3986 requires it.
 */
export type IdSpelling = 'plain' | 'other-case' | 'encoded' | 'bare'

interface OnSlot {
  readonly slot: number
  readonly accept?: AcceptWord
  readonly tag?: TagWord
  readonly spelling?: IdSpelling
}

/** One step of an exploration. */
export type SequenceCommand =
  | {
      readonly do: 'create'
      readonly slot: number
      readonly accept?: AcceptWord
      /** Overrides members of an accepted create; undefined leaves one out. */
      readonly members?: Members
      /** Starts from a used car. */
      readonly isUsed?: true
      /** Uses the id of another slot, in another case when `isSwapped`. */
      readonly idOf?: number
      readonly isSwapped?: true
      /** Ends the id. */
      readonly suffix?: string
      /** Sends the body as it is. */
      readonly text?: string
    }
  | ({ readonly do: 'read'; readonly ifNoneMatch?: 'current' | 'stale' } & OnSlot)
  | ({ readonly do: 'edit'; readonly members?: Members; readonly isUsed?: true } & OnSlot)
  | ({ readonly do: 'amend'; readonly members: Members } & OnSlot)
  | ({ readonly do: 'suspend' } & OnSlot)
  | ({ readonly do: 'archive' } & OnSlot)
  | { readonly do: 'package' }
  | { readonly do: 'operators' }
  /** Reads by links, and searches for names that the catalogue shows. */
  | { readonly do: 'crawl' }
  | { readonly do: 'list'; readonly accept?: AcceptWord }
  /** Follows `Location` and `self` of a slot. */
  | { readonly do: 'follow'; readonly slot: number }
  | {
      readonly do: 'send'
      readonly method: string
      /** From `/v3` on, or absolute; `{agency}` stands for the encoded mail. */
      readonly path: string
      readonly accept?: AcceptWord
      readonly body?: unknown
    }

/** Commands that need only each other. */
export interface RequestSequence {
  readonly commands: readonly SequenceCommand[]
}
