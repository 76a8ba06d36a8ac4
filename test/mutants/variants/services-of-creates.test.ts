import { expect, it } from 'vitest'
import type { JsonBody } from '../support/body-changes.ts'
import { refusesCreates } from '../support/publication-mistakes.ts'
import { runClausesAgainst, type WrongServer, withJsonBody } from '../support/wrong-server.ts'
import { createAndReadClauses } from './creates-and-reads.ts'

/** The clauses on creates and reads fail on no legal service that no option of the sandbox gives. */

const isNew = ({ Kilometraje }: JsonBody) => Kilometraje === 0

/** Services that the description allows and no option of the sandbox gives. */
const SERVICES: Readonly<Record<string, WrongServer['serve']>> = {
  'a service that cannot download the photos': refusesCreates(
    'Fotos',
    ({ Fotos }) => Array.isArray(Fotos) && Fotos.length > 0,
  ),
  'a service that takes used cars only': refusesCreates('Kilometraje', isNew),
  'a service that takes new cars only': refusesCreates('kilometraje', (body) => !isNew(body)),
  'a service that requires a Version': refusesCreates('Version', ({ Version }) => !Version),
  'a service without a free place': refusesCreates('Exposicion', () => true, 409),
  'a service that forbids every create': refusesCreates('_', () => true, 403),
  'a service that is down': refusesCreates('_', () => true, 503),
  'a service that shows ids in lower case': async (request, next) =>
    withJsonBody(await next(request), (body) =>
      typeof body['ExternalId'] === 'string'
        ? { ...body, ExternalId: body['ExternalId'].toLowerCase() }
        : body,
    ),
  'a service that shows empty texts for null': async (request, next) =>
    withJsonBody(await next(request), (body) => ({
      ...body,
      ...Object.fromEntries(
        ['RefStock', 'Vin', 'Version', 'Descripcion'].flatMap((name) =>
          body[name] === null ? [[name, '']] : [],
        ),
      ),
    })),
}

/** Services on which most clauses can still be judged. */
const JUDGED = [
  'a service that cannot download the photos',
  'a service that takes used cars only',
  'a service that requires a Version',
]

it.each(Object.entries(SERVICES))('no clause fails on %s', async (name, serve) => {
  const results = await runClausesAgainst(createAndReadClauses, { serve })
  const failed = results.filter(({ verdict }) => verdict === 'failed' || verdict === 'broken')
  expect(failed.map(({ clause, violation, reason }) => ({ id: clause.id, violation, reason }))).toEqual([])
  const skipped = results.filter(({ verdict }) => verdict === 'skipped').length
  if (JUDGED.includes(name)) expect(skipped).toBeLessThan(createAndReadClauses.length / 3)
})
