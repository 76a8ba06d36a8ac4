import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { checkWith } from '../../src/checks/check/check.ts'
import { conclusion, failuresByOperation } from '../../src/checks/reports/sections.ts'
import { WAIVER_PLACEHOLDERS } from '../../src/checks/reports/waivers.ts'
import {
  clause,
  githubAnnotations,
  htmlReport,
  junitReport,
  markdownReport,
  reportJsonSchema,
  terminalReport,
  WaiverFile,
} from '../../src/cli/entries/kit-entry.ts'
import { AGENCY, inProcess, TARGET_URL } from './targets.ts'

/** The formats of one report that has a clause of every verdict. */

const of = (id: string, check: Parameters<typeof clause>[0]['check']) =>
  clause({
    id,
    statements: ['COM-01', 'ERR-04'],
    title: `about <${id}>`,
    leaves: 'nothing',
    needs: [],
    check,
  })

const own = [
  of('one/passes', async (t) => void (await t.get('/v3'))),
  of('one/observes', async (t) => t.learn('common/href-form', 'root-relative', await t.get('/v3'))),
  of('one/warns', async (t) => t.warn('a should: 100% of it\nis missing')),
  { ...of('one/advises', async (t) => t.assert(false, 'Vary', 'none')), advice: 'RFC 9110, 12.5.5' },
  of('two/fails', async (t) =>
    t.assert(false, 'a <b> & "c"', 'd | `e` ]]> \u0000\u001b[31m', await t.get('/v3')),
  ),
  of('two/is-waived', async (t) => t.assert(false, 'x', 'y')),
  of('two/skips', async (t) => t.skip('there is nothing')),
  of('two/breaks', async () => {
    throw new TypeError('oops')
  }),
]
const waivers = [
  {
    clause: 'two/is-waived',
    owner: 'Ana',
    reason: 'known',
    issue: 'https://example.com/1',
    expires: '2999-01-01',
  },
]
const report = await checkWith(own, { url: TARGET_URL, agency: AGENCY, fetch: await inProcess(), waivers })

it('the committed JSON Schema is the one of this version', () => {
  const committed: unknown = JSON.parse(
    readFileSync(new URL('../../contracts/report.schema.json', import.meta.url), 'utf8'),
  )
  expect(committed, 'refresh it: npm run openapi').toEqual(reportJsonSchema())
})

it('every verdict is counted once, waived failures by themselves', () => {
  expect(report.summary).toEqual({
    skipped: 1,
    passed: 1,
    observed: 1,
    warned: 1,
    advised: 1,
    failed: 1,
    broken: 1,
    waived: 1,
    known: 0,
  })
})

it('the terminal form has no colours and moves no cursor unless it may, and ends with the verdict', () => {
  const plain = terminalReport(report, false)
  for (const control of ['\u001b', '\u0000']) expect(plain).not.toContain(control)
  expect(terminalReport(report, true)).toContain('\u001b[31mfailed\u001b[0m two/fails')
  for (const part of [
    'COM-01, ERR-04',
    'expected   a <b> & "c"',
    `reproduce  curl -i -H 'Accept: application/json' '${TARGET_URL}/v3'`,
    'playa check',
    '1 because there is nothing',
  ])
    expect(plain).toContain(part)
  expect(plain).toMatch(/\nDoes not conform\. .*; 1 open questions answered; \d+\.\d s\.\n$/)
})

it('failures that block most come first, then writes, then reads that show their result', () => {
  const [one] = report.clauses
  if (!one) throw new Error('the report has clauses')
  const read = 'GET /v3/agencias/{adminmail}/productos'
  const failed = [
    { ...one, id: 'a', operation: read },
    { ...one, id: 'b', operation: read },
    { ...one, id: 'c', operation: 'PATCH /v3/publicaciones/{adminmail}/{externalid}/archivar' },
    { ...one, id: 'd', operation: 'GET /v3/consultas/{adminmail}' },
  ]
  const clauses = [...failed, { ...one, id: 'e', blockedBy: 'd' }]
  const groups = failuresByOperation({ ...report, causes: [], clauses }, failed)
  expect(groups.map(([, entries]) => entries.map(({ id }) => id))).toEqual([['d'], ['c'], ['a', 'b']])
})

