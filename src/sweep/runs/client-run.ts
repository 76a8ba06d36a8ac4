import { spawn } from 'node:child_process'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { scenarioTime } from '../../calendar/instant.ts'
import { CLIENT_VALUES, clientEnvironment, clientValues } from '../../server/client-environment.ts'
import { fillPlaceholders } from '../../text/placeholders.ts'
import type { ClientCall } from '../faults/client-call.ts'
import type { FaultInjection } from '../faults/fault-injection.ts'
import { failedTests } from './failed-tests.ts'
import { endProcesses, watched } from './process-group.ts'
import { serveWorld } from './sweep-server.ts'
import { openSweepWorld, type SweepSetting, type SweepWorld } from './sweep-world.ts'
import { type TestOutcomes, testOutcomes } from './test-outcomes.ts'
import type { SweptRecord } from './world-records.ts'

/** The client's own tests: a command in any language. */
export interface ClientCommand {
  /** Program and arguments; a single word with spaces is run by the shell. */
  readonly words: readonly string[]
  /**
   * Environment variables. `{url}`, `{control}`, `{world}`, `{agency}`, `{now}` and `{run}` in them are
   * replaced by the values of the run.
   */
  readonly env: Readonly<Record<string, string>>
  /** JUnit file that the client's runner writes, with `{run}` in its name for parallel runs. */
  readonly junit?: string
  readonly folder?: string
}

/** Names of the placeholders for values of a run. */
export const RUN_VALUES: readonly string[] = [...CLIENT_VALUES, 'now', 'run']

/** The result of one run of the client. */
export interface ClientRun {
  /** Null if the command was ended by its time limit or by a signal. */
  readonly exitCode: number | null
  readonly timedOut: boolean
  /** The limit that the command exceeded, after which it was ended. */
  readonly excess?: string | undefined
  readonly tests: TestOutcomes | undefined
  readonly calls: readonly ClientCall[]
  /** Records at each reset of the world, and at the end. */
  readonly phases: readonly (readonly SweptRecord[])[]
  readonly url: string
  /** Whether the injection acted. */
  readonly reached: boolean
  /** Wrong behaviour of the client that the injection saw. */
  readonly accusations?: readonly string[]
  /** Behaviour that the injection saw and that is reported as advice. */
  readonly adviceLines?: readonly string[]
  /** Whether a webhook was sent. */
  readonly hasDeliveries: boolean
  readonly tookMs: number
  /** The last part of the command's output. */
  readonly output: string
}

/** The plan of one run. */
export interface RunPlan {
  readonly command: ClientCommand
  readonly setting: SweepSetting
  readonly number: number
  readonly timeoutMs: number
  readonly injection?: FaultInjection | undefined
  readonly signal?: AbortSignal | undefined
}

/** Thrown when the command cannot be started. */
export class CommandNotStarted extends Error {}

/** Runs the client's command against its own fresh world. Throws `CommandNotStarted`. */
export const runClient = async (plan: RunPlan): Promise<ClientRun> => {
  const { command, setting, number, injection } = plan
  const world = await openSweepWorld({ setting, ...(injection && { injection }) })
  const server = await serveWorld(world)
  const values = {
    ...clientValues({ url: server.url, world: 'default', agency: world.agency }),
    now: scenarioTime(injection?.startMs ?? setting.nowMs),
    run: String(number),
    // The address at which `createSandbox` finds its worlds.
    sweep: server.url,
  }
  const junit = command.junit === undefined ? undefined : fillPlaceholders(command.junit, values)
  if (junit !== undefined) rmSync(junit, { force: true })
  const startedMs = performance.now()
  try {
    const env = clientEnvironment(values, command.env)
    const changed = injection?.env?.({ ...process.env, ...env })
    const ended = await spawned(plan, { ...env, ...changed }, world)
    return {
      ...ended,
      excess: world.excess(),
      tests: junit === undefined ? undefined : readOutcomes(junit),
      calls: world.calls,
      phases: world.phases(server.url),
      url: server.url,
      reached: world.acted.length > 0,
      accusations: world.accusations,
      adviceLines: world.adviceLines,
      hasDeliveries: world.hasDeliveries(),
      tookMs: performance.now() - startedMs,
    }
  } finally {
    world.close()
    await server.close()
  }
}

