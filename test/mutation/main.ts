import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { createPrng } from '../../src/lib/random/prng.ts'
import { bundleMutated, bundleWorker, type RuleMutant } from './instrument.ts'
import type { MutantVerdict } from './worker.ts'
import { judgeMutants } from './workers.ts'

/**
 * Changes rules of the sandbox one at a time, as Stryker does, and asks whether `playa check` notices: each
 * survivor that a client can observe is a relation that the kit lacks. Writes `.bench/mutation.json`.
 *
 * `npm run mutants:rules -- [--folder src/model/domain] [--sample 200] [--seed 1] [--jobs 1] [--again]
 * [--scenario demo]`
 *
 * `--again` runs the survivors of the last run once more, in another world perhaps: `--scenario two-apps`.
 */
const { values } = parseArgs({
  options: {
    folder: { type: 'string', multiple: true, default: ['src/model/domain', 'src/model/http'] },
    sample: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '1' },
    again: { type: 'boolean', default: false },
    scenario: { type: 'string', default: 'demo' },
  },
})

const folder = resolve(import.meta.dirname, '../../.bench/mutation')
const report = resolve(folder, '../mutation.json')
const { scenario } = values
const files = { bundle: resolve(folder, 'sandbox.mjs'), worker: resolve(folder, 'worker.mjs'), scenario }
const mutants = (await bundleMutated(values.folder, files.bundle)).filter(isObservableKind)
await bundleWorker(files.worker)

const [unchanged] = await judgeMutants([undefined], { ...files, jobs: 1 })
if (!unchanged?.reached) throw new Error(`the kit fails the unchanged sandbox: ${unchanged?.caughtBy}`)
const contactDetails = new Map<string, string[]>()
for (const [clause, ids] of Object.entries(unchanged.reached))
  for (const id of ids) contactDetails.set(id, [...(contactDetails.get(id) ?? []), clause])
const candidates = mutants.filter(({ id }) => contactDetails.has(id))
const sample = values.again
  ? previousSurvivors()
  : drawn(candidates, Number(values.sample), Number(values.seed))
console.log(
  `${mutants.length} mutants of rules, ${candidates.length} of them run in a check of the scenario ${scenario}; ${sample.length} drawn`,
)

const byId = new Map(sample.map((mutant) => [mutant.id, mutant]))
const survivors: RuleMutant[] = []
const caught: { readonly file: string; readonly clause: string }[] = []
let done = 0
const verdicts = await judgeMutants([...byId.keys()], {
  ...files,
  jobs: Number(values.jobs),
  orderOf,
  show: ({ id = '', caughtBy }: MutantVerdict) => {
    done += 1
    if (done % 20 === 0) console.error(`${done} of ${sample.length}`)
    const mutant = byId.get(id)
    if (!mutant) return
    if (caughtBy !== undefined) {
      caught.push({ file: mutant.file, clause: caughtBy })
      return
    }
    survivors.push(mutant)
    console.log(
      `survived: ${mutant.file}:${mutant.line} ${mutant.kind}\n  ${mutant.original}\n  ${mutant.replacement}`,
    )
  },
})
const unstarted = caught.filter(({ clause }) => clause.startsWith('no start')).length
console.log(
  `${caught.length} of ${sample.length} caught (${((100 * caught.length) / sample.length).toFixed(1)} %), ${unstarted} of them because the sandbox did not start`,
)
mkdirSync(resolve(report, '..'), { recursive: true })
writeFileSync(report, JSON.stringify({ verdicts, survivors }, null, 1))

/**
 * Leaves out the reasons of a decision, which only a trace shows, and the choice of another allowed option.
 */
function isObservableKind({ original }: RuleMutant): boolean {
  return !/^\[?'([A-Z]+-\d+|[a-z]+\/[a-z-]+)'|\b(chosen|activeOption|chosenValue)\(/.test(original)
}

/**
 * Returns the clauses that run a mutant, first those that caught others of its file, then of any; undefined
 * for code that runs before all of them.
 */
function orderOf(id: string): readonly string[] | undefined {
  const reaching = contactDetails.get(id) ?? []
  if (reaching.includes('start')) return undefined
  const { file } = byId.get(id) ?? {}
  const points = new Map<string, number>()
  for (const one of caught)
    points.set(one.clause, (points.get(one.clause) ?? 0) + (one.file === file ? 100 : 1))
  const pointsOf = (clause: string) => points.get(clause) ?? 0
  return [...reaching].sort((one, other) => pointsOf(other) - pointsOf(one))
}

/** Returns the survivors of the last run that the sources still have. */
function previousSurvivors(): readonly RuleMutant[] {
  const keyOf = (one: Pick<RuleMutant, 'file' | 'line' | 'original' | 'replacement'>) =>
    JSON.stringify([one.file, one.line, one.original, one.replacement])
  const Survivor = z.object({
    file: z.string(),
    line: z.number(),
    original: z.string(),
    replacement: z.string(),
  })
  const previous = z.object({ survivors: z.array(Survivor) }).parse(JSON.parse(readFileSync(report, 'utf8')))
  const keys = new Set(previous.survivors.map(keyOf))
  return candidates.filter((mutant) => keys.has(keyOf(mutant)))
}

/** Draws `count` different ones, in the order of the list. */
function drawn<T>(list: readonly T[], count: number, seed: number): readonly T[] {
  const prng = createPrng(seed)
  const left = [...list.keys()]
  const chosen = Array.from({ length: Math.min(count, list.length) }, () =>
    left.splice(prng.int(0, left.length - 1), 1),
  ).flat()
  return chosen.sort((a, b) => a - b).map((at) => list[at]!)
}
