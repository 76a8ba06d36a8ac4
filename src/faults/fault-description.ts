import type { FaultPlan } from './fault-plan.ts'

/** What was done to an exchange, for the journal. */
export const describeFault = (plan: FaultPlan, { reads }: { readonly reads: boolean }): string[] => [
  ...(plan.delayMs > 0 ? [`delayed ${plan.delayMs} ms`] : []),
  ...(plan.staleTag ? [`another writer changed the publication ${reads ? 'after the answer' : 'first'}`] : []),
  ...(plan.status === null ? [] : [`answered ${plan.status} without asking the service`]),
  ...(plan.retryAfterS === null ? [] : [`Retry-After ${plan.retryAfterS}`]),
  ...(plan.reset ? ['connection reset without asking the service'] : []),
  ...(plan.loseAnswer ? ['answer lost: connection reset after the service was done'] : []),
  ...(plan.truncate ? ['body broken off halfway'] : []),
  ...(plan.slowBytesPerS === null ? [] : [`body slowed down to ${plan.slowBytesPerS} bytes a second`]),
]
