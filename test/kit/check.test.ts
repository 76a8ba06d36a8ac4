import { expect, it } from 'vitest'
import { checkWith } from '../../src/checks/check/check.ts'
import { check, clause, clauses, InvalidOptionsError, Report } from '../../src/cli/entries/kit-entry.ts'
import { clausesOfCompany } from '../mutants/support/clauses-of-company.ts'
import { AGENCY, checkInProcess, inProcess, TARGET_URL } from './targets.ts'

/** Complete runs through the library. */

it('the sandbox conforms, the report keeps its own schema, and nothing of the run stays', async () => {
  const report = await checkInProcess(await inProcess(), {
    strangerAgency: 'nadie@playa.invalid',
    touchWebhooks: true,
  })
  const maySkip = new Set(clausesOfCompany.map(({ id }) => id))
  expect(
    report.clauses
      .filter(
        ({ id, verdict }) =>
          !['passed', 'observed', ...(maySkip.has(id) ? ['skipped'] : [])].includes(verdict),
      )
      .map(({ id, violation, reason }) => [id, violation ?? reason]),
  ).toEqual([])
  expect(report).toMatchObject({ exitCode: 0, interrupted: false, stopped: null })
  // A configuration cannot be removed; the demo leaves two topics without one.
  expect(report.left).toEqual([
    'the webhook agencia-invitacion-aceptada, which had no configuration',
    'the webhook publicacion-estado, which had no configuration',
  ])
  expect(report.clauses).toHaveLength(clauses.length)
  expect(Report.parse(JSON.parse(JSON.stringify(report)))).toEqual(JSON.parse(JSON.stringify(report)))
})

it('a run that leaves nothing sends reads only', async () => {
  const methods = new Set<string>()
  const fetch = await inProcess((request, next) => {
    methods.add(request.method)
    return next(request)
  })
  const report = await checkInProcess(fetch, { leaves: 'nothing' })
  expect([...methods].filter((method) => !['GET', 'HEAD', 'OPTIONS'].includes(method))).toEqual([])
  expect(report.exitCode).toBe(0)
  expect(report.summary.passed).toBeGreaterThan(0)
})

it('everything that a run creates has its prefix, and nothing else is changed or archived', async () => {
  const touched: string[] = []
  const fetch = await inProcess((request, next) => {
    const id = /\/publicaciones\/[^/]+\/([^/]+)/.exec(new URL(request.url).pathname)?.[1]
    if (id !== undefined && !['GET', 'HEAD', 'OPTIONS'].includes(request.method)) touched.push(id)
    return next(request)
  })
  await checkInProcess(fetch, { only: ['states', 'publications-edit'] })
  expect(touched.length).toBeGreaterThan(20)
  expect(touched.filter((id) => !/^playa[0-9a-f]{8}x/i.test(id))).toEqual([])
})

it('an interrupted run cleans up and reports nothing about clauses in progress', async () => {
  const controller = new AbortController()
  let archived = 0
  const fetch = await inProcess((request, next) => {
    if (request.url.endsWith('/archivar')) archived += 1
    return next(request)
  })
  const onProgress = () => controller.abort()
  const report = await checkInProcess(fetch, {
    only: ['publications-read'],
    signal: controller.signal,
    onProgress,
  })
  expect(report).toMatchObject({
    exitCode: 130,
    interrupted: true,
    left: [],
    summary: { failed: 0, broken: 0 },
  })
  expect(report.clauses.length).toBeLessThan(5)
  expect(archived).toBeGreaterThan(0)
})

it('Retry-After of a 429 is obeyed', async () => {
  const refused = new Set<string>()
  const fetch = await inProcess((request, next) => {
    if (refused.has(request.url)) return next(request)
    refused.add(request.url)
    return Promise.resolve(new Response('slowly', { status: 429, headers: { 'Retry-After': '0' } }))
  })
  const report = await checkInProcess(fetch, { only: ['entry-point'] })
  expect(report).toMatchObject({ exitCode: 0, summary: { failed: 0 } })
  expect(refused.size).toBeGreaterThan(0)
})

it('a failure has the expected and the actual value, a curl line and a command that repeats it', async () => {
  const fetch = await inProcess(withoutCurrencies)
  const report = await checkInProcess(fetch, {
    only: ['entry-point/has-the-link-blocks'],
    auth: { kind: 'key', key: 'k-123456' },
  })
  expect(report.exitCode).toBe(1)
  expect(report.clauses[0]).toMatchObject({
    verdict: 'failed',
    statements: expect.arrayContaining(['CAT-01']),
    violation: {
      expected: expect.stringContaining('Monedas'),
      got: expect.any(String),
      curl: `curl -i -H "Authorization: Bearer $PLAYA_KEY" -H 'Accept: application/json' '${TARGET_URL}/v3'`,
    },
    again: `playa check ${TARGET_URL} --only entry-point/has-the-link-blocks --agency ${AGENCY} --auth key`,
  })
})

const withoutCurrencies = async (
  request: Request,
  next: (request: Request) => Promise<Response>,
): Promise<Response> => {
  const response = await next(request)
  if (!request.url.endsWith('/v3') || response.status !== 200) return response
  const { Monedas: _, ...rest } = JSON.parse(await response.text())
  return Response.json(rest, { headers: { ETag: response.headers.get('etag') ?? '' } })
}

