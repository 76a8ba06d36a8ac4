import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** One browser's visit. It lives in memory alone and ends with the server. */
export interface Session {
  readonly id: string
  /** True when it may use the console: always on loopback, elsewhere after the control token was given. */
  readonly admitted: boolean
  /** Hidden field of every form; nobody who cannot read our pages knows it. */
  readonly formKey: string
  readonly untilMs: number
  /** What the next page tells. */
  notice: Notice | undefined
}

/** What became of the last form, shown once on the page that follows. */
export interface Notice {
  readonly tone: 'good' | 'bad'
  readonly text: string
  readonly details?: readonly string[]
  /** What was filled in, so that a refused form need not be typed again. */
  readonly values?: Readonly<Record<string, string>>
}

const LASTS_MS = 12 * 60 * 60 * 1_000
/** Most sessions at a time; the oldest end first. */
const MOST = 2_000
const FAILURES_A_MINUTE = 20

/** The sessions of one server. */
export class Sessions {
  readonly #held = new Map<string, Session>()
  readonly #key = randomBytes(32)
  readonly #token: Buffer | undefined
  #failures: number[] = []

  /** With a token, a session is admitted by it alone. */
  constructor(token: string | undefined) {
    this.#token = token === undefined ? undefined : digest(token)
  }

  get asksForToken(): boolean {
    return this.#token !== undefined
  }

  get(id: string | undefined): Session | undefined {
    const session = id === undefined ? undefined : this.#held.get(id)
    return session && session.untilMs > Date.now() ? session : undefined
  }

  /** A new session; without a token it is admitted at once. */
  open(admitted: boolean = !this.asksForToken): Session {
    for (const [oldest] of this.#held) {
      if (this.#held.size < MOST) break
      this.#held.delete(oldest)
    }
    const id = randomBytes(24).toString('base64url')
    const formKey = createHmac('sha256', this.#key).update(id).digest('base64url')
    const session: Session = { id, admitted, formKey, untilMs: Date.now() + LASTS_MS, notice: undefined }
    this.#held.set(id, session)
    return session
  }

  close({ id }: Session): void {
    this.#held.delete(id)
  }

  /** True when too many wrong tokens came within the last minute. */
  get closedToGuessers(): boolean {
    const since = Date.now() - 60_000
    this.#failures = this.#failures.filter((atMs) => atMs > since)
    return this.#failures.length >= FAILURES_A_MINUTE
  }

  /** Whether that is the control token. */
  knows(token: string): boolean {
    const right = this.#token !== undefined && timingSafeEqual(this.#token, digest(token))
    if (!right) this.#failures.push(Date.now())
    return right
  }
}

/** Digests have one length, so comparing them tells nothing about the token's. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Compares what a form brought with what the session expects, in time that does not tell where they differ. */
export const sameKey = (sent: string, expected: string): boolean => timingSafeEqual(digest(sent), digest(expected))
