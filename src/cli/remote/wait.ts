import { setTimeout as pause } from 'node:timers/promises'
import type { Command } from 'commander'
import { controlApi } from '../../control/table.ts'
import { shortDurationMs } from '../../lib/text/duration.ts'
import { createCommand, onRun, withExample } from '../support/create-command.ts'
import { Failure, Unreachable, UsageError } from '../support/errors.ts'
import { connectRemote, DEFAULT_URL, type Remote, type RemoteOptions } from './remote.ts'

const DEFAULT_TIMEOUT = '30s'
const PAUSE_MS = 100
const MAX_MS = 3_600_000

interface WaitOptions extends Omit<RemoteOptions, 'url' | 'json'> {
  readonly timeout: string
}

/** `playa wait`: ends as soon as a server answers and has the world. */
export const waitCommand = (): Command => {
  const command = createCommand('wait')
    .description('Wait until a server answers and has the world, for scripts that start one.')
    .argument('[url]', `the server, or the base of a world (default ${DEFAULT_URL}; env: PLAYA_URL)`)
    .option('--timeout <duration>', `longest to wait: 30s, 500ms or 2m (default ${DEFAULT_TIMEOUT})`)
    .option('--world <name>', 'the world (default default; env: PLAYA_WORLD)')
    .option('--control-token <token>', 'for a server off loopback (env: PLAYA_CONTROL_TOKEN)')
    .option('--quiet', 'print nothing on success')
    .addHelpText('after', '\nExit codes: 0 it answers; 1 it did not in time, or refused; 2 misuse.')
  withExample(command, 'playa wait http://127.0.0.1:4010 --timeout 10s')
  return onRun(command, async () => {
    const { timeout = DEFAULT_TIMEOUT, ...options } = command.opts<Partial<WaitOptions>>()
    const [url] = command.args
    const remote = connectRemote({ ...options, ...(url !== undefined && { url }) })
    await answered(remote, timeoutMs(timeout), timeout)
    remote.print(`World ${remote.world} is ready.`)
    return 0
  })
}

/** Repeats the request while nothing answers. A refusal ends it, because it would be repeated. */
const answered = async (remote: Remote, limitMs: number, timeout: string): Promise<void> => {
  const deadline = performance.now() + limitMs
  for (;;) {
    try {
      const left = Math.max(1, Math.ceil(deadline - performance.now()))
      await remote.send(
        controlApi.worlds.read,
        { world: remote.world },
        { signal: AbortSignal.timeout(left) },
      )
      return
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      if (performance.now() + PAUSE_MS > deadline) throw new Failure(`Waited ${timeout}. ${error.message}`)
      await pause(PAUSE_MS)
    }
  }
}

const timeoutMs = (text: string): number => {
  const ms = shortDurationMs(text)
  if (ms !== undefined && ms <= MAX_MS) return ms
  throw new UsageError(
    `--timeout takes a duration like 30s, 500ms or 2m, at most 60m, not ${JSON.stringify(text)}.`,
  )
}
