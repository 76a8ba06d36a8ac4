import type { ExchangeTold, WorldTold } from './shapes.ts'

/** An exchange told again: as a command, as a request, as a test. */

/** Headers that belong to one connection or that a client sets by itself. */
const OWN_OF_CONNECTIONS =
  /^(?:host|connection|content-length|transfer-encoding|accept-encoding|keep-alive|te|upgrade|user-agent|accept-language|priority|pragma|cache-control|origin|referer|cookie|sec-.*)$/i

const REDACTED = '[redacted]'

const headersOf = ({ request }: ExchangeTold) => request.headers.filter(({ name }) => !OWN_OF_CONNECTIONS.test(name))

/** What can be sent again. Credentials were never kept; whoever repeats gives their own. */
export const repeatable = (told: ExchangeTold): { path: string; body?: string; headers: Record<string, string> } => {
  const { body } = told.request
  const kept = headersOf(told).filter(({ value }) => !value.includes(REDACTED))
  const headers = Object.fromEntries(kept.map(({ name, value }) => [name, value]))
  return { path: told.path, headers, ...(body?.text !== undefined && { body: body.text }) }
}

export const curlOf = (told: ExchangeTold): string => {
  const { method, url, body } = told.request
  const lines = [
    `curl${method === 'GET' ? '' : method === 'HEAD' ? ' --head' : ` -X ${method}`} ${quoted(url)}`,
    ...headersOf(told).map(({ name, value }) => `-H ${quoted(`${name}: ${value.replace(REDACTED, 'YOUR-OWN')}`)}`),
    ...(body?.text === undefined ? [] : [`--data-binary ${quoted(body.text)}`]),
  ]
  return lines.join(' \\\n  ')
}

/** One argument of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** A test that asks a fresh world the same and expects the same. */
export const testOf = (told: ExchangeTold, { scenario, seed }: WorldTold): string => {
  const { path, headers, body } = repeatable(told)
  const method = told.request.method
  const init = [
    ...(method === 'GET' ? [] : [`method: ${literal(method)},`]),
    ...(Object.keys(headers).length > 0 ? [`headers: ${indented(literal(headers), 4)},`] : []),
    ...(body === undefined ? [] : [`body: ${bodyLiteral(body)},`]),
  ]
  const request =
    init.length === 0 ? literal(path) : `${literal(path)}, {\n${init.map((line) => `    ${line}`).join('\n')}\n  }`
  return `import { createSandbox } from 'playa'
import { expect, test } from 'vitest'

test(${literal(`${told.operation ?? told.path} answers ${told.status}`)}, async () => {
  const sandbox = await createSandbox({ scenario: ${literal(scenario)}, seed: ${seed}, now: ${literal(told.now)} })
  const answer = await sandbox.fetch(${request})
  expect(answer.status).toBe(${told.status})${told.detail === null ? '' : `\n  expect(await answer.text()).toContain(${literal(told.detail)})`}
})
`
}

const literal = (value: unknown): string =>
  typeof value === 'string'
    ? `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
    : JSON.stringify(value, null, 2)

/** JSON stays readable in a test. */
const bodyLiteral = (text: string): string => {
  try {
    return `JSON.stringify(${indented(JSON.stringify(JSON.parse(text), null, 2), 4)})`
  } catch {
    return literal(text)
  }
}

const indented = (text: string, by: number): string => text.replaceAll('\n', `\n${' '.repeat(by)}`)
