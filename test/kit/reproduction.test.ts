import { spawn } from 'node:child_process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clauses } from '../../contracts/index.ts'
import { checkWith } from '../../src/checks/check/check.ts'
import { ReportRedactor } from '../../src/checks/reports/report-redactor.ts'
import { reproductionScript } from '../../src/checks/reports/reproduction.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { type Outsider, startOutsider } from '../outsider/outsider.ts'
import { WRONG_VARIANTS } from '../outsider/variants/wrong/index.ts'
import { isFullRun } from '../support/full-run.ts'

/** What a failure prints shows the fault again: the shell script, and the options of the Vitest file. */

/**
 * Faults that a script cannot show, with the reason. Reports hide personal data of the service, so a request
 * that repeats it is not complete.
 */
const UNREPEATABLE: Readonly<Record<string, string>> = {
  'two patch at once both win': 'it needs two requests at one moment',
  'two put at once both win': 'it needs two requests at one moment',
  'PUT ignores Exposicion': 'its clause sends more requests than a script holds',
  'min of TelefonoLaboral one less': 'its requests repeat personal data, which a report hides',
  'externalid ignored beside operador': 'its last request repeats personal data, which a report hides',
  'pagina is ignored beside operador': 'its last request repeats personal data, which a report hides',
  'an edited administrator in full always': 'its last request repeats personal data, which a report hides',
  'the edited administrator is another one': 'its last request repeats personal data, which a report hides',
  'the first character of a tag is not compared': 'its tag is like the current one, which is another then',
  'an unknown operator in PUT is refused': 'its requests repeat personal data, which a report hides',
}

/** Every ninth in a full run, else every sixtieth: from the third on, not the first ones of each table. */
const EVERY = isFullRun ? 9 : 60
const CHOSEN = WRONG_VARIANTS.filter(({ name }, at) => at % EVERY === 2 && !(name in UNREPEATABLE))

const right: Outsider[] = []
beforeAll(async () => {
  right.push(await startOutsider())
})
afterAll(async () => {
  for (const one of right) await one.close()
})

const runScript = (script: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn('bash', ['-s'])
    let text = ''
    child.stdout.on('data', (part) => {
      text += part
    })
    child.on('error', reject)
    child.on('close', () => resolve(text))
    child.stdin.end(script)
  })

const statuses = (text: string, pattern: RegExp): string =>
  [...text.matchAll(pattern)].map(([, status]) => status).join(' ')

