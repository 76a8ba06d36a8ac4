import { curlCommand } from '../redaction/curl-command.ts'
import { REDACTED } from '../redaction/secret-names.ts'
import type { ExchangeData, WorldData } from './api-types.ts'

/** Code that repeats a recorded exchange: a curl command or a Vitest test. */

/** Headers that belong to one connection or that every client sets itself. */
const CONNECTION_HEADERS =
  /^(?:host|connection|content-length|transfer-encoding|accept-encoding|keep-alive|te|upgrade|user-agent|accept-language|priority|pragma|cache-control|origin|referer|cookie|sec-.*)$/i

const requestHeaders = ({ request }: ExchangeData) =>
  request.headers.filter(({ name }) => !CONNECTION_HEADERS.test(name))

/**
 * Parts of a recorded request that can be sent again. The journal has no credentials; the sender adds its
 * own.
 */
interface ReplayableRequest {
  readonly path: string
  readonly body?: string
  readonly headers: Record<string, string>
}

/** Returns what of a recorded request can be sent again. */
export const replayableRequest = (exchange: ExchangeData): ReplayableRequest => {
  const { body } = exchange.request
  const headers = requestHeaders(exchange).filter(({ value }) => !value.includes(REDACTED))
  return {
    path: exchange.path,
    headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
    ...(body?.text !== undefined && { body: body.text }),
  }
}

/** Returns the curl command of an exchange. */
export const curlSnippet = (exchange: ExchangeData): string => {
  const { method, url, body } = exchange.request
  const headers = requestHeaders(exchange).map(
    ({ name, value }) => [name, value.replace(REDACTED, 'YOUR-OWN')] as const,
  )
  return curlCommand({ method, url, headers, body: body?.text }, { isMultiline: true })
}

/** The state that a test starts from. */
export interface SnippetContext {
  readonly world: WorldData
  /** Options of assumptions that were chosen for the world. */
  readonly profile: Readonly<Record<string, string>>
  /** Numbers of earlier exchanges that changed the world. */
  readonly changedBy: readonly number[]
}

/** Returns a test that sends the same request to a fresh world and expects the same answer. */
export const vitestSnippet = (
  exchange: ExchangeData,
  { world: { scenario, seed }, profile, changedBy }: SnippetContext,
): string => {
  const { path, headers, body } = replayableRequest(exchange)
  const method = exchange.request.method
  const init = [
    ...(method === 'GET' ? [] : [`method: ${literal(method)},`]),
    ...(Object.keys(headers).length > 0 ? [`headers: ${indented(literal(headers), 4)},`] : []),
    ...(body === undefined ? [] : [`body: ${bodyLiteral(body)},`]),
  ]
  const request =
    init.length === 0
      ? literal(path)
      : `${literal(path)}, {\n${init.map((line) => `    ${line}`).join('\n')}\n  }`
  const start = `scenario: ${literal(scenario)}, seed: ${seed}, now: ${literal(exchange.now)}${profileLiteral(profile)}`
  const title = `${exchange.operation ?? exchange.path} answers ${exchange.status}`
  const detail =
    exchange.detail === null
      ? ''
      : `\n  expect(await response.text()).toContain(${literal(asInBody(exchange, exchange.detail))})`
  return `import { createSandbox } from 'playa'
import { expect, test } from 'vitest'

${earlierChanges(changedBy)}test(${literal(title)}, async () => {
  const sandbox = await createSandbox({ ${start} })
  const response = await sandbox.fetch(${request})
  expect(response.status).toBe(${exchange.status})${detail}
})
`
}

const profileLiteral = (profile: SnippetContext['profile']): string =>
  Object.keys(profile).length === 0 ? '' : `, profile: ${JSON.stringify(profile)}`

const earlierChanges = (changedBy: readonly number[]): string =>
  changedBy.length === 0
    ? ''
    : `// Earlier exchanges changed the world: ${changedBy.map((n) => `#${n}`).join(', ')}.
// Repeat them first if the answer depends on them.\n`

/** Returns a sentence as the body spells it: JSON escapes its quotes. */
const asInBody = ({ answer }: ExchangeData, sentence: string): string =>
  answer.body?.text?.includes(sentence) === true ? sentence : JSON.stringify(sentence).slice(1, -1)

const literal = (value: unknown): string =>
  typeof value === 'string'
    ? `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
    : JSON.stringify(value, null, 2)

/** Returns a JSON body as an object literal, any other as a string. */
const bodyLiteral = (text: string): string => {
  try {
    return `JSON.stringify(${indented(JSON.stringify(JSON.parse(text), null, 2), 4)})`
  } catch {
    return literal(text)
  }
}

const indented = (text: string, by: number): string => text.replaceAll('\n', `\n${' '.repeat(by)}`)
