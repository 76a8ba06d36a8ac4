import { curlCommand } from '../../../lib/redaction/curl-command.ts'
import { REDACTED } from '../../../lib/redaction/secret-names.ts'
import type { ExchangeData, WorldData } from '../sandbox/api-types.ts'

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
  /** Earlier exchanges that changed the world, oldest first; the test repeats them. */
  readonly earlier: readonly ExchangeData[]
  /** How many still earlier ones are left out. */
  readonly leftOut: number
}

/**
 * Returns a test that repeats the earlier changes in a fresh world, each at its time, then sends the same
 * request, and expects the same response.
 */
export const vitestSnippet = (
  exchange: ExchangeData,
  { world: { scenario, seed }, profile, earlier, leftOut }: SnippetContext,
): string => {
  const begin = earlier[0]?.now ?? exchange.now
  const start = `scenario: ${literal(scenario)}, seed: ${seed}, now: ${literal(begin)}${profileLiteral(profile)}`
  const title = `${exchange.operation ?? exchange.path} answers ${exchange.status}`
  const detail =
    exchange.detail === null
      ? ''
      : `\n  expect(await response.text()).toContain(${literal(asInBody(exchange, exchange.detail))})`
  const steps = [...earlier, exchange].map((step, index, all) => {
    const isLater = index > 0 && step.now !== all[index - 1]?.now
    const clock = isLater ? `  await sandbox.clock.set({ now: ${literal(step.now)} })\n` : ''
    return `${clock}  ${step === exchange ? 'const response = ' : ''}await sandbox.fetch(${requestLiteral(step)})\n`
  })
  const missing =
    leftOut === 0
      ? ''
      : `// ${leftOut} still earlier changes of the world are left out; start from a snapshot of it.\n`
  return `import { createSandbox } from 'playa'
import { expect, test } from 'vitest'

${missing}test(${literal(title)}, async () => {
  const sandbox = await createSandbox({ ${start} })
${steps.join('')}  expect(response.status).toBe(${exchange.status})${detail}
})
`
}

const requestLiteral = (exchange: ExchangeData): string => {
  const { path, headers, body } = replayableRequest(exchange)
  const { method } = exchange.request
  const init = [
    ...(method === 'GET' ? [] : [`method: ${literal(method)},`]),
    ...(Object.keys(headers).length > 0 ? [`headers: ${indented(literal(headers), 4)},`] : []),
    ...(body === undefined ? [] : [`body: ${bodyLiteral(body)},`]),
  ]
  return init.length === 0
    ? literal(path)
    : `${literal(path)}, {\n${init.map((line) => `    ${line}`).join('\n')}\n  }`
}

const profileLiteral = (profile: SnippetContext['profile']): string =>
  Object.keys(profile).length === 0 ? '' : `, profile: ${JSON.stringify(profile)}`

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
