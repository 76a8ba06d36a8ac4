import { parseArgs } from 'node:util'
import { clauses } from '../../contracts/index.ts'
import type { Finding } from '../../contracts/rules/finding.ts'
import { historyExchange } from '../../contracts/rules/recorded-exchange.ts'
import { judgeOfRun } from '../../contracts/rules/run-judge.ts'
import { prepareCheck } from '../../src/checks/check/check.ts'
import { judgeHistory } from '../../src/checks/explore/explain.ts'
import { run } from '../../src/kit/runner/run.ts'
import type { SentRequest } from '../../src/kit/target/exchange.ts'
import type { Target } from '../../src/kit/target/target.ts'
import { AGENCY, inProcess, TARGET_URL } from '../kit/targets.ts'
import { judge } from '../kit-matrix/judge.ts'
import { legalRuns } from '../kit-matrix/legal-runs.ts'
import type { Choices } from '../outsider/choices.ts'
import { WRONG_VARIANTS } from '../outsider/variants/wrong/index.ts'
import { WRONG_MEMBERS } from '../outsider/variants/wrong/members.ts'
import { judgeMixedTraffic } from './mixed-traffic.ts'

/**
 * Records whole runs of the clauses, and judges the exchanges by the rules alone: as requests that were sent
 * to be judged, and as a proxy sees them, whose clients share the service with others. Prints which allowed
 * services are accused, and how many wrong ones are caught. `traffic` is that of two clients at the same
 * time, through a proxy: 50,000 exchanges with all packs of allowed variants when whole.
 *
 * `npm run judge:matrix -- [allowed|traffic|wrong|members] [--whole] [--every N] [--from N]`; without
 * `--whole` a part that takes about a minute.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    whole: { type: 'boolean', default: false },
    every: { type: 'string' },
    from: { type: 'string', default: '0' },
  },
})
const asked = (kind: string): boolean => positionals.length === 0 || positionals.includes(kind)
const { whole } = values

/** Both ways in which a run is judged. */
const views = ['deliberate', 'as in a proxy'] as const
type View = (typeof views)[number]

interface Recorded {
  readonly sent: readonly SentRequest[]
  /** Whether some clause failed. */
  readonly isFailed: boolean
}

const judged = async (
  sent: readonly SentRequest[],
  view: View,
  preconditionHeader?: string,
): Promise<readonly Finding[]> => {
  if (view === 'deliberate') {
    const target = { vendor: 'service' } as Target // no more of it is read
    return (await judgeOfRun({ sent, target, preconditionHeader })).broken.map(({ finding }) => finding)
  }
  const history = sent
    .flatMap(({ exchange }) => {
      const { startedMs = 0, tookMs = 0 } = exchange ?? {}
      return exchange ? [historyExchange(exchange, exchange.number, startedMs + tookMs)] : []
    })
    .sort((one, other) => one.startMs - other.startMs || one.number - other.number)
  return judgeHistory(history, {
    isAlone: false,
    isDeliberate: false,
    ...(preconditionHeader !== undefined && { preconditionHeader }),
  }).findings
}

const sandboxRun = async (): Promise<Recorded> => {
  const sent: SentRequest[] = []
  const fetch = await inProcess()
  const prepared = prepareCheck(clauses, { url: TARGET_URL, agency: AGENCY, fetch, patienceMs: 700 })
  try {
    const { results } = await run({ ...prepared.run, sent })
    return { sent, isFailed: results.some(({ verdict }) => verdict === 'failed') }
  } finally {
    prepared.close()
  }
}

const outsiderRun = async (switches: Partial<Choices>, preconditionHeader?: string): Promise<Recorded> => {
  const sent: SentRequest[] = []
  const { failures } = await judge(clauses, {
    name: '',
    switches,
    sent,
    ...(preconditionHeader !== undefined && { preconditionHeader }),
  })
  return { sent, isFailed: failures.length > 0 }
}

