import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { secretRemover, secretsOfHeader } from '../../../lib/redaction/known-secrets.ts'
import { redactBody } from '../../../lib/redaction/redact-body.ts'
import { redactHeaderValue } from '../../../lib/redaction/redact-headers.ts'
import { redactUrls, secretsOfUrl } from '../../../lib/redaction/redact-urls.ts'
import { isSecretName } from '../../../lib/redaction/secret-names.ts'
import { credentialsOf } from '../traffic.ts'
import {
  type ForwardedExchange,
  forwardedText,
  type HeaderPairs,
  headersByName,
} from './forwarded-exchange.ts'

/** Ends the file; each entry is written over it, with a new end. */
const END = '\n]}}\n'

/** Secrets by value that are removed wherever they appear: the latest ones. */
const MAX_SECRETS = 200

/** Apps that the recording tells apart; the credentials of some clients change with every request. */
const MAX_APPS = 40

/** Value of an unknown size in HAR. */
const UNKNOWN = -1

/**
 * A recording in HAR 1.2 that is valid after every entry, so that a crash loses none. Credentials, and
 * secrets by the names of headers, members and parameters, are removed.
 */
export class HarFile {
  readonly #file: number
  readonly #secrets = new Set<string>()
  /** Credentials of the apps, in the order in which they came. */
  readonly #apps: string[] = []
  #withoutSecrets = (text: string): string => text
  #end: number
  #isEmpty = true

  /** Begins a new file. Throws what the file system throws. */
  constructor(path: string, version: string) {
    const creator = { name: 'playa proxy', version }
    const start = `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"pages":[],"entries":[`
    this.#file = openSync(path, 'w', 0o600)
    this.#end = 0
    this.#write(start, start.length)
  }

  /** Writes an entry. Throws what the file system throws; the file is then as before. */
  add(passed: ForwardedExchange): void {
    this.#noteSecrets(passed)
    const entry = `${this.#isEmpty ? '\n' : ',\n'}${JSON.stringify(this.#entryOf(passed))}`
    this.#write(entry, Buffer.byteLength(entry))
    this.#isEmpty = false
  }

  close(): void {
    closeSync(this.#file)
  }

  #write(text: string, length: number): void {
    const bytes = Buffer.from(text + END)
    try {
      for (let at = 0; at < bytes.length; )
        at += writeSync(this.#file, bytes, at, bytes.length - at, this.#end + at)
    } catch (error) {
      ftruncateSync(this.#file, this.#end)
      writeSync(this.#file, END, this.#end)
      throw error
    }
    this.#end += length
  }

  /** Collects the credentials of a request: a service may repeat them in a response. */
  #noteSecrets({ headers, url }: ForwardedExchange): void {
    const found = [
      ...headers.flatMap(([name, value]) => (isSecretName(name) ? secretsOfHeader(value) : [])),
      ...secretsOfUrl(new URL(url)),
    ].filter((secret) => !this.#secrets.has(secret))
    if (found.length === 0) return
    for (const secret of found) this.#secrets.add(secret)
    for (const secret of this.#secrets) if (this.#secrets.size > MAX_SECRETS) this.#secrets.delete(secret)
    this.#withoutSecrets = secretRemover(this.#secrets)
  }

  #entryOf({ method, url, headers, body, startMs, endMs, answer, failure }: ForwardedExchange): object {
    const time = Math.max(0, endMs - startMs)
    return {
      startedDateTime: new Date(startMs).toISOString(),
      time,
      request: {
        method,
        url: this.#url(url),
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: this.#headers(headers),
        queryString: Array.from(new URL(this.#url(url)).searchParams, ([name, value]) => ({ name, value })),
        ...(body.size > 0 && {
          postData: {
            mimeType: headersByName(headers)['content-type'] ?? 'application/octet-stream',
            ...this.#content(forwardedText(body, headers)),
          },
        }),
        headersSize: UNKNOWN,
        bodySize: body.size,
      },
      response: {
        status: answer?.status ?? 0,
        statusText: '',
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: this.#headers(answer?.headers ?? []),
        content: {
          size: answer?.body.size ?? 0,
          mimeType: headersByName(answer?.headers ?? [])['content-type'] ?? 'x-unknown',
          ...(answer && this.#content(forwardedText(answer.body, answer.headers))),
        },
        redirectURL: '',
        headersSize: UNKNOWN,
        bodySize: answer?.body.size ?? UNKNOWN,
        ...(failure !== undefined && { _error: failure }),
      },
      cache: {},
      timings: { send: 0, wait: time, receive: 0 },
      ...this.#appOf(headers),
    }
  }

  /** Returns a name for the app, whose credentials are removed; none for one of too many. */
  #appOf(headers: HeaderPairs): { _app?: string } {
    const credentials = credentialsOf(headersByName(headers))
    if (!this.#apps.includes(credentials) && this.#apps.length < MAX_APPS) this.#apps.push(credentials)
    const at = this.#apps.indexOf(credentials)
    return at < 0 ? {} : { _app: `app ${at + 1}` }
  }

  #url(url: string): string {
    return this.#withoutSecrets(redactUrls(url))
  }

  #headers(pairs: HeaderPairs): object[] {
    return pairs.map(([name, value]) => ({
      name,
      value: this.#withoutSecrets(redactHeaderValue(name, value)),
    }))
  }

  /** Returns the text of a body with its size; without a text, why there is none. */
  #content(text: string | undefined): object {
    if (text === undefined) return { comment: 'Not recorded: too large, or no text.' }
    const shown = this.#withoutSecrets(redactBody(text))
    return { size: Buffer.byteLength(shown), text: shown }
  }
}
