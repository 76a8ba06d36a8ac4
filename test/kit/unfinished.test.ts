import { expect, it } from 'vitest'
import { terminalReport } from '../../src/checks/reports/terminal.ts'
import { check, InvalidOptionsError, type Report } from '../../src/cli/entries/kit-entry.ts'
import { AGENCY, checkInProcess, httpServer, inProcess, TARGET_URL } from './targets.ts'

/** Services that are not finished, or ill in one place: the run goes on, and says each cause once. */

type Change = (request: Request, next: (request: Request) => Promise<Response>) => Promise<Response>

const isCreate = ({ method, url }: Request): boolean =>
  method === 'POST' && /\/publicaciones\/[^/]+$/.test(url)

const answering =
  (matches: (request: Request) => boolean, status: number, body: string): Change =>
  async (request, next) =>
    matches(request) ? new Response(body, { status }) : next(request)

const createsAnswer200: Change = async (request, next) => {
  const response = await next(request)
  if (!isCreate(request) || response.status !== 201) return response
  return new Response(await response.text(), { status: 200, headers: response.headers })
}

const ONLY = ['publications-create', 'publications-read', 'states', 'package', 'inquiries']

const reports = new Map<Change, Promise<Report>>()

const reportOf = (change: Change): Promise<Report> => {
  const known =
    reports.get(change) ?? inProcess(change).then((fetch) => checkInProcess(fetch, { only: ONLY }))
  reports.set(change, known)
  return known
}

const ill = {
  withoutPackage: answering(({ url }) => url.endsWith('/productos'), 404, 'not here'),
  withoutPut: answering(({ method }) => method === 'PUT', 405, ''),
  failingCreates: answering(isCreate, 500, 'oops'),
  silentCreates: (async (request, next) => {
    if (isCreate(request)) throw new TypeError('fetch failed')
    return next(request)
  }) satisfies Change,
  listWithoutJson: answering(
    ({ url }) => /\/consultas\/[^/]+$/.test(url.split('?')[0] ?? ''),
    200,
    '{"Desde": nul}',
  ),
}

it.each([
  ['withoutPackage', 'GET /v3/agencias/{adminmail}/productos', 'missing', /not implemented.* 404/],
  ['withoutPut', 'PUT /v3/publicaciones/{adminmail}/{externalid}', 'missing', /not implemented.* 405/],
  ['failingCreates', 'POST /v3/publicaciones/{adminmail}', 'failing', /every request is answered 500/],
  ['silentCreates', 'POST /v3/publicaciones/{adminmail}', 'silent', /is not answered/],
  ['listWithoutJson', 'GET /v3/consultas/{adminmail}', 'no-json', /answers 200 without JSON/],
] as const)('%s is one cause of one failure: %s', async (name, operation, kind, sentence) => {
  const { causes, clauses, exitCode } = await reportOf(ill[name])
  expect(exitCode).toBe(1)
  expect(causes).toEqual([
    expect.objectContaining({ operation, kind, sentence: expect.stringMatching(sentence) }),
  ])
  expect(causes[0]?.blocks).toBeGreaterThan(3)
  const failed = clauses.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)
  expect(failed).toContain(causes[0]?.clause)
  expect(failed.length).toBeLessThan(4)
})

it('a create that answers 200 is one failure, and hides nothing else', async () => {
  const only = ['common/create-answers-with-a-ref', ...ONLY]
  const report = await checkInProcess(await inProcess(createsAnswer200), { only })
  const failed = report.clauses.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)
  expect(failed).toEqual(['publications-create/answers-201-with-the-publication'])
  expect(report.rules.findings).toEqual([])
  const skipped = report.clauses.filter(({ verdict }) => verdict === 'skipped')
  expect(skipped.length).toBeLessThan(10)
})

it('a run waits for few requests of an operation that is not answered', async () => {
  let waited = 0
  const fetch = await inProcess(async (request, next) => {
    if (!isCreate(request)) return next(request)
    waited += 1
    throw new TypeError('fetch failed')
  })
  await checkInProcess(fetch, { only: ONLY })
  expect(waited).toBeLessThan(10)
})

