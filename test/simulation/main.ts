import { parseArgs } from 'node:util'
import { planOf } from './plan.ts'
import { invariantOf, shrink } from './shrink.ts'
import { type Run, simulate } from './simulation.ts'

/**
 * `npm run simulate -- [--seeds N] [--from N] [--steps N] [--seed N]`: plays seeds against the whole app in
 * one process, with simulated time, network and disk. Ends with 1 when an invariant broke.
 */

const HELP =
  'Options: --seeds N (default 10000), --from N (the first seed, default 1), --steps N (in each, default 30), ' +
  '--seed N (only this one, or several), --twice N (every Nth seed is played twice, default 10)'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '10000' },
    from: { type: 'string', default: '1' },
    steps: { type: 'string', default: '30' },
    twice: { type: 'string', default: '10' },
    seed: { type: 'string', multiple: true },
    help: { type: 'boolean', default: false },
  },
})

const wholeNumber = (
  name: 'seeds' | 'from' | 'steps' | 'twice' | 'seed',
  text = String(values[name]),
): number => {
  const number = Number(text)
  if (Number.isSafeInteger(number) && number >= 0) return number
  console.error(`--${name} takes a whole number, got ${text}. ${HELP}`)
  process.exit(2)
}

type RunFailure = NonNullable<Run['failure']>

/** Number of broken seeds after which the rest is not played. */
const MAX_BROKEN = 5

/** Plays a seed; returns what broke in it. */
const playSeed = async (seed: number, steps: number, again: boolean) => {
  const plan = planOf(seed, steps)
  const run = await simulate(plan)
  const second = again && !run.failure ? await simulate(plan) : undefined
  const isEqual = second === undefined || second.digest === run.digest
  if (!isEqual) {
    const from = run.digests.findIndex((digest, step) => digest !== second.digests[step])
    const what = from < 0 ? 'what receivers got' : `step ${from + 1}, ${JSON.stringify(plan[from])}`
    console.error(`Seed ${seed} gave other bytes when it was played again: ${what}`)
  }
  return { run, requests: run.requests + (second?.requests ?? 0), isEqual }
}

/** Prints what broke, and the shortest plan that breaks it too. */
const report = async (seed: number, steps: number, { step, error }: RunFailure): Promise<void> => {
  console.error(`\nSeed ${seed} breaks after step ${step + 1}: ${error.message}`)
  const shortest = await shrink(planOf(seed, steps), invariantOf(error))
  if (shortest) {
    console.error(`The shortest plan that was found, of ${shortest.steps.length} steps:`)
    for (const step of shortest.steps) console.error(`  ${JSON.stringify(step)}`)
    console.error(shortest.run.failure?.error.message)
  } else console.error('It did not fail again: the simulation itself depends on more than its seed.')
  console.error(`Again: npm run simulate -- --seed ${seed} --steps ${steps}`)
}

const main = async (): Promise<number> => {
  if (values.help) {
    console.log(HELP)
    return 0
  }
  const steps = wholeNumber('steps')
  const chosen = values.seed?.map((text) => wholeNumber('seed', text))
  const from = wholeNumber('from')
  const seeds = chosen?.length ?? wholeNumber('seeds')
  const twice = Math.max(1, wholeNumber('twice'))
  let [count, requests, looks, outgoing, broken] = [0, 0, 0, 0, 0]
  while (count < seeds && broken < MAX_BROKEN) {
    const seed = chosen?.[count] ?? from + count
    const played = await playSeed(seed, steps, count % twice === 0)
    count += 1
    requests += played.requests
    looks += played.run.looks
    outgoing += played.run.outgoing
    const { failure } = played.run
    if (failure) await report(seed, steps, failure)
    if (failure || !played.isEqual) broken += 1
    if (count % 500 === 0) console.log(`${count} seeds, ${requests} requests, ${broken} broken`)
  }
  if (count < seeds) console.error(`Stopped at ${broken} broken of ${count} seeds; ${seeds} were asked for.`)
  console.log(
    `${count} seeds of ${steps} steps: ${requests} requests, ${outgoing} outgoing, ${looks} reads of the ` +
      `invariants, ${broken} broken`,
  )
  return broken === 0 ? 0 : 1
}

process.exitCode = await main()
