import { bodyText, type ClientCall, idInPath, isEdit, isRead, publicationId } from '../faults/client-call.ts'
import { type JsonMembers, listedEntries, membersIn } from '../faults/json-walk.ts'
import { leavesOf } from './round-trip.ts'

/**
 * Returns the creates, archivings and suspensions of a client that does not recognise ids in another letter
 * case. It does none of them undisturbed.
 */
export const unusualSteps = (calls: readonly ClientCall[], undisturbed: readonly ClientCall[]): string[] => {
  const steps = calls.map(stepOf)
  const usual = undisturbed.map(stepOf)
  const countIn = (some: readonly string[], step: string) => some.filter((other) => other === step).length
  return [...new Set(steps)].filter((step) => step !== '' && countIn(steps, step) > countIn(usual, step))
}

/** Names a create, an archiving or a suspension; an empty text for anything else. */
const stepOf = (call: ClientCall): string => {
  const word = STEPS.get(call.operation ?? '')
  return word ? `${word} ${publicationId(call)}` : ''
}

const STEPS: ReadonlyMap<string, string> = new Map([
  ['publications.create', 'creates'],
  ['publications.archive', 'archives'],
  ['publications.suspend', 'suspends'],
])

/** How a client reacts to changes that another client makes between two lists. */
interface Noticed {
  /** Members after whose change it edits. */
  readonly seen: readonly string[]
  /** Members that it writes, but whose change it does not edit. */
  readonly missed: readonly string[]
}

/** Returns the changes between two lists that a client notices and misses. */
export const noticedChanges = (calls: readonly ClientCall[], undisturbed: readonly ClientCall[]): Noticed => {
  const usual = editsById(undisturbed)
  const own = editsById(calls)
  const [seen, missed] = [new Set<string>(), new Set<string>()]
  for (const [id, names] of changedBetween(calls)) {
    const [before = 0, after = 0] = [usual.get(id), own.get(id)]
    for (const name of names) {
      if (after > before) seen.add(name)
      else if (before === 0) missed.add(name)
    }
  }
  const written = writtenAnew(calls)
  return {
    seen: [...seen],
    missed: [...missed].filter((name) => !seen.has(name) && written.has(name)),
  }
}

/** Runs of a client with no change, with a change that it notices, and with a change of another member. */
interface ChangedRuns {
  readonly usual: readonly ClientCall[]
  readonly seen: readonly ClientCall[]
  readonly other: readonly ClientCall[]
}

/**
 * Returns whether a client reacts to the change of one member, but not to that of another one, which it
 * writes too. A run in which a test ends earlier proves nothing.
 */
export const leavesChange = ({ usual, seen, other }: ChangedRuns, member: string): boolean => {
  const [before, after, left] = [editsById(usual), editsById(seen), editsById(other)]
  const more = (counts: ReadonlyMap<string, number>, id: string) =>
    (counts.get(id) ?? 0) > (before.get(id) ?? 0)
  const noticed = [...after.keys()].filter((id) => more(after, id))
  const name = member.replace(/ .*$/, '')
  return (
    noticed.length > 0 &&
    noticed.every((id) => !more(left, id)) &&
    countReads(other, noticed) >= countReads(usual, noticed) &&
    writtenAnew(usual).has(name)
  )
}

/** Counts the reads of lists, and of the publications with these ids. */
const countReads = (calls: readonly ClientCall[], ids: readonly string[]): number =>
  calls.filter(
    (call) =>
      call.operation === 'publications.list' ||
      (call.operation === 'publications.read' && ids.includes(idInPath(call))),
  ).length

const editsById = (calls: readonly ClientCall[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const call of calls.filter(isEdit)) counts.set(idInPath(call), (counts.get(idInPath(call)) ?? 0) + 1)
  return counts
}

/** Returns the members that differ between two lists without a control call in between, by id. */
const changedBetween = (calls: readonly ClientCall[]): Map<string, Set<string>> => {
  const former = new Map<string, ReadonlyMap<string, unknown>>()
  const changed = new Map<string, Set<string>>()
  for (const call of calls) {
    if (call.operation === undefined) former.clear()
    // The client's own edits are not changes by others.
    if (isEdit(call)) former.delete(idInPath(call))
    if (call.operation !== 'publications.list' || !isRead(call)) continue
    for (const entry of entriesIn(call)) {
      const id = String(entry['ExternalId']).toLowerCase()
      const leaves = leavesOf(entry)
      const before = former.get(id)
      for (const [name, value] of before ?? [])
        if (JSON.stringify(leaves.get(name)) !== JSON.stringify(value))
          changed.set(id, (changed.get(id) ?? new Set()).add(name))
      if (!before) former.set(id, leaves)
    }
  }
  return changed
}

const entriesIn = ({ response }: ClientCall): JsonMembers[] => listedEntries(membersIn(response?.body ?? ''))

/** Returns the members of edits that are not copied from a read: the client itself knows their values. */
const writtenAnew = (calls: readonly ClientCall[]): Set<string> => {
  const read = new Set<string>()
  const written = new Set<string>()
  for (const call of calls) {
    if (call.operation === undefined) read.clear()
    if (call.operation === 'publications.read') read.add(idInPath(call))
    if (!isEdit(call)) continue
    for (const name of leavesOf(membersIn(bodyText(call.body))).keys())
      if (name.startsWith('Precio.') || !read.has(idInPath(call))) written.add(name)
  }
  return written
}
