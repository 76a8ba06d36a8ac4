import { LEVELS } from '../../wire/exposure-level.ts'
import type { FoundSample, PublicationCreator } from '../sample/sample-publication.ts'
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
export interface NeedProbe extends PublicationCreator {
  sample(): Promise<FoundSample>
  receiver(): Promise<WebhookReceiver | undefined>
}

/**
 * Asks the target whether it meets the need.
 *
 * @internal
 */
export const isNeedMet = (need: Need, run: NeedProbe): Promise<boolean> => NEED_CHECKS[need](run)

const NEED_CHECKS: Readonly<Record<Need, (run: NeedProbe) => Promise<boolean>>> = {
  // Only a create shows whether the app may write. A suspended publication takes no place of the package; the
  // run archives it.
  write: async (run) => {
    const { isAccepted, refusal } = await run.sample()
    return isAccepted || (refusal?.status !== 401 && refusal?.status !== 403)
  },
  place: async (run) => (await freePlaces(run)) > 0,
  inquiries: async (run) => {
    const { json } = await run.send('GET', `/v3/consultas/${encodeURIComponent(run.target.agency)}`, {})
    return Number(memberOf(json, 'Total')) > 0
  },
  'other-app': async (run) => {
    if (!run.target.otherApp) return false
    return (await run.send('GET', '/v3', { isOtherApp: true })).response.status !== 401
  },
  callback: async (run) => (await run.receiver()) !== undefined,
}

/**
 * Returns how many publications the agency's package still takes, at all levels together (AGE-07); none at a
 * level that it does not show.
 *
 * @internal
 */
export const freePlaces = async (run: Pick<NeedProbe, 'send' | 'target'>): Promise<number> => {
  const { json } = await run.send(
    'GET',
    `/v3/agencias/${encodeURIComponent(run.target.agency)}/productos`,
    {},
  )
  return LEVELS.map((level) => Number(memberOf(memberOf(json, level), 'Disponibles')) || 0).reduce(
    (sum, free) => sum + Math.max(0, free),
    0,
  )
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
