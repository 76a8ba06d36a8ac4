import type { Command } from 'commander'
import { scenarioTime } from '../../lib/calendar/instant.ts'
import { agenciesInOrder } from '../../model/world/agency.ts'
import { worldTimeMs } from '../../model/world/world.ts'
import { DEFAULT_WORLD } from '../../sandbox/simulator/world-registry.ts'
import { CLIENT_VALUES, clientEnvironment, clientValues } from '../../server/client-environment.ts'
import { listen } from '../../server/listen.ts'
import { agentEndpoint } from '../support/agent-endpoint.ts'
import { runCommand } from '../support/child-command.ts'
import { createCommand, onRun, withExample } from '../support/create-command.ts'
import { repeated, variableTexts } from '../support/option-values.ts'
import { type ProfileOptions, withProfileOptions } from '../support/profile-options.ts'
import { type StartOptions, withStartOptions } from '../support/start-options.ts'
import { webPages } from '../support/web-pages.ts'
import { openSimulator } from './open-simulator.ts'

interface RunOptions extends ProfileOptions, StartOptions {
  readonly env?: readonly string[]
}

/** `playa run -- COMMAND...`: runs a command with its own sandbox. */
export const runSandboxCommand = (): Command => {
  const command = createCommand('run')
    .description(
      'Run a command with a sandbox on a free port, and exit with its exit code.\n' +
        'The command finds PLAYA_URL, PLAYA_CONTROL, PLAYA_WORLD, PLAYA_AGENCY and PLAYA_NOW\n' +
        '(the time of the world when the command starts) in its environment.',
    )
    .argument('<command...>', 'the command and its arguments, after --')
    .passThroughOptions()
  withStartOptions(command).option(
    '--env <name=text>',
    'a further variable; {url}, {control}, {world}, {agency} and {now} are replaced; may be repeated',
    repeated,
  )
  withProfileOptions(command)
  withExample(command, 'playa run --env API_BASE={url}/v3 -- pytest -q')
  return onRun(command, () => runBesideSandbox(command.args, command.opts<RunOptions>()))
}

const runBesideSandbox = async (words: readonly string[], options: RunOptions): Promise<number> => {
  // A variable that cannot be read is misuse before anything starts.
  const variables = variableTexts(options.env, CLIENT_VALUES)
  const simulator = await openSimulator({ ...options, host: '127.0.0.1', prefer: true }, true)
  const server = await listen(simulator, {
    port: 0,
    hostname: '127.0.0.1',
    pages: webPages(undefined),
    agentTools: agentEndpoint,
  })
  const { world } = simulator.worlds.require(DEFAULT_WORLD)
  const agency = agenciesInOrder(world.agencies)[0]?.adminMail ?? ''
  const now = scenarioTime(worldTimeMs(world.clock, Date.now()))
  const values = clientValues({ url: server.url, world: DEFAULT_WORLD, agency, now })
  try {
    return await runCommand(words, clientEnvironment(values, variables))
  } finally {
    await server.close()
  }
}