const MAX_JUNIT_BYTES = 64 * 1024 * 1024

/** Reads the tests of a JUnit file; empty if it cannot be read. */
const readOutcomes = (file: string): TestOutcomes => {
  try {
    const found = statSync(file)
    // A pipe would never end.
    if (!found.isFile() || found.size > MAX_JUNIT_BYTES) return new Map()
    return testOutcomes(readFileSync(file, 'utf8'))
  } catch {
    return new Map()
  }
}

/** Returns the words of the command, with the run's number in the name of the JUnit file. */
const runWords = ({ words, junit }: ClientCommand, number: number): readonly string[] =>
  junit?.includes('{run}')
    ? words.map((word) => word.replaceAll(junit, junit.replaceAll('{run}', String(number))))
    : words

type Ended = Pick<ClientRun, 'exitCode' | 'timedOut' | 'output'>

const MAX_OUTPUT = 32_000
const GRACE_MS = 500
/** How long a command with failed tests may do nothing before it is ended. */
const QUIET_MS = 9_000
const WATCH_MS = 500

const spawned = (
  { command, number, timeoutMs, signal }: RunPlan,
  env: Readonly<Record<string, string>>,
  world: Pick<SweepWorld, 'onExcess' | 'calls' | 'waiting'>,
): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const [program = '', ...words] = runWords(command, number)
    const isLine = words.length === 0 && /\s/.test(program)
    const child = spawn(program, words, {
      shell: isLine,
      // A separate process group, so that the command's child processes end with it.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
      ...(command.folder !== undefined && { cwd: command.folder }),
    })
    let output = ''
    let timedOut = false
    const startedMs = performance.now()
    let printedMs = startedMs
    const keep = (chunk: Buffer) => {
      printedMs = performance.now()
      output = (output + chunk.toString('utf8')).slice(-MAX_OUTPUT)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    const processes = { pid: child.pid, mark: `PLAYA_SWEEP=${env['PLAYA_SWEEP']}` }
    watched(processes)
    const end = () => endProcesses(processes)
    world.onExcess(end)
    const endLate = () => {
      timedOut = true
      end()
    }
    const timer = setTimeout(endLate, timeoutMs)
    // A failed test that leaves a server open would never end.
    let waitedMs = startedMs
    const watch = setInterval(() => {
      const nowMs = performance.now()
      // Once it has its answer, it may do something with it.
      if (world.waiting() > 0) waitedMs = nowMs
      const lastMs = Math.max(printedMs, waitedMs, startedMs + (world.calls.at(-1)?.atMs ?? 0))
      const isQuiet = nowMs - lastMs > QUIET_MS
      if (isQuiet && failedTests(output).size > 0) endLate()
    }, WATCH_MS)
    signal?.addEventListener('abort', end, { once: true })
    child.once('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer)
      clearInterval(watch)
      end()
      const why = error.code === 'ENOENT' ? 'command not found.' : error.message
      reject(new CommandNotStarted(`${program} cannot be started: ${why}`))
    })
    child.once('exit', (exitCode) => {
      clearTimeout(timer)
      clearInterval(watch)
      signal?.removeEventListener('abort', end)
      end()
      // Its last output may still be in transit.
      const done = () =>
        resolve({ exitCode: timedOut ? null : exitCode, timedOut, output: stripVTControlCharacters(output) })
      const grace = setTimeout(done, GRACE_MS)
      child.once('close', () => {
        clearTimeout(grace)
        done()
      })
    })
  })
