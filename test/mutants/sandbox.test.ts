import { it } from 'vitest'
import { clauses } from '../../contracts/index.ts'
import { holdsFor } from './wrong-runs.ts'

/** Every clause holds for the sandbox, in a session of its section alone. */

it.each(clauses.map(({ id }) => id))('%s holds for the sandbox', async (id) => {
  await holdsFor(clauses, id)
})
