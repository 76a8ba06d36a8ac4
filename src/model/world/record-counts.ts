import type { World } from './world.ts'

/** Counts the records of a world. */
export const recordCounts = (world: World) => ({
  agencies: world.agencies.size,
  publications: world.publications.size,
  inquiries: world.inquiries.size,
  visits: world.visits.size,
})
