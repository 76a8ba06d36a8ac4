import { clauses } from '../../contracts/index.ts'
import { type CheckOptions, prepareCheck } from '../../src/kit/check.ts'
import { type Exploration, type ExploreOptions, explore } from '../../src/search/walk/explore.ts'
import type { Choices } from '../outsider/choices.ts'
import { startOutsider } from '../outsider/outsider.ts'

type More = Partial<
  Pick<
    ExploreOptions,
    'seed' | 'budgetMs' | 'maxFindings' | 'maxStories' | 'hasProbes' | 'clients' | 'onProgress'
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
export const exploreOutsider = async (
  switches: Partial<Choices>,
  { preconditionHeader, ...more }: More & Pick<CheckOptions, 'preconditionHeader'> = {},
): Promise<Exploration> => {
  // Where an api-url-path begins shows only below a path.
  const outsider = await startOutsider({
    switches,
    basePath: switches.pathPrefix === undefined ? '' : '/api/gateway',
  })
  try {
    const { url, agency, keys } = outsider
    const sameOrigins = [url.replace('127.0.0.1', 'localhost')]
    const headers = { 'X-Api-Key': keys.first }
    const named = preconditionHeader === undefined ? {} : { preconditionHeader }
    return await exploreOf({ url, agency, headers, sameOrigins, ...named }, more)
  } finally {
    await outsider.close()
  }
}
