import { isCatalogueEntry, sidOf } from '../../world/inquiry.ts'
import { type Arriving, receiveInquiries } from '../../domain/inquiries/receive-inquiry.ts'
import { receiveVisits } from '../../domain/inquiries/receive-visits.ts'
import type { World } from '../../world/world.ts'
import { LeadLot, popularPublication } from '../lead-generator.ts'
import { hidden, needAgency, needOperator, needPublication } from '../named-records.ts'
import { withWords } from '../receive-leads.ts'
import type { SaidOf } from '../../scenarios/story-schema.ts'
import type { Happened, Scene } from './play.ts'

/** Shoppers: who asks and who looks. */

export const leadArrives = ({ world, atMs }: Scene, said: SaidOf<'lead'>): Happened => {
  const { adminMail, externalid, operador, interesado, origen } = said
  const agency = needAgency(world, adminMail)
  const drawn = new LeadLot(world, agency).draw(world.next.inquiry, atMs - world.setting.anchorMs, {
    ...(externalid !== undefined && { car: needPublication(world, agency, externalid) }),
    ...(operador !== undefined && { operador: needOperator(agency, operador) }),
    ...(origen !== undefined && { origen }),
  })
  const received = accepted(world, [withWords(world, drawn, interesado)], externalid)
  const [inquiry] = received.inquiries
  const about = !inquiry || isCatalogueEntry(inquiry.car) ? 'the catalogue' : inquiry.car.ExternalId
  return {
    ...received,
    outcome: `inquiry ${inquiry ? sidOf(inquiry) : ''} on ${about} for ${drawn.OperadorResponsable}`,
  }
}

/** All at one moment. */
export const leadsArrive = ({ world, atMs }: Scene, said: SaidOf<'leads'>): Happened => {
  const agency = needAgency(world, said.adminMail)
  const car = said.externalid === undefined ? undefined : needPublication(world, agency, said.externalid)
  const lot = new LeadLot(world, agency)
  const leads = Array.from({ length: said.count }, (_, i) =>
    lot.draw(world.next.inquiry + i, atMs - world.setting.anchorMs, car && { car }),
  )
  const received = accepted(world, leads, said.externalid)
  return { ...received, outcome: `${received.inquiries.length} inquiries` }
}

const accepted = (world: World, leads: readonly Arriving[], externalid: string | undefined) => {
  const received = receiveInquiries(world, leads)
  if ('notShown' in received) throw hidden(received, externalid ?? '', 'receives no inquiries')
  return received
}

export const viewsArrive = (
  { world, atMs, draw }: Scene,
  { adminMail, externalid, count }: SaidOf<'views'>,
): Happened => {
  const agency = needAgency(world, adminMail)
  const view = (before: World, publication: ReturnType<typeof popularPublication>, times: number): World => {
    const received = publication && receiveVisits(before, { agency, publication, count: times, nowMs: atMs })
    if (received && 'notShown' in received) throw hidden(received, externalid ?? '', 'is not viewed')
    return received?.world ?? before
  }
  if (externalid !== undefined) {
    return {
      world: view(world, needPublication(world, agency, externalid), count),
      outcome: `${count} views of ${externalid}`,
    }
  }
  const shares = Math.min(count, MOST_SHARES)
  let after = world
  // Many views are drawn in shares, so that a million of them costs no more than a thousand.
  for (let i = 0; i < shares; i++) {
    const share = Math.floor(((i + 1) * count) / shares) - Math.floor((i * count) / shares)
    after = view(after, popularPublication(after, agency, draw), share)
  }
  return after === world
    ? { world, outcome: 'nothing happened: the agency shows no publication' }
    : { world: after, outcome: `${count} views` }
}

const MOST_SHARES = 1_000
