import { spawn } from 'node:child_process'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { scenarioTime } from '../../lib/calendar/instant.ts'
import { outputRedactor } from '../../lib/redaction/redact-output.ts'
import { fillPlaceholders } from '../../lib/text/placeholders.ts'
import { CLIENT_VALUES, clientEnvironment, clientValues } from '../../server/client-environment.ts'
import type { ClientCall } from './client-call.ts'
import type { Injection } from './injection.ts'
import { endProcesses, watched } from './process-group.ts'
import { secretsOfEnvironment } from './run-secrets.ts'
import { serveWorld } from './sweep-server.ts'
import {
  type Hint,
  openSweepWorld,
  type PlacesTaken,
  type RivalWrite,
  type SweepSetting,
  type SweepWorld,
} from './sweep-world.ts'
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
export const RUN_VALUES: readonly string[] = [...CLIENT_VALUES, 'run']

/** The result of one run of the client. A run that `signal` ended proves nothing. */
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
  readonly rivalWrite: RivalWrite | undefined
  /** The member that another writer was to change. */
  readonly rivalMember: string | undefined
  readonly placesTaken: PlacesTaken
  readonly hints: readonly Hint[]
  /** Whether a webhook was sent. */
  readonly hasDeliveries: boolean
  readonly tookMs: number
  /** The last part of the command's output, without secrets. */
  readonly output: string
  /** Removes the secrets of the run from a text. */
  readonly redacted: (text: string) => string
}

/** The plan of one run. */
export interface RunPlan {
  readonly command: ClientCommand
  readonly setting: SweepSetting
  readonly number: number
  readonly timeoutMs: number
  readonly injection?: Injection | undefined
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
    ...clientValues({
      url: server.url,
      world: 'default',
      agency: world.agency,
      now: scenarioTime(injection?.startMs ?? setting.nowMs),
    }),
    run: String(number),
    // The address at which `createSandbox` finds its worlds.
    sweep: server.url,
  }
  const junit = command.junit === undefined ? undefined : fillPlaceholders(command.junit, values)
  if (junit !== undefined) rmSync(junit, { force: true })
  const startedMs = performance.now()
  try {
    const env = clientEnvironment(values, command.env)
    const { output, ...ended } = await spawned(plan, env, world)
    const redacted = outputRedactor([
      ...world.secrets(),
      ...secretsOfEnvironment({ ...process.env, ...command.env }),
    ])
    const outcomes = junit === undefined ? undefined : readOutcomes(junit)
    return {
      ...ended,
      output: redacted(output),
      excess: world.excess(),
      tests: outcomes && new Map([...outcomes].map(([name, said]) => [name, said && redacted(said)])),
      redacted,
      calls: world.calls,
      phases: world.phases(server.url),
      url: server.url,
      reached: world.hasActed(),
      rivalWrite: world.rivalWrite(),
      rivalMember: injection?.rule?.rivalMember,
      placesTaken: world.placesTaken,
      hints: world.hints(),
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

const spawned = (
  { command, number, timeoutMs, signal }: RunPlan,
  env: Readonly<Record<string, string>>,
  world: Pick<SweepWorld, 'onExcess'>,
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
    const keep = (chunk: Buffer) => {
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
    signal?.addEventListener('abort', end, { once: true })
    child.once('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer)
      end()
      const why = error.code === 'ENOENT' ? 'command not found.' : error.message
      reject(new CommandNotStarted(`${program} cannot be started: ${why}`))
    })
    child.once('exit', (exitCode) => {
      clearTimeout(timer)
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
