import { parseArgs } from 'node:util'
import { clauses } from '../../contracts/index.ts'
import { optionWords } from '../../src/api/assumptions/options.ts'
import { assumptions } from '../../src/api/assumptions/profile.ts'
import type { Exploration } from '../../src/checks/explore/exploration/exploration.ts'
import type { Clause } from '../../src/cli/entries/kit-entry.ts'
import { Simulator } from '../../src/sandbox/simulator/simulator.ts'
import { createApp } from '../../src/server/app.ts'
import { AGENCY, TARGET_URL } from '../kit/targets.ts'
import { legalRuns } from '../kit-matrix/legal-runs.ts'
import { WRONG_VARIANTS } from '../outsider/variants/wrong/index.ts'
import { exploreOf, exploreOutsider, failedOnOutsider } from './explore-of.ts'

/**
 * Explores the sandbox under every option of every switchable assumption, the outsider's implementation with
 * its legal variants combined, and with each of its wrong ones. Prints accusations, missed
 * variants, the share found and the median number of requests that show a finding.
 *
 * `npm run explore:matrix -- [options|legal|wrong] [NAME PART] [--from N] [--every N] [--all]`; `--all` also
 * prints the findings of the clauses alone.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string', default: '0' },
    every: { type: 'string', default: '1' },
    all: { type: 'boolean', default: false },
  },
})
const KINDS = ['options', 'legal', 'wrong'] as const
const [first = '', ...rest] = positionals
const asked = KINDS.filter((kind) => kind === first)
const part = (asked.length > 0 ? rest[0] : first) ?? ''
const kinds = asked.length > 0 ? asked : KINDS

const selected = <T>(all: readonly (readonly [string, T])[]): readonly (readonly [string, T])[] =>
  all
    .filter(([name]) => name.includes(part))
    .filter((_, at) => at >= Number(values.from) && (at - Number(values.from)) % Number(values.every) === 0)

const accusations = ({ found }: Exploration): string =>
  found
    .map(({ finding }) => `\n    ${finding.rule}: expected ${finding.expected}, got ${finding.got}`)
    .join('')

/** Options that leave an exploration without publications, or that wait on the wall clock. */
const UNWALKED = /^(limits|auth)\//

if (kinds.includes('options')) {
  let accused = 0
  const options = selected(
    assumptions
      .filter(({ id, switchable }) => switchable && !UNWALKED.test(id))
      .flatMap((entry) =>
        optionWords(entry)
          .slice(1)
          .map((word) => [`${entry.id}=${word}`, { [entry.id]: word }] as const),
      ),
  )
  for (const [name, profile] of options) {
    const sandbox = await Simulator.open({
      scenario: 'demo',
      nowMs: Date.parse('2026-03-01T12:00:00-03:00'),
      profile,
    })
    const app = createApp(sandbox)
    const fetch = async (request: Request) => app.fetch(request)
    const exploration = await exploreOf({ url: TARGET_URL, agency: AGENCY, fetch }, { hasClauses: false })
    if (exploration.found.length > 0) accused += 1
    if (exploration.found.length > 0) console.log(`accused: ${name}${accusations(exploration)}`)
  }
  console.log(`options accused: ${accused} of ${options.length}`)
}

if (kinds.includes('legal')) {
  let accused = 0
  const runs = selected(legalRuns(7).map(({ names, switches }) => [names.join('; '), switches] as const))
  for (const [name, switches] of runs) {
    const exploration = await exploreOutsider(switches)
    if (exploration.found.length > 0) accused += 1
    if (exploration.found.length > 0) console.log(`accused: ${name}${accusations(exploration)}`)
  }
  console.log(`combined legal variants accused: ${accused} of ${runs.length}`)
}

if (kinds.includes('wrong')) {
  const sizes: number[] = []
  const wrong = selected(WRONG_VARIANTS.map((variant) => [variant.name, variant] as const))
  let [walked, byClauses] = [0, 0]
  for (const [at, [name, { switches, violates, sentence }]] of wrong.entries()) {
    // Without the name, a service that ignores the header looks like one that reads another.
    const preconditionHeader = 'If-Match'
    const isRace = 'races' in switches
    const { found } = await exploreOutsider(switches, {
      maxFindings: 1,
      hasClauses: false,
      preconditionHeader,
      ...(isRace && { clients: 3 }),
    })
    sizes.push(...found.slice(0, 1).map(({ exchanges }) => exchanges.length))
    if (found.length > 0) walked += 1
    // The clauses of an exploration, those on the broken statements first, until one fails.
    const isLikely = ({ statements }: Clause) => statements.some((id) => violates.includes(id))
    const groups = [clauses.filter(isLikely), clauses.filter((clause) => !isLikely(clause))]
    let failed =
      found.length === 0 ? await failedOnOutsider(switches, groups[0] ?? [], { preconditionHeader }) : []
    if (found.length === 0 && failed.length === 0)
      failed = await failedOnOutsider(switches, groups[1] ?? [], { preconditionHeader })
    if (failed.length > 0) byClauses += 1
    sizes.push(...failed.slice(0, 1).map(({ sent }) => sent.length))
    if (found.length === 0 && values.all)
      console.log(`not walked: ${name} (${violates.join(', ')}: ${sentence}): ${failed[0]?.finding.rule}`)
    if (found.length + failed.length === 0)
      console.log(`missed: ${name} (${violates.join(', ')}: ${sentence})`)
    if (at % 20 === 19)
      console.error(`${at + 1} of ${wrong.length}: ${walked} walked, ${byClauses} by clauses`)
  }
  const caught = walked + byClauses
  sizes.sort((one, other) => one - other)
  const share = ((100 * caught) / Math.max(1, wrong.length)).toFixed(1)
  console.log(
    `wrong variants found: ${caught} of ${wrong.length} (${share} %), ${walked} by the exploration itself`,
  )
  console.log(`requests that show one: ${sizes[Math.floor(sizes.length / 2)]} at the median`)
}
process.exit(0)
