import { LEVELS } from '../../src/api/wire/exposure-level.ts'
import { Productos } from '../../src/api/wire/response-schemas.ts'
import type { ClauseContext, CreatedPublication } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { amountFor } from '../support/amounts.ts'
import {
  ARCHIVE,
  archiveAll,
  etagIn,
  fullEdit,
  knownStateLiterals,
  type PublicationWrite,
  SUSPEND,
  UNKNOWN_TAG,
  withActiva,
  writePublicationOnce,
} from '../support/publication-writes.ts'

/**
 * The lifecycle of publications, with the counts of the package after every step (AGE-08). All clauses on the
 * counts judge one lifecycle. If one finds a mistake, the lifecycle is repeated, because another client may
 * have written.
 */

export type CountedState = 'none' | 'active' | 'suspended' | 'archived'

/** How a step changed the counts. */
export interface CountedStep extends ReadPackage {
  readonly label: string
  readonly from: CountedState
  readonly to: CountedState
  /** How many publications took the step at once. */
  readonly taken: number
  /** Of Activas at all levels together. */
  readonly delta: number
  /** Of Activas at the level of the publication while it is active. */
  readonly deltaAtLevel: number
}

/** Maximum number of repetitions of the lifecycle to distinguish a mistake from another client's write. */
export const MAX_LIFECYCLES = 3

/** Returns the steps of a lifecycle; the first one is number 0. A run executes each once. */
export const packageLifecycle = (t: ClauseContext, number: number): Promise<readonly CountedStep[]> =>
  t.observeOnce(async (context) => {
    await knownStateLiterals(context)
    const counter = new PackageCounter(context, await readPackage(context))
    try {
      await runLifecycle(context, counter)
    } finally {
      await archiveAll(context, counter.made)
    }
    return counter.steps
  }, `package lifecycle ${number}`)

/** Other clauses judge links, in which null may mean what does not apply. */
const Levels = Productos.omit({ _links: true })

/** The package as a read shows it. */
export interface ReadPackage {
  readonly read: Exchange
  readonly levels: Omit<Productos, '_links'>
}

/** Reads the package; asserts the shape of its levels (AGE-07). */
export const readPackage = async (t: ClauseContext): Promise<ReadPackage> => {
  const read = await t.get(`/v3/agencias/${t.adminMail}/productos`)
  t.status(read, 200)
  return { read, levels: t.shape(read, Levels) }
}

type Step = readonly [from: CountedState, to: CountedState]

/** A counted write: its label, what it sends, and whether it sends an unknown tag. */
type Write = readonly [label: string, sent: PublicationWrite, isStale?: boolean]

class PackageCounter {
  readonly steps: CountedStep[] = []
  readonly made: CreatedPublication[] = []
  /** Last successful responses, which show state and tag without another read. */
  readonly #answers = new Map<string, Exchange>()
  readonly #t: ClauseContext
  #before: ReadPackage['levels']

  constructor(t: ClauseContext, { levels }: ReadPackage) {
    this.#t = t
    this.#before = levels
  }

