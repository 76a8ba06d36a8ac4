import type { FaultPlan } from './fault-plan.ts'

/** Describes the injected faults of an exchange for the journal, one phrase each. */
export const describeFault = (plan: FaultPlan, { reads }: { readonly reads: boolean }): string[] => [
  ...(plan.delayMs > 0 ? [`delayed ${plan.delayMs} ms`] : []),
  ...(plan.staleTag
    ? [
        `another writer changed ${plan.rivalMember ?? 'the publication'} ${reads ? 'after the response' : 'first'}`,
      ]
    : []),
  ...(plan.status === null ? [] : [`${plan.status} instead of the service's response`]),
  ...(plan.respond ? [`${plan.respond.status} as the rule says, instead of the service's response`] : []),
  ...(plan.retryAfterS === null ? [] : [`Retry-After ${plan.retryAfterS}`]),
  ...(plan.reset ? ['connection reset before the service handled the request'] : []),
  ...(plan.loseAnswer ? ['response lost: connection reset after the service handled the request'] : []),
  ...(plan.rewrite ? [`response rewritten: ${plan.rewrite}`] : []),
  ...(plan.truncate ? ['body truncated halfway'] : []),
  ...(plan.slowBytesPerS === null ? [] : [`body slowed to ${plan.slowBytesPerS} bytes per second`]),
]
