import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { equalInConstantTime } from '../../lib/text/constant-time.ts'

/** The session of one browser. */
export interface Session {
  readonly id: string
  /** Hidden field of every form; other sites cannot read it. */
  readonly csrfToken: string
  readonly expiresAtMs: number
  /** Shown by the next page, then cleared. */
  notice: Notice | undefined
}

/** The result of the last form. */
export interface Notice {
  readonly tone: 'good' | 'bad'
  readonly text: string
  readonly details?: readonly string[]
  /** Submitted values, so that the page can fill a refused form in again. */
  readonly values?: Readonly<Record<string, string>>
}

const LIFETIME_MS = 12 * 60 * 60 * 1_000
/** Sessions at a time; the oldest end first. */
const MAX_SESSIONS = 2_000

/** The sessions of one server. They live in memory and end with it, unless they outlive memory. */
export class Sessions {
  readonly #byId = new Map<string, Session>()
  readonly #key: Buffer
  readonly #outlivesMemory: boolean
  /** Sessions that were closed, where an id alone would open them again. */
  readonly #closed = new Set<string>()
  readonly #token: Buffer | undefined

  /**
   * With a token, only a client that presents it gets a session. `outlivesMemory` signs the ids with a key
   * from that token, so that a server which left memory knows them again.
   */
  constructor(token: string | undefined, { outlivesMemory = false } = {}) {
    this.#token = token === undefined ? undefined : digest(token)
    this.#outlivesMemory = outlivesMemory && token !== undefined
    this.#key =
      this.#outlivesMemory && token !== undefined
        ? createHmac('sha256', token).update('sessions of the console').digest()
        : randomBytes(32)
  }

  get requiresToken(): boolean {
    return this.#token !== undefined
  }

  /** Returns the session of that id, unless it has expired. */
  get(id: string | undefined): Session | undefined {
    const session = id === undefined ? undefined : (this.#byId.get(id) ?? this.#known(id))
    return session && session.expiresAtMs > Date.now() ? session : undefined
  }

  open(): Session {
    for (const [oldest] of this.#byId) {
      if (this.#byId.size < MAX_SESSIONS) break
      this.#byId.delete(oldest)
    }
    const expiresAtMs = Date.now() + LIFETIME_MS
    const random = randomBytes(24).toString('base64url')
    const unsigned = `${random}.${expiresAtMs}`
    return this.#add(
      this.#outlivesMemory ? `${unsigned}.${this.#sign(`id ${unsigned}`)}` : random,
      expiresAtMs,
    )
  }

  #add(id: string, expiresAtMs: number): Session {
    const session: Session = { id, csrfToken: this.#sign(id), expiresAtMs, notice: undefined }
    this.#byId.set(id, session)
    return session
  }

  /** Opens a session of a previous memory by its signed id. */
  #known(id: string): Session | undefined {
    if (!this.#outlivesMemory || this.#closed.has(id)) return undefined
    const [random = '', expiresAt = '', signature = ''] = id.split('.')
    const isSigned = equalInConstantTime(signature, this.#sign(`id ${random}.${expiresAt}`))
    return isSigned ? this.#add(id, Number(expiresAt)) : undefined
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url')
  }

  close({ id }: Session): void {
    this.#byId.delete(id)
    if (this.#outlivesMemory) this.#closed.add(id)
  }

  /** Compares a token with the control token. The server counts wrong ones by address. */
  acceptsToken(token: string): boolean {
    return this.#token !== undefined && timingSafeEqual(this.#token, digest(token))
  }
}

/** Digests have equal lengths, so that a comparison does not reveal the token's length. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
