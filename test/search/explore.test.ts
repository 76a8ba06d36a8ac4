import { expect, it } from 'vitest'
import type { Exploration } from '../../src/checks/explore/exploration/exploration.ts'
import { AGENCY, inProcess, TARGET_URL } from '../kit/targets.ts'
import { legalRuns } from '../kit-matrix/legal-runs.ts'
import type { Choices } from '../outsider/choices.ts'
import { PUT } from '../outsider/variants/route-patterns.ts'
import { WRONG_VARIANTS } from '../outsider/variants/wrong/index.ts'
import { tagWithout } from '../outsider/variants/wrong/tags.ts'
import { isFullRun } from '../support/full-run.ts'
import { exploreOf, exploreOutsider } from './explore-of.ts'

const rulesOf = ({ found }: Exploration): readonly string[] =>
  found.map(({ finding: { rule, expected, got } }) => `${rule}: expected ${expected}, got ${got}`)

it('the sandbox has no finding, and nothing is left behind', { timeout: 60_000 }, async () => {
  const fetch = await inProcess()
  const exploration = await exploreOf(
    { url: TARGET_URL, agency: AGENCY, fetch },
    { hasClauses: false, maxSequences: 70 },
  )
  expect(rulesOf(exploration)).toEqual([])
  expect(exploration.unconfirmed).toEqual([])
  expect(exploration).toMatchObject({ canWrite: true, leftBehind: [] })
  expect(exploration.steps).toBeGreaterThan(300)
})

it('a finding is reported before the exploration ends', { timeout: 60_000 }, async () => {
  const stepsAtFinding: number[] = []
  let steps = 0
  const exploration = await exploreOutsider(
    { createIgnores: ['Precio'] },
    {
      hasClauses: false,
      maxSequences: 12,
      onFinding: () => stepsAtFinding.push(steps),
      onProgress: (progress) => {
        steps = progress.steps
      },
    },
  )
  expect(stepsAtFinding).toHaveLength(exploration.found.length)
  expect(stepsAtFinding[0]).toBeLessThan(exploration.steps)
})

it('a write that loses its connection is a finding, and the exploration goes on', {
  timeout: 60_000,
}, async () => {
  const fetch = await inProcess(async (request, next) => {
    const isHit = request.method === 'PATCH' && !request.url.endsWith('r')
    if (isHit && (await request.clone().text()).includes('Cuota'))
      throw new TypeError('the connection was reset')
    return next(request)
  })
  const exploration = await exploreOf(
    { url: TARGET_URL, agency: AGENCY, fetch },
    { hasClauses: false, maxSequences: 40 },
  )
  const [found] = exploration.found
  expect(found?.finding).toMatchObject({
    rule: 'answers/publications.amend-status',
    got: expect.stringContaining('the connection was reset'),
  })
  expect(found?.exchanges.at(-1)).toMatchObject({ method: 'PATCH', status: 0 })
  expect([exploration.stopped, exploration.steps > 100]).toEqual([undefined, true])
})

it('one seed gives one exploration', { timeout: 60_000 }, async () => {
  const stepsOf = async () => {
    const fetch = await inProcess()
    return (
      await exploreOf(
        { url: TARGET_URL, agency: AGENCY, fetch },
        { seed: 5, maxSequences: 8, hasClauses: false },
      )
    ).steps
  }
  expect(await stepsOf()).toBe(await stepsOf())
})

/** All packs in a full run, else the last. */
const LEGAL = legalRuns(7).slice(isFullRun ? 0 : 6)

it.each([
  ...(isFullRun ? [['the base', {}] as const] : []),
  ...LEGAL.map(({ names, switches }) => [names.join('; '), switches] as const),
])('another conforming implementation has no finding: %s', { timeout: 60_000 }, async (_, switches) => {
  const exploration = await exploreOutsider(switches, { hasClauses: false })
  expect(rulesOf(exploration)).toEqual([])
})

const variant = (name: string): Partial<Choices> =>
  WRONG_VARIANTS.find((one) => one.name === name)?.switches ?? {}

