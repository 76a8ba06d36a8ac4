import { type ClientCall, hasSucceeded } from '../faults/client-call.ts'
import { afterList, isArchive, listedIds, OTHERS_ID, similarId, writesTo } from '../faults/others-cars.ts'
import type { FaultCheck } from './fault-check.ts'

/** Returns, by fault, what a client does wrong with publications that it did not expect in a list. */
export const withOthersCars: Readonly<Record<string, FaultCheck>> = {
  'another-publication': ({ calls }, _, exchange) => archivedOthers(calls, exchange),
  'similar-found': ({ calls }, { calls: usual }, exchange) => wroteToSimilar(calls, usual, exchange),
}

/**
 * Reports a client that archives a car of another client, but not all others of the list: who clears a whole
 * agency means to.
 */
const archivedOthers = (calls: readonly ClientCall[], exchange: string): string | undefined => {
  const list = calls.find((call) => call.exchange === exchange)
  if (!list) return undefined
  const id = OTHERS_ID.toLowerCase()
  const batch = afterList(list, calls).filter((call) => isArchive(call) && hasSucceeded(call))
  const isLeft = (other: string) => other !== id && writesTo(batch, other).length === 0
  return writesTo(batch, id).length > 0 && listedIds(list).some(isLeft)
    ? `it archives what another client has just published: ${OTHERS_ID}`
    : undefined
}

/** Reports a client that writes to a similar car instead of the one that it writes to undisturbed. */
const wroteToSimilar = (
  calls: readonly ClientCall[],
  usual: readonly ClientCall[],
  exchange: string,
): string | undefined => {
  const [list, base] = [calls, usual].map((some) => some.find((call) => call.exchange === exchange))
  const [id] = base ? listedIds(base) : []
  if (!list || !base || id === undefined) return undefined
  const [after, before] = [afterList(list, calls), afterList(base, usual)]
  const isInstead =
    writesTo(after, similarId(id)).length > 0 && writesTo(after, id).length < writesTo(before, id).length
  return isInstead
    ? `it takes the first entry that a search finds, and writes to another publication: ${similarId(id).toUpperCase()} instead of ${id.toUpperCase()}`
    : undefined
}
