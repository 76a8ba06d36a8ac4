import type { DomainEvent } from '../../world/domain-event.ts'
import { type Inquiry, isCatalogueEntry } from '../../world/inquiry.ts'
import type { Publication } from '../../world/publication.ts'
import type { World } from '../../world/world.ts'

/** An inquiry without its number, which the order of reception determines. */
export type NewInquiry = Omit<Inquiry, 'number'>

/**
 * A publication that is not listed, so that it receives no inquiries and views. The caller words the message.
 */
export interface NotListed {
  readonly notShown: Publication['condition']
  /** Ids of the statements that decided. */
  readonly because: readonly string[]
}

/** The world with new inquiries. */
export interface AddedInquiries {
  readonly world: World
  /** In the order of the arguments. */
  readonly inquiries: readonly Inquiry[]
  readonly events: readonly DomainEvent[]
}

/**
 * Adds inquiries to the world, all or none, with the next numbers or those from `first` on, which were
 * reserved. Their publications must be those of this world, or what they were when the numbers were reserved.
 * A suspended publication receives none (PUB-32), and neither does an archived one, which is never listed
 * again (PUB-31).
 */
export const addInquiries = (
  world: World,
  newInquiries: readonly NewInquiry[],
  first = world.next.inquiry,
): AddedInquiries | NotListed => {
  for (const { car } of newInquiries) {
    const refused = isCatalogueEntry(car) ? undefined : notListed(car)
    if (refused) return refused
  }
  const inquiries = newInquiries.map((inquiry, i): Inquiry => ({ number: first + i, ...inquiry }))
  return {
    world: {
      ...world,
      inquiries: world.inquiries.putAll(inquiries),
      next: { ...world.next, inquiry: Math.max(world.next.inquiry, first + inquiries.length) },
    },
    inquiries,
    events: inquiries.map((inquiry) => ({ kind: 'inquiry-received', inquiry })),
  }
}

/** Reserves the next `count` numbers for inquiries that are added later. */
export const reserveInquiries = (world: World, count: number): World => ({
  ...world,
  next: { ...world.next, inquiry: world.next.inquiry + count },
})

/** Returns why a publication is not listed; undefined for a listed one. */
export const notListed = ({ condition }: Publication): NotListed | undefined => {
  if (condition === 'active') return undefined
  return { notShown: condition, because: condition === 'archived' ? ['PUB-31', 'PUB-32'] : ['PUB-32'] }
}
