import { DAY_MS } from '../../lib/calendar/date-time.ts'
import { clientNetwork } from '../client-network.ts'
import { objectRequest } from './object-call.ts'
import { type ObjectState, type WorkerEnv, worldObject } from './platform.ts'
import type { RegistryQuestion, RegistryResponse, Reservation } from './registry-client.ts'
import { newToken, tokenDigest } from './token-digest.ts'

const DEFAULT_WORLDS_PER_OWNER = 10
const DEFAULT_EXPIRE_DAYS = 30
/** Maximum number of owners that one address, or one IPv6 network, may become within a day. */
const OWNERS_PER_ADDRESS = 5
/** How often unused worlds are searched for. */
const EXPIRE_INTERVAL_MS = DAY_MS / 4
const MIN_INTERVAL_MS = 1_000
/** Maximum number of worlds that one search deletes: each is its own call. */
const EXPIRED_AT_ONCE = 40

const TABLES = [
  'CREATE TABLE IF NOT EXISTS worlds (name TEXT PRIMARY KEY, owner TEXT, madeMs INTEGER, usedMs INTEGER)',
  'CREATE TABLE IF NOT EXISTS owners (id TEXT PRIMARY KEY, digest TEXT UNIQUE, address TEXT, madeMs INTEGER)',
  'CREATE TABLE IF NOT EXISTS counter (id INTEGER PRIMARY KEY, named INTEGER)',
]

/** Knows which worlds a deployment has, and whose they are. */
export class RegistryObject {
  readonly #state: ObjectState
  readonly #env: WorkerEnv

  constructor(state: ObjectState, env: WorkerEnv) {
    this.#state = state
    this.#env = env
    for (const table of TABLES) state.storage.sql.exec(table)
  }

  /** Answers a question of the entry or of an object. */
  async fetch(request: Request): Promise<Response> {
    // Only the client of this object asks.
    const question = (await request.json()) as RegistryQuestion
    return Response.json(await this.#answer(question))
  }

  /** Time between two searches: a part of what a world may rest, at most some hours. */
  #intervalMs(): number {
    return Math.max(MIN_INTERVAL_MS, Math.min(EXPIRE_INTERVAL_MS, this.#restMs() / 4))
  }

  #restMs(): number {
    return Number(this.#env.PLAYA_EXPIRE_DAYS ?? DEFAULT_EXPIRE_DAYS) * DAY_MS
  }

  /** Deletes the worlds of owners that were not used for too long. */
  async alarm(): Promise<void> {
    const rows = this.#rows(
      'SELECT name FROM worlds WHERE owner IS NOT NULL AND usedMs < ? LIMIT ?',
      Date.now() - this.#restMs(),
      EXPIRED_AT_ONCE,
    )
    for (const { name } of rows) {
      const call = objectRequest(new Request('http://playa.localhost/'), {
        world: String(name),
        call: 'destroy',
      })
      await worldObject(this.#env, String(name)).fetch(call)
      this.#state.storage.sql.exec('DELETE FROM worlds WHERE name = ?', String(name))
    }
    const [left] = this.#rows('SELECT count(*) AS worlds FROM worlds WHERE owner IS NOT NULL')
    if (Number(left?.['worlds']) > 0) await this.#state.storage.setAlarm(Date.now() + this.#intervalMs())
  }

  async #answer(question: RegistryQuestion): Promise<RegistryResponse> {
    const { sql } = this.#state.storage
    switch (question.ask) {
      case 'reserve':
        return { reservation: await this.#reserve(question) }
      case 'release':
        sql.exec('DELETE FROM worlds WHERE name = ?', question.name)
        if (question.newOwner !== undefined) sql.exec('DELETE FROM owners WHERE id = ?', question.newOwner)
        return {}
      case 'used':
        sql.exec('UPDATE worlds SET usedMs = ? WHERE name = ?', Date.now(), question.name)
        return {}
      case 'owner': {
        const [row] = this.#rows('SELECT id FROM owners WHERE digest = ?', tokenDigest(question.key))
        return row ? { owner: String(row['id']) } : {}
      }
      case 'ownerOf': {
        const [row] = this.#rows(
          'SELECT owners.id AS id, digest FROM worlds JOIN owners ON owners.id = owner WHERE name = ?',
          question.name,
        )
        return row ? { owner: String(row['id']), ownerDigest: String(row['digest']) } : {}
      }
      case 'list': {
        const rows =
          question.owner === undefined
            ? this.#rows('SELECT name FROM worlds ORDER BY madeMs, name LIMIT ?', question.limit)
            : this.#rows(
                'SELECT name FROM worlds WHERE owner = ? ORDER BY madeMs, name LIMIT ?',
                question.owner,
                question.limit,
              )
        return { names: rows.map(({ name }) => String(name)) }
      }
    }
  }

