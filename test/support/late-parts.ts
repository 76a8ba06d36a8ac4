import { loadLate } from '../../src/simulator/late-parts.ts'

/**
 * Loads what the first delivery and the first photo load. A test may end while a delivery is on its way:
 * Vitest refuses to load modules then, and would refuse them to all later tests of the worker.
 */
await loadLate(() => import('../../src/simulator/delivery-attempt.ts'))
await loadLate(() => import('../../src/photos/measure-photos.ts'))
