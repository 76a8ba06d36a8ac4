import { variableFor } from '../../reports/report-redactor.ts'
import type { ReportedRequest } from '../../reports/schema.ts'

/** Input of a test. */
interface FindingTestInput {
  readonly rule: string
  readonly expected: string
  readonly got: string
  readonly requests: readonly ReportedRequest[]
  /** Begins the `ExternalId`s of the run. */
  readonly prefix: string
  /** Names of headers with credentials beside `Authorization`. */
  readonly secretHeaders: readonly string[]
}

/**
 * Returns a Vitest file that repeats the requests under its own ids, with the entity tags of its own
 * answers. `PLAYA_AUTHORIZATION` is sent as `Authorization` when it is set, and `X_APP_KEY` as `x-app-key`.
 */
export const findingTest = ({
  rule,
  expected,
  got,
  requests,
  prefix,
  secretHeaders,
}: FindingTestInput): string => {
  const secrets = secretHeaders
    .filter((name) => name.toLowerCase() !== 'authorization')
    .map((name) => `\n      ${JSON.stringify(name)}: process.env.${variableFor(name)} ?? '',`)
  const literal = (value: unknown): string =>
    JSON.stringify(value).replaceAll(
      new RegExp(prefix, 'gi'),
      (id) => `" + ${id === id.toUpperCase() ? 'RUN.toUpperCase()' : 'RUN'} + "`,
    )
  const steps = requests.map(({ method, url, headers, body }) => {
    const options = {
      accept: headers['Accept'] ?? headers['accept'] ?? null,
      tag: tagOf(headers),
      body: body ?? null,
    }
    return `  await send(${literal(method)}, ${literal(url)}, ${literal(options)})`
  })
  return `import { expect, it } from 'vitest'

// expected: ${oneLine(expected)}
// got: ${oneLine(got)}
const RUN = 'playa' + Date.now().toString(16).slice(-8) + 'x'
const answers: { status: number; tag: string | null; body: string }[] = []

const send = async (method: string, url: string, { accept, tag, body }: { accept: string | null; tag: string | null; body: unknown }) => {
  const previous = [...answers].reverse().map((answer) => answer.tag).filter((one) => one !== null)
  const known = tag === 'current' ? previous[0] : tag === 'stale' ? previous.find((one) => one !== previous[0]) : tag
  const answer = await fetch(url, {
    method,
    headers: {
      ...(accept !== null && { Accept: accept }),
      ...(body !== null && { 'Content-Type': 'application/json' }),
      ...(known && { [method === 'GET' ? 'If-None-Match' : 'If-Match']: known }),
      ...(process.env.PLAYA_AUTHORIZATION && { Authorization: process.env.PLAYA_AUTHORIZATION }),${secrets.join('')}
    },
    ...(body !== null && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  answers.push({ status: answer.status, tag: answer.headers.get('etag'), body: await answer.text() })
}

it(${JSON.stringify(rule)}, async () => {
${steps.join('\n')}
  const last = answers.at(-1)
  ${assertion(got)}
})
`
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ')

/** Tags differ with each run, so a test sends its own tag instead of the recorded one. */
const tagOf = (headers: Readonly<Record<string, string>>): string | null => {
  const sent = Object.entries(headers).find(([name]) => /^if-(none-)?match$/i.test(name))?.[1]
  return sent === undefined ? null : sent === '"playa-no-such-tag"' ? sent : 'current'
}

/** Returns an assertion that the response is not one that is not allowed. */
const assertion = (got: string): string => {
  const status = /^status (\d+)/.exec(got)?.[1]
  if (status !== undefined) return `expect(last?.status).not.toBe(${status})`
  if (got.startsWith('ETag ')) return 'expect(last?.tag).not.toBe(answers.at(-2)?.tag)'
  const [, member = '', value = ''] = /^([A-Z]\w+) (.+)$/s.exec(got) ?? []
  const isMember = member !== '' && member !== 'ETag' && !value.endsWith('...')
  return isMember
    ? `expect(JSON.stringify(JSON.parse(last?.body ?? '{}')[${JSON.stringify(member)}] ?? null)).not.toBe(${JSON.stringify(value)})`
    : `expect(last, ${JSON.stringify(oneLine(got))}).toBeUndefined()`
}