it('the verdict says that photos were missing', () => {
  const [one] = report.clauses
  if (!one) throw new Error('the report has clauses')
  const passed = Array.from({ length: 20 }, () => ({ ...one, verdict: 'passed' as const }))
  const reason =
    'no used car can be created: 400 on Fotos; --photo URL gives photos that the service can fetch'
  const skipped = { ...one, verdict: 'skipped' as const, reason }
  const summary = { ...report.summary, waived: 0, known: 0, skipped: 1, failed: 0 }
  const good = { ...report, summary, exitCode: 0 as const, clauses: passed }
  expect(conclusion(good)).toBe('Conforms.')
  expect(conclusion({ ...good, clauses: [...passed, skipped] })).toMatch(
    /no used car was created.*--photo URL/,
  )
})

it('the entries for a waiver file can be pasted, and completed', () => {
  const text = markdownReport(report)
  const pasted = text.slice(text.indexOf('- clause:'), text.indexOf('```', text.indexOf('- clause:')))
  const completed = pasted
    .replaceAll(WAIVER_PLACEHOLDERS.owner, 'Ana')
    .replaceAll(WAIVER_PLACEHOLDERS.issue, 'https://issues.example/1')
  expect(WaiverFile.parse(parse(completed))).toMatchObject([
    { clause: 'two/fails', reason: expect.stringContaining('expected a <b>') },
  ])
})

