import { isSecretName, REDACTED } from '../../lib/redaction/secret-names.ts'
import { agenciesInOrder } from '../../model/world/agency.ts'
import { webhookKey } from '../../model/world/webhook.ts'
import type { World } from '../../model/world/world.ts'

/** A record that a run created or changed, with flattened members. */
export interface SweptRecord {
  readonly kind: 'publication' | 'agency' | 'webhook'
  readonly key: string
  /** JSON texts by member path. */
  readonly members: Readonly<Record<string, string>>
  /** Its members at the start of the world; undefined for a new one. */
  readonly previous: Readonly<Record<string, string>> | undefined
}

/** Members that are not content, such as the number of changes. */
const TECHNICAL = new Set(['handle', 'revision', 'agency', 'access', 'ordinal', 'pack'])
/** An instant, which differs between runs. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

/** Returns the records of `end` that differ from those of `start`; inquiries are read-only (INQ-09). */
export const worldRecords = (start: World, end: World, origin = ''): SweptRecord[] => {
  const records: SweptRecord[] = []
  const add = (kind: SweptRecord['kind'], key: string, row: object, previous: object | undefined) => {
    const members = flat(row, origin)
    const earlier = previous && flat(previous, origin)
    if (earlier === undefined || JSON.stringify(earlier) !== JSON.stringify(members))
      records.push({ kind, key, members, previous: earlier })
  }
  for (const row of end.publications) {
    const previous = start.publications.get(row.handle.key)
    if (previous !== row) add('publication', row.ExternalId, row, previous)
  }
  for (const row of agenciesInOrder(end.agencies)) {
    const previous = start.agencies.get(row.adminMail.toLowerCase())
    if (previous !== row) add('agency', row.adminMail, row, previous)
  }
  for (const row of end.webhooks) {
    const previous = start.webhooks.get(webhookKey(row.app, row.topic))
    if (previous !== row) add('webhook', row.topic, row, previous)
  }
  return records
}

const flat = (row: object, origin: string): Record<string, string> => {
  const members: Record<string, string> = {}
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'object' && value !== null && !isPlainList(value))
      for (const [name, inner] of Object.entries(value)) walk(inner, path === '' ? name : `${path}.${name}`)
    else if (!(typeof value === 'string' && INSTANT.test(value))) members[path] = textOf(value, origin)
  }
  for (const [name, value] of Object.entries(row)) if (!TECHNICAL.has(name)) walk(value, name)
  return members
}

/** Returns whether a value is a list of texts or numbers, which is compared as a whole. */
const isPlainList = (value: object): boolean =>
  Array.isArray(value) && value.every((inner) => typeof inner !== 'object')

const textOf = (value: unknown, origin: string): string => {
  const text = JSON.stringify(value) ?? 'null'
  return origin === '' ? text : text.replaceAll(origin, '{url}')
}

/** Members whose values differ between baseline runs (random ids, ports, times), as `kind member`. */
export type VolatileMembers = Pick<ReadonlySet<string>, 'has'>

/** Compares runs without a variant; returns undefined if they leave different numbers of records. */
export const volatileMembers = (
  runs: readonly (readonly SweptRecord[])[],
): ReadonlySet<string> | undefined => {
  const [first = [], ...others] = runs
  const found = new Set<string>()
  for (const run of others) {
    if (run.length !== first.length) return undefined
    for (const kind of ['publication', 'agency', 'webhook'] as const) {
      const names = new Set(
        [...first, ...run]
          .filter((record) => record.kind === kind)
          .flatMap(({ members }) => Object.keys(members)),
      )
      for (const name of names)
        if (valuesOf(first, kind, name) !== valuesOf(run, kind, name)) found.add(`${kind} ${name}`)
    }
  }
  return found
}

const valuesOf = (run: readonly SweptRecord[], kind: SweptRecord['kind'], name: string): string =>
  JSON.stringify(
    run
      .filter((record) => record.kind === kind)
      .map(({ members }) => members[name] ?? '')
      .sort(),
  )

