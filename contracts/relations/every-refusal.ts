import { limits } from '../../src/api/wire/limits.ts'
import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { withNameRestored } from '../agencies/agencies.ts'
import { withAdministratorRestored } from '../agencies/operators.ts'
import { expectProblem, expectProblemType, plainPath, validationErrorsIn } from '../support/problem-body.ts'
import { createArchived, createSuspended, fullEdit, writePublication } from '../support/publication-writes.ts'
import { withConfigurationRestored } from '../webhooks/topic-configuration.ts'

/** Problems of all operations follow the same rules (ERR-01, ERR-02, ERR-03). */

/** A request that is refused for its values, whatever the state. */
interface RefusedOperation {
  readonly slug: string
  readonly phrase: string
  readonly statement: string
  /** Other statuses that the operation lists, which may take precedence. */
  readonly listed: readonly number[]
  readonly leaves: Clause['leaves']
  readonly needs: Clause['needs']
  readonly sparesPublications?: true
  refused(t: ClauseContext, judge: (answer: Exchange) => void): Promise<void>
}

const OPERATIONS: readonly RefusedOperation[] = [
  {
    slug: 'create',
    phrase: 'a create',
    statement: 'PUB-01',
    listed: [403, 409],
    leaves: 'nothing',
    needs: ['write'],
    refused: async (t, judge) => judge(await t.create({ VersionYear: limits.versionYear.min - 1 })),
  },
  {
    slug: 'put',
    phrase: 'a full edit',
    statement: 'PUB-21',
    listed: [403, 409, 412],
    leaves: 'archived',
    needs: ['write'],
    refused: async (t, judge) => {
      const made = await createSuspended(t)
      const edit = await fullEdit(t, made, { VersionYear: limits.versionYear.min - 1 })
      judge(await writePublication(t, made, edit))
    },
  },
  {
    slug: 'patch',
    phrase: 'a partial edit',
    statement: 'PUB-28',
    listed: [403, 409, 412],
    leaves: 'archived',
    needs: ['write'],
    refused: async (t, judge) =>
      judge(await writePublication(t, await createSuspended(t), { body: { Precio: 'barato' } })),
  },
  {
    slug: 'consultas',
    phrase: 'a list of inquiries',
    statement: 'INQ-06',
    listed: [],
    leaves: 'nothing',
    needs: [],
    refused: async (t, judge) =>
      judge(await t.get(`/v3/consultas/${t.adminMail}?pagina=${limits.pagina.max + 1}`)),
  },
  {
    slug: 'operadores',
    phrase: 'an edit of the administrator',
    statement: 'AGE-03',
    listed: [403, 404],
    leaves: 'any',
    needs: ['write'],
    sparesPublications: true,
    refused: (t, judge) =>
      withAdministratorRestored(t, async (body, path) =>
        judge(await t.send('PUT', path, { body: { ...body, Nombre: 'N'.repeat(limits.nombre.max + 1) } })),
      ),
  },
  {
    slug: 'agencias',
    phrase: 'a renaming of the agency',
    statement: 'AGE-05',
    listed: [403],
    leaves: 'any',
    needs: ['write'],
    sparesPublications: true,
    refused: (t, judge) =>
      withNameRestored(t, async (_, path) =>
        judge(await t.send('PUT', path, { body: { NombreComercial: 'ab' } })),
      ),
  },
  {
    slug: 'appnotificaciones',
    phrase: 'a configuration',
    statement: 'EVT-03',
    listed: [403, 404],
    leaves: 'any',
    needs: [],
    refused: (t, judge) =>
      withConfigurationRestored(t, async (body, path) => {
        const Description = 'd'.repeat(limits.description.max + 1)
        judge(await t.send('PUT', path, { body: { ...body, Description } }))
      }),
  },
  {
    slug: 'create-as-ref',
    phrase: 'a create that wants a ref',
    statement: 'PUB-01',
    listed: [403, 409],
    leaves: 'nothing',
    needs: ['write'],
    refused: async (t, judge) =>
      judge(await t.create({ VersionYear: limits.versionYear.min - 1 }, { accept: t.types.ref })),
  },
  {
    slug: 'consultas-as-ref',
    phrase: 'a list of refs of inquiries',
    statement: 'INQ-06',
    listed: [],
    leaves: 'nothing',
    needs: [],
    refused: async (t, judge) => {
      const path = `/v3/consultas/${t.adminMail}?pagina=${limits.pagina.max + 1}`
      judge(await t.get(path, { accept: t.types.ref }))
    },
  },
  {
    slug: 'notificaciones',
    phrase: 'a read of settings',
    statement: 'AGE-10',
    listed: [404],
    leaves: 'nothing',
    needs: [],
    refused: async (t, judge) => judge(await t.get('/v3/notificaciones/sin-arroba')),
  },
  {
    slug: 'an-unknown-agency',
    phrase: 'a create for an unknown agency',
    statement: 'ERR-08',
    listed: [403, 409],
    leaves: 'nothing',
    needs: [],
    refused: async (t, judge) => {
      const body = { ExternalId: t.session.newExternalId(), Activa: false }
      const answer = await t.send('POST', '/v3/publicaciones/nadie%40playa.invalid', { body })
      // The agency may seem not to exist, and other refusals are open (`common/write-to-unknown`).
      if ([400, 403, 409].includes(answer.response.status)) judge(answer)
    },
  },
  {
    slug: 'modelos',
    phrase: 'a search for a model',
    statement: 'CAT-07',
    listed: [404],
    leaves: 'nothing',
    needs: [],
    refused: async (t, judge) => judge(await t.get('/v3/modelos/bestmatch?make=')),
  },
]

