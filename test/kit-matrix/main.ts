import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { clauses } from '../../contracts/index.ts'
import { selectClauses } from '../../src/kit-entry.ts'
import { LEGAL_VARIANTS } from '../outsider/legal-variants.ts'
import type { LegalVariant, WrongVariant } from '../outsider/variant.ts'
import { WRONG_VARIANTS } from '../outsider/wrong-variants.ts'
import { type Judgement, judge } from './judge.ts'

/**
 * Judges the kit by every variant of the outsider's implementation: each legal one must pass, each wrong one
 * must fail. Prints accusations and survivors, and writes all verdicts to `.bench/kit-matrix.json`.
 *
 * `npm run kit:matrix -- [legal|wrong] [NAME PART] [--every N] [--shard I/N] [--jobs N]`
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    every: { type: 'string', default: '1' },
    shard: { type: 'string', default: '1/1' },
    jobs: { type: 'string', default: '2' },
  },
})
const [first = 'all', ...rest] = positionals
const isKind = ['all', 'legal', 'wrong'].includes(first)
const part = (isKind ? rest[0] : first) ?? ''
const [shard = 1, shards = 1] = values.shard.split('/').map(Number)
const every = Number(values.every)

/** Clauses for a variant that limits the rate: a whole run would take minutes, or an hour. */
const clausesFor = ({ switches }: LegalVariant | WrongVariant) => {
  const { rateLimit = 0, rateWindowMs = 60_000 } = switches
  if (rateLimit === 0) return clauses
  return selectClauses(
    clauses,
    rateWindowMs > 10_000 ? ['entry-point'] : ['entry-point', 'publications-create'],
  )
}

const chosenOf = <V extends LegalVariant | WrongVariant>(
  kind: string,
  variants: readonly V[],
): readonly V[] =>
  isKind && first !== 'all' && first !== kind
    ? []
    : variants
        .filter((variant) => variant.name.includes(part))
        .filter((_, at) => at % every === 0 && Math.floor(at / every) % shards === shard - 1)

const judgeAll = async (
  variants: readonly (LegalVariant | WrongVariant)[],
  show: (judgement: Judgement, variant: LegalVariant | WrongVariant) => void,
): Promise<Judgement[]> => {
  const queue = [...variants]
  const judgements: Judgement[] = []
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const judgement = await judge(clausesFor(next), next.name, next.switches)
      judgements.push(judgement)
      show(judgement, next)
    }
  }
  await Promise.all(Array.from({ length: Number(values.jobs) }, work))
  return judgements
}

const base = await judge(clauses, 'base', {})
console.log(`base: ${JSON.stringify(base.counts)} in ${base.seconds.toFixed(1)} s`)
for (const failure of base.failures) console.log(`  ${failure}`)

const legal = await judgeAll(chosenOf('legal', LEGAL_VARIANTS), ({ name, failures }) => {
  if (failures.length > 0)
    console.log(`ACCUSED ${name} (${failures.length})\n  ${failures.slice(0, 6).join('\n  ')}`)
})
const wrong = await judgeAll(chosenOf('wrong', WRONG_VARIANTS), ({ name, failures }, variant) => {
  if (failures.length === 0 && 'violates' in variant)
    console.log(`MISSED ${name} (${variant.violates.join(' ')})`)
})

const clean = legal.filter(({ failures }) => failures.length === 0).length
const caught = wrong.filter(({ failures }) => failures.length > 0).length
console.log(
  `legal variants passed: ${clean} of ${legal.length}; wrong variants caught: ${caught} of ${wrong.length}`,
)
mkdirSync('.bench', { recursive: true })
writeFileSync('.bench/kit-matrix.json', JSON.stringify({ base, legal, wrong }, null, 1))
