import { type CheckOptions, prepareCheck } from '../../checks/check/check.ts'
import type { Clause } from '../../kit/runner/clause.ts'
import type { ClauseResult } from '../../kit/runner/clause-run.ts'
import { run, runnableClauses } from '../../kit/runner/run.ts'
import { createdExternalId } from '../../kit/runner/run-bounds.ts'
import { pathOf } from '../../lib/text/url.ts'
import { agenciesInOrder } from '../../model/world/agency.ts'
import { Simulator } from '../../sandbox/simulator/simulator.ts'
import { DEFAULT_WORLD } from '../../sandbox/simulator/world-registry.ts'
import { createApp } from '../../server/app.ts'

/**
 * Describes what a run would send and leave behind, by running the clauses against a sandbox inside this
 * process: a service that answers otherwise gets a few requests more or less. Nothing is sent to the service.
 * `hasCallbackUrl`: `--callback-url` was given.
 */
export const plan = async (
  clauses: readonly Clause[],
  options: CheckOptions,
  hasCallbackUrl: boolean,
): Promise<string> => {
  const requested = prepareCheck(clauses, options)
  const sandbox = await Simulator.open({ scenario: 'demo' })
  const app = createApp(sandbox)
  const { world } = sandbox.worlds.require(DEFAULT_WORLD)
  const agency = agenciesInOrder(world.agencies)[0]?.adminMail ?? ''
  const { only, leaves, vendor } = options
  const rehearsed = prepareCheck(clauses, {
    url: 'http://playa.localhost',
    agency,
    fetch: async (request) => app.fetch(request),
    // Without an address that the service can reach, clauses on deliveries are skipped.
    ...(requested.run.receiver === undefined && !hasCallbackUrl && { receiver: null }),
    ...(only && { only }),
    ...(leaves && { leaves }),
    ...(vendor !== undefined && { vendor, profile: { 'common/vendor': vendor } }),
  })
  const { results } = await run(rehearsed.run)
  const text = new PlanText(agency, requested.run.target.agency, rehearsed.run.prefix)
  requested.close()
  rehearsed.close()
  const { target } = requested.run
  return [
    `Nothing is sent to ${target.base}. A run would try ${results.length} clauses on the agency ${target.agency}:`,
    ...results.map((result) => text.clause(result)),
    summary(results, runnableClauses(requested.run).length, requested.run.clauses.length),
  ].join('\n\n')
}

const LEFT: Readonly<Record<Clause['leaves'], string>> = {
  nothing: 'leaves nothing',
  archived: 'leaves archived publications of its own',
  any: 'changes something and puts it back, or cannot take it back',
}

/** Writes the requests of the rehearsal with the names of the real run. */
class PlanText {
  readonly #from: string
  readonly #to: string
  readonly #prefix: string

  constructor(from: string, to: string, prefix: string) {
    this.#from = encodeURIComponent(from)
    this.#to = encodeURIComponent(to)
    this.#prefix = prefix
  }

  clause({ clause, exchanges, verdict, reason }: ClauseResult): string {
    const lines = new Map<string, number>()
    for (const { request } of exchanges) {
      const line = `${request.method.padEnd(6)} ${this.#path(pathOf(request.url))}`
      lines.set(line, (lines.get(line) ?? 0) + 1)
    }
    const requests = Array.from(lines, ([line, count]) => `  ${line}${count > 1 ? `  (${count} times)` : ''}`)
    if (requests.length === 0 && verdict === 'skipped')
      requests.push(`  nothing that is known in advance: ${reason ?? ''}`)
    return [`${clause.id}: ${LEFT[clause.leaves]}`, ...requests].join('\n')
  }

  /** ExternalIds are chosen when a run starts, so the plan names none. */
  #path(path: string): string {
    return path
      .replaceAll(this.#from, this.#to)
      .replace(new RegExp(`${this.#prefix}\\d+`, 'gi'), '{ExternalId of this run}')
  }
}

const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

const summary = (results: readonly ClauseResult[], tried: number, chosen: number): string => {
  const exchanges = results.flatMap((result) => result.exchanges)
  const writes = exchanges.filter(({ request }) => !READS.includes(request.method)).length
  const made = exchanges.filter(
    ({ request, response }) => response.status === 201 && createdExternalId(request) !== undefined,
  ).length
  const changing = results.filter(({ clause }) => clause.leaves === 'any').map(({ clause }) => clause.id)
  const lines = [`About ${exchanges.length} requests, ${writes} of them writes.`]
  if (made > 0)
    lines.push(
      `About ${made} publications would be created under ExternalIds of this run alone, and would stay behind archived.`,
    )
  if (changing.length > 0)
    lines.push(
      `Changed and restored, or not restorable, by ${changing.length} clauses: ${changing.join(', ')}.`,
    )
  if (made === 0 && changing.length === 0) lines.push('Nothing would stay behind.')
  if (tried < chosen) lines.push(`${chosen - tried} clauses that leave more than that would not be tried.`)
  return lines.join('\n')
}
