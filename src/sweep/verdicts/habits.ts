import {
  bodyText,
  type ClientCall,
  callKey,
  hasSucceeded,
  idInBody,
  idInPath,
  isEdit,
  isRead,
  ownPath,
  pathOfTarget,
  targetKey,
  upToControl,
} from '../faults/client-call.ts'
import { membersIn } from '../faults/json-walk.ts'
import { RIVAL_TEXT } from '../faults/rival-writes.ts'

/** More equal writes than parallel threads would send. */
const MANY_AT_ONCE = 3
/** Equal requests that are closer together come from two threads, neither of which has waited. */
const MIN_WAIT_MS = 60

/**
 * Returns whether the client repeated a refused request earlier than the answer allowed, and was refused
 * again. Only immediate repetitions count, and those beyond the undisturbed number, as several tests may
 * begin with the same request.
 */
export const repeatedTooSoon = (
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
): boolean => {
  const refused = calls.filter(({ response }) => response?.status === 429)
  const countIn = (some: readonly ClientCall[], like: ClientCall) =>
    some.filter((call) => callKey(call) === callKey(like)).length
  const isRepeated = (call: ClientCall, other: ClientCall) =>
    calls[calls.indexOf(call) + 1] === other || countIn(calls, call) > countIn(undisturbed, call)
  const isMany = (call: ClientCall) =>
    !isRead(call) && refused.filter((other) => callKey(other) === callKey(call)).length >= MANY_AT_ONCE
  return refused.some(
    (call) =>
      isMany(call) ||
      refused.some(
        (other) =>
          other.atMs > call.atMs + MIN_WAIT_MS && callKey(other) === callKey(call) && isRepeated(call, other),
      ),
  )
}

/**
 * Returns whether the client overwrote a change that it had not seen: the write under `stale-tag`, or a
 * repetition without a read in between, succeeded without a tag (PUB-34).
 */
export const overwroteUnseen = (calls: readonly ClientCall[], exchange: string): boolean => {
  const at = calls.findIndex((call) => call.exchange === exchange)
  const [write, ...later] = at < 0 ? [] : calls.slice(at)
  if (!write) return false
  const seen = later.findIndex((call) => isRead(call) && hasSucceeded(call))
  const blind = [write, ...later.slice(0, seen < 0 ? later.length : seen)]
  return blind.some(
    (call) =>
      targetKey(call) === targetKey(write) && hasSucceeded(call) && changesMembers(call) && !hasTag(call),
  )
}

/**
 * Returns whether the client wrote back an outdated description, not its own, although it had read the change
 * of another client.
 */
export const wroteBack = (calls: readonly ClientCall[], exchange: string): boolean => {
  const at = calls.findIndex((call) => call.exchange === exchange)
  const before = calls.slice(0, at)
  const met = calls[at]
  const done = calls.filter((call) => met && targetKey(call) === targetKey(met) && hasSucceeded(call))
  const former = before.filter((call) => isRead(call) && done.includes(call)).map(readDescription)
  const stock = before.map(sentDescription)
  const again = done.findIndex((call) => isRead(call) && readDescription(call) === RIVAL_TEXT)
  return (
    again >= 0 &&
    done
      .slice(again)
      .map(sentDescription)
      .some((sent) => sent !== undefined && former.includes(sent) && !stock.includes(sent))
  )
}

/**
 * Returns the members that a client writes back with outdated values from an exchange, although its write was
 * refused because another client had changed them.
 */
export const wroteOutdated = (calls: readonly ClientCall[], exchange: string): readonly string[] => {
  const at = calls.findIndex((call) => call.exchange === exchange)
  const read = calls[at]
  if (!read) return []
  const edits = calls.slice(at + 1).filter((call) => targetKey(call) === targetKey(read) && !isRead(call))
  const refused = edits.findIndex(({ response }) => response?.status === 412)
  const done = refused < 0 ? undefined : edits.slice(refused).find(hasSucceeded)
  if (!done) return []
  const shown = membersIn(read.response?.body ?? '')
  const [sent, again] = [edits[refused], done].map((call) => membersIn(bodyText(call?.body ?? done.body)))
  const isFormer = (name: string) =>
    name in shown &&
    [sent, again].every((members) => JSON.stringify(members?.[name]) === JSON.stringify(shown[name]))
  return ['Precio', 'Descripcion'].filter(isFormer)
}

