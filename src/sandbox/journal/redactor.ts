import { secretRemover } from '../../lib/redaction/known-secrets.ts'
import { agencyHooks } from '../../model/world/agency.ts'
import type { JournalEntry } from './journal-entry.ts'
import type { WorldSummary } from './world-summary.ts'

/** Removes secrets that are known by value from text, wherever a client put them. */
export interface Redactor {
  /** Redacts a text. */
  text(text: string): string
  /** Redacts every text in a value, member names included. */
  value<T>(value: T): T
}

/** Creates a redactor with the secrets of all worlds that these entries saw. */
export const redactorFor = (entries: Iterable<JournalEntry>): Redactor => {
  const secrets = new Set<string>()
  let last: WorldSummary | undefined
  for (const { before, after } of entries) {
    for (const world of [before, after]) {
      if (last && hasSameSecrets(world, last)) continue
      for (const secret of secretsOf(world)) secrets.add(secret)
      last = world
    }
  }
  return redactorOf(secrets)
}

const hasSameSecrets = (a: WorldSummary, b: WorldSummary): boolean =>
  a.setting.apps === b.setting.apps && a.webhooks === b.webhooks && a.agencies === b.agencies

/** Returns the secrets of a world: of its apps, and of its webhooks. */
export const secretsOf = (world: Pick<WorldSummary, 'setting' | 'webhooks' | 'agencies'>): string[] => [
  ...world.setting.apps.flatMap(({ key, secret }) => [key, secret]),
  ...webhookSecrets(world.webhooks),
  ...agencySecrets(world.agencies),
]

const secretsByWebhooks = new WeakMap<WorldSummary['webhooks'], readonly string[]>()
const secretsByAgencies = new WeakMap<WorldSummary['agencies'], readonly string[]>()

const webhookSecrets = (webhooks: WorldSummary['webhooks']): readonly string[] => {
  let known = secretsByWebhooks.get(webhooks)
  if (!known)
    secretsByWebhooks.set(webhooks, (known = Array.from(webhooks).flatMap(({ Secret }) => Secret ?? [])))
  return known
}

const agencySecrets = (agencies: WorldSummary['agencies']): readonly string[] => {
  let known = secretsByAgencies.get(agencies)
  if (!known) {
    known = agencyHooks(agencies).flatMap(({ Secret }) => Secret ?? [])
    secretsByAgencies.set(agencies, known)
  }
  return known
}

const redactorOf = (secrets: ReadonlySet<string>): Redactor => {
  if (secrets.size === 0) return { text: (text) => text, value: (value) => value }
  const text = secretRemover(secrets)
  const value = (whole: unknown): unknown => {
    if (typeof whole === 'string') return text(whole)
    if (typeof whole !== 'object' || whole === null) return whole
    if (Array.isArray(whole)) return whole.map(value)
    return Object.fromEntries(Object.entries(whole).map(([name, inner]) => [text(name), value(inner)]))
  }
  // Redaction keeps the shape of the value.
  return { text, value: <T>(whole: T) => value(whole) as T }
}
