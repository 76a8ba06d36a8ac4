import * as z from 'zod'
import { type Agency, agenciesInOrder, agencyAt } from '../world/agency.ts'
import type { Fact } from '../world/domain-event.ts'
import { isCatalogueEntry, sidOf } from '../world/inquiry.ts'
import type { Publication } from '../world/publication.ts'
import { literalOf } from '../domain/state-literal.ts'
import type { Entry } from './entry.ts'
import type { Glance } from './world-summary.ts'

export const Change = z.object({
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
type Change = z.infer<typeof Change>

/** What happened, in one short sentence each. */
export const factsOf = ({ before, answer }: Entry): string[] => answer.facts.map((fact) => sentenceOf(before, fact))

const sentenceOf = (world: Glance, fact: Fact): string => {
  switch (fact.kind) {
    case 'inquiry-received':
      return `inquiry ${sidOf(fact.inquiry)} on ${carOf(fact.inquiry.car) ?? 'a catalogue entry'}`
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
export const changesOf = ({ before, after, answer }: Entry): Change[] => {
  if (before === after) return []
  return [
    ...answer.facts.map((fact) => changeOf(before, fact)),
    ...agencyChanges(before, after),
    ...webhookChanges(before, after),
    ...(before.visits === after.visits ? [] : [whole('visits')]),
    ...numbered('delivery', before.nextDelivery, after.nextDelivery),
    ...(before.outbox === after.outbox ? [] : [whole('mail')]),
    ...(before.disturbances === after.disturbances ? [] : [whole('faults')]),
    ...(before.usage === after.usage ? [] : [whole('usage')]),
  ]
}

const whole = (kind: Change['kind']): Change => ({ kind, id: null })

const changeOf = (world: Glance, fact: Fact): Change => {
  switch (fact.kind) {
    case 'publication-written': {
      const { before, after } = fact
      const { profile } = world.setting
      return {
        kind: 'publication',
        id: after.ExternalId,
        ...belongingTo(world, after.agency),
        before: before ? literalOf(profile, before.condition) : null,
        after: literalOf(profile, after.condition),
        ...(before && { members: membersChanged(before, after) }),
      }
    }
    case 'inquiry-received':
      return { kind: 'inquiry', id: sidOf(fact.inquiry), ...belongingTo(world, fact.inquiry.agency) }
    case 'invitation-accepted':
      return { kind: 'invitation', id: fact.app, ...belongingTo(world, fact.agency) }
  }
}

const mailAt = (world: Glance, ordinal: number): string | undefined => agencyAt(world.agencies, ordinal)?.adminMail

const belongingTo = (world: Glance, ordinal: number): { agency?: string } => {
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

const agencyChanges = (before: Glance, after: Glance): Change[] => {
  if (before.agencies === after.agencies) return []
  const former = new Map(agenciesInOrder(before.agencies).map((agency) => [agency.ordinal, agency]))
  return agenciesInOrder(after.agencies).flatMap((agency): Change[] => {
    const was = former.get(agency.ordinal)
    return was === agency
      ? []
      : [{ kind: 'agency', id: agency.adminMail, members: was ? agencyMembers(was, agency) : [] }]
  })
}

const agencyMembers = (before: Agency, after: Agency): string[] =>
  Object.keys(after).filter((name) => isChanged(Reflect.get(before, name), Reflect.get(after, name)))

const webhookChanges = (before: Glance, after: Glance): Change[] => {
  if (before.webhooks === after.webhooks) return []
  const former = new Set(before.webhooks)
  return Array.from(after.webhooks).flatMap((webhook): Change[] =>
    former.has(webhook) ? [] : [{ kind: 'webhook', id: webhook.topic }],
  )
}

const numbered = (kind: Change['kind'], from: number, to: number): Change[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => ({ kind, id: `d${from + i}` }))
