import { membersOf } from '../../lib/unknown-values.ts'
import type { NewPublication } from '../sample/sample-publication.ts'
import type { Exchange, RequestOptions } from '../target/exchange.ts'
import { delay } from './pacing.ts'

/** Reads from a target. */
interface Reader {
  readonly target: { readonly isInProcess?: boolean }
  send(method: string, href: string, options: RequestOptions): Promise<Exchange>
}

/** Maximum number of reads for a publication that changes after its create. */
const MAX_READS = 12

/** Pauses between reads of the first new publication, which shows whether the target changes it. */
const PAUSES_MS = [0, 300, 600]

const hasOtherPhotos = ({ json }: Exchange, { Fotos: answered }: NewPublication['body']): boolean => {
  const shown = membersOf(json)['Fotos']
  return shown !== undefined && JSON.stringify(shown) !== JSON.stringify(answered)
}

/**
 * Returns the time after which the target changes the photos of a new publication; undefined when they stay.
 * A target inside the process does its work at once.
 */
export const changeAfter = async (
  run: Reader,
  { path, body }: NewPublication,
): Promise<number | undefined> => {
  const began = performance.now()
  for (const waitMs of run.target.isInProcess ? [0] : PAUSES_MS) {
    await delay(waitMs, undefined)
    if (hasOtherPhotos(await run.send('GET', path, {}), body))
      return waitMs === 0 ? 0 : performance.now() - began
  }
  return undefined
}

/** Reads a publication that the target changes after its create until its entity tag stays. */
export const settledTagOf = async (
  run: Reader,
  { path, body }: NewPublication,
  changedMs: number,
): Promise<string | undefined> => {
  let etag: string | undefined
  // Photos may be replaced one after another, so the tag has to stay for as long as the first change took.
  for (let i = 0, stayed = 0; i < MAX_READS && stayed < (changedMs === 0 ? 1 : 2); i++) {
    const read = await run.send('GET', path, {})
    const last = etag
    etag = read.response.headers['etag']
    stayed = etag === last && (changedMs === 0 || hasOtherPhotos(read, body)) ? stayed + 1 : 0
    await delay(changedMs / 2, undefined)
  }
  return etag
}