  async #count(label: string, [from, to]: Step, level: unknown, taken = 1): Promise<void> {
    const { read, levels } = await readPackage(this.#t)
    const deltas = LEVELS.map((name) => ({ name, delta: levels[name].Activas - this.#before[name].Activas }))
    this.#before = levels
    this.steps.push({
      label,
      from,
      to,
      taken,
      read,
      levels,
      delta: deltas.reduce((sum, { delta }) => sum + delta, 0),
      deltaAtLevel: deltas.find(({ name }) => name === level)?.delta ?? Number.NaN,
    })
  }

  async create(label: string, Activa: boolean): Promise<CreatedPublication> {
    const made = await this.#t.publication({ Activa })
    this.made.push(made)
    await this.#count(label, ['none', await stateOf(this.#t, made.exchange)], made.body.Exposicion)
    return made
  }

  /** Creates a suspended publication at each level but that of `other`; returns the first of them. */
  async createAtOtherLevels(label: string, other: CreatedPublication): Promise<CreatedPublication> {
    const levels = LEVELS.filter(
      (name) => name !== other.body.Exposicion && this.#before[name].Disponibles > 0,
    )
    const asked = levels.length > 0 ? levels.map((Exposicion) => ({ Exposicion })) : [{}]
    const all = await Promise.all(asked.map((one) => this.#t.publication({ Activa: false, ...one })))
    this.made.push(...all)
    const [made = other] = all
    await this.#count(
      label,
      ['none', await stateOf(this.#t, made.exchange)],
      made.body.Exposicion,
      all.length,
    )
    return made
  }

  /** Sends creates that must be refused; does not count them if one is accepted. */
  async refusedCreates(label: string, members: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
    const sent = await Promise.all(members.map((more) => this.#t.create(more)))
    if (sent.every(({ response }) => response.status >= 400)) await this.#count(label, ['none', 'none'], '')
    else this.#before = (await readPackage(this.#t)).levels
  }

  /** Sends a write with the current tag. */
  async write(made: CreatedPublication, write: Write): Promise<void> {
    await this.writeAll(made, [write])
  }

  /** Sends writes one after another, each with the current tag or a stale one, then counts once. */
  async writeAll(made: CreatedPublication, writes: readonly Write[]): Promise<void> {
    const before = this.#answers.get(made.externalId) ?? made.exchange
    const from = await stateOf(this.#t, before)
    let to = from
    let last = before
    for (const [, sent, isStale] of writes) {
      const etag = isStale ? UNKNOWN_TAG : etagIn(last) || made.etag
      const answer = await writePublicationOnce(this.#t, { path: made.path, etag }, sent)
      if (answer.response.status >= 300) continue
      last = answer
      // Suspended and archived may share a literal, so the state follows from the write here.
      to = sent === ARCHIVE ? 'archived' : await stateOf(this.#t, answer)
    }
    this.#answers.set(made.externalId, last)
    const { Exposicion } = membersOf((from === 'active' ? before : last).json)
    await this.#count(writes.map(([label]) => label).join(', '), [from, to], Exposicion)
  }
}

const stateOf = async (t: ClauseContext, { json }: Exchange): Promise<CountedState> => {
  const { active, suspended } = await knownStateLiterals(t)
  const { EstadoActual } = membersOf(json)
  return EstadoActual === active ? 'active' : EstadoActual === suspended ? 'suspended' : 'archived'
}

const runLifecycle = async (t: ClauseContext, counter: PackageCounter): Promise<void> => {
  const one = await counter.create('an active create', true)
  const full = async (Activa: boolean) => fullEdit(t, one, { Activa })
  // Neither can give back a place that the other takes.
  await counter.refusedCreates('refused creates, one of an ExternalId in use', [
    { Color: '', Activa: true },
    { ExternalId: one.externalId, Activa: true },
  ])
  // None of them changes the state, so one count is enough for all.
  await counter.writeAll(one, [
    ['a stale suspension', SUSPEND, true],
    ['Activa true for an active one', withActiva(true)],
    ['a price of an active one', { body: { Precio: amountFor(t, 21_212_121) } }],
    ['a full edit of an active one', await full(true)],
  ])
  await counter.write(one, ['suspender', SUSPEND])
  const wrong = { ...(await full(true)), body: { Precio: 'barato', Activa: true } }
  await counter.writeAll(one, [
    ['suspender of a suspended one', SUSPEND],
    ['a price of a suspended one', { body: { Precio: amountFor(t, 21_212_122) } }],
    ['a full edit of a suspended one', await full(false)],
    ['a refused full edit', wrong],
    ['a stale full edit', await full(true), true],
  ])
  await counter.write(one, ['a partial edit with Activa true', withActiva(true)])
  await counter.write(one, ['a partial edit with Activa false', withActiva(false)])
  await counter.write(one, ['a full edit with Activa true', await full(true)])
  await counter.write(one, ['a full edit with Activa false', await full(false)])
  await counter.write(one, ['archiving a suspended one', ARCHIVE])
  // What one level counts, the others count too.
  const other = await counter.createAtOtherLevels('a suspended create', one)
  await counter.write(other, ['a partial edit with Activa true', withActiva(true)])
  await counter.write(other, ['archiving an active one', ARCHIVE])
}