/** Returns the successful writes to the target of an exchange, from that exchange on. */
const writesDone = (calls: readonly ClientCall[], exchange: string): readonly ClientCall[] => {
  const at = calls.findIndex((call) => call.exchange === exchange)
  const met = calls[at]
  return calls
    .slice(Math.max(0, at))
    .filter((call) => met && targetKey(call) === targetKey(met) && !isRead(call) && hasSucceeded(call))
}

/** Returns whether a full edit without `Activa` succeeded: it activates what another client suspended. */
export const activated = (calls: readonly ClientCall[], exchange: string): boolean =>
  writesDone(calls, exchange).some(
    ({ operation, body }) => operation === 'publications.edit' && !bodyText(body).includes('"Activa"'),
  )

/** Returns whether an edit with `Activa: true` succeeded: it activates what another client suspended. */
export const reactivated = (calls: readonly ClientCall[], exchange: string): boolean =>
  writesDone(calls, exchange).some(({ body }) => membersIn(bodyText(body))['Activa'] === true)

/** Returns the price that a write sends. */
const priceIn = ({
  body,
}: ClientCall): { readonly Moneda?: unknown; readonly Importe?: unknown } | undefined => {
  try {
    return JSON.parse(bodyText(body)).Precio ?? undefined
  } catch {
    return undefined
  }
}

/** Returns the writes of a price by path, in order. */
const priceWrites = (calls: readonly ClientCall[]): Map<string, ClientCall[]> => {
  const found = new Map<string, ClientCall[]>()
  for (const call of calls) {
    const path = ownPath(call)
    if (!isRead(call) && priceIn(call)) found.set(path, [...(found.get(path) ?? []), call])
  }
  return found
}

/** Runs with usual prices, with higher ones, and with higher ones only in reads of single publications. */
interface PricedRuns {
  readonly usual: readonly ClientCall[]
  readonly higher: readonly ClientCall[]
  readonly higherAfterList: readonly ClientCall[]
}

/**
 * Returns an amount that a client computes from the price in a list, although it reads the publication before
 * it writes. Undefined if there is none.
 */
export const fromOutdatedPrice = ({ usual, higher, higherAfterList }: PricedRuns): string | undefined => {
  const [before, followed] = [priceWrites(usual), priceWrites(higher)]
  for (const [path, [write]] of priceWrites(higherAfterList)) {
    const [base, other, own] = [before.get(path)?.[0], followed.get(path)?.[0], write].map(
      (call) => call && priceIn(call)?.Importe,
    )
    if (write === undefined || own === undefined || own !== base || other === undefined) continue
    const isReadBefore = higherAfterList
      .slice(0, higherAfterList.indexOf(write))
      .some((call) => call.operation === 'publications.read' && ownPath(call) === path && hasSucceeded(call))
    if (other !== own && isReadBefore) return `${own}`
  }
  return undefined
}

/** Returns what is wrong with the amounts that a client computes from unusual prices. */
export const miscomputed = (
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
): string | undefined => {
  const usual = priceWrites(undisturbed)
  const found = new Set<string>()
  for (const [path, [first, ...later]] of priceWrites(calls)) {
    const [before, sent] = [usual.get(path)?.[0], first].map((call) => call && priceIn(call))
    if (!before || !first || !sent) continue
    if (before.Moneda !== sent.Moneda && before.Importe === sent.Importe)
      found.add(`it writes the same amount in any currency: ${sent.Moneda} ${sent.Importe}`)
    // An unchanged amount is the client's own.
    if (before.Importe === sent.Importe) continue
    if (before.Moneda === sent.Moneda)
      found.add(`it writes in ${sent.Moneda} what it computed from a price in another currency`)
    if (
      !hasSucceeded(first) &&
      later.some((call) => hasSucceeded(call) && priceIn(call)?.Importe === sent.Importe)
    )
      found.add('it writes what it computed from an outdated price: another client has changed that since')
  }
  return found.size > 0 ? [...found].join(', and ') : undefined
}

/**
 * Returns the publication that a client leaves in another state than undisturbed after its second step was
 * refused: it was suspended only for that step.
 */
export const leftSuspended = (
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
  exchange: string,
): string | undefined => {
  const [left, usual] = [calls, undisturbed].map((some) => {
    const at = some.findIndex((call) => call.exchange === exchange)
    const met = some[at]
    if (!met) return undefined
    const began = some.slice(0, at).findLastIndex(({ operation }) => operation === undefined) + 1
    const segment = [...some.slice(began, at + 1), ...upToControl(some.slice(at + 1))]
    const states = segment.filter((call) => ownPath(call) === ownPath(met)).map(stateIn)
    return { state: states.findLast((state) => state !== undefined), path: ownPath(met) }
  })
  return left?.state !== undefined && usual?.state !== undefined && left.state !== usual.state
    ? `${left.path.split('/').at(-1)?.toUpperCase()}: ${left.state} instead of ${usual.state}`
    : undefined
}