/** Asserts that a refusal with 400, 403 or 409 is a problem of its kind. */
const judgeProblem = (t: ClauseContext, answer: Exchange): void => {
  const { status } = answer.response
  expectProblemType(t, answer)
  const { Status, Instance } = expectProblem(t, answer)
  // The example of a conflict shows 400 (`publications/conflict-status-member`).
  const statuses: readonly unknown[] = status === 409 ? [409, 400] : [status]
  t.assert(statuses.includes(Status), `Status ${status}`, Status, answer)
  const path = plainPath(answer.request.url)
  const own = path.slice(path.indexOf('/v3'))
  t.assert(plainPath(String(Instance)).endsWith(own), `Instance ${own}`, Instance, answer)
  if (status === 403) return
  const errors = validationErrorsIn(t, answer)
  const texts = Object.values(errors).flat()
  t.assert(
    texts.some((text) => text !== ''),
    'a text in Errors',
    errors,
    answer,
  )
}

const refusalClause = ({ slug, phrase, statement, listed, refused, ...kind }: RefusedOperation): Clause =>
  clause({
    ...kind,
    id: `relations/refusal-of-${slug}-is-a-problem`,
    rule: 'relations/refusal-of-{operation}-is-a-problem',
    statements: ['ERR-01', 'ERR-02', 'ERR-03', statement],
    title: `The refusal of ${phrase} is a problem with all members, its own path and Errors`,
    check: (t) =>
      refused(t, (answer) => {
        const { status } = answer.response
        if (status < 300) return t.skip('nothing is refused')
        t.status(answer, 400, ...listed)
        if (status === 404 || status === 412) return t.skip(`${phrase} is answered ${status}`)
        judgeProblem(t, answer)
      }),
  })

/** Clauses on the problems of every operation. */
export const everyRefusalClauses: readonly Clause[] = [
  ...OPERATIONS.map(refusalClause),
  clause({
    id: 'relations/refusals-of-an-archived-publication-are-problems',
    statements: ['ERR-01', 'ERR-02', 'ERR-03', 'PUB-31'],
    title: 'Every write to an archived publication that is refused returns a problem',
    leaves: 'archived',
    needs: ['write'],
    check: async (t) => {
      const { made } = await createArchived(t, { Activa: false })
      const writes = [
        { body: { Activa: true } },
        { step: '/suspender' },
        { step: '/archivar' },
        await fullEdit(t, made),
      ] as const
      for (const sent of writes) {
        const answer = await writePublication(t, made, sent)
        if ([400, 403, 409].includes(answer.response.status)) judgeProblem(t, answer)
      }
    },
  }),
]
