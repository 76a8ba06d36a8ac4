import type { ExchangeTold, WorldTold } from './api-types.ts'

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

/** What a test has to know beside the exchange. */
interface Setting {
  readonly world: WorldTold
  /** Assumptions that were chosen for the world. */
  readonly chosen: Readonly<Record<string, string>>
  /** Earlier exchanges that changed it. */
  readonly changedBy: readonly number[]
}

/** A test that asks a fresh world the same and expects the same. */
export const testOf = (told: ExchangeTold, { world: { scenario, seed }, chosen, changedBy }: Setting): string => {
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

${remark(changedBy)}test(${literal(`${told.operation ?? told.path} answers ${told.status}`)}, async () => {
  const sandbox = await createSandbox({ scenario: ${literal(scenario)}, seed: ${seed}, now: ${literal(told.now)}${profile(chosen)} })
  const answer = await sandbox.fetch(${request})
  expect(answer.status).toBe(${told.status})${told.detail === null ? '' : `\n  expect(await answer.text()).toContain(${literal(asWritten(told, told.detail))})`}
})
`
}

const profile = (chosen: Setting['chosen']): string =>
  Object.keys(chosen).length === 0 ? '' : `, profile: ${JSON.stringify(chosen)}`

const remark = (changedBy: readonly number[]): string =>
  changedBy.length === 0
    ? ''
    : `// Before it the world was changed by ${changedBy.map((n) => `#${n}`).join(', ')}: repeat them first where the answer rests on them.\n`

/** A sentence as the body spells it: in JSON its quotes are escaped. */
const asWritten = ({ answer }: ExchangeTold, sentence: string): string =>
  answer.body?.text?.includes(sentence) === true ? sentence : JSON.stringify(sentence).slice(1, -1)

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