/** Returns the differences between the worlds that two runs leave, one sentence each. */
export const worldDifferences = (
  baseline: readonly SweptRecord[],
  run: readonly SweptRecord[],
  volatile: VolatileMembers,
): string[] => {
  const { lost, surplus } = unmatched(baseline, run, volatile)
  const sentences: string[] = []
  for (const record of lost) {
    const place = surplus.findIndex(
      (candidate) => candidate.kind === record.kind && isSame(candidate, record, volatile),
    )
    const counterpart = surplus[place]
    if (counterpart === undefined) {
      // A record of the scenario is still there, without the change.
      const undone = memberDifferences(record, asAtStart(record), volatile)
      sentences.push(...(undone.length > 0 ? undone : [`${record.kind} ${record.key} is missing`]))
    } else {
      surplus.splice(place, 1)
      sentences.push(...memberDifferences(record, counterpart, volatile))
    }
  }
  for (const record of surplus) {
    const { kind, key, members, previous } = record
    if (previous !== undefined) sentences.push(...memberDifferences(asAtStart(record), record, volatile))
    else sentences.push(`${kind} ${key} is extra (${members['condition'] ?? 'changed'})`)
  }
  return sentences
}

/** Returns a record as it was at the start; a new one unchanged. */
const asAtStart = (record: SweptRecord): SweptRecord => ({
  ...record,
  members: record.previous ?? record.members,
})

/** Returns the records of each side that have no equal on the other. */
const unmatched = (
  baseline: readonly SweptRecord[],
  run: readonly SweptRecord[],
  volatile: VolatileMembers,
): { readonly lost: SweptRecord[]; readonly surplus: SweptRecord[] } => {
  const lost = [...baseline]
  const surplus: SweptRecord[] = []
  for (const record of run) {
    const text = meaning(record, volatile)
    const place = lost.findIndex((candidate) => meaning(candidate, volatile) === text)
    if (place < 0) surplus.push(record)
    else lost.splice(place, 1)
  }
  return { lost, surplus }
}

const isSame = (one: SweptRecord, other: SweptRecord, volatile: VolatileMembers): boolean =>
  one.key === other.key || volatile.has(`${one.kind} ExternalId`)

const meaning = ({ kind, members }: SweptRecord, volatile: VolatileMembers): string =>
  JSON.stringify([
    kind,
    ...Object.entries(members)
      .filter(([name]) => !volatile.has(`${kind} ${name}`))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ])

const memberDifferences = (expected: SweptRecord, got: SweptRecord, volatile: VolatileMembers): string[] => {
  const differing = [...new Set([...Object.keys(expected.members), ...Object.keys(got.members)])].filter(
    (name) => !volatile.has(`${expected.kind} ${name}`) && expected.members[name] !== got.members[name],
  )
  const [here, there] = [entriesOf(expected), entriesOf(got)]
  // An entry of a list that only one of them has is one difference.
  const places = differing.map((name) => {
    const entry = entryOf(name)
    return here.has(entry) && there.has(entry) ? name : entry
  })
  return [...new Set(places)].map((place) => {
    const [is, was] = [shown(place, textAt(got, place)), shown(place, textAt(expected, place))]
    const difference = is === was ? 'has another value' : `is ${is} instead of ${was}`
    return `${expected.kind} ${expected.key}: ${place} ${difference}`
  })
}

/** Returns the list entry that a member belongs to, such as `branches.2`; otherwise the member. */
const entryOf = (name: string): string => /^\w+\.\d+(?=\.)/.exec(name)?.[0] ?? name

const entriesOf = ({ members }: SweptRecord): ReadonlySet<string> =>
  new Set(Object.keys(members).map(entryOf))

/** Returns the value of a member, or the texts of an entry. */
const textAt = ({ members }: SweptRecord, place: string): string | undefined => {
  const texts = Object.entries(members).flatMap(([name, text]) =>
    name.startsWith(`${place}.`) && text.startsWith('"') ? text : [],
  )
  return members[place] ?? (texts.length > 0 ? texts.join(', ') : undefined)
}

const MAX_SHOWN = 60

const shown = (place: string, text = 'absent'): string => {
  if (isSecretName(place.split('.').at(-1) ?? ''))
    return text === 'null' || text === 'absent' ? text : REDACTED
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}...` : text
}
