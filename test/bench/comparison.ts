import type { BareAnswer } from './bare-server.ts'
import { type Figure, figure, type Target } from './figure.ts'
import { type Load, load } from './load.ts'
import type { LoadOrder, Work } from './load-client.ts'
import { quotientsOf, spreadOf } from './samples.ts'
import { type Server, startBare } from './server.ts'

/** Throughput of one request, compared to the bare server. */
export interface Comparison {
  readonly name: string
  readonly target: Target
  readonly playa: Server
  readonly bare: BareAnswer
  readonly connections: number
  /** Creates the work of one round. */
  readonly work: () => Work
  readonly status: number
  /** Factor of the warm-up time. Default 1. */
  readonly warmUps?: number
}

/** The warm-up lets the JIT compiler finish: responses cost twice as much before. */
const ROUNDS = {
  long: { rounds: 5, seconds: 1, warmUpSeconds: 3 },
  quick: { rounds: 3, seconds: 0.5, warmUpSeconds: 1 },
}
/** A server below this share of its core was not the bottleneck. */
const SATURATED = 0.9

/** Compares two servers in alternating rounds; the figure is the median quotient. */
export const compareServers = async (comparison: Comparison, quick: boolean): Promise<Figure> => {
  const { rounds, seconds, warmUpSeconds } = quick ? ROUNDS.quick : ROUNDS.long
  const bare = await startBare(comparison.bare)
  const round = (server: Server, length = seconds) => load(server, orderOf(comparison, length))
  const ours: Load[] = []
  const theirs: Load[] = []
  const other: Load[] = []
  const { beside } = comparison.playa
  try {
    for (const server of [comparison.playa, ...(beside ? [beside] : [])])
      await round(server, warmUpSeconds * (comparison.warmUps ?? 1))
    await round(bare, warmUpSeconds)
    for (let i = 0; i < rounds; i++) {
      ours.push(await round(comparison.playa))
      if (beside) other.push(await round(beside))
      theirs.push(await round(bare))
    }
  } finally {
    await bare.stop()
  }
  return comparisonFigure(comparison, ours, theirs, other)
}

/** Compares the first requests of servers that have just started: what a test suite or a pipeline feels. */
export const compareFreshServers = async (
  comparison: Omit<Comparison, 'playa'>,
  requests: number,
  start: () => Promise<Server>,
  quick: boolean,
): Promise<Figure> => {
  const ours: Load[] = []
  const theirs: Load[] = []
  for (let i = 0; i < (quick ? 2 : 4); i++) {
    for (const [loads, open] of [
      [ours, start],
      [theirs, () => startBare(comparison.bare)],
    ] as const) {
      const server = await open()
      try {
        loads.push(await load(server, { ...orderOf(comparison, 60), requests }))
      } finally {
        await server.stop()
      }
    }
  }
  return comparisonFigure(comparison, ours, theirs)
}

const orderOf = (
  { connections, work, status }: Omit<Comparison, 'playa'>,
  seconds: number,
): Omit<LoadOrder, 'port'> => ({
  connections,
  work: work(),
  status,
  seconds,
})

const comparisonFigure = (
  { name, target }: Pick<Comparison, 'name' | 'target'>,
  ours: readonly Load[],
  theirs: readonly Load[],
  beside: readonly Load[] = [],
): Figure => {
  const playa = ours.map(({ perSecond }) => perSecond)
  const bare = theirs.map(({ perSecond }) => perSecond)
  const samples = {
    'playa requests/s': playa,
    'bare requests/s': bare,
    'playa CPU us': definedValues(ours, 'serverCpuUs'),
    'bare CPU us': definedValues(theirs, 'serverCpuUs'),
    'playa busy': definedValues(ours, 'serverBusy'),
    'bare busy': definedValues(theirs, 'serverBusy'),
    'client busy': definedValues(theirs, 'clientBusy'),
    'playa p99 ms': ours.map(({ p99Ms }) => p99Ms),
    'bare p99 ms': theirs.map(({ p99Ms }) => p99Ms),
    'beside requests/s': beside.map(({ perSecond }) => perSecond),
    'beside p99 ms': beside.map(({ p99Ms }) => p99Ms),
    'beside CPU us': definedValues(beside, 'serverCpuUs'),
  }
  return figure({ name, unit: 'x', target, note: noteOf(samples) }, quotientsOf(playa, bare), samples)
}

const definedValues = (loads: readonly Load[], what: 'serverCpuUs' | 'serverBusy' | 'clientBusy'): number[] =>
  loads.map((each) => each[what]).filter((value) => value !== undefined)

const noteOf = (samples: Readonly<Record<string, readonly number[]>>): string => {
  const middle = (what: string) => spreadOf(samples[what] ?? []).median
  const parts = [
    `${Math.round(middle('playa requests/s'))} of ${Math.round(middle('bare requests/s'))} requests/s`,
    `p99 ${middle('playa p99 ms').toFixed(1)} ms, bare ${middle('bare p99 ms').toFixed(1)} ms`,
  ]
  const other = middle('beside requests/s')
  if (other > 0)
    parts.push(
      `the other build ${(other / middle('bare requests/s')).toFixed(3)} x, p99 ${middle('beside p99 ms').toFixed(1)} ms, ${middle('beside CPU us').toFixed(1)} us of CPU time`,
    )
  const cpu = middle('bare CPU us') / middle('playa CPU us')
  if (cpu > 0)
    parts.push(
      `by CPU time ${cpu.toFixed(2)} x (${middle('playa CPU us').toFixed(1)} us of ${middle('bare CPU us').toFixed(1)})`,
    )
  for (const server of ['bare', 'playa']) {
    const busy = middle(`${server} busy`)
    if (busy < SATURATED)
      parts.push(
        `${middle('client busy') > SATURATED ? 'the client was the bottleneck' : 'client or machine held it up'}: ${server} used ${Math.round(busy * 100)} % of its core`,
      )
  }
  return parts.join('; ')
}