  async #reserve(question: Extract<RegistryQuestion, { ask: 'reserve' }>): Promise<Reservation> {
    const name = question.name ?? this.#nextName()
    const [taken] = this.#rows('SELECT name FROM worlds WHERE name = ?', name)
    if (taken || name === 'default')
      return { refused: { status: 409, detail: `There is a world named ${name} already.` } }
    const owned = question.isShared ? this.#ownerFor(question) : undefined
    if (owned && 'refused' in owned) return owned
    const nowMs = Date.now()
    this.#state.storage.sql.exec(
      'INSERT INTO worlds (name, owner, madeMs, usedMs) VALUES (?, ?, ?, ?)',
      name,
      owned?.owner ?? null,
      nowMs,
      nowMs,
    )
    if (owned) await this.#ensureAlarm()
    return { name, ...owned }
  }

  /** Returns the owner of a new world: who has shown a key, or a new one with its own key. */
  #ownerFor({
    owner,
    address: sentFrom,
  }: Extract<RegistryQuestion, { ask: 'reserve' }>): Reservation & { owner?: string } {
    if (owner !== undefined) {
      const [row] = this.#rows(
        'SELECT digest, (SELECT count(*) FROM worlds WHERE owner = owners.id) AS worlds FROM owners WHERE id = ?',
        owner,
      )
      const limit = Number(this.#env.PLAYA_WORLDS_PER_OWNER ?? DEFAULT_WORLDS_PER_OWNER)
      if (Number(row?.['worlds']) >= limit)
        return {
          refused: {
            status: 503,
            detail: `The limit of ${limit} worlds of one owner is reached. Delete some first.`,
          },
        }
      return { owner, ownerDigest: String(row?.['digest']) }
    }
    const nowMs = Date.now()
    const address = clientNetwork(sentFrom)
    const [made] = this.#rows(
      'SELECT count(*) AS owners FROM owners WHERE address = ? AND madeMs > ?',
      address,
      nowMs - DAY_MS,
    )
    if (Number(made?.['owners']) >= OWNERS_PER_ADDRESS)
      return {
        refused: {
          status: 429,
          detail: `${OWNERS_PER_ADDRESS} owners came from your address within a day. Send the ownerKey of one of them as Authorization: Bearer.`,
        },
      }
    const [id, ownerKey] = [crypto.randomUUID(), newToken('owner')]
    const ownerDigest = tokenDigest(ownerKey)
    this.#state.storage.sql.exec(
      'INSERT INTO owners (id, digest, address, madeMs) VALUES (?, ?, ?, ?)',
      id,
      ownerDigest,
      address,
      nowMs,
    )
    return { owner: id, ownerDigest, ownerKey }
  }

  async #ensureAlarm(): Promise<void> {
    const { storage } = this.#state
    if ((await storage.getAlarm()) === null) await storage.setAlarm(Date.now() + this.#intervalMs())
  }

  /** Returns the next free name of w1, w2, ... */
  #nextName(): string {
    const [row] = this.#rows('SELECT named FROM counter WHERE id = 1')
    let named = Number(row?.['named'] ?? 0)
    do named += 1
    while (this.#rows('SELECT name FROM worlds WHERE name = ?', `w${named}`).length > 0)
    this.#state.storage.sql.exec('INSERT OR REPLACE INTO counter (id, named) VALUES (1, ?)', named)
    return `w${named}`
  }

  #rows(query: string, ...bindings: (string | number | null)[]) {
    return [...this.#state.storage.sql.exec(query, ...bindings)]
  }
}
