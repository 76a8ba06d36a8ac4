import { secretRemover } from '../lib/redaction/known-secrets.ts'
import { redactUrls } from '../lib/redaction/redact-urls.ts'

/** Severity of a line. */
export type LogLevel = 'info' | 'warn' | 'error'

/** Members of a line beside time, level and message; undefined ones are left out. */
export type LogMembers = Readonly<Record<string, string | number | boolean | undefined>>

/** Options of a log. */
export interface JsonLogOptions {
  /** Writes one line with its end. */
  readonly write: (line: string) => void
  /** Secrets that are known by value, such as the control token. */
  readonly secrets?: readonly string[]
  /** Wall time in milliseconds since the epoch. Default: the clock. */
  readonly wallMs?: () => number
}

/** Writes one JSON object a line, without the secrets of URLs and those that are known by value. */
export class JsonLog {
  readonly #write: (line: string) => void
  readonly #wallMs: () => number
  readonly #withoutKnown: (text: string) => string

  constructor({ write, secrets = [], wallMs = Date.now }: JsonLogOptions) {
    this.#write = write
    this.#wallMs = wallMs
    this.#withoutKnown = secretRemover(secrets)
  }

  /** Writes a line. */
  line(level: LogLevel, msg: string, members: LogMembers = {}): void {
    const time = new Date(this.#wallMs()).toISOString()
    this.#write(`${JSON.stringify({ time, level, msg, ...members }, this.#redacted)}\n`)
  }

  /** Writes a failure of the sandbox itself. */
  failure(error: unknown): void {
    if (error instanceof Error) this.line('error', error.message, { error: error.name, stack: error.stack })
    else this.line('error', String(error))
  }

  readonly #redacted = (_: string, value: unknown): unknown =>
    typeof value === 'string' ? this.#withoutKnown(redactUrls(value)) : value
}
