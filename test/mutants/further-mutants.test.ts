import { it } from 'vitest'
import { caughtBy, furtherWrongServers } from './wrong-runs.ts'

/** Every clause fails on each additional wrong server that it must catch. */

// Concurrent, because wrong servers of deliveries mostly wait.
it.concurrent.each(furtherWrongServers)('%s catches: %s', caughtBy)
