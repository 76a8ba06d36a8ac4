import { isSecretName } from '../../redaction/secret-names.ts'
import { parseJson } from '../../text/parse-json.ts'
import { bodyText, type ClientCall, callKey, hasSucceeded, isRead } from '../faults/client-call.ts'
import { jsonMembers, membersIn } from '../faults/json-walk.ts'
import { oddAmount } from './sent-values.ts'
import { leftOutOfBranches } from './wiped.ts'

/** Tells what requests, and what the command prints, show of a client; undefined if they show nothing. */
type JournalHabit = (calls: readonly ClientCall[], output: string) => string | undefined

/** What the undisturbed run alone shows, by the word of the fault. */
export const journalHabits: Readonly<Record<string, JournalHabit>> = {
  'any-tag': (calls) =>
    calls.some(hasAnyTag)
      ? 'it writes with If-Match: *, which fits whatever another client has written'
      : undefined,
  'amount-decimals': (calls) => {
    const amount = oddAmount(calls)
    return amount && `it writes an amount of more than two decimals: ${amount}`
  },
  'branch-members': (calls) => {
    const left = leftOutOfBranches(calls)
    return left.length > 0
      ? `it leaves out of a full edit of a branch what it was shown, which may be wiped: ${left.join(', ')}`
      : undefined
  },
  'operator-members': (calls) => {
    const left = calls.filter(isEditOfOperator).flatMap(leftOutOfOperator)
    return left.length > 0
      ? `it leaves out of the edit of an administrator what may be cleared: ${[...new Set(left)].join(', ')}`
      : undefined
  },
  'refused-again': (calls) => {
    const again = refusedWriteAgain(calls)
    return again && `it sends again, unchanged, what is refused: ${again}`
  },
  'unsigned-webhooks': (calls) =>
    calls.some(isWithoutSecret)
      ? 'it accepts webhooks without a Secret: anybody who knows the URL can send some'
      : undefined,
  'secret-printed': (calls, output) =>
    calls.flatMap(secretsIn).some((secret) => output.includes(secret))
      ? 'it prints a secret, which logs of a pipeline keep'
      : undefined,
  'busy-polling': (calls) => {
    const reads = repeatedAtOnce(calls)
    return reads && `it reads the same again and again without a pause: ${reads}`
  },
  'archived-first': (calls) =>
    calls.some((call, at) => hasSucceeded(call) && isArchive(call) && isReplaced(calls.slice(at + 1), call))
      ? 'it archives a publication before it creates the replacement: if the service refuses the create, none is left'
      : undefined,
}

/** Members of an administrator's edit (AGE-03). */
const OF_OPERATOR = ['Nombre', 'Apellido', 'TelefonoLaboral', 'WhatsApp', 'Region', 'Ciudad', 'Direccion']

const isEditOfOperator = (call: ClientCall): boolean =>
  call.operation === 'operators.edit' && hasSucceeded(call)

const leftOutOfOperator = ({ body }: ClientCall): string[] => {
  const written = membersIn(bodyText(body))
  return OF_OPERATOR.filter((name) => !(name in written))
}

/** Sends of one write that no test makes by itself. */
const SENDS = 3
/** How close to each other they are. */
const SOON_MS = 2_000

/** Describes a write that is refused for what it says, and sent again as it is. */
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

/** True if an active webhook has no secret, even if another writer had set one. */
const isWithoutSecret = (call: ClientCall): boolean => {
  if (!hasSucceeded(call) || !/^(?:webhooks|notifications)\.edit$/.test(call.operation ?? '')) return false
  const written = membersIn(bodyText(call.body))
  const hook =
    call.operation === 'webhooks.edit' ? written : jsonMembers(written['PublicacionConsultadaWebHook'])
  return Boolean(hook['Callback']) && hook['Activo'] !== false && !hook['Secret']
}

const MIN_SECRET = 8

/** Returns the secrets that a request carries: values of headers and members that name one. */
const secretsIn = ({ operation, headers, body }: ClientCall): string[] => {
  if (operation === undefined) return []
  const credentials = headers
    .filter(([name]) => isSecretName(name))
    .map(([, value]) => value.split(' ').at(-1))
  return [...secretMembers(parseJson(bodyText(body))), ...credentials].filter(
    (secret): secret is string => typeof secret === 'string' && secret.length >= MIN_SECRET,
  )
}

/** Returns the values of members that name a secret, at any depth, and of headers of webhooks that do. */
const secretMembers = (value: unknown): unknown[] => {
  const members = jsonMembers(value)
  const { Name, Value } = members
  const header = typeof Name === 'string' && isSecretName(Name) ? [Value] : []
  const others = Object.entries(members).flatMap(([name, inner]) =>
    typeof inner === 'object' ? secretMembers(inner) : isSecretName(name) ? [inner] : [],
  )
  return [...header, ...others]
}

/** Reads of one thing that no client sends that pauses between them. */
const TOO_MANY = 10
/** How close they are to each other, on a busy machine too. */
const NO_PAUSE_MS = 30

/** Describes reads of one thing, with one answer, that follow each other at once. */
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

const isArchive = ({ operation }: ClientCall): boolean => operation === 'publications.archive'

/** True where the next write is a create of the same car. */
const isReplaced = (later: readonly ClientCall[], { response }: ClientCall): boolean => {
  const next = later.find(({ method, operation }) => operation === undefined || method !== 'GET')
  if (next?.operation !== 'publications.create') return false
  const [archived, made] = [membersIn(response?.body ?? ''), membersIn(next.response?.body ?? '')]
  const isSame = (...names: readonly string[]) =>
    names.every((name) => Boolean(archived[name]) && archived[name] === made[name])
  // The model may be what was wrong.
  if (isSame('Vin') || isSame('RefStock')) return true
  const isOther = ['Vin', 'RefStock'].some(
    (name) => archived[name] && made[name] && archived[name] !== made[name],
  )
  return !isOther && isSame('Marca', 'Modelo')
}
