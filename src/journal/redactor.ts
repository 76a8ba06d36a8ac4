import { agenciesInOrder } from '../world/agency.ts'
import type { JournalEntry } from './journal-entry.ts'
import { REDACTED } from './secret-redaction.ts'
import type { WorldSummary } from './world-summary.ts'

/** Takes secrets that are known by their value out of whatever is told, wherever a client put them. */
export interface Redactor {
  text(text: string): string
  /** The value with every text in it masked, names of members included; the very same value where nothing was found. */
  value<T>(value: T): T
}

/** The mask over everything that is told of these entries. */
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

/** Shorter ones would be found in every other word. */
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
  if (!known) secretsByWebhooks.set(webhooks, (known = Array.from(webhooks).flatMap(({ Secret }) => Secret ?? [])))
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
  const forms = new Set([...secrets].flatMap(spellingsOf))
  // The longest first, so that no part of one is left over.
  const found = [...forms]
    .sort((a, b) => b.length - a.length)
    .map((form) => form.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
  const pattern = new RegExp(found.join('|'), 'g')
  const text = (whole: string) => (whole.length < MIN_SECRET_LENGTH ? whole : whole.replace(pattern, REDACTED))
  const value = (whole: unknown): unknown => {
    if (typeof whole === 'string') return text(whole)
    if (typeof whole !== 'object' || whole === null) return whole
    if (Array.isArray(whole)) return whole.map(value)
    return Object.fromEntries(Object.entries(whole).map(([name, inner]) => [text(name), value(inner)]))
  }
  // Masking keeps the shape of what is masked.
  return { text, value: <T>(whole: T) => value(whole) as T }
}

/** As it is, in a URL, and inside the text of JSON. */
const spellingsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
]
