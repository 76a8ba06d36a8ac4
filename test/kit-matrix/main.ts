import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { clauses } from '../../contracts/index.ts'
import { type Judgement, judge } from './judge.ts'
import { accusationLines, isAccused, rateLine, survivorLine } from './table.ts'
import { isWrong, judgeAll, type Kind, type Task, variantsOf } from './workers.ts'

/**
 * Judges the kit by every variant of the outsider's implementation: no legal one, alone or combined with
 * others, may fail a clause or break a rule; each wrong one must fail. Prints accusations with the sentences
 * that they quote, survivors, and the kill rate, and writes all judgements to `.bench/kit-matrix.json`.
 *
 * `npm run kit:matrix -- [legal|combined|wrong|members] [NAME PART] [--from N] [--every N] [--whole] [--jobs
 * N]`
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string', default: '0' },
    every: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '2' },
    whole: { type: 'boolean', default: false },
  },
})
const KINDS: readonly Kind[] = ['legal', 'combined', 'wrong', 'members']
const [first = '', ...rest] = positionals
const asked = KINDS.filter((kind) => kind === first)
const part = (asked.length > 0 ? rest[0] : first) ?? ''

const tasks: readonly Task[] = (asked.length > 0 ? asked : KINDS).flatMap((kind) =>
  variantsOf(kind)
    .map(({ name }, at) => ({ name, task: { kind, at, isWhole: values.whole } }))
    .filter(({ name, task: { at } }) => name.includes(part) && at >= Number(values.from))
    .filter((_, at) => at % Number(values.every) === 0)
    .map(({ task }) => task),
)

const startMs = performance.now()
const base = await judge(clauses, { name: 'base', switches: {} })
console.log(`base: ${JSON.stringify(base.counts)} in ${base.seconds.toFixed(1)} s`)
for (const line of isAccused(base) ? accusationLines(base) : []) console.log(line)

let done = 0
const found: Record<Kind, Judgement[]> = { legal: [], combined: [], wrong: [], members: [] }
await judgeAll(tasks, Number(values.jobs), ({ kind, at }, judgement) => {
  found[kind].push(judgement)
  done += 1
  if (done % 50 === 0) console.error(`${done} of ${tasks.length}`)
  const isCaught = judgement.failures.length > 0
  const variant = variantsOf(kind)[at]
  if (isAccused(judgement) && !isWrong(kind)) for (const line of accusationLines(judgement)) console.log(line)
  if (!isCaught && variant && 'violates' in variant) console.log(survivorLine(variant))
})

const failed = (kind: Kind): number => found[kind].filter(({ failures }) => failures.length > 0).length
const accused = (kind: Kind): number => found[kind].filter(isAccused).length
for (const kind of ['legal', 'combined'] as const)
  console.log(`${kind} variants accused: ${accused(kind)} of ${found[kind].length}`)
for (const kind of KINDS.filter(isWrong))
  console.log(`${kind}: ${rateLine(failed(kind), found[kind].length)}`)
console.log(`in ${((performance.now() - startMs) / 1_000).toFixed(0)} s`)
mkdirSync('.bench', { recursive: true })
writeFileSync('.bench/kit-matrix.json', JSON.stringify({ base, ...found }, null, 1))