/** Without a receiver of webhooks it is skipped. */
const SKIPPED = clauses.find(({ needs }) => needs.includes('callback'))?.id ?? ''

const waiver = (more: object = {}) => ({
  clause: 'entry-point/has-the-link-blocks',
  owner: 'Ana',
  reason: 'known',
  issue: 'https://example.com/1',
  expires: '2999-01-01',
  ...more,
})

it('a waived failure does not count', async () => {
  const report = await checkInProcess(await inProcess(withoutCurrencies), {
    only: ['entry-point/has-the-link-blocks'],
    waivers: [waiver()],
  })
  expect(report).toMatchObject({ exitCode: 0, summary: { failed: 0, waived: 1 }, waiverFaults: [] })
})

it.each([
  ['stale', [waiver()], false],
  ['expired', [waiver({ expires: '2020-01-01' })], true],
  ['duplicated', [waiver(), waiver()], true],
  ['unused', [waiver(), waiver({ clause: SKIPPED })], true],
  ['unknown clause', [waiver(), waiver({ clause: 'entry-point/no-such' })], true],
] as const)('a waiver that is %s has exit code 5', async (fault, waivers, fails) => {
  const fetch = await inProcess(fails ? withoutCurrencies : undefined)
  const only = ['entry-point/has-the-link-blocks', SKIPPED]
  const report = await checkInProcess(fetch, { only, waivers, receiver: null })
  expect(report.exitCode).toBe(5)
  expect(report.waiverFaults.map((entry) => entry.fault)).toEqual([fault])
})

it('a response unlike the profile is a warning', async () => {
  const report = await checkInProcess(await inProcess(), {
    only: ['common'],
    profile: { 'common/href-form': 'absolute' },
  })
  const warnings = report.clauses.flatMap((entry) => entry.warnings)
  expect(warnings).toContain('common/href-form: the profile says absolute, the service does root-relative')
  expect(report.exitCode).toBe(0)
})

/** Options as a script in JavaScript might pass them. */
const MISSPELT: object = { wavers: [] }

it.each([
  ['a URL that is none', { url: 'http://' }, /^url: expected one that begins with http/],
  ['a URL of another scheme with a password', { url: 'ftp://u:abcdef@h' }, /^url: expected one(?!.*abcdef)/],
  [
    'a URL with a token',
    { url: 'http://h/?token=abcdef' },
    /^url: expected a base without query(?!.*abcdef)/,
  ],
  ['a URL with credentials', { url: 'http://a:b@playa.localhost' }, /^url: credentials/],
  ['a misspelt option', MISSPELT, /^wavers: no such option; expected url,.*did you mean waivers/],
  ['an agency that is not an e-mail', { agency: 'lospinos' }, /^agency: expected the e-mail/],
  [
    'an unknown clause',
    { only: ['entry-point/has-the-link-block'] },
    /Did you mean entry-point\/has-the-link-blocks/,
  ],
  ['an unknown section', { only: ['publicaciones'] }, /Did you mean publications/],
  [
    'an unknown assumption in the profile',
    { profile: { 'common/href-forms': 'absolute' } },
    /did you mean common\/href-form/,
  ],
])('%s is an invalid option', async (_, options, sentence) => {
  const fetch = await inProcess()
  const trying = async () => checkInProcess(fetch, options)
  const error = await trying().catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(InvalidOptionsError)
  expect(String(error)).toMatch(new RegExp(sentence.source.replace('^', '^InvalidOptionsError: ')))
})

it('a clause that throws anything else is broken, which is not a verdict on the service', async () => {
  const own = clause({
    id: 'own/breaks',
    statements: [],
    title: 'nothing',
    leaves: 'nothing',
    needs: [],
    check: async () => {
      throw new TypeError('oops')
    },
  })
  const report = await checkWith([own], { url: TARGET_URL, agency: AGENCY, fetch: await inProcess() })
  expect(report.clauses[0]).toMatchObject({ verdict: 'broken', reason: 'TypeError: oops' })
  expect(report.exitCode).toBe(1)
})

it('a clause may change only what the run created, and not follow the service to another origin', async () => {
  const own = (id: string, target: string) =>
    clause({
      id,
      statements: [],
      title: id,
      leaves: 'any',
      needs: [],
      check: async (t) => void (await t.send('PATCH', target)),
    })
  const sent: string[] = []
  const fetch = await inProcess((request, next) => {
    sent.push(`${request.method} ${request.url}`)
    return next(request)
  })
  const strange = [
    own('own/foreign', `/v3/publicaciones/${AGENCY}/POL-1/suspender`),
    own('own/elsewhere', 'https://elsewhere.example/v3'),
  ]
  const report = await checkWith(strange, { url: TARGET_URL, agency: AGENCY, fetch })
  expect(report.clauses.map(({ verdict }) => verdict)).toEqual(['broken', 'skipped'])
  expect(sent.filter((line) => line.startsWith('PATCH'))).toEqual([])
})

it('a base URL is accepted with and without /v3 and a slash', async () => {
  for (const url of [`${TARGET_URL}/`, `${TARGET_URL}/v3`, `${TARGET_URL}/v3/`]) {
    expect(
      await check({
        url,
        agency: AGENCY,
        fetch: await inProcess(),
        only: ['entry-point/has-the-link-blocks'],
      }),
    ).toMatchObject({ exitCode: 0, subject: TARGET_URL })
  }
})
