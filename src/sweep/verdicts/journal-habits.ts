import { OPERATOR_EDIT_MEMBERS } from '../../domain/agencies/operator-edit.ts'
import { isSecretName } from '../../redaction/secret-names.ts'
import { parseJson } from '../../text/parse-json.ts'
import { bodyText, type ClientCall, callKey, hasSucceeded, isRead, targetKey } from '../faults/client-call.ts'
import { type JsonMembers, jsonMembers, membersIn } from '../faults/json-walk.ts'
import { oddAmount } from './sent-values.ts'
import { leftOutOfBranches } from './wiped.ts'

/** Returns a bad habit that requests or the command's output show; undefined if there is none. */
type JournalHabit = (calls: readonly ClientCall[], output: string) => string | undefined

/** Habits that the undisturbed run shows, by the name of the fault. */
export const journalHabits: Readonly<Record<string, JournalHabit>> = {
  'any-tag': (calls) =>
    calls.some(hasAnyTag)
      ? 'it writes with If-Match: *, which matches whatever another client has written'
      : undefined,
  'amount-decimals': (calls) => {
    const amount = oddAmount(calls)
    return amount && `it writes an amount of more than two decimals: ${amount}`
  },
  'branch-members': (calls) => {
    const left = leftOutOfBranches(calls)
    return left.length > 0
      ? `it omits from a full edit of a branch members that it was shown, which may wipe them: ${left.join(', ')}`
      : undefined
  },
  'operator-members': (calls) => {
    const left = calls.filter(isEditOfOperator).flatMap(leftOutOfOperator)
    return left.length > 0
      ? `it omits from the edit of an administrator members that the service may then clear: ${[...new Set(left)].join(', ')}`
      : undefined
  },
  'refused-again': (calls) => {
    const again = refusedWriteAgain(calls)
    return again && `it repeats a refused write unchanged: ${again}`
  },
  'unsigned-webhooks': (calls) => {
    const without = calls.filter((call) => isHook(call) && !secretIn(call))
    if (without.some((call) => calls.slice(0, calls.indexOf(call)).some((set) => setsSecret(set, call))))
      return 'it edits a webhook without the Secret that it has set, which the service may then remove: send it in every edit'
    return without.some(isSwitchedOn)
      ? 'it accepts webhooks without a Secret: anyone who knows the URL can send one'
      : undefined
  },
  'secret-printed': (calls, output) =>
    calls.flatMap(secretsIn).some((secret) => output.includes(secret))
      ? 'it prints a secret, which pipeline logs keep'
      : undefined,
  'busy-polling': (calls) => {
    const reads = repeatedAtOnce(calls)
    return reads && `it repeats a read without a pause: ${reads}`
  },
  'photos-ignored': (calls) => {
    const edit = calls.find((call, at) => isEditOfPhotosIgnored(call, calls.slice(0, at)))
    return (
      edit &&
      `it replaces photos by as many others, which the service ignores, and takes them for replaced: ${edit.method} ${edit.target}`
    )
  },
  'archived-first': (calls) =>
    calls.some((call, at) => hasSucceeded(call) && isArchive(call) && isReplaced(calls.slice(at + 1), call))
      ? 'it archives a publication before it creates the replacement: if the service refuses the create, none is left'
      : undefined,
}

const isEditOfOperator = (call: ClientCall): boolean =>
  call.operation === 'operators.edit' && hasSucceeded(call)

const leftOutOfOperator = ({ body }: ClientCall): string[] => {
  const written = membersIn(bodyText(body))
  return OPERATOR_EDIT_MEMBERS.filter((name) => !(name in written))
}

/** More equal writes than a test sends on its own. */
const SENDS = 3
/** Longest time from the first of them to the last. */
const SOON_MS = 2_000

/** Describes a write that is refused for its content and repeated unchanged. */
const refusedWriteAgain = (calls: readonly ClientCall[]): string | undefined => {
  const isRefused = ({ response }: ClientCall) => [400, 403, 404, 422].includes(response?.status ?? 0)
  const at = calls.findIndex((call, place) => {
    const row = calls.slice(place, place + SENDS)
    const isSame = row.every((other) => isRefused(other) && callKey(other) === callKey(call))
    const isSoon = (row.at(-1)?.atMs ?? 0) - call.atMs < SOON_MS
    return call.operation !== undefined && !isRead(call) && row.length === SENDS && isSame && isSoon
  })
  const found = calls[at]
  return found && `${found.method} ${found.target} -> ${found.response?.status}`
}

const hasAnyTag = ({ operation, headers }: ClientCall): boolean =>
  operation !== undefined &&
  headers.some(([name, value]) => name.toLowerCase() === 'if-match' && value.trim() === '*')

