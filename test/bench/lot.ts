import { agenciesInOrder } from '../../src/model/world/agency.ts'
import type { World } from '../../src/model/world/world.ts'

/** Path of the publications of the first agency. */
export const collectionOf = (world: World): string => `/v3/publicaciones/${mailOf(world)}`

/** E-mail of the first agency. */
export const mailOf = (world: World): string => {
  const [agency] = agenciesInOrder(world.agencies)
  if (!agency) throw new Error('expected a world with an agency')
  return agency.adminMail
}

/** Paths of active publications of the first agency, evenly sampled. */
export const activeListings = (world: World, count: number): string[] => {
  const active = [...world.publications].filter(
    ({ agency, condition }) => agency === 0 && condition === 'active',
  )
  const step = Math.max(1, Math.floor(active.length / count))
  return Array.from(
    { length: Math.min(count, active.length) },
    (_, i) => `${collectionOf(world)}/${active[i * step]!.ExternalId}`,
  )
}