it('a service that is gone after a request is one failure, on that request', async () => {
  let isGone = false
  const fetch = await inProcess((request, next) => {
    isGone ||= request.url.includes('desde=0000')
    return isGone ? Promise.reject(new TypeError('nothing listens there')) : next(request)
  })
  const report = await checkInProcess(fetch, { only: ['entry-point', 'hostile'] })
  const failed = report.clauses.filter(({ verdict }) => verdict === 'failed')
  expect(report.exitCode).toBe(3)
  expect(failed.map(({ id }) => id)).toEqual(['hostile/read-desde-of-day-zero'])
  expect(failed[0]?.violation?.curl).toContain('desde=0000')
})

it('the terminal says what is missing and what comes next, and closes with the counts', async () => {
  const text = terminalReport(await reportOf(ill.withoutPackage), false)
  expect(text).toMatch(
    /^Not implemented yet: .*\n {2}GET \/v3\/agencias\/\{adminmail\}\/productos +blocks \d+ clauses; AGE-07\nNext: GET/,
  )
  expect(text).toMatch(
    /\nDoes not conform\. 1 failed \(1 not implemented\), \d+ passed, \d+ skipped, [^\n]*\n$/,
  )
})

it('a run ends after as many failures as it may have', async () => {
  const report = await checkInProcess(await inProcess(createsAnswer200), {
    only: ONLY,
    maxFailures: 1,
    concurrency: 1,
  })
  expect(report).toMatchObject({ exitCode: 1, cutShort: true, summary: { failed: 1 } })
  expect(report.clauses.length).toBeLessThan(20)
})

it('only clauses of an agency need one', async () => {
  const fetch = await inProcess()
  const only = ['entry-point', 'catalogue/brand-needs-make']
  expect(await check({ url: TARGET_URL, fetch, only })).toMatchObject({ exitCode: 0, stopped: null })
  await expect(check({ url: TARGET_URL, fetch })).rejects.toThrow(InvalidOptionsError)
})

it('where every path of the agency is missing, the report names --agency', async () => {
  const fetch = await inProcess(answering(({ url }) => url.includes('%40') || url.includes('@'), 404, ''))
  const report = await checkInProcess(fetch, { only: ['agencies'] })
  expect(terminalReport(report, false)).toMatch(
    /\nIf the service has these operations, it does not know the agency .*--agency\./,
  )
})

it('a refused create stands before what is missing, which is not the next thing to do then', async () => {
  const problem = '{"Status":400,"Errors":{"Modelo":["No."]}}'
  const withoutPut = answering(({ method }) => method === 'PUT', 405, '')
  const fetch = await inProcess((request, next) =>
    answering(isCreate, 400, problem)(request, () => withoutPut(request, next)),
  )
  const text = terminalReport(await checkInProcess(fetch, { only: [...ONLY, 'agencies'] }), false)
  expect(text).toMatch(
    /^No publication could be created: .* 400 on Modelo, .*--car FILE.* Blocks \d{2,} clauses\.\n/,
  )
  expect(text).not.toContain('Next: ')
})

it('a write whose connections are always closed is one cause, whatever a run finds with it', async () => {
  const sandbox = await inProcess()
  const server = await httpServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    if (request.method === 'PUT') return void request.socket.destroy()
    const { method = 'GET', headers } = request
    const answer = await sandbox(
      new Request(`http://${request.headers.host}${request.url}`, {
        method,
        headers: new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        ...(body.length > 0 && { body }),
      }),
    )
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  const only = ['publications-edit', 'package']
  const report = await check({ url: server.url, agency: AGENCY, only }).finally(() => server.close())
  const failed = report.clauses.filter(({ verdict }) => verdict === 'failed')
  expect(report.causes.map(({ operation, kind }) => [operation, kind])).toEqual([
    ['PUT /v3/publicaciones/{adminmail}/{externalid}', 'silent'],
  ])
  expect(failed.map(({ operation }) => operation)).toEqual(['PUT /v3/publicaciones/{adminmail}/{externalid}'])
})

it('a service that decodes no path stops the run with that sentence', async () => {
  const fetch = await inProcess(answering(({ url }) => url.includes('%40'), 404, 'not here'))
  const report = await checkInProcess(fetch)
  expect([report.exitCode, report.stopped]).toEqual([1, expect.stringContaining('percent-decoded')])
  // One operation that decodes no path is a failure of that operation.
  const one = await inProcess(answering(({ url }) => /%40.*productos/.test(url), 404, 'not here'))
  expect(await checkInProcess(one, { only: ['package'] })).toMatchObject({ exitCode: 1, stopped: null })
})