/** Returns the webhook in an edit of the app's webhooks or of an agency's settings. */
const hookIn = ({ operation, body }: ClientCall): JsonMembers => {
  const written = membersIn(bodyText(body))
  return operation === 'webhooks.edit' ? written : jsonMembers(written['PublicacionConsultadaWebHook'])
}

const isHook = (call: ClientCall): boolean =>
  hasSucceeded(call) &&
  /^(?:webhooks|notifications)\.edit$/.test(call.operation ?? '') &&
  Boolean(hookIn(call)['Callback'])

const secretIn = (call: ClientCall): unknown => hookIn(call)['Secret']

const isSwitchedOn = (call: ClientCall): boolean => hookIn(call)['Activo'] !== false

/** Returns whether a request sets the secret of the webhook that a later one edits. */
const setsSecret = (call: ClientCall, later: ClientCall): boolean =>
  isHook(call) && targetKey(call) === targetKey(later) && Boolean(secretIn(call))

const MIN_SECRET = 8

/** Returns the secrets in a request: values of headers and members with names of secrets. */
const secretsIn = ({ operation, headers, body }: ClientCall): string[] => {
  if (operation === undefined) return []
  const credentials = headers
    .filter(([name]) => isSecretName(name))
    .map(([, value]) => value.split(' ').at(-1))
  return [...secretMembers(parseJson(bodyText(body))), ...credentials].filter(
    (secret): secret is string => typeof secret === 'string' && secret.length >= MIN_SECRET,
  )
}

/** Returns the values of members with names of secrets, at any depth, and of such webhook headers. */
const secretMembers = (value: unknown): unknown[] => {
  const members = jsonMembers(value)
  const { Name, Value } = members
  const header = typeof Name === 'string' && isSecretName(Name) ? [Value] : []
  const others = Object.entries(members).flatMap(([name, inner]) =>
    typeof inner === 'object' ? secretMembers(inner) : isSecretName(name) ? [inner] : [],
  )
  return [...header, ...others]
}

/** Number of equal reads that are too many without a pause. */
const TOO_MANY = 10
/** Longest time between two requests without a pause, even on a busy machine. */
const NO_PAUSE_MS = 30

/** Describes equal reads with equal answers that follow each other immediately. */
const repeatedAtOnce = (calls: readonly ClientCall[]): string | undefined => {
  let [first, count] = [calls[0], 0]
  for (const call of calls) {
    const isSame = first && isRead(call) && callKey(call) === callKey(first) && isSameAnswer(call, first)
    if (!isSame) [first, count] = [call, 0]
    count += 1
    const tookMs = call.atMs - (first?.atMs ?? 0)
    if (call.operation !== undefined && count >= TOO_MANY && tookMs < count * NO_PAUSE_MS)
      return `${call.method} ${call.target}, ${count} times in ${Math.round(tookMs)} ms`
  }
  return undefined
}

const isSameAnswer = ({ response: one }: ClientCall, { response: other }: ClientCall): boolean =>
  one?.status === other?.status && one?.body === other?.body

/** Returns whether a full edit sends other photos, but the answer still has the former ones (PUB-25). */
const isEditOfPhotosIgnored = (call: ClientCall, before: readonly ClientCall[]): boolean => {
  if (call.operation !== 'publications.edit' || !hasSucceeded(call)) return false
  const former = before.findLast((other) => hasSucceeded(other) && idOf(other) === idOf(call))
  const [sent, shown, kept] = [
    bodyText(call.body),
    call.response?.body ?? '',
    former?.response?.body ?? '',
  ].map((text) => membersIn(text)['Fotos'])
  const isSame = JSON.stringify(shown) === JSON.stringify(kept)
  return isSame && Array.isArray(sent) && Array.isArray(shown) && sent.some((photo) => !shown.includes(photo))
}

/** Returns the id of the publication in an answer. */
const idOf = ({ response }: ClientCall): unknown => membersIn(response?.body ?? '')['ExternalId']

const isArchive = ({ operation }: ClientCall): boolean => operation === 'publications.archive'

/** Returns whether the next write creates the same car. */
const isReplaced = (later: readonly ClientCall[], { response }: ClientCall): boolean => {
  const next = later.find(({ method, operation }) => operation === undefined || method !== 'GET')
  if (next?.operation !== 'publications.create') return false
  const [archived, made] = [membersIn(response?.body ?? ''), membersIn(next.response?.body ?? '')]
  const isSame = (...names: readonly string[]) =>
    names.every((name) => Boolean(archived[name]) && archived[name] === made[name])
  // The model may have been wrong.
  if (isSame('Vin') || isSame('RefStock')) return true
  const isOther = ['Vin', 'RefStock'].some(
    (name) => archived[name] && made[name] && archived[name] !== made[name],
  )
  return !isOther && isSame('Marca', 'Modelo')
}
