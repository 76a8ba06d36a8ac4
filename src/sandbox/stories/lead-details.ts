import { Interesado } from '../../api/wire/response-schemas.ts'
import type { NewInquiry } from '../../model/domain/inquiries/inquiry-intake.ts'
import { interestedPerson } from '../../model/domain/inquiries/interested-person.ts'
import type { World } from '../../model/world/world.ts'

/**
 * Overrides the drawn members of `Interesado` (INQ-02) with the given ones; returns the same lead where none
 * are given.
 */
export const withLeadDetails = (
  world: World,
  lead: NewInquiry,
  given: Readonly<Record<string, unknown>> | undefined,
): NewInquiry => {
  if (!given) return lead
  const drawn = interestedPerson({ ...lead, number: world.next.inquiry }, world.setting.people())
  return { ...lead, lead: Interesado.parse({ ...drawn, ...given }) }
}
