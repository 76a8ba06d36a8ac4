import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** The session of one browser. Sessions live in memory and end with the server. */
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

/** The sessions of one server. */
export class Sessions {
  readonly #byId = new Map<string, Session>()
  readonly #key = randomBytes(32)
  readonly #token: Buffer | undefined

  /** With a token, only a client that presents it gets a session. */
  constructor(token: string | undefined) {
    this.#token = token === undefined ? undefined : digest(token)
  }

  get requiresToken(): boolean {
    return this.#token !== undefined
  }

  /** Returns the session of that id, unless it has expired. */
  get(id: string | undefined): Session | undefined {
    const session = id === undefined ? undefined : this.#byId.get(id)
    return session && session.expiresAtMs > Date.now() ? session : undefined
  }

  open(): Session {
    for (const [oldest] of this.#byId) {
      if (this.#byId.size < MAX_SESSIONS) break
      this.#byId.delete(oldest)
    }
    const id = randomBytes(24).toString('base64url')
    const csrfToken = createHmac('sha256', this.#key).update(id).digest('base64url')
    const session: Session = { id, csrfToken, expiresAtMs: Date.now() + LIFETIME_MS, notice: undefined }
    this.#byId.set(id, session)
    return session
  }

  close({ id }: Session): void {
    this.#byId.delete(id)
  }

  /** Compares a token with the control token. The server counts wrong ones by address. */
  acceptsToken(token: string): boolean {
    return this.#token !== undefined && timingSafeEqual(this.#token, digest(token))
  }
}

/** Digests have equal lengths, so that a comparison does not reveal the token's length. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Compares two texts in constant time. */
export const equalInConstantTime = (sent: string, expected: string): boolean =>
  timingSafeEqual(digest(sent), digest(expected))
