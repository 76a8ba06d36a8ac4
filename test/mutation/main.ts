import { type ChildProcess, fork } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createPrng } from '../../src/random/prng.ts'
import { bundleMutated, type RuleMutant } from './instrument.ts'
import type { MutantVerdict } from './worker.ts'

/**
 * Changes rules of the sandbox one at a time, as Stryker does, and asks whether `playa check` notices: each
 * survivor that a client can observe is a relation that the kit lacks. Writes `.bench/mutation.json`.
 *
 * `npm run mutants:rules -- [--folder src/domain] [--sample 200] [--seed 1] [--jobs 1]`
 */
const { values } = parseArgs({
  options: {
    folder: { type: 'string', multiple: true, default: ['src/domain', 'src/http'] },
    sample: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '1' },
  },
})

/** A check takes a few seconds; rules that never end are caught by waiting. */
const PATIENCE_MS = 180_000
/** Checks before a process is replaced: each has its own instance of the sandbox. */
const CHECKS_PER_PROCESS = 15

const bundle = resolve(import.meta.dirname, '../../.bench/mutation/sandbox.mjs')
const mutants = (await bundleMutated(values.folder, bundle)).filter(isObservableKind)
const [unchanged] = await verdictsOf([''], 1)
if (!unchanged || unchanged.caughtBy !== undefined)
  throw new Error(`the kit fails the unchanged sandbox: ${unchanged?.caughtBy}`)
const reached = new Set(unchanged.reached)
const candidates = mutants.filter(({ id }) => reached.has(id))
const sample = drawn(candidates, Number(values.sample), Number(values.seed))
console.log(
  `${mutants.length} mutants of rules, ${candidates.length} of them run in a check of the demo scenario; ${sample.length} drawn`,
)

const survivors: RuleMutant[] = []
let done = 0
const byId = new Map(sample.map((mutant) => [mutant.id, mutant]))
const verdicts = await verdictsOf([...byId.keys()], Number(values.jobs), ({ id, caughtBy }) => {
  done += 1
  if (done % 20 === 0) console.error(`${done} of ${sample.length}`)
  const mutant = byId.get(id)
  if (caughtBy !== undefined || !mutant) return
  survivors.push(mutant)
  console.log(
    `survived: ${mutant.file}:${mutant.line} ${mutant.kind}\n  ${mutant.original}\n  ${mutant.replacement}`,
  )
})
const caught = sample.length - survivors.length
console.log(`${caught} of ${sample.length} caught (${((100 * caught) / sample.length).toFixed(1)} %)`)
mkdirSync('.bench', { recursive: true })
writeFileSync('.bench/mutation.json', JSON.stringify({ verdicts, survivors }, null, 1))

/** Leaves out the reasons of a decision, which only a trace shows, and the choice of another lawful option. */
function isObservableKind({ original }: RuleMutant): boolean {
  return !/^\[?'([A-Z]+-\d+|[a-z]+\/[a-z-]+)'|\b(chosen|activeOption|chosenValue)\(/.test(original)
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

async function verdictsOf(
  ids: readonly string[],
  jobs: number,
  show: (verdict: MutantVerdict) => void = () => {},
): Promise<readonly MutantVerdict[]> {
  const queue = [...ids]
  const found: MutantVerdict[] = []
  const work = async () => {
    let child = startChild()
    let checks = 0
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      const verdict = await asked(child, id)
      found.push(verdict)
      show(verdict)
      checks += 1
      if (checks % CHECKS_PER_PROCESS > 0 && child.connected && !child.killed) continue
      child.kill('SIGKILL')
      child = startChild()
    }
    child.kill('SIGKILL')
  }
  await Promise.all(Array.from({ length: jobs }, work))
  return found
}

function startChild(): ChildProcess {
  return fork(new URL('./worker.ts', import.meta.url), [bundle], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

/** Asks a process for a verdict; one that does not answer is ended, and what it did counts as caught. */
function asked(child: ChildProcess, id: string): Promise<MutantVerdict> {
  return new Promise((done) => {
    const end = (verdict: MutantVerdict) => {
      clearTimeout(timer)
      child.removeAllListeners()
      done(verdict)
    }
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      end({ id, caughtBy: 'no end' })
    }, PATIENCE_MS)
    child.once('message', (verdict: MutantVerdict) => end(verdict))
    child.once('exit', () => end({ id, caughtBy: 'the process ended' }))
    child.send(id)
  })
}
