import { bodyText, type ClientCall, hasSucceeded } from '../faults/client-call.ts'
import { jsonMembers, membersIn } from '../faults/json-walk.ts'
import { oddAmount } from './sent-values.ts'
import { leftOutOfBranches } from './wiped.ts'

/**
 * What the undisturbed requests alone show, by the word of the fault; undefined if they show nothing.
 */
export const journalHabits: Readonly<Record<string, (calls: readonly ClientCall[]) => string | undefined>> = {
  'any-tag': (calls) =>
    calls.some(hasAnyTag)
      ? 'it writes with If-Match: *, which fits whatever somebody else has written'
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
  'unsigned-webhooks': (calls) =>
    calls.some(isWithoutSecret)
      ? 'it accepts webhooks without a Secret: anybody who knows the URL can send some'
      : undefined,
  'archived-first': (calls) =>
    calls.some((call, at) => hasSucceeded(call) && isArchive(call) && isReplaced(calls.slice(at + 1), call))
      ? 'it archives a publication before it creates the replacement: if the service refuses the create, none is left'
      : undefined,
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

const isArchive = ({ operation }: ClientCall): boolean => operation === 'publications.archive'

/** True where the next write is a create of the same car. */
const isReplaced = (later: readonly ClientCall[], { response }: ClientCall): boolean => {
  const next = later.find(({ method, operation }) => operation === undefined || method !== 'GET')
  if (next?.operation !== 'publications.create') return false
  const [archived, made] = [membersIn(response?.body ?? ''), membersIn(next.response?.body ?? '')]
  return (
    archived['Marca'] !== undefined &&
    archived['Marca'] === made['Marca'] &&
    archived['Modelo'] === made['Modelo']
  )
}
