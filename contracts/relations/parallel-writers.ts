import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext, CreatedPublication } from '../../src/kit/runner/clause-context.ts'
import { Violation } from '../../src/kit/runner/violation.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { amountFor } from '../support/amounts.ts'
import {
  ARCHIVE,
  archiveAll,
  createSuspended,
  etagIn,
  fullEdit,
  type PublicationWrite,
  SUSPEND,
  UNKNOWN_TAG,
  writePublicationOnce,
} from '../support/publication-writes.ts'

/** Of clients that write at the same time with one entity tag, one wins (PUB-34). */

const WRITERS = 3
/** Number of times that creates race. */
const ROUNDS = 3

interface Race {
  readonly write: string
  readonly statement: string
  readonly phrase: string
  readonly isOfActive: boolean
  /** Returns the write of one of the clients; those of edits differ. */
  writeOf(
    t: ClauseContext,
    made: CreatedPublication,
    index: number,
  ): PublicationWrite | Promise<PublicationWrite>
}

const RACES: readonly Race[] = [
  {
    write: 'put',
    statement: 'PUB-21',
    phrase: 'full edits',
    isOfActive: false,
    writeOf: (t, made, index) => fullEdit(t, made, { RefStock: `KIT-${index}` }),
  },
  {
    write: 'patch',
    statement: 'PUB-28',
    phrase: 'partial edits',
    isOfActive: false,
    writeOf: (t, _, index) => ({ body: { Precio: amountFor(t, 22_222_221 + index) } }),
  },
  {
    write: 'suspender',
    statement: 'PUB-29',
    phrase: 'suspensions',
    isOfActive: true,
    writeOf: () => SUSPEND,
  },
  { write: 'archivar', statement: 'PUB-30', phrase: 'archivings', isOfActive: false, writeOf: () => ARCHIVE },
]

const oneWins = (t: ClauseContext, answers: readonly Exchange[], others: string): void => {
  const won = answers.filter(({ response }) => response.status < 300)
  if (won.length === 0) t.skip(`none of ${answers.length} writers succeeds: ${statusesOf(answers)}`)
  if (won.length > 1) throw new Violation(`one success, and ${others}`, statusesOf(answers), won[1])
}

const statusesOf = (answers: readonly Exchange[]): string =>
  answers.map(({ response }) => response.status).join(', ')

/** Skips when the service accepts an unknown tag, so ignores tags; another clause judges that. */
const skipUnlessTagsCount = async (t: ClauseContext, made: CreatedPublication): Promise<void> => {
  // A write that changes nothing may be refused for another reason.
  const body = { Precio: amountFor(t, 22_222_000) }
  const { response } = await writePublicationOnce(t, { ...made, etag: UNKNOWN_TAG }, { body })
  if (response.status < 300) t.skip('a tag that does not match is accepted')
}

const race = ({ write, statement, phrase, isOfActive, writeOf }: Race): Clause =>
  clause({
    id: `relations/one-of-parallel-${write}-wins`,
    rule: 'relations/one-of-parallel-{write}-wins',
    statements: ['PUB-34', statement],
    title: `Of ${phrase} sent simultaneously with one ETag, at most one succeeds`,
    leaves: 'archived',
    needs: isOfActive ? ['write', 'place'] : ['write'],
    check: async (t) => {
      const made = isOfActive ? await t.publication() : await createSuspended(t)
      try {
        await skipUnlessTagsCount(t, made)
        const read = await t.get(made.path)
        const target = { path: made.path, etag: etagIn(read) || t.skip('the publication has no ETag') }
        const writes = await Promise.all(Array.from({ length: WRITERS }, (_, i) => writeOf(t, made, i)))
        const answers = await Promise.all(writes.map((sent) => writePublicationOnce(t, target, sent)))
        oneWins(t, answers, 'refusals of the others')
      } finally {
        await archiveAll(t, [made])
      }
    },
  })

/** Clauses on clients that write at the same time. */
export const parallelWriterClauses: readonly Clause[] = [
  clause({
    id: 'relations/one-of-parallel-create-wins',
    rule: 'relations/one-of-parallel-{write}-wins',
    statements: ['PUB-35', 'PUB-03', 'PUB-01'],
    title: 'Of simultaneous creates of one ExternalId in different cases, at most one succeeds',
    leaves: 'archived',
    needs: ['write'],
    check: async (t) => {
      // Requests that are sent together may arrive one after another.
      for (let round = 0; round < ROUNDS; round++) {
        const id = t.session.newExternalId()
        const cases = [id.toLowerCase(), id.toUpperCase(), id]
        const answers = await Promise.all(cases.map((ExternalId) => t.create({ ExternalId, Activa: false })))
        oneWins(t, answers, 'refusals of the others')
      }
    },
  }),
  ...RACES.map(race),
]
