import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { defaultProfile, withOptions } from '../../src/api/assumptions/profile.ts'
import { checkWith } from '../../src/checks/check/check.ts'
import { clause, clauses, learnedAssumptions, profileYaml } from '../../src/cli/entries/kit-entry.ts'
import { Simulator } from '../../src/sandbox/simulator/simulator.ts'
import { createApp } from '../../src/server/app.ts'
import { AGENCY, inProcess, TARGET_URL } from './targets.ts'

/** A profile learned from a service makes the sandbox answer like it. */

const CHOSEN = {
  'common/href-form': 'absolute',
  'publications/suspend-twice': '200',
  'common/accept-unsupported': 'full-form',
}

const served = async (profile: Record<string, string>) => {
  const valid = Object.fromEntries(Object.entries(profile).filter(([id, option]) => isOption(id, option)))
  const app = createApp(await Simulator.open({ scenario: 'demo', profile: valid }))
  return { valid, fetch: async (request: Request) => app.fetch(request) }
}

/** Relations teach nothing and are most of a run; `learned-options.test.ts` learns from deliveries. */
const TEACHING = clauses.filter(
  ({ id, needs }) => !id.startsWith('relations/') && !needs.includes('callback'),
)

const learnedFrom = async (fetch: (request: Request) => Promise<Response>) =>
  learnedAssumptions(await checkWith(TEACHING, { url: TARGET_URL, agency: AGENCY, fetch }))

const isOption = (id: string, option: string): boolean => {
  try {
    return Boolean(withOptions(defaultProfile, { [id]: option }, 'given'))
  } catch {
    return false
  }
}

it('a learned profile describes the service, and a sandbox with that profile gives the same one', async () => {
  const { valid, fetch } = await served(CHOSEN)
  const first = await learnedFrom(fetch)
  const yaml = profileYaml(first, { subject: TARGET_URL, clauses: [], startedAt: '2026-03-01T12:00:00Z' })
  const learned = parse(yaml)
  expect(learned).toMatchObject(valid)
  expect(Object.keys(valid).length).toBeGreaterThan(1)
  withOptions(defaultProfile, learned, 'learned')
  const likeness = await served(learned)
  expect(
    parse(
      profileYaml(await learnedFrom(likeness.fetch), { subject: TARGET_URL, clauses: [], startedAt: '' }),
    ),
  ).toEqual(learned)
})

it('each option follows its evidence, and unknown ones are named', async () => {
  const own = [
    clause({
      id: 'own/sees',
      statements: [],
      title: 'sees',
      leaves: 'nothing',
      needs: [],
      check: async (t) => t.learn('common/href-form', 'absolute', await t.get('/v3')),
    }),
    clause({
      id: 'own/one',
      statements: [],
      title: 'one',
      leaves: 'nothing',
      needs: [],
      check: async (t) => t.learn('errors/how-many', 'all'),
    }),
    clause({
      id: 'own/other',
      statements: [],
      title: 'other',
      leaves: 'nothing',
      needs: [],
      check: async (t) => t.learn('errors/how-many', 'first'),
    }),
    clause({
      id: 'own/odd',
      statements: [],
      title: 'odd',
      leaves: 'nothing',
      needs: [],
      check: async (t) => t.learn('common/types', 'perhaps'),
    }),
  ]
  const report = await checkWith(own, { url: TARGET_URL, agency: AGENCY, fetch: await inProcess() })
  const yaml = profileYaml(learnedAssumptions(report), report)
  expect(yaml).toContain('# GET /v3 answered 200 (own/sees)\ncommon/href-form: "absolute"\n')
  expect(yaml).toContain('#   errors/how-many (the service was seen to do all and first)')
  expect(yaml).toContain('#   common/types (seen as "perhaps", which no option says)')
  expect(parse(yaml)).toEqual({ 'common/href-form': 'absolute' })
})
