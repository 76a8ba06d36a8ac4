import { stateLiteral } from '../../api/wire/state-literal.ts'
import { type Agency, agenciesInOrder, agencyByOrdinal } from '../../model/world/agency.ts'
import type { DomainEvent } from '../../model/world/domain-event.ts'
import { inquirySid, isCatalogueEntry } from '../../model/world/inquiry.ts'
import type { Publication } from '../../model/world/publication.ts'
import type { WorldChange } from './exchange-schemas.ts'
import type { JournalEntry } from './journal-entry.ts'
import type { WorldSummary } from './world-summary.ts'

/** Describes each domain event in a short sentence. */
export const eventSentences = ({ before, response }: JournalEntry): string[] =>
  response.events.map((event) => sentenceOf(before, event))

const sentenceOf = (world: WorldSummary, event: DomainEvent): string => {
  switch (event.kind) {
    case 'inquiry-received':
      return `inquiry ${inquirySid(event.inquiry)} on ${externalIdOf(event.inquiry.car) ?? 'a catalogue entry'}`
    case 'invitation-accepted':
      return `${mailAt(world, event.agency) ?? 'an agency'} accepted the invitation of ${event.app}`
    case 'publication-written': {
      const { before, after } = event
      if (!before) return `${after.ExternalId} created, ${after.condition}`
      if (before.condition !== after.condition) return `${after.ExternalId} became ${after.condition}`
      const members = membersChanged(before, after)
      return members.length === 0
        ? `${after.ExternalId} written`
        : `${after.ExternalId} changed: ${members.join(', ')}`
    }
  }
}

const externalIdOf = (car: Parameters<typeof isCatalogueEntry>[0]): string | undefined =>
  isCatalogueEntry(car) ? undefined : car.ExternalId

/** Returns the changes of an exchange: its domain events, and tables that are no longer the same value. */
export const worldChanges = ({ before, after, response }: JournalEntry): WorldChange[] => {
  if (before === after) return []
  return [
    ...response.events.map((event) => eventChange(before, event)),
    ...agencyChanges(before, after),
    ...webhookChanges(before, after),
    ...(before.visits === after.visits ? [] : [tableChange('visits')]),
    ...numberedChanges('delivery', before.nextDelivery, after.nextDelivery),
    ...(before.outbox === after.outbox ? [] : [tableChange('mail')]),
    ...(before.faultRules === after.faultRules ? [] : [tableChange('faults')]),
    ...(before.usage === after.usage ? [] : [tableChange('usage')]),
  ]
}

const tableChange = (kind: WorldChange['kind']): WorldChange => ({ kind, id: null })

const eventChange = (world: WorldSummary, event: DomainEvent): WorldChange => {
  switch (event.kind) {
    case 'publication-written': {
      const { before, after } = event
      const { profile } = world.setting
      return {
        kind: 'publication',
        id: after.ExternalId,
        ...agencyMember(world, after.agency),
        before: before ? stateLiteral(profile, before.condition) : null,
        after: stateLiteral(profile, after.condition),
        ...(before && { members: membersChanged(before, after) }),
      }
    }
    case 'inquiry-received':
      return { kind: 'inquiry', id: inquirySid(event.inquiry), ...agencyMember(world, event.inquiry.agency) }
    case 'invitation-accepted':
      return { kind: 'invitation', id: event.app, ...agencyMember(world, event.agency) }
  }
}

const mailAt = (world: WorldSummary, ordinal: number): string | undefined =>
  agencyByOrdinal(world.agencies, ordinal)?.adminMail

const agencyMember = (world: WorldSummary, ordinal: number): { agency?: string } => {
  const mail = mailAt(world, ordinal)
  return mail === undefined ? {} : { agency: mail }
}

/** Members that the service does not show. */
const INTERNAL_MEMBERS = ['handle', 'agency', 'app', 'condition', 'versionId', 'revision']

const membersChanged = (before: Publication, after: Publication): string[] =>
  Object.keys(after).filter(
    (name) =>
      !INTERNAL_MEMBERS.includes(name) && isChanged(Reflect.get(before, name), Reflect.get(after, name)),
  )

const isChanged = (before: unknown, after: unknown): boolean =>
  before !== after && JSON.stringify(before) !== JSON.stringify(after)

const agencyChanges = (before: WorldSummary, after: WorldSummary): WorldChange[] => {
  if (before.agencies === after.agencies) return []
  const byOrdinal = new Map(agenciesInOrder(before.agencies).map((agency) => [agency.ordinal, agency]))
  return agenciesInOrder(after.agencies).flatMap((agency): WorldChange[] => {
    const previous = byOrdinal.get(agency.ordinal)
    return previous === agency
      ? []
      : [{ kind: 'agency', id: agency.adminMail, members: previous ? agencyMembers(previous, agency) : [] }]
  })
}

const agencyMembers = (before: Agency, after: Agency): string[] =>
  Object.keys(after).filter((name) => isChanged(Reflect.get(before, name), Reflect.get(after, name)))

const webhookChanges = (before: WorldSummary, after: WorldSummary): WorldChange[] => {
  if (before.webhooks === after.webhooks) return []
  const previous = new Set(before.webhooks)
  return Array.from(after.webhooks).flatMap((webhook): WorldChange[] =>
    previous.has(webhook) ? [] : [{ kind: 'webhook', id: webhook.topic }],
  )
}

const numberedChanges = (kind: WorldChange['kind'], from: number, to: number): WorldChange[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => ({ kind, id: `d${from + i}` }))