/** Returns a response without instants, ids and digits of tags, which differ between equal services. */
const comparable = (text: string, url: string): string => {
  const tags: string[] = []
  return text
    .replaceAll('\r', '')
    .replaceAll(url, '')
    .replaceAll(url.replace(/^http:\/\//, ''), '')
    .replace(/playa[0-9a-f]{8}x/gi, 'RUN')
    .replace(/^date:.*$/gim, '')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+/g, 'MOMENT')
    .replace(/^etag: *(.*)$/gim, (_, tag: string) => {
      if (!tags.includes(tag)) tags.push(tag)
      return `etag ${tags.indexOf(tag)}`
    })
}

let shown = 0

it.each(CHOSEN.map((variant) => [variant.name, variant] as const))(
  'what a failure prints shows the fault again: %s',
  { timeout: 60_000 },
  async (_, { switches, violates }) => {
    const [wrong, same] = [await startOutsider({ switches }), await startOutsider()]
    try {
      const only = violates.filter((id) => clauses.some((clause) => clause.statements.includes(id)))
      const { agency } = wrong
      const report = await checkWith(clauses, { url: wrong.url, agency, only, receiver: null })
      const failed = report.clauses.find(({ verdict }) => verdict === 'failed')
      // Whether a wrong variant is caught is the matter of the matrix.
      if (!failed) return
      const { script = '', test = '' } = failed.violation ?? {}
      const asked = statuses(script ?? '', /^echo '# \d+\. \w+ answered (\d+)/gm)
      // A later response than in the run may be another one: another service needs other values.
      const again = await runScript(script ?? '')
      const onRight = await runScript((script ?? '').replaceAll(wrong.url, same.url))
      expect(statuses(again, /^HTTP\/1\.1 (\d+)/gm)).toBe(asked)
      expect(comparable(again, wrong.url)).not.toBe(comparable(onRight, same.url))
      const clause = /only: \['(.*)'\]/.exec(test)?.[1] ?? ''
      const alone = (url: string) => checkWith(clauses, { url, agency, only: [clause], receiver: null })
      expect((await alone(wrong.url)).summary.failed).toBe(1)
      expect((await alone(right[0]?.url ?? '')).summary.failed).toBe(0)
      shown += 1
    } finally {
      await wrong.close()
      await same.close()
    }
  },
)

it('a script leaves out requests that repeat hidden data, which they would overwrite, and notes it at the last', () => {
  const rules = { secrets: new Set<string>(), headers: new Set<string>(), agency: 'a@agency.example' }
  const exchange = (number: number, method: string, body?: object): Exchange => ({
    number,
    request: {
      method,
      url: `http://127.0.0.1/v3/operadores/${number}`,
      headers: {},
      ...(body && { body: JSON.stringify(body) }),
    },
    response: { status: 200, headers: {}, body: '' },
    json: undefined,
    tookMs: 1,
  })
  const person = { Nombre: 'Marta', Apellido: 'Ibarra' }
  const exchanges = [exchange(1, 'GET'), exchange(2, 'PUT', person), exchange(3, 'PUT', { Activa: true })]
  const scriptTo = (last: Exchange) =>
    reproductionScript({
      id: 'some/clause',
      expected: 'one',
      got: 'other',
      prefix: 'playa0a0a0a0ax',
      credentials: { credentials: 'none' } as const,
      exchanges,
      last,
      redactor: new ReportRedactor(rules, exchanges),
    })
  const addresses = (script: string) =>
    [...script.matchAll(/operadores\/(\d)/g)].map(([, id]) => id).join(' ')
  const script = scriptTo(exchange(3, 'PUT', { Activa: true }))
  expect(addresses(script)).toBe('1 3')
  expect(script).toContain('# left out: 1 with data')
  expect(script).not.toContain('fill in')
  // The last request is what shows the failure.
  const unlike = scriptTo(exchange(2, 'PUT', person))
  expect(addresses(unlike)).toBe('1 2')
  expect(unlike).toContain('# [redacted] in the last request: fill in what it sent')
})

it('a script leaves out writes to a publication whose create it leaves out', () => {
  const rules = { secrets: new Set<string>(), headers: new Set<string>(), agency: 'a@agency.example' }
  const [base, id] = ['http://127.0.0.1/v3/publicaciones/a%40agency.example', 'playa0a0a0a0ax7']
  const sent = [
    {
      method: 'POST',
      url: base,
      headers: {},
      body: JSON.stringify({ ExternalId: id, OperadorResponsable: 'marta@agency.example' }),
    },
    { method: 'PATCH', url: `${base}/${id}/archivar`, headers: {} },
    { method: 'GET', url: `${base}/${id}8`, headers: {} },
  ]
  const exchanges = sent.map((request, at) => ({
    number: at + 1,
    request,
    json: undefined,
    tookMs: 1,
    response: { status: 200, headers: {}, body: '' },
  }))
  const [, , last] = exchanges
  if (!last) throw new Error('there are three')
  const script = reproductionScript({
    id: 'some/clause',
    expected: 'one',
    got: 'other',
    prefix: 'playa0a0a0a0ax',
    credentials: { credentials: 'none' } as const,
    exchanges,
    last,
    redactor: new ReportRedactor(rules, exchanges),
  })
  expect(script.match(/^curl/gm)).toHaveLength(1)
  expect(script).toContain('# left out: 2 ')
})

it('most of the chosen faults are shown again', () => {
  expect(shown).toBeGreaterThanOrEqual(isFullRun ? 30 : 5)
})
