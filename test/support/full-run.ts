import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** True in `npm run test:full`. */
    isFull: boolean
  }
}

/** True in `npm run test:full`: samples are complete, and cases that `npm test` combines run alone. */
export const isFullRun: boolean = inject('isFull')
