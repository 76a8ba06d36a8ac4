import type { Inquiry } from './inquiry.ts'
import type { Publication } from './publication.ts'

/** What happened to the world, for whoever must be told of it. Deliveries are planned from facts, never from requests. */
export type DomainEvent =
  | { readonly kind: 'publication-written'; readonly before: Publication | undefined; readonly after: Publication }
  | { readonly kind: 'inquiry-received'; readonly inquiry: Inquiry }
  | { readonly kind: 'invitation-accepted'; readonly agency: number; readonly app: string }