const stateIn = (call: ClientCall): string | undefined => {
  const { EstadoActual } = hasSucceeded(call) ? membersIn(call.response?.body ?? '') : {}
  return EstadoActual === undefined ? undefined : String(EstadoActual)
}

/**
 * Returns whether the client computed another amount after its write was refused because of another client.
 */
export const recomputed = (calls: readonly ClientCall[]): boolean =>
  [...priceWrites(calls).values()].some((writes) =>
    writes.some(
      (refused, at) =>
        refused.response?.status === 412 &&
        writes
          .slice(at)
          .some((call) => hasSucceeded(call) && priceIn(call)?.Importe !== priceIn(refused)?.Importe),
    ),
  )

const sentDescription = (call: ClientCall): string | undefined =>
  isRead(call) ? undefined : descriptionIn(bodyText(call.body))

const readDescription = ({ response }: ClientCall): string | undefined => descriptionIn(response?.body ?? '')

const descriptionIn = (text: string): string | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && 'Descripcion' in value
      ? String(value.Descripcion)
      : undefined
  } catch {
    return undefined
  }
}

/** Returns whether a write that has a tag in the undisturbed run succeeds without one. */
export const lostItsTag = (calls: readonly ClientCall[], undisturbed: readonly ClientCall[]): boolean =>
  calls.some((call) => {
    const isSame = (other: ClientCall) => other.method === call.method && targetKey(other) === targetKey(call)
    const usual = undisturbed.filter(isSame)
    return !isRead(call) && hasSucceeded(call) && !hasTag(call) && usual.length > 0 && usual.every(hasTag)
  })

/** Returns whether the client reads the same after a refused write as after a successful one. */
export const readsAsAfterSuccess = (
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
  exchange: string,
): boolean => {
  const from = (some: readonly ClientCall[]) =>
    some.slice(some.findIndex((call) => call.exchange === exchange))
  const [write, next] = from(calls)
  const [usualWrite, usual] = from(undisturbed)
  // Tests in another order write something else there.
  if (
    !write ||
    !next?.operation ||
    !usual?.operation ||
    !usualWrite ||
    targetKey(usualWrite) !== targetKey(write)
  )
    return false
  // Before it creates the next car, a client may look whether that exists.
  const isOfAnother = write.method === 'POST' && !['', idInBody(write)].includes(idInPath(next))
  return (
    isRead(next) &&
    !isOfAnother &&
    targetKey(next).startsWith(resourceOf(write)) &&
    callKey(next) === callKey(usual)
  )
}

/**
 * Returns whether a test continues after a refused write, or its batch, as after a successful one: it reads
 * the same, or makes its next control call, except a reset. The client has not reported the refusal.
 */
export const continuesAsAfterSuccess = (
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
  exchange: string,
): boolean => {
  const [own, usual] = [calls, undisturbed].map((some) => {
    const at = some.findIndex((call) => call.exchange === exchange)
    return at < 0 ? [] : some.slice(at)
  })
  const [write, ...later] = own ?? []
  const [usualWrite, ...usualLater] = usual ?? []
  // Tests in another order write something else there.
  if (!write || !usualWrite || targetKey(usualWrite) !== targetKey(write)) return false
  const [next, usualNext] = [afterBatch(write, later), afterBatch(write, usualLater)]
  if (!next || !usualNext || isSentAgain(write, later.slice(0, later.indexOf(next)))) return false
  if (next.operation === undefined) return isSameControl(next, usualNext)
  return isRead(next) && isAbout(next, write) && callKey(next) === callKey(usualNext)
}

const isSentAgain = (write: ClientCall, later: readonly ClientCall[]): boolean =>
  write.method !== 'POST' &&
  later.some((call) => call.method === write.method && targetKey(call) === targetKey(write))

/** Returns the first call after the last write of the same operation before the next control call. */
const afterBatch = (write: ClientCall, later: readonly ClientCall[]): ClientCall | undefined => {
  return later[upToControl(later).findLastIndex(({ operation }) => operation === write.operation) + 1]
}

/** Returns whether a call is about the written resource, or reads its list. */
const isAbout = (call: ClientCall, write: ClientCall): boolean => {
  const written = resourceOf(write)
  const asked = targetKey(call)
  return asked.startsWith(written) || written.startsWith(`${pathOfTarget(asked)}/`)
}

