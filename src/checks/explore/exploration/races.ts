import type { Finding } from '../../../../contracts/rules/finding.ts'
import { historyExchange } from '../../../../contracts/rules/recorded-exchange.ts'
import { amountFor } from '../../../../contracts/support/amounts.ts'
import { fullEdit } from '../../../../contracts/support/publication-writes.ts'
import { LEVELS } from '../../../api/wire/exposure-level.ts'
import type { ClauseContext, CreatedPublication } from '../../../kit/runner/clause-context.ts'
import type { Exchange } from '../../../kit/target/exchange.ts'
import { membersOf } from '../../../lib/unknown-values.ts'
import { linearization, type TimedOperation } from './linearizability.ts'

/**
 * Clients that write at the same time. A history is allowed when one order of its operations explains every
 * response; a publication is one object, and so is the package.
 */

/** A history without an allowed order, with the requests that show it. */
export interface FoundRace {
  readonly finding: Finding
  readonly sent: readonly Exchange[]
}

/** The state of a publication in a race. */
interface Shown {
  readonly tag: string
  readonly members: Readonly<Record<string, unknown>>
}

interface WriteCall {
  readonly kind: 'read' | 'write'
  /** Entity tag that the write carries; undefined without one. */
  readonly ifMatch?: string
  /** Members that the write sets. */
  readonly sets: Readonly<Record<string, unknown>>
}

type Timed<Call> = TimedOperation<Call, Exchange>

/** Members that races write and read. */
const RACED = ['Precio', 'Adelanto', 'Cuota', 'RefStock', 'EstadoActual'] as const

const timed = async <Call>(call: Call, send: () => Promise<Exchange>): Promise<Timed<Call>> => {
  const startMs = performance.now()
  const result = await send()
  return { call, result, startMs, endMs: performance.now() }
}

const shownIn = ({ json, response }: Exchange): Shown => ({
  tag: response.headers['etag'] ?? '',
  members: Object.fromEntries(RACED.map((name) => [name, comparableAmount(membersOf(json)[name])])),
})

/** Leaves out the currency, whose name is open (`common/currency`). */
const comparableAmount = (value: unknown): unknown => {
  const { Importe } = membersOf(value)
  return Importe === undefined ? (value ?? null) : Importe
}

const isSame = (one: Shown, other: Shown): boolean =>
  one.tag === other.tag && JSON.stringify(one.members) === JSON.stringify(other.members)

/** The allowed next states of a publication (PUB-33, PUB-34). */
const stepOfPublication = (state: Shown, call: WriteCall, result: Exchange): readonly Shown[] => {
  const { status } = result.response
  if (call.kind === 'read') return status === 200 && !isSame(shownIn(result), state) ? [] : [state]
  const after = shownIn(result)
  if (status >= 200 && status < 300) {
    if (call.ifMatch !== undefined && call.ifMatch !== state.tag) return []
    const wanted = { ...state.members, ...call.sets }
    const isLawful = RACED.every(
      (name) =>
        name === 'EstadoActual' || JSON.stringify(wanted[name]) === JSON.stringify(after.members[name]),
    )
    return isLawful ? [after] : []
  }
  if (status === 412) return call.ifMatch === undefined || call.ifMatch !== state.tag ? [state] : []
  return [state]
}

const judgePublication = (initial: Shown, operations: readonly Timed<WriteCall>[]): boolean =>
  linearization(initial, operations, { step: stepOfPublication, keyOf: (state) => JSON.stringify(state) }) !==
  undefined

/** Returns a history without refusals and reads that are not needed for no order to explain it. */
const smallest = (initial: Shown, operations: readonly Timed<WriteCall>[]): readonly Timed<WriteCall>[] => {
  let left = operations
  for (const operation of operations) {
    const isIdle = operation.call.kind === 'read' || operation.result.response.status >= 400
    const fewer = left.filter((one) => one !== operation)
    if (isIdle && !judgePublication(initial, fewer)) left = fewer
  }
  return left
}

interface Race {
  readonly name: string
  readonly statements: readonly string[]
  run(t: ClauseContext, clients: number): Promise<FoundRace | undefined>
}

const suspendedOne = (t: ClauseContext): Promise<CreatedPublication> => t.publication({ Activa: false })

