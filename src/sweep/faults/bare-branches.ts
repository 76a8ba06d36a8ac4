import { bodyText } from './client-call.ts'
import type { FaultInjection } from './fault-injection.ts'
import { eachMember, type JsonMembers, mappedJson, membersIn, selfAddress } from './json-walk.ts'
import { isReset } from './unwritten.ts'
import { changedJson } from './world-fault.ts'

const BARE_BRANCH = { Laborable: null, PreFestivo: null, Festivo: null, Telefono: null, Email: null }

/** Removes optional data from branches, except what the client has written, and adds one without any data. */
export const bareBranches = (): FaultInjection => {
  const written = new Map<unknown, JsonMembers>()
  return {
    open: () => written.clear(),
    before: (world, call) => {
      const { operation, body } = call
      if (isReset(call)) written.clear()
      return changedJson(world, (value) =>
        withBareBranches(value, (branch) => {
          const key = selfAddress(branch)
          if (operation === 'branches.create') written.set(key, branch)
          if (operation === 'branches.edit')
            written.set(key, { ...written.get(key), ...membersIn(bodyText(body)) })
          return written.get(key) ?? {}
        }),
      )
    },
  }
}

const withBareBranches = (value: unknown, written: (branch: JsonMembers) => JsonMembers): unknown =>
  mappedJson(value, (members) => {
    if ('Laborable' in members) {
      const own = written(members)
      const others = Object.entries(BARE_BRANCH).filter(([name]) => !(name in own))
      return { ...members, ...Object.fromEntries(others) }
    }
    const { _entries } = members
    const entries: readonly object[] = Array.isArray(_entries) ? _entries : []
    const [first] = entries
    return first && 'Laborable' in first
      ? { ...members, _entries: [...entries, withoutData(first)] }
      : members
  })

const withoutData = (branch: object): JsonMembers =>
  eachMember(branch, (inner, name) => (name === '_links' ? inner : null))