const accusations = (findings: readonly Finding[]): string =>
  findings
    .slice(0, 12)
    .map(
      ({ rule, expected, got, exchange }) =>
        `\n    ${rule}: expected ${expected}, got ${got} (${exchange.number} ${exchange.method} ${exchange.url})`,
    )
    .join('')

if (asked('allowed')) {
  const packs = legalRuns(7).map(({ names, switches }) => [names.join('; '), switches] as const)
  const runs: readonly (readonly [string, () => Promise<Recorded>])[] = [
    ['the sandbox', sandboxRun],
    ['the independent service', () => outsiderRun({})],
    ...packs
      .slice(0, whole ? packs.length : 1)
      .map(([name, switches]) => [name, () => outsiderRun(switches)] as const),
  ]
  const accused = new Map(views.map((view) => [view, 0]))
  let [exchanges, took] = [0, 0]
  for (const [name, record] of runs) {
    const recorded = await record()
    for (const view of views) {
      const startMs = performance.now()
      const findings = await judged(recorded.sent, view)
      took += performance.now() - startMs
      exchanges += recorded.sent.length
      if (findings.length === 0) continue
      accused.set(view, (accused.get(view) ?? 0) + 1)
      console.log(`accused ${view}: ${name}${accusations(findings)}`)
    }
    if (recorded.isFailed) console.log(`a clause fails: ${name}`)
  }
  for (const view of views)
    console.log(`allowed runs accused, ${view}: ${accused.get(view)} of ${runs.length}`)
  console.log(`${(took / exchanges).toFixed(2)} ms an exchange, of ${exchanges}`)
}

if (asked('traffic')) {
  const packs = legalRuns(7).slice(0, whole ? 7 : 1)
  const count = whole ? Math.ceil(50_000 / packs.length) : 1_000
  let [accused, judgedCount, disordered] = [0, 0, 0]
  for (const [at, { names, switches }] of packs.entries()) {
    const summary = await judgeMixedTraffic({ switches, seed: 7 + at, count })
    judgedCount += summary.judged
    disordered += summary.disordered
    if (summary.findings.length > 0) accused += 1
    if (summary.findings.length > 0)
      console.log(`accused in traffic: ${names.join('; ')}${accusations(summary.findings)}`)
    const heapMb = Math.round(process.memoryUsage().heapUsed / 2 ** 20)
    console.error(`${summary.exchanges} exchanges, ${heapMb} MiB of heap`)
  }
  console.log(
    `traffic of two clients: ${accused} of ${packs.length} services accused in ${judgedCount} exchanges, of which ${disordered} were affected by others`,
  )
}

const KINDS = [
  ['wrong', WRONG_VARIANTS, 11, 190],
  ['members', WRONG_MEMBERS, 11, 400],
] as const
for (const [kind, variants, usual, few] of KINDS) {
  if (!asked(kind)) continue
  const every = Number(values.every ?? (whole ? usual : few))
  const from = Number(values.from)
  const some = variants.filter((_, at) => at >= from && (at - from) % every === 0)
  const caught = { clauses: 0, deliberate: 0, 'as in a proxy': 0, only: 0 }
  for (const { name, violates, switches } of some) {
    const { sent, isFailed } = await outsiderRun(switches, 'If-Match')
    const found: View[] = []
    for (const view of views) if ((await judged(sent, view, 'If-Match')).length > 0) found.push(view)
    for (const view of found) caught[view] += 1
    if (isFailed) caught.clauses += 1
    else if (found.length > 0) caught.only += 1
    if (!found.includes('deliberate')) console.log(`not accused: ${name} (${violates.join(', ')})`)
  }
  console.log(
    `${kind} variants caught: by clauses ${caught.clauses}, by the judge ${caught.deliberate} (only by it ${caught.only}), as in a proxy ${caught['as in a proxy']}, of ${some.length}`,
  )
}
process.exit(0)