const WRONG: readonly (readonly [string, Partial<Choices>, string])[] = [
  ['a create that loses Precio', { createIgnores: ['Precio'] }, 'PUB-01'],
  ['a full edit that loses RefStock', { putIgnores: ['RefStock'] }, 'PUB-21'],
  ['a tag that survives a partial edit', { tagFault: 'stalePatch' }, 'PUB-33'],
  [
    'a tag that survives a new certificate',
    { mistake: tagWithout('CertificadoDeGarantiaUsado', PUT) },
    'PUB-33',
  ],
  ['a stale tag that is accepted', { preconditionFault: 'ignored' }, 'PUB-34'],
  ['a refusal that writes', { preconditionFault: 'writes' }, 'PUB-34'],
  ['a suspension that keeps its place', { packageFault: 'suspend' }, 'AGE-08'],
  ['an archived one that comes back', { archivedFault: 'reactivates' }, 'PUB-31'],
  ['two listings of one id', { uniqueFault: 'duplicates' }, 'PUB-35'],
  [
    'an archived one of another operator',
    variant('archivar gives the listing to the administrator'),
    'PUB-30',
  ],
]

/** What takes longest to find. */
const LONG: ReadonlySet<string> = new Set(['a refusal that writes', 'two listings of one id'])

it.each(WRONG.filter(([name]) => isFullRun || !LONG.has(name)))(
  '%s is found, with few requests',
  { timeout: 60_000 },
  async (_, switches, statement) => {
    const { found } = await exploreOutsider(switches, {
      hasClauses: false,
      maxFindings: 1,
      preconditionHeader: 'If-Match',
    })
    expect(found[0]?.finding.statements.join()).toContain(statement)
    expect(found[0]?.exchanges.length).toBeLessThanOrEqual(6)
  },
)

it('clients that write at the same time show a lost update, a double create and a full package', {
  timeout: 60_000,
}, async () => {
  // Nineteen listings have a place at Alta from the start.
  const { found } = await exploreOutsider(
    { races: ['create', 'patch'], packs: { Alta: 22, Media: 160, Baja: 450 } },
    { clients: 3, maxSequences: 0, maxFindings: 7, hasClauses: false, preconditionHeader: 'If-Match' },
  )
  expect(found.map(({ finding }) => finding.rule)).toEqual(
    expect.arrayContaining([
      'race partial edits with one tag',
      'race creates of one id',
      'race an archiving and edits',
      'race the last place of a level, created',
      'race the last place of a level, reactivated',
    ]),
  )
  expect(Math.max(...found.map(({ exchanges }) => exchanges.length))).toBeLessThanOrEqual(5)
})

/** The counts of a level. */
type Level = Readonly<{ Pack?: number; Activas?: number }>

/** Counts the creates that overlap as one: each reads the count before the other writes it. */
const losesCounts = async () => {
  const fetch = await inProcess()
  let [atWork, lost] = [0, 0]
  return async (request: Request): Promise<Response> => {
    if (request.method === 'POST') {
      if (atWork++ > 0) lost += 1
      await new Promise((resolve) => setTimeout(resolve, 10))
      return fetch(request).finally(() => {
        atWork -= 1
      })
    }
    const response = await fetch(request)
    if (!request.url.endsWith('/productos')) return response
    const { Alta, Media, Baja, ...rest }: Record<string, Level> = JSON.parse(await response.text())
    const fewer = ({ Pack = 0, Activas = 0 }: Level = {}) => ({
      Pack,
      Activas: Activas - lost,
      Disponibles: Pack - Activas + lost,
    })
    return Response.json({ ...rest, Alta: fewer(Alta), Media: fewer(Media), Baja: fewer(Baja) })
  }
}

it('creates at the same time of which some are not counted are found', { timeout: 60_000 }, async () => {
  const { found } = await exploreOf(
    { url: TARGET_URL, agency: AGENCY, fetch: await losesCounts() },
    { clients: 3, maxSequences: 0, maxFindings: 1, hasClauses: false },
  )
  expect(found[0]?.finding).toMatchObject({
    rule: 'race creates that are counted',
    statements: ['AGE-08', 'AGE-07'],
  })
})