/** Returns whether a test takes the same next step; it makes and deletes worlds after a failure, too. */
const isSameControl = (one: ClientCall, other: ClientCall): boolean => {
  if (one.method === 'DELETE' || /\/worlds$/.test(pathOfTarget(one.target))) return false
  const [step, usual] = [one, other].map(({ target }) => pathOfTarget(target).split('/').at(-1))
  return other.operation === undefined && step === usual && step !== 'reset'
}

/** Counts created branches, including those for which a gateway answered. */
export const branchesMade = (calls: readonly ClientCall[]): number =>
  calls.filter(
    (call) => call.operation === 'branches.create' && (hasSucceeded(call) || call.response?.status === 504),
  ).length

/**
 * Returns whether a client whose write of a price was refused reads again, and keeps the other client's
 * price.
 */
export const keptRivalPrice = (
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
  exchange: string,
): boolean => {
  const [write, next, ...later] = calls.slice(calls.findIndex((call) => call.exchange === exchange))
  const isSame = (call: ClientCall) => write !== undefined && targetKey(call) === targetKey(write)
  return (
    write?.response?.status === 412 &&
    priceIn(write) !== undefined &&
    next !== undefined &&
    isRead(next) &&
    isSame(next) &&
    !readsAsAfterSuccess(calls, undisturbed, exchange) &&
    !later.some((call) => isSame(call) && !isRead(call))
  )
}

/** Returns whether the client changes the publication after a write in a way that it does not undisturbed. */
export const wroteAnother = (
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
  exchange: string,
): boolean => {
  const at = calls.findIndex((call) => call.exchange === exchange)
  const write = calls[at]
  const usual = undisturbed.map(callKey)
  return (
    write?.method === 'PATCH' &&
    calls
      .slice(at)
      .some(
        (call) =>
          !isRead(call) &&
          hasSucceeded(call) &&
          resourceOf(call) === resourceOf(write) &&
          !usual.includes(callKey(call)),
      )
  )
}

/** Returns the target of the publication that a write is about. */
const resourceOf = (call: ClientCall): string => targetKey(call).replace(/\/(?:suspender|archivar)$/, '')

/** Reports a client that edits a publication only because it is shown in another form than it was written. */
export const writtenAgain = (
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
): string | undefined => {
  const editsOf = (some: readonly ClientCall[], like: ClientCall) =>
    some.filter((call) => isEdit(call) && hasSucceeded(call) && targetKey(call) === targetKey(like)).length
  const more = calls.find(
    (call) => isEdit(call) && hasSucceeded(call) && editsOf(calls, call) > editsOf(undisturbed, call),
  )
  return (
    more &&
    `it keeps rewriting what the service shows in another form than it sent: ${more.method} ${more.target}`
  )
}

/** Returns whether a client edits, after 409, the publication of another client that has its id. */
export const overwroteTaken = (
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
  exchange: string,
): boolean => {
  const met = calls.find((call) => call.exchange === exchange)
  const editsOf = (some: readonly ClientCall[]) =>
    some.filter((call) => met && isEdit(call) && hasSucceeded(call) && idInPath(call) === idInBody(met))
      .length
  return met?.response?.status === 409 && editsOf(calls) > editsOf(undisturbed)
}

/** Returns by how many the refusals of an operation with 409 exceed its undisturbed requests. */
export const refusedAgain = (
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
  exchange: string,
): number => {
  const isOwn = ({ operation }: ClientCall) => operation === exchange.replace(/#\d+$/, '')
  const refused = calls.filter((call) => isOwn(call) && call.response?.status === 409)
  return refused.length - undisturbed.filter(isOwn).length
}

const changesMembers = ({ operation, body }: ClientCall): boolean =>
  operation === 'publications.edit' ||
  (operation === 'publications.amend' && bodyText(body).includes('"Precio"'))

/** Returns whether a request has a tag that the client read; `*` does not count. */
const hasTag = ({ headers }: ClientCall): boolean =>
  headers.some(([name, value]) => name.toLowerCase() === 'if-match' && value.trim() !== '*')

/** Returns whether a refused or reset request is not retried. */
export const gaveUp = (calls: readonly ClientCall[], exchange?: string): boolean =>
  calls.some((call, at) => {
    const isMet = exchange === undefined ? call.response?.status === 429 : call.exchange === exchange
    // The last of several refused requests is itself a retry.
    const others = exchange === undefined ? calls.toSpliced(at, 1) : calls.slice(at + 1)
    return isMet && !others.some((other) => callKey(other) === callKey(call))
  })
