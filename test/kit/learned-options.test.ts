import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Assumption } from '../../src/assumptions/assumption.ts'
import { formatOption } from '../../src/assumptions/option-text.ts'
import { defaultWord, optionWords } from '../../src/assumptions/options.ts'
import { type AssumptionId, assumptions } from '../../src/assumptions/profile.ts'
import { packageRoot } from '../../src/fixtures/package-root.ts'
import { checkWith } from '../../src/kit/check.ts'
import { type Clause, clauses, learnedAssumptions } from '../../src/kit-entry.ts'
import { createApp } from '../../src/server/app.ts'
import { Simulator } from '../../src/simulator/simulator.ts'
import { AGENCY, TARGET_URL } from './targets.ts'
import { INDISTINGUISHABLE, UNOBSERVABLE } from './unobservable.ts'

/** The clauses learn every option that the sandbox can be switched to and that a client can observe. */

const NOW_MS = Date.parse('2026-03-01T12:00:00-03:00')

const opened = Simulator.open({ scenario: 'demo', nowMs: NOW_MS }).then((sandbox) => ({
  sandbox,
  app: createApp(sandbox),
}))

interface Setting {
  readonly scenario?: string | Readonly<Record<string, unknown>>
  readonly agency?: string
  readonly vendor?: string
  readonly profile: Readonly<Record<string, string>>
  /** World seconds per second; absent, the world's clock stands still. */
  readonly speed?: number
}

const learn = async (
  chosen: readonly Clause[],
  { scenario = 'demo', agency = AGENCY, vendor, profile, speed }: Setting,
) => {
  const { sandbox, app } = await opened
  const handle = await sandbox.makeWorld({ scenario, nowMs: NOW_MS, profile })
  const { name } = handle
  if (speed !== undefined) sandbox.scheduler.set(handle, { running: true, speed })
  try {
    const fetch = async (request: Request) => app.fetch(request)
    return await checkWith(chosen, {
      url: `${TARGET_URL}/w/${name}`,
      agency,
      fetch,
      ...(speed !== undefined && { patienceMs: 5_000 }),
      ...(vendor !== undefined && { vendor }),
    })
  } finally {
    sandbox.worlds.delete(name)
  }
}

/** An agency with one full level, and free places on the levels above and below it. */
const ONE_LEVEL_FULL = {
  title: 'One level is full',
  story: 'There are places above and below the level that has none.',
  seed: 3,
  apps: [{ name: 'uno', key: 'key-uno-000', secret: 'secret-of-uno-0123456789' }],
  agencies: [
    {
      adminMail: AGENCY,
      nombreComercial: 'Los Pinos',
      package: { Alta: 20, Media: 0, Baja: 20 },
      access: { uno: {} },
      operators: [{ Nombre: 'Ana', Apellido: 'Paz', Email: AGENCY, TelefonoLaboral: '+54 11 5555-0100' }],
    },
  ],
}

/** At this speed two hours of retries take 83 ms. */
const RUSHED = { speed: 86_400 }

/** Settings without which the options of an assumption cannot be distinguished. */
const CIRCUMSTANCES: Readonly<Partial<Record<AssumptionId, Partial<Setting>>>> = {
  // A secret shown as null may be no secret, unless the run has set it.
  'events/secret-shown': { profile: { 'events/first-configuration': 'put' } },
  'events/secret-put': {
    profile: { 'events/first-configuration': 'put', 'events/secret-shown': 'as-stored' },
  },
  'events/retries': RUSHED,
  'events/after-last': RUSHED,
  'events/gone': RUSHED,
  'publications/exposure-fallback': { scenario: ONE_LEVEL_FULL },
  'publications/package-exhausted': { scenario: 'package-exhausted', agency: 'ventas@completo.example' },
}

const switchable: readonly Assumption<AssumptionId>[] = assumptions.filter((entry) => entry.switchable)

const optionTexts = (entry: Assumption): string[] =>
  optionWords(entry).map((word) => {
    const value = entry.options[word]?.value
    return formatOption(value === undefined ? { word } : { word, value: value.example })
  })

/** Returns the clauses of the files in `contracts` that learn the assumption. */
const learners = async (id: string): Promise<Clause[]> => {
  const folder = join(packageRoot(), 'contracts')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('index.ts'),
  )
  const call = new RegExp(`learn\\(\\s*'${id}'`)
  const speaking = files.filter((name) => call.test(readFileSync(join(folder, name), 'utf8')))
  const exported = await Promise.all(speaking.map((name) => import(join(folder, name))))
  const theirs = new Set<unknown>(exported.flatMap((module) => Object.values(module).flat()))
  return clauses.filter((entry) => theirs.has(entry))
}

const observable = switchable.filter(({ id }) => !(id in UNOBSERVABLE))
const rows = observable.flatMap((entry) =>
  optionTexts(entry).map((option) => ({ id: entry.id, entry, option })),
)

for (const { id, option } of rows) {
  const seenAs = INDISTINGUISHABLE[id]?.[option] ?? option
  it(`${id}=${option} is learned back${seenAs === option ? '' : ` as ${seenAs}`}`, async () => {
    const { profile = {}, ...circumstances } = CIRCUMSTANCES[id] ?? {}
    const [word, value] = option.split(':')
    const report = await learn(await learners(id), {
      ...circumstances,
      profile: { ...profile, [id]: option },
      // The vendor word cannot be guessed, so the caller gives it.
      ...(id === 'common/vendor' && word === 'token' && value !== undefined && { vendor: value }),
    })
    const accused = report.clauses.filter(({ verdict }) => verdict === 'failed' || verdict === 'broken')
    expect(accused.map((entry) => [entry.id, entry.violation?.expected, entry.violation?.got])).toEqual([])
    const lesson = learnedAssumptions(report).find((entry) => entry.id === id)
    expect([lesson?.option, lesson?.problem]).toEqual([seenAs, undefined])
  })
}

it('a complete run learns every observable default, and nothing about the others', async () => {
  const known = new Set<string>(switchable.map(({ id }) => id))
  const ids = Object.keys(UNOBSERVABLE)
  expect(ids.filter((id) => !known.has(id))).toEqual([])
  const claimed = await Promise.all(ids.map(async (id) => ((await learners(id)).length > 0 ? [id] : [])))
  expect(claimed.flat()).toEqual([])
  const report = await learn(clauses, { profile: {} })
  expect(report.learned.filter(({ id }) => ids.includes(id))).toEqual([])
  // The clauses do not contradict each other: they learn one option of every question that needs no setting.
  const plain = observable.filter(({ id }) => !(id in CIRCUMSTANCES))
  const learned = new Map(learnedAssumptions(report).map(({ id, option }) => [id, option]))
  expect(plain.map(({ id }) => [id, learned.get(id)])).toEqual(
    plain.map((entry) => [entry.id, defaultWord(entry)]),
  )
})
