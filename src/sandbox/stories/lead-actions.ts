import { addInquiries, type NewInquiry } from '../../model/domain/inquiries/inquiry-intake.ts'
import { addViews } from '../../model/domain/inquiries/view-count.ts'
import { inquirySid, isCatalogueEntry } from '../../model/world/inquiry.ts'
import type { World } from '../../model/world/world.ts'
import type { StoryActionInput } from '../scenarios/schema/story-schema.ts'
import { withLeadDetails } from './lead-details.ts'
import { LeadGenerator, popularPublication } from './lead-generator.ts'
import { notVisibleError, requireAgency, requireOperator, requirePublication } from './named-records.ts'
import type { StoryOutcome, StoryScene, StorySteps } from './story-scene.ts'

/** Receives one lead. */
export const playLead = ({ world, atMs }: StoryScene, input: StoryActionInput<'lead'>): StoryOutcome => {
  const { adminMail, externalid, operador, interesado, origen } = input
  const agency = requireAgency(world, adminMail)
  const drawn = new LeadGenerator(world, agency).draw(world.next.inquiry, atMs - world.setting.anchorMs, {
    ...(externalid !== undefined && { car: requirePublication(world, agency, externalid) }),
    ...(operador !== undefined && { operador: requireOperator(agency, operador) }),
    ...(origen !== undefined && { origen }),
  })
  const received = requireAccepted(world, [withLeadDetails(world, drawn, interesado)], externalid)
  const [inquiry] = received.inquiries
  const about = !inquiry || isCatalogueEntry(inquiry.car) ? 'the catalogue' : inquiry.car.ExternalId
  return {
    ...received,
    outcome: `inquiry ${inquiry ? inquirySid(inquiry) : ''} on ${about} for ${drawn.OperadorResponsable}`,
  }
}

/** Receives several leads at the same moment. */
export function* playLeads({ world, atMs }: StoryScene, input: StoryActionInput<'leads'>): StorySteps {
  const agency = requireAgency(world, input.adminMail)
  const publication =
    input.externalid === undefined ? undefined : requirePublication(world, agency, input.externalid)
  const generator = new LeadGenerator(world, agency)
  const leads: NewInquiry[] = []
  for (let i = 0; i < input.count; i++) {
    yield
    const offsetMs = atMs - world.setting.anchorMs
    leads.push(generator.draw(world.next.inquiry + i, offsetMs, publication && { car: publication }))
  }
  const received = requireAccepted(world, leads, input.externalid)
  return { ...received, outcome: `${received.inquiries.length} inquiries` }
}

const requireAccepted = (world: World, leads: readonly NewInquiry[], externalid: string | undefined) => {
  const received = addInquiries(world, leads)
  if ('notShown' in received) throw notVisibleError(received, externalid ?? '', 'receives no inquiries')
  return received
}

/** Receives views of a publication, or of publications drawn by popularity. */
export function* playViews(
  { world, atMs, random }: StoryScene,
  { adminMail, externalid, count }: StoryActionInput<'views'>,
): StorySteps {
  const agency = requireAgency(world, adminMail)
  const addViewsTo = (
    before: World,
    publication: ReturnType<typeof popularPublication>,
    times: number,
  ): World => {
    const received = publication && addViews(before, { agency, publication, count: times, nowMs: atMs })
    if (received && 'notShown' in received) throw notVisibleError(received, externalid ?? '', 'is not viewed')
    return received?.world ?? before
  }
  if (externalid !== undefined) {
    return {
      world: addViewsTo(world, requirePublication(world, agency, externalid), count),
      outcome: `${count} views of ${externalid}`,
    }
  }
  const shares = Math.min(count, MAX_SHARES)
  let after = world
  // Views are drawn in at most 1,000 shares, so that a million costs no more than a thousand.
  for (let i = 0; i < shares; i++) {
    yield
    const share = Math.floor(((i + 1) * count) / shares) - Math.floor((i * count) / shares)
    after = addViewsTo(after, popularPublication(after, agency, random), share)
  }
  return after === world
    ? { world, outcome: 'nothing happened: the agency has no active publication' }
    : { world: after, outcome: `${count} views` }
}

const MAX_SHARES = 1_000