/** Writes at the same time to one publication, reads after them, judges all. */
const raceOn = async (
  t: ClauseContext,
  made: CreatedPublication,
  race: Pick<Race, 'name' | 'statements'> & { writes: readonly RacedWrite[] },
): Promise<FoundRace | undefined> => {
  const initial = shownIn(await t.get(made.path))
  const writes = race.writes.map(({ method, step = '', body, ifMatch, kind, sets }) =>
    timed<WriteCall>({ kind, sets, ...(ifMatch !== undefined && { ifMatch }) }, () =>
      t.send(method, made.path + step, {
        ...(ifMatch !== undefined && { headers: { 'If-Match': ifMatch } }),
        ...(body !== undefined && { body }),
      }),
    ),
  )
  const reads = [timed<WriteCall>({ kind: 'read', sets: {} }, () => t.get(made.path))]
  const during = await Promise.all([...writes, ...reads])
  const after = await timed<WriteCall>({ kind: 'read', sets: {} }, () => t.get(made.path))
  const all = [...during, after]
  if (all.some(({ result }) => result.response.status >= 500) || judgePublication(initial, all))
    return undefined
  const shown = smallest(initial, all)
  return found(race, [made.exchange, ...shown.map(({ result }) => result)], {
    expected: 'one order of the writes that explains every response',
    got: shown.map(({ call, result }) => callText(call, result)).join('; '),
  })
}

const callText = ({ kind, ifMatch }: WriteCall, { request, response, json }: Exchange): string => {
  const members = RACED.map((name) => comparableAmount(membersOf(json)[name])).join(' ')
  const tag = ifMatch === undefined ? '' : ` with ${ifMatch}`
  return `${kind === 'read' ? 'read' : request.method}${tag}: ${response.status} ${response.status < 300 ? members : ''}`.trim()
}

const found = (
  { name, statements }: Pick<Race, 'name' | 'statements'>,
  sent: readonly Exchange[],
  { expected, got }: { expected: string; got: string },
): FoundRace | undefined => {
  const last = sent.at(-1)
  return (
    last && {
      sent,
      finding: {
        rule: `race ${name}`,
        kind: 'race',
        statements,
        assumptions: [],
        expected,
        got,
        exchange: historyExchange(last, last.number, 0),
      },
    }
  )
}

/** Partial edits of one tag, or of different members without a tag. */
const amends =
  (isTagged: boolean): Race['run'] =>
  async (t, clients) => {
    const made = await suspendedOne(t)
    const tag = (await t.get(made.path)).response.headers['etag']
    if (isTagged && (tag === undefined || tag.startsWith('W/'))) return undefined
    const names = ['Precio', 'Adelanto', 'Cuota'] as const
    const writes = Array.from({ length: clients }, (_, at) => {
      const name = isTagged ? 'Precio' : (names[at % names.length] ?? 'Precio')
      const amount = amountFor(t, 20_000_000 + at * 1_000)
      return {
        kind: 'write' as const,
        method: 'PATCH',
        body: { [name]: amount },
        sets: { [name]: amount.Importe },
        ...(isTagged && tag !== undefined && { ifMatch: tag }),
      }
    })
    return raceOn(t, made, {
      name: isTagged ? 'partial edits with one tag' : 'partial edits of different members',
      statements: isTagged ? ['PUB-34', 'PUB-28'] : ['PUB-28', 'PUB-33'],
      writes,
    })
  }

type RacedWrite = WriteCall & { readonly method: string; readonly step?: string; readonly body?: unknown }

/** Writes with one tag: at most one succeeds. */
const oneTag =
  (
    { name, statements, isActive }: Pick<Race, 'name' | 'statements'> & { readonly isActive: boolean },
    writeOf: (t: ClauseContext, made: CreatedPublication, at: number) => RacedWrite | Promise<RacedWrite>,
  ): Race['run'] =>
  async (t, clients) => {
    const made = await t.publication({ Activa: isActive })
    const tag = (await t.get(made.path)).response.headers['etag']
    if (tag === undefined || tag.startsWith('W/')) return undefined
    const writes: RacedWrite[] = []
    for (let at = 0; at < clients; at++) writes.push({ ...(await writeOf(t, made, at)), ifMatch: tag })
    return raceOn(t, made, { name, statements, writes })
  }

const suspension: RacedWrite = { kind: 'write', method: 'PATCH', step: '/suspender', sets: {} }

const suspensions = oneTag(
  { name: 'suspensions with one tag', statements: ['PUB-34', 'PUB-29'], isActive: true },
  () => suspension,
)

