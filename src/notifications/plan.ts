import { accessOf } from '../domain/access.ts'
import { agencyAt } from '../world/agency.ts'
import { type Deliveries, type Destination, MOST_WAITING, withDelivery } from '../world/delivery.ts'
import type { Fact } from '../world/domain-event.ts'
import { isCatalogueEntry } from '../world/inquiry.ts'
import type { World } from '../world/world.ts'
import { activeChannels, activeWebhook } from './active-channels.ts'
import { hookIdOf } from './hook-id.ts'

export interface Moment {
  /** World time, in milliseconds since the epoch. */
  readonly nowMs: number
  /** Scheme, authority and world prefix of the links that deliveries will carry. */
  readonly base: string
}

/**
 * The world with a delivery for everyone who must be told of what happened: apps by their webhooks (EVT-04), agencies by their
 * channels (EVT-06). The very same world when nobody must.
 */
export const planned = (world: World, facts: readonly Fact[], moment: Moment): World => {
  let { deliveries } = world
  for (const fact of facts) {
    for (const to of destinationsOf(world, fact)) deliveries = withPlanned(world, deliveries, { fact, to, moment })
  }
  return deliveries === world.deliveries ? world : { ...world, deliveries }
}

/**
 * Who is told of what, for the topics of `events/topics`:
 *
 * | topic | when | to |
 * |---|---|---|
 * | `agencia-invitacion-aceptada` | the agency accepted the app's invitation | that app |
 * | `publicacion-consultada` | a publication received an inquiry | the app that published it |
 * | `publicacion-estado` | a publication entered a state, its first one by creation included | the app that published it |
 *
 * An inquiry on a catalogue entry notifies nobody (`events/catalogue-inquiry`).
 */
const destinationsOf = (world: World, fact: Fact): readonly Destination[] => {
  if (fact.kind === 'invitation-accepted') return toApp(world, fact.app, 'agencia-invitacion-aceptada')
  if (fact.kind === 'publication-written') {
    const { before, after } = fact
    return before?.condition === after.condition ? NOBODY : toPublisher(world, after, 'publicacion-estado')
  }
  const { agency: ordinal, car } = fact.inquiry
  if (isCatalogueEntry(car)) return NOBODY
  const agency = agencyAt(world.agencies, ordinal)
  const channels = agency ? activeChannels(agency) : []
  return [
    ...toPublisher(world, car, 'publicacion-consultada'),
    ...channels.map((channel): Destination => ({ kind: 'agency-channel', channel })),
  ]
}

const NOBODY: readonly Destination[] = []

const toApp = (world: World, app: string, topic: string): readonly Destination[] =>
  activeWebhook(world, app, topic) ? [{ kind: 'app-webhook', app, topic }] : NOBODY

/** The publishing app, for which the agency has to exist still (ERR-07). */
const toPublisher = (
  world: World,
  { agency: ordinal, app: name }: { readonly agency: number; readonly app: string },
  topic: string,
): readonly Destination[] => {
  const found = toApp(world, name, topic)
  if (found === NOBODY) return NOBODY
  const agency = agencyAt(world.agencies, ordinal)
  const app = world.setting.apps.find((entry) => entry.name === name)
  return agency && app && accessOf(agency, app) ? found : NOBODY
}

interface Planned {
  readonly fact: Fact
  readonly to: Destination
  readonly moment: Moment
}

const withPlanned = (world: World, deliveries: Deliveries, { fact, to, moment }: Planned): Deliveries => {
  const { nowMs, base } = moment
  const fits = deliveries.due.size < MOST_WAITING
  const named = { number: deliveries.next, agency: agencyIn(fact), to }
  return withDelivery(deliveries, {
    ...named,
    hookId: hookIdOf(world.setting, named),
    fact,
    happenedMs: nowMs,
    base,
    state: fits ? 'pending' : 'cancelled',
    why: fits ? null : `More than ${MOST_WAITING} deliveries wait already.`,
    dueMs: fits ? nowMs : null,
    attempts: [],
    earlier: 0,
  })
}

const agencyIn = (fact: Fact): number => {
  if (fact.kind === 'invitation-accepted') return fact.agency
  return fact.kind === 'inquiry-received' ? fact.inquiry.agency : fact.after.agency
}
