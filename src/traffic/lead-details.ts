import type { NewInquiry } from '../domain/inquiries/inquiry-intake.ts'
import { interestedPerson } from '../domain/inquiries/interested-person.ts'
import { Interesado } from '../wire/response-schemas.ts'
import type { World } from '../world/world.ts'

/** Puts the given members of `Interesado` (INQ-02) over the drawn ones; returns the lead itself where none are given. */
export const withLeadDetails = (
  world: World,
  lead: NewInquiry,
  given: Readonly<Record<string, unknown>> | undefined,
): NewInquiry => {
  if (!given) return lead
  const drawn = interestedPerson({ ...lead, number: world.next.inquiry }, world.setting.people())
  return { ...lead, lead: Interesado.parse({ ...drawn, ...given }) }
}
