import { membersOf } from '../../lib/unknown-values.ts'
import type { Exchange } from '../target/exchange.ts'
import { delay } from './pacing.ts'
import { createdExternalId } from './run-bounds.ts'
import { type GuardedSetting, type Leftover, RunSession, type RunSessionOptions } from './session.ts'
import { RunStopped } from './violation.ts'

/** Requests at a time; more if as many were in flight during the run. */
const CONCURRENCY = 4
const MAX_CONCURRENCY = 16
/** Waits before a failed clean-up request is repeated. */
const BACK_OFF_MS = [250, 1_000, 3_000]
/** Maximum time that a clean-up takes beyond its first attempts, however much is left. */
const MAX_RETRYING_MS = 20_000

/**
 * Restores temporary changes and archives what the run created, even by a refused create. Repeats failed
 * requests with growing pauses, and reads back what it could not confirm. Returns what is left: descriptions
 * of changes, and `ExternalId`s. An interruption does not stop it.
 */
export const cleanUp = async (
  previous: RunSession,
  options: RunSessionOptions,
): Promise<readonly string[]> => {
  const { signal: _, ...rest } = options
  const session = new RunSession({ ...rest, readOnly: false })
  if (Number.isFinite(previous.inFlight)) session.limitInFlight(previous.inFlight)
  for (const word of previous.archivedWords) session.archivedWords.add(word)
  const deadlineMs = performance.now() + MAX_RETRYING_MS
  const retrying = <T>(attempt: () => Promise<T | undefined>) => withBackOff(attempt, deadlineMs)
  const madeAllTheSame = madeDespiteRefusal(session, previous)
  const leftBehind: string[] = []
  for (const [description, leftover] of previous.leftovers)
    if (!(await retrying(() => restored(session, leftover)))) leftBehind.push(description)
  for (const [description, setting] of previous.settings)
    if (!leftBehind.includes(description) && !(await retrying(() => asBefore(session, setting))))
      leftBehind.push(description)
  const made = new Set([...previous.unarchived, ...(await madeAllTheSame)])
  const left = await eachOf(session, made, async (id) =>
    (await retrying(() => archived(session, id))) ? [] : [id],
  )
  const leftOfOther = await eachOf(session, previous.unarchivedOfOther, async (id) =>
    (await retrying(() => archived(session, id, true))) ? [] : [id],
  )
  return [...leftBehind, ...left, ...leftOfOther, ...previous.unprefixed].sort()
}

/** Describes the topics that the run configured first: no call removes a configuration. */
export const firstConfigured = ({ configuredTopics }: RunSession): readonly string[] =>
  [...configuredTopics].sort().map((topic) => `the webhook ${topic}, which had no configuration`)

/** Archives what a clause created and the run still has; the clean-up repeats what fails here. */
export const archiveCreated = async (session: RunSession, exchanges: readonly Exchange[]): Promise<void> => {
  if (session.signal?.aborted) return
  const made = new Map(exchanges.map(({ request, isOtherApp }) => [createdExternalId(request), isOtherApp]))
  const archiving = [...made].map(async ([id, isOtherApp]) => {
    const left = isOtherApp ? session.unarchivedOfOther : session.unarchived
    if (id === undefined || !left.has(id)) return
    const isDone = await archived(session, id, isOtherApp).catch(() => undefined)
    if (isDone) session.trackArchived(id, isOtherApp)
  })
  await Promise.all(archiving)
}

/** Repeats an attempt while it returns undefined or rejects, until the time is over. */
const withBackOff = async <T>(
  attempt: () => Promise<T | undefined>,
  deadlineMs: number,
): Promise<T | undefined> => {
  for (const waitMs of [...BACK_OFF_MS, undefined]) {
    try {
      const result = await attempt()
      if (result !== undefined) return result
    } catch (error) {
      if (error instanceof RunStopped) return undefined
    }
    if (waitMs === undefined || performance.now() + waitMs > deadlineMs) return undefined
    await delay(waitMs, undefined)
  }
  return undefined
}

/** Runs `work` for each value, a few at a time. */
const eachOf = async <T>(
  { inFlight }: RunSession,
  values: Iterable<string>,
  work: (value: string) => Promise<readonly T[]>,
): Promise<T[]> => {
  const queue = [...values]
  const results: T[] = []
  const worker = async () => {
    for (let value = queue.shift(); value !== undefined; value = queue.shift())
      results.push(...(await work(value)))
  }
  const workers = Number.isFinite(inFlight)
    ? Math.min(MAX_CONCURRENCY, Math.max(CONCURRENCY, inFlight))
    : CONCURRENCY
  await Promise.all(Array.from({ length: workers }, worker))
  return results
}

/** Sends the request that restores a change; false when it is refused, undefined when it fails. */
const restored = async (session: RunSession, leftover: Leftover): Promise<boolean | undefined> => {
  const { method, href, options, otherwise } = leftover
  const { status } = (await session.send(method, href, options)).response
  if (isRefusal(status) && otherwise) return restored(session, { method, href, options: otherwise })
  return status < 300 ? true : isRefusal(status) ? false : undefined
}

/** Returns whether repeating the request would give the same response. */
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 429

/** Compares a setting with what it was; restores it once more when it differs. */
const asBefore = async (
  session: RunSession,
  { href, view, before, restore }: GuardedSetting,
): Promise<boolean | undefined> => {
  const isSame = async () => JSON.stringify(view((await session.send('GET', href, {})).json)) === before
  if (await isSame()) return true
  const { status } = (await session.send(restore.method, restore.href, restore.options)).response
  if (await isSame()) return true
  return status < 500 && status !== 429 ? false : undefined
}

/** Returns the `ExternalId`s of refused creates that can be read anyway. */
const madeDespiteRefusal = (session: RunSession, { refusedCreates }: RunSession): Promise<string[]> =>
  eachOf(session, refusedCreates, async (id) => {
    const read = await session.send('GET', publicationPath(session, id), {}).catch(() => undefined)
    return read?.response.status === 200 ? [id] : []
  })

const publicationPath = (session: RunSession, externalId: string): string =>
  `/v3/publicaciones/${encodeURIComponent(session.target.agency)}/${encodeURIComponent(externalId)}`

/**
 * Archives a publication; returns true when it is archived or gone. When the target requires a precondition
 * (`publications/precondition-required`), it repeats the request with the current entity tag. Returns false
 * when the target refuses, undefined when it fails.
 */
export const archived = async (
  session: RunSession,
  externalId: string,
  isOtherApp?: true,
): Promise<boolean | undefined> => {
  const path = publicationPath(session, externalId)
  const app = isOtherApp ? { isOtherApp } : {}
  const first = await session.send('PATCH', `${path}/archivar`, app)
  if (isArchived(first.response.status)) return true
  const read = await session.send('GET', path, app)
  if (read.response.status === 404) return true
  const { EstadoActual: word = '' } = membersOf(read.json)
  if (session.archivedWords.has(String(word))) return true
  const second = await session.send('PATCH', `${path}/archivar`, {
    ...app,
    headers: { 'If-Match': read.response.headers['etag'] ?? '*' },
  })
  const { status } = second.response
  return isArchived(status) ? true : isRefusal(status) ? false : undefined
}

/** 409: it is archived already. */
const isArchived = (status: number): boolean => status < 300 || status === 409
