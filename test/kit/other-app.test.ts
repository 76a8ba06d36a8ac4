import { expect, it } from 'vitest'
import { checkWith } from '../../src/checks/check/check.ts'
import { clause, htmlReport, terminalReport } from '../../src/cli/entries/kit-entry.ts'
import { AGENCY, checkInProcess, inProcess, TARGET_URL } from './targets.ts'

/** A run with the credentials of a second app. */

const KEY = 'vidriera-key'
const otherApp = { auth: { kind: 'key', key: KEY } } as const
const isOther = ({ headers }: Request) => headers.get('authorization') === `Bearer ${KEY}`

it('a leak to the second app fails, is repeated with its own variables, and no report has its key', async () => {
  const leaking = await inProcess((request, next) => {
    if (!isOther(request) || !request.headers.get('accept')?.includes('ref')) return next(request)
    const first = new Request(request)
    first.headers.delete('authorization')
    return next(first)
  })
  const id = 'relations/a-publication-is-hidden-from-another-app-consistently'
  const report = await checkInProcess(leaking, { only: [id], otherApp })
  const [failed] = report.clauses
  expect(failed?.verdict).toBe('failed')
  expect(failed?.violation?.curl).toContain('-H "Authorization: Bearer $PLAYA_OTHER_KEY"')
  expect(failed?.violation?.script).toContain('$PLAYA_OTHER_KEY')
  expect(failed?.violation?.test).toContain(
    "otherApp: { auth: { kind: 'key', key: process.env.PLAYA_OTHER_KEY ?? '' } },",
  )
  expect(failed?.again).toContain('--other-auth key')
  const texts = [JSON.stringify(report), terminalReport(report, false), htmlReport(report)]
  expect(texts.filter((text) => text.includes(KEY))).toEqual([])
})

it('the second app archives what it created, even if both apps have the same ExternalId', async () => {
  const archivedByOther: boolean[] = []
  const made = new Set<string>()
  const fetch = await inProcess(async (request, next) => {
    if (request.url.endsWith('/archivar')) archivedByOther.push(isOther(request))
    // Ids are free for each app of this service.
    if (isOther(request) && request.method === 'POST') {
      made.add(JSON.parse(await request.clone().text()).ExternalId)
      return Response.json({}, { status: 201 })
    }
    if (isOther(request) && [...made].some((id) => request.url.includes(id))) return Response.json({})
    return next(request)
  })
  const creates = clause({
    id: 'other/creates',
    statements: ['PUB-35'],
    title: 'creates as both apps',
    leaves: 'archived',
    needs: ['other-app'],
    check: async (t) => {
      const { externalId } = await t.publication({ Activa: false })
      await t.asOtherApp().create({ ExternalId: externalId })
    },
  })
  const report = await checkWith([creates], { url: TARGET_URL, agency: AGENCY, fetch, otherApp })
  expect(report.clauses.map(({ verdict }) => verdict)).toEqual(['passed'])
  expect(report.left).toEqual([])
  expect(archivedByOther.filter((byOther) => byOther)).toEqual([true])
  expect(archivedByOther).toContain(false)
})

it('without a second app its clauses are skipped, and the reason names the options for one', async () => {
  const report = await checkInProcess(await inProcess(), {
    only: ['relations/webhooks-are-configured-for-each-app'],
  })
  expect(report.clauses.map(({ verdict, reason }) => [verdict, reason])).toEqual([
    ['skipped', expect.stringContaining('--other-auth or --other-header')],
  ])
})
