/**
 * Loads what the first delivery and the first photo load. A test may end while a delivery is on its way: Vitest
 * refuses to load modules then, and would refuse them to all later tests of the worker.
 */
import '../../src/photos/measure-photos.ts'
import '../../src/simulator/delivery-attempt.ts'