it('the JUnit form is well-formed XML with a suite for each section', () => {
  const xml = junitReport(report)
  expect(xml).toContain('<testsuites name="playa" tests="8" failures="1" errors="1"')
  expect(xml).toContain('<testsuite name="two" tests="4" failures="1" errors="1" skipped="2"')
  expect(xml).toContain('expected a &lt;b&gt; &amp; &quot;c&quot;')
  expect(xml).toContain('<system-err>a should: 100% of it')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids them.
  expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]|&(?!amp;|lt;|gt;|quot;|#39;)/)
  const stack: string[] = []
  for (const [, close, name = '', rest = ''] of xml.matchAll(/<(\/?)([a-z]+)((?:\s[a-z]+="[^"<]*")*\/?)>/g)) {
    if (close) expect(stack.pop()).toBe(name)
    else if (!rest.endsWith('/')) stack.push(name)
  }
  expect(stack).toEqual([])
})

it('the HTML form is self-contained, runs no script and shows answers as text', () => {
  const page = htmlReport(report)
  expect(page).not.toMatch(/<script|<link|<img|src=|@import|url\(/)
  expect(page).toContain('a &lt;b&gt; &amp; &quot;c&quot;')
  expect(page).not.toContain('about <two')
  expect(page.match(/<details/g)).toHaveLength((page.match(/<\/details>/g) ?? []).length)
  expect(page).toContain('prefers-color-scheme:dark')
})

it('the HTML form links ids to their pages if the site of the documents is known', () => {
  const docs = 'https://docs.example/playa'
  const hrefs = [...htmlReport(report, { docs }).matchAll(/href="(https:[^"]+)"/g)].map(([, href]) => href)
  expect(new Set(hrefs)).toContain(`${docs}/clauses/${report.clauses[0]!.id}.html`)
  expect(new Set(hrefs)).toContain(`${docs}/statements/${report.clauses[0]!.statements[0]}.html`)
  expect(htmlReport(report)).not.toContain('href="https:')
})

it('the HTML form stays small however many clauses fail, and shows the last exchange of each', () => {
  const failed = report.clauses.find(({ verdict }) => verdict === 'failed')!
  const exchange = failed.exchanges.at(-1)!
  const long = { ...failed.violation!, script: 'x'.repeat(9_000), test: 'y'.repeat(9_000) }
  const clauses = Array.from({ length: 60 }, (_, at) => ({
    ...failed,
    id: `two/fails-${at}`,
    violation: long,
    exchanges: Array.from({ length: 30 }, (__, number) => ({ ...exchange, number })),
  }))
  const page = htmlReport({ ...report, clauses })
  expect(page.length).toBeLessThan(300_000)
  expect(page.match(/#29,/g)).toHaveLength(60)
  expect(htmlReport({ ...report, clauses: clauses.slice(0, 2) })).toContain(long.script)
})

it('the markdown form has a table of sections and a fence around each failure', () => {
  const text = markdownReport(report)
  expect(text).toContain('| two | 4 | 2 | 1 | 1 |')
  expect(text).toContain("got `d | 'e' ]]>")
  expect(text.match(/^```/gm)!.length % 2).toBe(0)
})

it('GitHub gets one line for each failure and warning', () => {
  expect(githubAnnotations(report)).toEqual([
    expect.stringMatching(/^::error title=two\/fails::COM-01, ERR-04: expected a <b>/),
    '::error title=two/breaks::COM-01, ERR-04: the kit itself failed: TypeError: oops',
    '::warning title=one/warns::a should: 100%25 of it%0Ais missing',
  ])
})

it('a run that was stopped is an error in every form', async () => {
  const stopped = await checkWith(own, {
    url: TARGET_URL,
    agency: AGENCY,
    fetch: async () => new Response('', { status: 401 }),
  })
  expect(junitReport(stopped)).toContain('errors="1"')
  for (const text of [
    junitReport(stopped),
    terminalReport(stopped, false),
    markdownReport(stopped),
    htmlReport(stopped),
    githubAnnotations(stopped).join(),
  ])
    expect(text).toContain('401')
})

it('a run that skips many clauses does not say that the service conforms', async () => {
  const clauses = [...own.slice(0, 2), ...own.slice(6, 7)]
  const fetch = await inProcess()
  const skipping = await checkWith(clauses, { url: TARGET_URL, agency: AGENCY, fetch })
  expect(skipping.exitCode).toBe(0)
  const words = 'coverage is too low to say that it conforms: 1 of 3 clauses were skipped.'
  for (const text of [terminalReport(skipping, false), htmlReport(skipping), markdownReport(skipping)])
    expect(text).toContain(words)
})

it('what a rule finds and no clause fails for is a warning in every format', async () => {
  const next = await inProcess()
  const fetch = async (request: Request): Promise<Response> => {
    const response = await next(request)
    const isRead = request.method === 'GET' && /\/publicaciones\/[^/]+\/[^/]+$/.test(request.url)
    if (!isRead || response.status !== 200) return response
    const { status, headers } = response
    const body = (await response.text()).replace('"RefStock":"KIT-1"', '"RefStock":"OTRO"')
    return new Response(body, { status, headers })
  }
  const reads = clause({
    id: 'one/reads',
    statements: ['PUB-20'],
    title: 'a publication is read',
    leaves: 'archived',
    needs: ['write'],
    check: async (t) => {
      const id = t.session.newExternalId()
      await t.create({ ExternalId: id, RefStock: 'KIT-1', Activa: false })
      await t.get(t.path(id))
    },
  })
  const found = await checkWith([reads], { url: TARGET_URL, agency: AGENCY, fetch })
  const [finding] = found.rules.findings
  expect(finding).toMatchObject({
    kind: 'violation',
    rule: 'publication/read RefStock',
    statements: ['PUB-33', 'COM-10'],
    expected: 'RefStock "KIT-1" as before',
    got: 'RefStock "OTRO"',
  })
  // The create taught what the read contradicts.
  expect(finding?.requests.map(({ method, status }) => `${method} ${status}`)).toEqual([
    'POST 201',
    'GET 200',
  ])
  expect(found.rules.exercised['publication/read']).toBeGreaterThan(0)
  expect([found.exitCode, conclusion(found)]).toEqual([0, 'Every clause holds, but responses break a rule.'])
  const xml = junitReport(found)
  const annotations = githubAnnotations(found).join()
  for (const format of [
    terminalReport(found, false),
    markdownReport(found),
    htmlReport(found),
    xml,
    annotations,
  ])
    expect(format).toContain('publication/read RefStock')
  expect(xml).toMatch(
    /<testsuites name="playa" tests="(\d)" failures="0" errors="0"[\s\S]*<testsuite name="rules"/,
  )
})
