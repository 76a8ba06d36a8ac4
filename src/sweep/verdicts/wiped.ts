import { bodyText, type ClientCall, isRead, pathOfTarget } from '../faults/client-call.ts'
import { type JsonMembers, jsonMembers, listedEntries, membersIn, selfAddress } from '../faults/json-walk.ts'
import type { SweptRecord } from '../runs/world-records.ts'

/** Members of a publication that a full edit wipes by omission; others stay, or have a default. */
const WIPED: ReadonlySet<string> = new Set([
  'RefStock',
  'Vin',
  'Descripcion',
  'Precio',
  'Adelanto',
  'Cuota',
  'Locacion',
  'CertificadoDeGarantiaUsado',
  'DatosTecnicosCustom',
])

/** Members that a full edit writes under another name. */
const WRITTEN_AS: ReadonlyMap<string, string> = new Map([
  ['CertificadoDeGarantiaUsado', 'AplicaCertificadoGarantiaUsado'],
])

/**
 * Returns the members that the client was shown, omitted from a full edit of a publication, a branch, an app
 * webhook or an agency's settings, and that have another value afterwards. Members that it names, even with
 * null, are its own decision.
 */
export const wipedMembers = (calls: readonly ClientCall[]): string[] => {
  const shown = new Map<string, JsonMembers>()
  const wiped = new Set<string>()
  for (const call of calls) {
    const { operation, target, body, response } = call
    if (!response || response.status >= 300) continue
    const answer = membersIn(response.body)
    const key = keyOf(target)
    const former = shown.get(key)
    if (former && operation === 'publications.edit')
      for (const name of leftOut(former, membersIn(bodyText(body)), answer))
        if (WIPED.has(name)) wiped.add(name)
    if (former && /^(?:branches|webhooks)\.edit$/.test(operation ?? ''))
      for (const name of leftOut(former, membersIn(bodyText(body)), answer)) wiped.add(name)
    if (former && operation === 'notifications.edit') {
      const written = membersIn(bodyText(body))
      for (const name of leftOut(former, written, answer)) wiped.add(name)
      for (const [name, settings] of Object.entries(written))
        for (const inner of leftOut(
          jsonMembers(former[name]),
          jsonMembers(settings),
          jsonMembers(answer[name]),
        ))
          wiped.add(`${name}.${inner}`)
    }
    for (const entry of listedEntries(answer)) {
      if ('EstadoActual' in entry) shown.set(`${key}/${String(entry['ExternalId']).toLowerCase()}`, entry)
      const own = selfKey(entry)
      if (own !== undefined) shown.set(own, entry)
    }
    shown.set(key, answer)
  }
  return [...wiped]
}

/**
 * Returns the members that full edits have wiped by omission and that the client never read, such as those of
 * another client.
 */
export const wipedUnseen = (
  phases: readonly (readonly SweptRecord[])[],
  calls: readonly ClientCall[],
): string[] => {
  const seen = calls.filter(isRead).map(({ response }) => response?.body ?? '')
  const written = calls
    .filter(({ operation, response }) => EDITS.test(operation ?? '') && (response?.status ?? 500) < 300)
    .map(({ target, body }) => ({ key: keyOf(target), names: Object.keys(membersIn(bodyText(body))) }))
  const lost = phases.flat().flatMap(({ kind, key, members, former = {} }) => {
    const own = written.filter(({ key: path }) => path.endsWith(`/${key.toLowerCase()}`))
    if (own.length === 0 || kind === 'agency') return []
    return Object.keys(former).filter((name) => {
      const [before = 'null', after = 'null'] = [former[name], members[name]]
      const [member = name] = name.split('.')
      return (
        before !== 'null' &&
        before !== '[]' &&
        after === 'null' &&
        (kind === 'webhook' || WIPED.has(member)) &&
        !own.some(({ names }) => names.includes(WRITTEN_AS.get(member) ?? member)) &&
        !seen.some((text) => text.includes(before))
      )
    })
  })
  return [...new Set(lost.map((name) => name.split('.')[0] ?? name))]
}

const EDITS = /^(?:publications|webhooks)\.edit$/

/**
 * Returns the members of a branch that the client was shown and omits from its full edit; the description
 * does not say that they stay.
 */
export const leftOutOfBranches = (calls: readonly ClientCall[]): string[] => {
  const shown = new Map<string, JsonMembers>()
  const left = new Set<string>()
  for (const { operation, target, body, response } of calls) {
    if (!/^branches\./.test(operation ?? '') || !response || response.status >= 300) continue
    const answer = membersIn(response.body)
    const former = operation === 'branches.edit' ? shown.get(keyOf(target)) : undefined
    const written = membersIn(bodyText(body))
    const members = Object.entries(former ?? {}).filter(([name]) => name !== '_links')
    // A client that writes other null members back does not omit this one because it is null.
    const writesNull = members.some(([name, value]) => value === null && written[name] === null)
    for (const [name, value] of members)
      if ((value !== null || writesNull) && !(name in written)) left.add(name)
    for (const entry of [answer, ...listedEntries(answer)]) {
      const key = selfKey(entry)
      if (key !== undefined) shown.set(key, entry)
    }
  }
  return [...left]
}

/** Returns the key of an entry's resource, from its `self` link. */
const selfKey = (entry: JsonMembers): string | undefined => {
  const href = selfAddress(entry)
  return typeof href === 'string' ? keyOf(href.replace(/^.*?(?=\/v3\/)/, '')) : undefined
}

const keyOf = (target: string): string => {
  const path = pathOfTarget(target)
  try {
    return decodeURIComponent(path).toLowerCase()
  } catch {
    return path
  }
}

/** Returns the members that had a value, are not written, and have another value in the answer. */
const leftOut = (former: JsonMembers, written: JsonMembers, answer: JsonMembers): string[] =>
  Object.keys(former).filter(
    (name) =>
      name !== '_links' &&
      former[name] !== null &&
      !((WRITTEN_AS.get(name) ?? name) in written) &&
      name in answer &&
      JSON.stringify(answer[name]) !== JSON.stringify(former[name]),
  )
