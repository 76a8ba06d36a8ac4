import { isChosen } from '../../api/assumptions/profile.ts'
import { atOnce, type Steps } from '../../lib/collections/steps.ts'
import { mixSeed } from '../../lib/random/prng.ts'
import { accessOf } from '../../model/domain/access.ts'
import { isInquiryVisibleTo } from '../../model/domain/inquiries/inquiry-query.ts'
import { agencyByOrdinal } from '../../model/world/agency.ts'
import {
  type Deliveries,
  type Destination,
  MAX_PENDING_DELIVERIES,
  withDelivery,
} from '../../model/world/delivery.ts'
import type { DomainEvent } from '../../model/world/domain-event.ts'
import { type Inquiry, isCatalogueEntry } from '../../model/world/inquiry.ts'
import type { Publication } from '../../model/world/publication.ts'
import type { Setting, World } from '../../model/world/world.ts'
import { activeChannels, activeWebhook } from './active-channels.ts'

/** When and where the events of one request happened. */
export interface QueueContext {
  /** World time, in milliseconds since the epoch. */
  readonly nowMs: number
  /** Base URL of the links in delivery bodies: scheme, authority and world prefix. */
  readonly base: string
}

/**
 * Queues deliveries for `events`, to webhooks of apps (EVT-04) and channels of agencies (EVT-06); returns
 * the new world, or the same one when no delivery is due.
 */
export const queueDeliveries = (world: World, events: readonly DomainEvent[], context: QueueContext): World =>
  atOnce(queueDeliverySteps(world, events, context))

/** Does the same in steps, so that many events do not hold the event loop. */
export function* queueDeliverySteps(
  world: World,
  events: readonly DomainEvent[],
  context: QueueContext,
): Steps<World> {
  let { deliveries } = world
  for (const event of events) {
    yield
    for (const to of destinationsOf(world, event))
      deliveries = withPlannedDelivery(world, deliveries, { event, to, context })
  }
  return deliveries === world.deliveries ? world : { ...world, deliveries }
}

/**
 * Finds the destinations of an event, for the topics of `events/topics`:
 *
 * | topic | when | to |
 * |---|---|---|
 * | `agencia-invitacion-aceptada` | the agency accepted the app's invitation | that app |
 * | `publicacion-consultada` | a publication received an inquiry | `events/inquiry-recipients` |
 * | `publicacion-estado` | a publication entered a state (`events/state-topic`) | the app that published it |
 *
 * An inquiry on a catalogue entry notifies the channels of its agency at most (`events/catalogue-inquiry`).
 */
const destinationsOf = (world: World, event: DomainEvent): readonly Destination[] => {
  const { profile } = world.setting
  if (event.kind === 'invitation-accepted') return toApp(world, event.app, 'agencia-invitacion-aceptada')
  if (event.kind === 'publication-written') {
    const { before, after } = event
    const isUnnotified = !before && isChosen(profile, 'events/state-topic', 'changes-only')
    return isUnnotified || before?.condition === after.condition
      ? NO_DESTINATIONS
      : toPublisher(world, after, 'publicacion-estado')
  }
  const { agency: ordinal, car } = event.inquiry
  if (isCatalogueEntry(car) && isChosen(profile, 'events/catalogue-inquiry', 'not-notified'))
    return NO_DESTINATIONS
  const agency = agencyByOrdinal(world.agencies, ordinal)
  const channels = agency ? activeChannels(agency) : []
  return [
    ...(isCatalogueEntry(car) ? NO_DESTINATIONS : toRecipients(world, event.inquiry, car)),
    ...channels.map((channel): Destination => ({ kind: 'agency-channel', channel })),
  ]
}

const NO_DESTINATIONS: readonly Destination[] = []

const toApp = (world: World, app: string, topic: string): readonly Destination[] =>
  activeWebhook(world, app, topic) ? [{ kind: 'app-webhook', app, topic }] : NO_DESTINATIONS

/** The webhooks of the apps that an inquiry is sent to (`events/inquiry-recipients`). */
const toRecipients = (world: World, inquiry: Inquiry, car: Publication): readonly Destination[] => {
  const topic = 'publicacion-consultada'
  if (isChosen(world.setting.profile, 'events/inquiry-recipients', 'publisher'))
    return toPublisher(world, car, topic)
  const agency = agencyByOrdinal(world.agencies, inquiry.agency)
  return world.setting.apps
    .filter((app) => agency && accessOf(agency, app) && isInquiryVisibleTo({ world, app }, agency, inquiry))
    .flatMap(({ name }) => toApp(world, name, topic))
}

/** The webhook of the publishing app, as long as the agency exists for that app (ERR-07). */
const toPublisher = (
  world: World,
  { agency: ordinal, app: name }: { readonly agency: number; readonly app: string },
  topic: string,
): readonly Destination[] => {
  const found = toApp(world, name, topic)
  if (found === NO_DESTINATIONS) return NO_DESTINATIONS
  const agency = agencyByOrdinal(world.agencies, ordinal)
  const app = world.setting.apps.find((entry) => entry.name === name)
  return agency && app && accessOf(agency, app) ? found : NO_DESTINATIONS
}

interface PlannedDelivery {
  readonly event: DomainEvent
  readonly to: Destination
  readonly context: QueueContext
}

const withPlannedDelivery = (
  world: World,
  deliveries: Deliveries,
  { event, to, context }: PlannedDelivery,
): Deliveries => {
  const { nowMs, base } = context
  const fits = deliveries.due.size < MAX_PENDING_DELIVERIES
  const named = { number: deliveries.next, agency: agencyOfEvent(event), to }
  return withDelivery(deliveries, {
    ...named,
    hookId: hookIdOf(world.setting, named),
    event,
    happenedMs: nowMs,
    base,
    state: fits ? 'pending' : 'cancelled',
    why: fits ? null : `More than ${MAX_PENDING_DELIVERIES} deliveries wait already.`,
    dueMs: fits ? nowMs : null,
    attempts: [],
    earlier: 0,
  })
}

const agencyOfEvent = (event: DomainEvent): number => {
  if (event.kind === 'invitation-accepted') return event.agency
  return event.kind === 'inquiry-received' ? event.inquiry.agency : event.after.agency
}

/**
 * Derives the `Notification-Hook-ID` of a delivery (`events/hook-id`): a UUID from the world's seed and its
 * start. Equal worlds give equal ids. A world with another start gives others, so that receivers do not take
 * its deliveries for duplicates.
 */
const hookIdOf = (
  { seed, startMs, profile }: Setting,
  delivery: { readonly number: number; readonly agency: number; readonly to: Destination },
): string => {
  if (isChosen(profile, 'events/hook-id', 'per-notification'))
    return uuid(seed, `${startMs} delivery ${delivery.number}`)
  const { to } = delivery
  const name =
    to.kind === 'app-webhook' ? `app ${to.app} ${to.topic}` : `agency ${delivery.agency} ${to.channel}`
  return uuid(seed, `${startMs} ${name}`)
}

/** Formats a hash as a version 4 UUID, the form that receivers expect. */
const uuid = (seed: number, name: string): string => {
  const word = (n: number) => mixSeed(seed, 'hook', name, n).toString(16).padStart(8, '0')
  const digits = word(0) + word(1) + word(2) + word(3)
  const variant = '89ab'[mixSeed(seed, 'hook', name, 4) % 4]
  const groups = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20),
  ]
  return groups.join('-')
}
