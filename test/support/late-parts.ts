/**
 * Loads what the first delivery and the first photo load. A test may end while a delivery is on its way:
 * Vitest refuses to load modules then, and would refuse them to all later tests of the worker.
 */
await import('../../src/sandbox/simulator/delivery-attempt.ts')
await import('../../src/sandbox/photos/measure-photos.ts')
