import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { createSandbox } from '../../../src/cli/entries/index.ts'
import { packageRoot } from '../../../src/lib/runtime/package-root.ts'
import { answerValidator } from '../../openapi/answer-validator.ts'

/**
 * A client that knows one address and follows links; every response it gets is held against the committed
 * OpenAPI document.
 */

export interface Link {
  readonly href: string
  readonly templated?: boolean | undefined
  readonly method?: string | undefined
}
export interface Linked {
  readonly _links: Readonly<Record<string, Link>>
}
export interface Collection<Entry> extends Linked {
  readonly _entries: readonly Entry[]
}
export interface Page<Entry> extends Collection<Entry> {
  readonly Pagina: number
  readonly Total: number
  readonly PerPagina: number
}

export interface Seen<Body> {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: Body
  /** The `ETag` of the response; empty without one. */
  readonly etag: string
}

interface Sent {
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  /** Values for a templated link. */
  readonly values?: Readonly<Record<string, string | number>>
}

const document = JSON.parse(readFileSync(join(packageRoot(), 'contracts/openapi.json'), 'utf8'))
const { validate } = answerValidator(document)

/** Opens a sandbox on a free port for the length of one test; `url` is its root. */
export const arrive = async () => {
  const sandbox = await createSandbox({ scenario: 'demo', seed: 7, now: '2026-03-01T12:00:00-03:00' })
  const { url, close } = await sandbox.listen()
  onTestFinished(close)
  return { url, follow: followerOf(url) }
}

/** Follows a link with its method, by default `GET`. */
const followerOf =
  (url: string) =>
  async <Body = Linked>(
    link: Link | undefined,
    { body, headers, values = {} }: Sent = {},
  ): Promise<Seen<Body>> => {
    if (!link) throw new Error('expected a link, there is none')
    const method = link.method ?? 'GET'
    const path = link.templated ? expanded(link.href, values) : link.href
    const answer = await fetch(url + path, {
      method,
      headers: { ...(body && { 'Content-Type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    expect(validate(method, path, answer.status, answer.headers.get('content-type'), text)).toEqual([])
    const json = answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      body: json,
      etag: answer.headers.get('etag') ?? '',
    }
  }

/** RFC 6570, as far as the API goes: `{name}` and the form style `{?a,b}`. */
const expanded = (href: string, values: NonNullable<Sent['values']>): string =>
  href.replaceAll(/\{(\??)([^}]*)\}/g, (_, form, names: string) => {
    const given = names.split(',').filter((name) => values[name] !== undefined)
    if (form === '') return given.map((name) => encodeURIComponent(values[name]!)).join(',')
    const pairs = given.map((name) => `${name}=${encodeURIComponent(values[name]!)}`)
    return pairs.length === 0 ? '' : `?${pairs.join('&')}`
  })