const suspensionAndEdit = oneTag(
  { name: 'a suspension and an edit with one tag', statements: ['PUB-34', 'PUB-29'], isActive: true },
  (t, _, at) => {
    const amount = amountFor(t, 19_000_000 + at)
    const sets = { Precio: amount.Importe }
    return at % 2 === 1 ? suspension : { kind: 'write', method: 'PATCH', body: { Precio: amount }, sets }
  },
)

const fullEdits = oneTag(
  { name: 'full edits with one tag', statements: ['PUB-34', 'PUB-21'], isActive: false },
  async (t, made, at) => {
    const { method = 'PUT', body } = await fullEdit(t, made, { RefStock: `RACE-${at}` })
    const sent = membersOf(body)
    const amounts = ['Precio', 'Adelanto', 'Cuota'].map((name) => [name, comparableAmount(sent[name])])
    return { kind: 'write', method, body, sets: { ...Object.fromEntries(amounts), RefStock: `RACE-${at}` } }
  },
)

/** Creates of one id: one succeeds (PUB-35). */
const creates: Race['run'] = async (t, clients) => {
  const id = t.session.newExternalId()
  const answers = await Promise.all(
    Array.from({ length: clients }, (_, at) =>
      timed({ ExternalId: at % 2 === 0 ? id : id.toUpperCase() }, () =>
        t.create({ Activa: false, ExternalId: at % 2 === 0 ? id : id.toUpperCase(), RefStock: `R-${at}` }),
      ),
    ),
  )
  const step = (isTaken: boolean, _: unknown, { response }: Exchange): readonly boolean[] =>
    response.status === 201 ? (isTaken ? [] : [true]) : [isTaken]
  if (linearization<boolean, unknown, Exchange>(false, answers, { step, keyOf: String })) return undefined
  const won = answers.filter(({ result }) => result.response.status === 201).slice(0, 2)
  const read = await t.get(t.path(id))
  return found(
    { name: 'creates of one id', statements: ['PUB-35', 'PUB-03', 'PUB-01'] },
    [...won.map(({ result }) => result), read],
    {
      expected: 'one success, and refusals of the others',
      got: answers.map(({ result }) => result.response.status).join(', '),
    },
  )
}

/** Maximum number of places that a race fills. */
const MAX_FILLED = 40

const countsOf = async (t: ClauseContext) => {
  const read = await t.get(`/v3/agencias/${t.adminMail}/productos`)
  const number = (level: string, name: string) => Number(membersOf(membersOf(read.json)[level])[name] ?? 0)
  return { read, number }
}

/** Creates or reactivations for the last place of a level (AGE-09). */
const lastPlace =
  (isReactivation: boolean): Race['run'] =>
  async (t, clients) => {
    const { number } = await countsOf(t)
    const sizes = LEVELS.filter((level) => number(level, 'Disponibles') > 0).sort(
      (one, other) => number(one, 'Disponibles') - number(other, 'Disponibles'),
    )
    const [level] = sizes
    if (level === undefined || number(level, 'Disponibles') > MAX_FILLED) return undefined
    const waiting: CreatedPublication[] = []
    if (isReactivation)
      for (let n = 0; n < clients; n++)
        waiting.push(await t.publication({ Activa: false, Exposicion: level }))
    const free = (await countsOf(t)).number(level, 'Disponibles')
    for (let n = 1; n < free; n++) await t.create({ Activa: true, Exposicion: level })
    const before = await countsOf(t)
    if (before.number(level, 'Disponibles') !== 1) return undefined
    const sends = Array.from({ length: clients }, (_, at) => () => {
      const one = waiting[at]
      return one
        ? t.send('PATCH', one.path, {
            headers: one.etag ? { 'If-Match': one.etag } : {},
            body: { Activa: true },
          })
        : t.create({ Activa: true, Exposicion: level })
    })
    const answers = await Promise.all(sends.map((send) => timed({ level }, send)))
    const after = await countsOf(t)
    // The package is one object: a response with the level takes its last place.
    const step = (places: number, _: unknown, { response, json }: Exchange): readonly number[] => {
      const isTaken =
        response.status < 300 &&
        membersOf(json)['Exposicion'] === level &&
        membersOf(json)['EstadoActual'] === 'Activa'
      return isTaken ? (places > 0 ? [places - 1] : []) : [places]
    }
    const isLawful =
      linearization<number, unknown, Exchange>(1, answers, { step, keyOf: String }) !== undefined
    const isOver = after.number(level, 'Activas') > after.number(level, 'Pack')
    if (isLawful || !isOver) return undefined
    const won = answers.filter(({ result }) => result.response.status < 300).slice(0, 2)
    return found(
      {
        name: `the last place of a level, ${isReactivation ? 'reactivated' : 'created'}`,
        statements: ['AGE-09', 'PUB-07'],
      },
      [before.read, ...won.map(({ result }) => result), after.read],
      {
        expected: `at most ${after.number(level, 'Pack')} in use at ${level}`,
        got: `${after.number(level, 'Activas')} in use`,
      },
    )
  }

