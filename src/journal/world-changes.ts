import * as z from 'zod'
import { stateLiteral } from '../domain/publications/state-literal.ts'
import { type Agency, agenciesInOrder, agencyByOrdinal } from '../world/agency.ts'
import type { DomainEvent } from '../world/domain-event.ts'
import { inquirySid, isCatalogueEntry } from '../world/inquiry.ts'
import type { Publication } from '../world/publication.ts'
import type { JournalEntry } from './entry.ts'
import type { WorldSummary } from './world-summary.ts'

export const WorldChange = z.object({
  kind: z.enum([
    'publication',
    'inquiry',
    'invitation',
    'agency',
    'webhook',
    'visits',
    'delivery',
    'mail',
    'faults',
    'usage',
  ]),
  id: z.string().nullable().describe('`ExternalId`, `sid`, admin mail, topic, or number of the delivery'),
  agency: z.string().optional().describe('Admin mail of the agency that it belongs to'),
  before: z.string().nullable().optional().describe('`EstadoActual` before; null: it did not exist'),
  after: z.string().optional().describe('`EstadoActual` after'),
  members: z.array(z.string()).optional().describe('Names of what changed in it'),
})
type WorldChange = z.infer<typeof WorldChange>

/** What happened, in one short sentence each. */
export const eventSentences = ({ before, response: answer }: JournalEntry): string[] =>
  answer.events.map((fact) => sentenceOf(before, fact))

const sentenceOf = (world: WorldSummary, fact: DomainEvent): string => {
  switch (fact.kind) {
    case 'inquiry-received':
      return `inquiry ${inquirySid(fact.inquiry)} on ${carOf(fact.inquiry.car) ?? 'a catalogue entry'}`
    case 'invitation-accepted':
      return `${mailAt(world, fact.agency) ?? 'an agency'} accepted the invitation of ${fact.app}`
    case 'publication-written': {
      const { before, after } = fact
      if (!before) return `${after.ExternalId} created, ${after.condition}`
      if (before.condition !== after.condition) return `${after.ExternalId} became ${after.condition}`
      const members = membersChanged(before, after)
      return members.length === 0 ? `${after.ExternalId} written` : `${after.ExternalId} changed: ${members.join(', ')}`
    }
  }
}

const carOf = (car: Parameters<typeof isCatalogueEntry>[0]): string | undefined =>
  isCatalogueEntry(car) ? undefined : car.ExternalId

/** How the world after an exchange differs from the one before: by its facts, and by tables that are no longer the same. */
export const worldChanges = ({ before, after, response: answer }: JournalEntry): WorldChange[] => {
  if (before === after) return []
  return [
    ...answer.events.map((fact) => changeOf(before, fact)),
    ...agencyChanges(before, after),
    ...webhookChanges(before, after),
    ...(before.visits === after.visits ? [] : [whole('visits')]),
    ...numbered('delivery', before.nextDelivery, after.nextDelivery),
    ...(before.outbox === after.outbox ? [] : [whole('mail')]),
    ...(before.faultRules === after.faultRules ? [] : [whole('faults')]),
    ...(before.usage === after.usage ? [] : [whole('usage')]),
  ]
}

const whole = (kind: WorldChange['kind']): WorldChange => ({ kind, id: null })

const changeOf = (world: WorldSummary, fact: DomainEvent): WorldChange => {
  switch (fact.kind) {
    case 'publication-written': {
      const { before, after } = fact
      const { profile } = world.setting
      return {
        kind: 'publication',
        id: after.ExternalId,
        ...belongingTo(world, after.agency),
        before: before ? stateLiteral(profile, before.condition) : null,
        after: stateLiteral(profile, after.condition),
        ...(before && { members: membersChanged(before, after) }),
      }
    }
    case 'inquiry-received':
      return { kind: 'inquiry', id: inquirySid(fact.inquiry), ...belongingTo(world, fact.inquiry.agency) }
    case 'invitation-accepted':
      return { kind: 'invitation', id: fact.app, ...belongingTo(world, fact.agency) }
  }
}

const mailAt = (world: WorldSummary, ordinal: number): string | undefined =>
  agencyByOrdinal(world.agencies, ordinal)?.adminMail

const belongingTo = (world: WorldSummary, ordinal: number): { agency?: string } => {
  const mail = mailAt(world, ordinal)
  return mail === undefined ? {} : { agency: mail }
}

/** Members that the service keeps for itself. */
const OWN = ['handle', 'agency', 'app', 'condition', 'versionId', 'revision']

const membersChanged = (before: Publication, after: Publication): string[] =>
  Object.keys(after).filter(
    (name) => !OWN.includes(name) && isChanged(Reflect.get(before, name), Reflect.get(after, name)),
  )

const isChanged = (before: unknown, after: unknown): boolean =>
  before !== after && JSON.stringify(before) !== JSON.stringify(after)

const agencyChanges = (before: WorldSummary, after: WorldSummary): WorldChange[] => {
  if (before.agencies === after.agencies) return []
  const former = new Map(agenciesInOrder(before.agencies).map((agency) => [agency.ordinal, agency]))
  return agenciesInOrder(after.agencies).flatMap((agency): WorldChange[] => {
    const was = former.get(agency.ordinal)
    return was === agency
      ? []
      : [{ kind: 'agency', id: agency.adminMail, members: was ? agencyMembers(was, agency) : [] }]
  })
}

const agencyMembers = (before: Agency, after: Agency): string[] =>
  Object.keys(after).filter((name) => isChanged(Reflect.get(before, name), Reflect.get(after, name)))

const webhookChanges = (before: WorldSummary, after: WorldSummary): WorldChange[] => {
  if (before.webhooks === after.webhooks) return []
  const former = new Set(before.webhooks)
  return Array.from(after.webhooks).flatMap((webhook): WorldChange[] =>
    former.has(webhook) ? [] : [{ kind: 'webhook', id: webhook.topic }],
  )
}

const numbered = (kind: WorldChange['kind'], from: number, to: number): WorldChange[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => ({ kind, id: `d${from + i}` }))
