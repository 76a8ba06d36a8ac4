import type { Agency } from '../world/agency.ts'
import { chance, mix } from '../random/prng.ts'
import type { Publication } from '../world/publication.ts'
import type { Visit } from '../world/visit.ts'
import type { AgencySaid } from './agency-schema.ts'

/** Views of the active publications, a row for each day that had any, oldest first. */
export const visitsOf = (
  agency: Agency,
  lot: readonly Publication[],
  said: AgencySaid['visits'],
  seed: number,
): Visit[] => {
  if (!said) return []
  const draw = chance(mix(seed, 'visits', agency.adminMail))
  const seen = lot
    .filter(({ condition }) => condition === 'active')
    .map((publication) => ({ publication, fame: 0.2 + 1.6 * draw.next() ** 2 }))
  const visits: Visit[] = []
  for (let day = -said.days; day < 0; day++) {
    for (const { publication, fame } of seen) {
      const Visitas = Math.round(said.daily * fame * (0.4 + 1.2 * draw.next()))
      if (Visitas === 0) continue
      const { ExternalId, app, OperadorResponsable } = publication
      visits.push({ agency: agency.ordinal, day, ExternalId, app, OperadorResponsable, Visitas })
    }
  }
  return visits
}