/** An archiving and partial edits: nothing changes an archived publication (PUB-31). */
const archiving: Race['run'] = async (t, clients) => {
  const made = await suspendedOne(t)
  const edits = Array.from({ length: clients - 1 }, (_, at) => amountFor(t, 21_000_000 + at * 1_000))
  // An edit that begins first may be stored last.
  const answers = await Promise.all([
    ...edits.map((Precio) => t.send('PATCH', made.path, { body: { Precio } })),
    t.send('PATCH', `${made.path}/archivar`),
  ])
  const [edited, archived] = [answers.slice(0, -1), answers.at(-1)]
  const read = await t.get(made.path)
  const [before, after] = [archived, read].map((one) => JSON.stringify(one && shownIn(one).members))
  // A service may hide what is archived (`publications/read-archived`).
  if (!archived || archived.response.status >= 300 || read.response.status !== 200 || before === after)
    return undefined
  const won = edited.filter(({ response }) => response.status < 300)
  return found(
    { name: 'an archiving and edits', statements: ['PUB-31', 'PUB-30'] },
    [made.exchange, archived, ...won, read],
    { expected: `${before}, as archived`, got: after ?? '' },
  )
}

/** Attempts of which each has to count too few: other clients may free places, but seldom each time. */
const ATTEMPTS = 3
/** A service may count with a delay. */
const COUNTING_MS = 600

/** Active creates at the same time are each counted (AGE-08). */
const counting: Race['run'] = async (t, clients) => {
  for (let attempt = 1; ; attempt++) {
    const before = await countsOf(t)
    const level = LEVELS.find((one) => before.number(one, 'Disponibles') >= clients)
    if (level === undefined) return undefined
    const answers = await Promise.all(
      Array.from({ length: clients }, () => t.create({ Activa: true, Exposicion: level })),
    )
    const placed = answers.filter(({ response, json }) => {
      const { EstadoActual, Exposicion } = membersOf(json)
      return response.status === 201 && EstadoActual === 'Activa' && Exposicion === level
    })
    const due = before.number(level, 'Activas') + placed.length
    let after = await countsOf(t)
    if (after.number(level, 'Activas') < due) {
      await new Promise((resolve) => setTimeout(resolve, COUNTING_MS))
      after = await countsOf(t)
    }
    const counted = after.number(level, 'Activas')
    if (placed.length < 2 || after.read.response.status !== 200 || counted >= due) return undefined
    if (attempt === ATTEMPTS)
      return found(
        { name: 'creates that are counted', statements: ['AGE-08', 'AGE-07'] },
        [before.read, ...placed, after.read],
        { expected: `${due} in use at ${level}`, got: `${counted} in use` },
      )
  }
}

const RACES: readonly Race['run'][] = [
  creates,
  amends(false),
  archiving,
  counting,
  lastPlace(false),
  lastPlace(true),
]

/** Races that one writer wins if the service reads the entity tag. */
const CONDITIONAL_RACES: readonly Race['run'][] = [amends(true), fullEdits, suspensions, suspensionAndEdit]

interface RaceOptions {
  readonly clients: number
  /** Whether the header of conditional writes is known. */
  readonly isConditional: boolean
  settle(): Promise<void>
}

/** Sends one round of every race; returns the histories without an allowed order. */
export const raceRound = async (
  t: ClauseContext,
  { clients, isConditional, settle }: RaceOptions,
): Promise<readonly FoundRace[]> => {
  const all: FoundRace[] = []
  for (const run of [...(isConditional ? CONDITIONAL_RACES : []), ...RACES]) {
    const race = await run(t, clients).catch((error: unknown) => {
      if (error instanceof Error && error.name === 'SkipClause') return undefined
      throw error
    })
    if (race) all.push(race)
    await settle()
  }
  return all
}
