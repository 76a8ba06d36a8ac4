import { createPrng, mixSeed } from '../../../lib/random/prng.ts'
import type { Agency } from '../../../model/world/agency.ts'
import type { Publication } from '../../../model/world/publication.ts'
import type { Visit } from '../../../model/world/visit.ts'
import type { AgencyInput } from '../schema/agency-schema.ts'

/** Generates views of the active publications, in steps: one row per day with views, oldest first. */
export function* generateVisits(
  agency: Agency,
  lot: readonly Publication[],
  input: AgencyInput['visits'],
  seed: number,
): Generator<void, Visit[]> {
  if (!input) return []
  const draw = createPrng(mixSeed(seed, 'visits', agency.adminMail))
  const viewed = lot
    .filter(({ condition }) => condition === 'active')
    .map((publication) => ({ publication, popularity: 0.2 + 1.6 * draw.next() ** 2 }))
  const visits: Visit[] = []
  for (let day = -input.days; day < 0; day++) {
    for (const [i, { publication, popularity }] of viewed.entries()) {
      if (i % VIEWED_AT_ONCE === 0) yield
      const Visitas = Math.round(input.daily * popularity * (0.4 + 1.2 * draw.next()))
      if (Visitas === 0) continue
      const { ExternalId, app, OperadorResponsable } = publication
      visits.push({ agency: agency.ordinal, day, ExternalId, app, OperadorResponsable, Visitas })
    }
  }
  return visits
}

const VIEWED_AT_ONCE = 256
