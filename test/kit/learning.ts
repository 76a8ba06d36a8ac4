import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AssumptionId } from '../../src/api/assumptions/profile.ts'
import { checkWith } from '../../src/checks/check/check.ts'
import { type Clause, clauses, learnedAssumptions, type Report } from '../../src/cli/entries/kit-entry.ts'
import { packageRoot } from '../../src/lib/runtime/package-root.ts'
import { Simulator } from '../../src/sandbox/simulator/simulator.ts'
import { createApp } from '../../src/server/app.ts'
import type { OptionRow } from '../support/option-packs.ts'
import { AGENCY, TARGET_URL } from './targets.ts'
import { INDISTINGUISHABLE } from './unobservable.ts'

const NOW_MS = Date.parse('2026-03-01T12:00:00-03:00')

const opened = Simulator.open({ scenario: 'demo', nowMs: NOW_MS }).then((sandbox) => ({
  sandbox,
  app: createApp(sandbox),
}))

/** A world to learn from, and the caller's options for the run. */
export interface LearningSetting {
  readonly scenario?: string | Readonly<Record<string, unknown>>
  readonly agency?: string
  readonly vendor?: string
  readonly profile: Readonly<Record<string, string>>
  /** World seconds per second; absent, the world's clock stands still. */
  readonly speed?: number
}

/** Checks a new world of the sandbox with these options. */
export const learnFrom = async (
  chosen: readonly Clause[],
  { scenario = 'demo', agency = AGENCY, vendor, profile, speed }: LearningSetting,
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
      ...(scenario === 'demo' && { otherApp: { auth: { kind: 'key', key: 'vidriera-key' } } }),
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
export const CIRCUMSTANCES: Readonly<Partial<Record<AssumptionId, Partial<LearningSetting>>>> = {
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

/** Returns the clauses of the files in `contracts` that learn the assumption. */
export const learnersOf = async (id: string): Promise<Clause[]> => {
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

/** Learns one option of an assumption in its own world, with the clauses about it. */
export const learnAlone = async ({ id, option }: OptionRow): Promise<Report> => {
  const { profile = {}, ...circumstances } = CIRCUMSTANCES[id] ?? {}
  const [word, value] = option.split(':')
  return learnFrom(await learnersOf(id), {
    ...circumstances,
    profile: { ...profile, [id]: option },
    // The vendor name cannot be guessed, so the caller gives it.
    ...(id === 'common/vendor' && word === 'token' && value !== undefined && { vendor: value }),
  })
}

/** Returns the failures in the report, and the rules that answers break. */
export const accusations = ({ clauses, rules }: Report): readonly unknown[] => [
  ...clauses
    .filter(({ verdict }) => verdict === 'failed' || verdict === 'broken')
    .map(({ id, violation, reason }) => [id, violation?.expected ?? reason, violation?.got]),
  ...rules.findings.map(({ rule, expected, got }) => [rule, expected, got]),
]

/** Returns the options that were not learned as a client sees them, with the learned ones. */
export const mislearned = (report: Report, rows: readonly OptionRow[]): readonly unknown[] => {
  const learned = new Map(learnedAssumptions(report).map((entry) => [entry.id, entry]))
  return rows.flatMap(({ id, option }) => {
    const { option: found, problem } = learned.get(id) ?? {}
    const seenAs = INDISTINGUISHABLE[id]?.[option] ?? option
    return found === seenAs && problem === undefined ? [] : [[id, option, found, problem]]
  })
}
