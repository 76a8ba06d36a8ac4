import type { Agency } from '../world/agency.ts'
import type { Inquiry } from '../world/inquiry.ts'
import type { Publication } from '../world/publication.ts'
import type { App, World } from '../world/world.ts'

/** How the service draws entities on the wire, for bodies of deliveries: the JSON texts of its answers. */
export interface Looks {
  agency(form: LooksForm, seen: Seen): string
  publication(form: LooksForm, seen: Seen, publication: Publication): string
  inquiry(form: LooksForm, seen: Seen, inquiry: Inquiry): string
}

export type LooksForm = 'full' | 'ref'

/** As whom an entity is seen, and from where. */
export interface Seen {
  readonly world: World
  readonly app: App
  readonly agency: Agency
  /** Scheme, authority and world prefix of links. */
  readonly base: string
}
