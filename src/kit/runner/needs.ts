import { LEVELS } from '../../api/wire/exposure-level.ts'
import { membersOf } from '../../lib/unknown-values.ts'
import type { FoundSample, PublicationCreator } from '../sample/sample-publication.ts'
import type { Exchange } from '../target/exchange.ts'
import type { WebhookReceiver } from './deliveries.ts'

/** Needs of clauses, each with the reason for a skip when the target does not meet it. */
export const NEEDS = {
  write: 'the app may not write to the agency',
  place: 'the package has no free place',
  inquiries: 'the agency shows no inquiry',
  'other-app':
    'no second app is given, or it is answered 401: --other-auth or --other-header gives its credentials',
  callback: 'the service cannot reach this machine: give a URL that it can reach with --callback-url',
} as const
export type Need = keyof typeof NEEDS

/**
 * What the checks of needs use of a run.
 *
 * @internal
 */
export interface NeedCheckRun extends PublicationCreator {
  sample(): Promise<FoundSample>
  receiver(): Promise<WebhookReceiver | undefined>
}

/** Whether the target meets a need, and the response that shows it. */
export interface NeedResult {
  readonly isMet: boolean
  readonly exchange?: Exchange | undefined
}

/**
 * Checks whether the target meets the need.
 *
 * @internal
 */
export const checkNeed = (need: Need, run: NeedCheckRun): Promise<NeedResult> => NEED_CHECKS[need](run)

const NEED_CHECKS: Readonly<Record<Need, (run: NeedCheckRun) => Promise<NeedResult>>> = {
  // Only a create shows whether the app may write. A suspended publication takes no place of the package; the
  // run archives it.
  write: async (run) => {
    const { isAccepted, refusal } = await run.sample()
    const isMet = isAccepted || (refusal?.status !== 401 && refusal?.status !== 403)
    return { isMet, exchange: refusal?.exchange }
  },
  // Clauses of a service that does not show its package find out themselves.
  place: async (run) => ({ isMet: ((await freePlaces(run)) ?? 1) > 0 }),
  inquiries: async (run) => {
    const exchange = await run.send('GET', `/v3/consultas/${encodeURIComponent(run.target.agency)}`, {})
    return { isMet: Number(membersOf(exchange.json)['Total']) > 0, exchange }
  },
  'other-app': async (run) => {
    if (!run.target.otherApp) return { isMet: false }
    return { isMet: (await run.send('GET', '/v3', { isOtherApp: true })).response.status !== 401 }
  },
  callback: async (run) => ({ isMet: (await run.receiver()) !== undefined }),
}

/**
 * Returns how many publications the agency's package still takes, at all levels together (AGE-07), none at a
 * level that it does not show; undefined when the package cannot be read.
 *
 * @internal
 */
export const freePlaces = async (run: Pick<NeedCheckRun, 'send' | 'target'>): Promise<number | undefined> => {
  const path = `/v3/agencias/${encodeURIComponent(run.target.agency)}/productos`
  const { json, response } = await run.send('GET', path, {})
  if (response.status !== 200 || typeof json !== 'object' || json === null) return undefined
  return LEVELS.map((level) => Number(membersOf(membersOf(json)[level])['Disponibles']) || 0).reduce(
    (sum, free) => sum + Math.max(0, free),
    0,
  )
}
