import { REDACTED } from '../redaction/secret-names.ts'
import { agenciesInOrder } from '../world/agency.ts'
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

/** Shorter secrets would match ordinary words. */
const MIN_SECRET_LENGTH = 6

const secretsOf = (world: WorldSummary): string[] => {
  const secrets = [
    ...world.setting.apps.flatMap(({ key, secret }) => [key, secret]),
    ...webhookSecrets(world.webhooks),
    ...agencySecrets(world.agencies),
  ]
  return secrets.filter((secret) => secret.length >= MIN_SECRET_LENGTH)
}

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
    known = agenciesInOrder(agencies).flatMap(
      ({ notifications }) => notifications.PublicacionConsultadaWebHook?.Secret ?? [],
    )
    secretsByAgencies.set(agencies, known)
  }
  return known
}

const redactorOf = (secrets: ReadonlySet<string>): Redactor => {
  if (secrets.size === 0) return { text: (text) => text, value: (value) => value }
  const spellings = new Set([...secrets].flatMap(spellingsOf))
  // The longest first, so that no part of a secret remains.
  const patterns = [...spellings]
    .sort((a, b) => b.length - a.length)
    .map((spelling) => spelling.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
  const pattern = new RegExp(patterns.join('|'), 'g')
  const text = (whole: string) =>
    whole.length < MIN_SECRET_LENGTH ? whole : whole.replace(pattern, REDACTED)
  const value = (whole: unknown): unknown => {
    if (typeof whole === 'string') return text(whole)
    if (typeof whole !== 'object' || whole === null) return whole
    if (Array.isArray(whole)) return whole.map(value)
    return Object.fromEntries(Object.entries(whole).map(([name, inner]) => [text(name), value(inner)]))
  }
  // Redaction keeps the shape of the value.
  return { text, value: <T>(whole: T) => value(whole) as T }
}

/** Returns the secret as is, percent-encoded, JSON-escaped and in base64. */
const spellingsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
]
