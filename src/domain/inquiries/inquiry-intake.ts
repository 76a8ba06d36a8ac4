import type { DomainEvent } from '../../world/domain-event.ts'
import { type Inquiry, inquiryTable, isCatalogueEntry } from '../../world/inquiry.ts'
import type { Publication } from '../../world/publication.ts'
import type { World } from '../../world/world.ts'

/** A lead on its way in: an inquiry but for its number, which follows the order of reception. */
export type NewInquiry = Omit<Inquiry, 'number'>

/** Why nobody can ask about a publication or look at it. Whoever brought the lead or the view says it in their own language. */
export interface NotListed {
  readonly notShown: Publication['condition']
  /** Ids of the statements that decided. */
  readonly because: readonly string[]
}

export interface AddedInquiries {
  readonly world: World
  /** In the order of the leads. */
  readonly inquiries: readonly Inquiry[]
  readonly events: readonly DomainEvent[]
}

/**
 * The world after these leads came in, all or none of them. The publications must be those of this world. PUB-32 refuses leads on a suspended
 * publication; an archived one, which is shown even less and never comes back (PUB-31), is treated alike.
 */
export const addInquiries = (world: World, newInquiries: readonly NewInquiry[]): AddedInquiries | NotListed => {
  for (const { car } of newInquiries) {
    const refused = isCatalogueEntry(car) ? undefined : notListed(car)
    if (refused) return refused
  }
  const first = world.next.inquiry
  const inquiries = newInquiries.map((inquiry, i): Inquiry => ({ number: first + i, ...inquiry }))
  return {
    world: {
      ...world,
      inquiries: addToTable(world.inquiries, inquiries),
      next: { ...world.next, inquiry: first + inquiries.length },
    },
    inquiries,
    events: inquiries.map((inquiry) => ({ kind: 'inquiry-received', inquiry })),
  }
}

/** Undefined for a publication that is visible in listings. */
export const notListed = ({ condition }: Publication): NotListed | undefined => {
  if (condition === 'active') return undefined
  return { notShown: condition, because: condition === 'archived' ? ['PUB-31', 'PUB-32'] : ['PUB-32'] }
}

/** From so many on, and when they are a third of all then, building all lists anew costs less than adding one by one. */
const BULK_SIZE = 64

const addToTable = (table: World['inquiries'], inquiries: readonly Inquiry[]): World['inquiries'] =>
  inquiries.length > BULK_SIZE && inquiries.length * 2 > table.size
    ? inquiryTable([...table, ...inquiries])
    : inquiries.reduce((rows, inquiry) => rows.put(inquiry), table)
