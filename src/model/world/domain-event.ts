import type { Inquiry } from './inquiry.ts'
import type { Publication } from './publication.ts'

/**
 * A change of the world that notifications are planned from. Deliveries derive from domain events, never from
 * requests.
 */
export type DomainEvent =
  | {
      readonly kind: 'publication-written'
      readonly before: Publication | undefined
      readonly after: Publication
    }
  | { readonly kind: 'inquiry-received'; readonly inquiry: Inquiry }
  | { readonly kind: 'invitation-accepted'; readonly agency: number; readonly app: string }
