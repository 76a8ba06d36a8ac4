import { clauses } from '../../contracts/index.ts'
import { type CheckOptions, prepareCheck } from '../../src/checks/check/check.ts'
import { type FailedClause, failedClauses } from '../../src/checks/explore/exploration/clause-runs.ts'
import type { Exploration, ExploreOptions } from '../../src/checks/explore/exploration/exploration.ts'
import { explore } from '../../src/checks/explore/exploration/explore.ts'
import type { Clause } from '../../src/cli/entries/kit-entry.ts'
import type { Choices } from '../outsider/choices.ts'
import { startOutsider } from '../outsider/outsider.ts'

type More = Partial<
  Pick<
    ExploreOptions,
    | 'seed'
    | 'budgetMs'
    | 'maxFindings'
    | 'maxSequences'
    | 'hasClauses'
    | 'clients'
    | 'onProgress'
    | 'onFinding'
  >
>

/** Explores a target with options of the kit. */
export const exploreOf = async (options: CheckOptions, more: More = {}): Promise<Exploration> => {
  const prepared = prepareCheck(clauses, { patienceMs: 700, timeoutMs: 20_000, ...options })
  try {
    return await explore({ run: prepared.run, seed: 1, ...more })
  } finally {
    prepared.close()
  }
}

/** Explores the outsider's implementation with these switches on. */
export const exploreOutsider = (
  switches: Partial<Choices>,
  { preconditionHeader, ...more }: More & Pick<CheckOptions, 'preconditionHeader'> = {},
): Promise<Exploration> =>
  withOutsider(switches, (options) => exploreOf({ ...options, ...named(preconditionHeader) }, more))

/** Runs some clauses as the clauses of an exploration against the outsider's implementation. */
export const failedOnOutsider = (
  switches: Partial<Choices>,
  clauses: readonly Clause[],
  {
    preconditionHeader,
    ...more
  }: { readonly preconditionHeader?: string } & Parameters<typeof failedClauses>[1] = {},
): Promise<readonly FailedClause[]> =>
  withOutsider(switches, async (options) => {
    const prepared = prepareCheck(clauses, {
      patienceMs: 700,
      timeoutMs: 20_000,
      ...options,
      ...named(preconditionHeader),
    })
    try {
      return (await failedClauses(prepared.run, more)).failed
    } finally {
      prepared.close()
    }
  })

const named = (preconditionHeader: string | undefined) =>
  preconditionHeader === undefined ? {} : { preconditionHeader }

const withOutsider = async <T>(
  switches: Partial<Choices>,
  use: (options: CheckOptions) => Promise<T>,
): Promise<T> => {
  // Where an api-url-path begins shows only below a path.
  const outsider = await startOutsider({
    switches,
    basePath: switches.pathPrefix === undefined ? '' : '/api/gateway',
  })
  try {
    const { url, agency, keys } = outsider
    const sameOrigins = [url.replace('127.0.0.1', 'localhost')]
    return await use({ url, agency, headers: { 'X-Api-Key': keys.first }, sameOrigins })
  } finally {
    await outsider.close()
  }
}
