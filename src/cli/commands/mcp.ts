import { once } from 'node:events'
import { Readable } from 'node:stream'
import { type Command, Option } from 'commander'
import { packageVersion } from '../../lib/runtime/package-version.ts'
import { createApp } from '../../server/app.ts'
import { listen } from '../../server/listen.ts'
import type { ToolHost } from '../mcp/agent-tool.ts'
import { remoteConnection } from '../remote/remote.ts'
import { agentMessages } from '../support/agent-messages.ts'
import { createCommand, onRun, withExample } from '../support/create-command.ts'
import { UsageError } from '../support/errors.ts'
import { MAX_PORT, wholeNumber } from '../support/option-values.ts'
import { type ProfileOptions, withProfileOptions } from '../support/profile-options.ts'
import { type StartOptions, withStartOptions } from '../support/start-options.ts'
import { stopSignal } from '../support/stop-signal.ts'
import { webPages } from '../support/web-pages.ts'
import { openSimulator } from './open-simulator.ts'
import { portUnavailable } from './unavailable-port.ts'

interface McpOptions extends ProfileOptions, StartOptions {
  readonly url?: string
  readonly world?: string
  readonly controlToken?: string
  readonly port?: number
  readonly allowOutgoing?: boolean
}

/** `playa mcp`: tools for coding agents over standard input and output, until the input ends. */
export const mcpCommand = (): Command => {
  const command = createCommand('mcp')
    .description(
      'Serve tools for coding agents over standard input and output (Model Context Protocol).\n' +
        'Without --url they have their own sandbox, whose webhooks reach this machine only.\n' +
        'A running playa serve has the same tools at /_playa/mcp.',
    )
    .option('--url <address>', 'a running server (env: PLAYA_URL)')
    .option('--world <name>', 'the world of calls that name none (default default; env: PLAYA_WORLD)')
    .option('--control-token <token>', 'for a server off loopback (env: PLAYA_CONTROL_TOKEN)')
    .addOption(
      new Option(
        '--port <port>',
        'also serve that sandbox on this port, so that a client under test reaches it; 0 for a free one',
      ).argParser(wholeNumber('--port', 0, MAX_PORT)),
    )
    .option('--allow-outgoing', 'let webhooks and photos of that sandbox reach other machines')
  withProfileOptions(withStartOptions(command))
  withExample(command, 'playa mcp --scenario two-apps --port 4010')
  return onRun(command, () => serveAgents(command.opts<McpOptions>()))
}

/** Options of the command's own sandbox, which have no effect with `--url`. */
const OWN = ['port', 'scenario', 'seed', 'now', 'allowOutgoing', 'profile', 'set'] as const

const serveAgents = async (options: McpOptions): Promise<number> => {
  const own = OWN.find((name) => options[name] !== undefined)
  if (options.url !== undefined && own !== undefined)
    throw new UsageError('mcp takes either --url or options of its own sandbox.')
  const isRemote = options.url !== undefined || (own === undefined && Boolean(process.env['PLAYA_URL']))
  const target = isRemote ? remoteTarget(options) : await startedTarget(options)
  if (typeof target === 'number') return target
  const [{ serveStdio, StdioServerTransport }, { createMcpServer }, { CallTurns }] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('../mcp/mcp-server.ts'),
    // Not before: all that commands import at their start is in one file, and servers and Workers would load
    // it.
    import('../mcp/call-turns.ts'),
  ])
  const host: ToolHost = { connection: target.connection, version: packageVersion(), checksOthers: true }
  const turns = new CallTurns()
  const input = Readable.from(agentMessages(process.stdin, process.stdout, () => turns.room()))
  const ended = Promise.race([once(input, 'close'), stopSignal()])
  const transport = new StdioServerTransport(input, process.stdout)
  const handle = serveStdio(() => createMcpServer(host, turns), { transport })
  await ended
  await handle.close()
  await target.close()
  return 0
}

interface AgentTarget {
  readonly connection: ToolHost['connection']
  close(): Promise<void>
}

const remoteTarget = (options: McpOptions): AgentTarget => ({
  connection: remoteConnection(options),
  close: async () => {},
})

/** Opens a sandbox in this process. Nothing is printed: standard output belongs to the protocol. */
const startedTarget = async (options: McpOptions): Promise<AgentTarget | number> => {
  const { port, world, allowOutgoing, ...start } = options
  const simulator = await openSimulator(
    { ...start, host: '127.0.0.1', prefer: true, loopbackOnly: allowOutgoing !== true },
    true,
  )
  const app = createApp(simulator)
  const listening = { hostname: '127.0.0.1', pages: webPages(undefined) }
  const server =
    port === undefined
      ? undefined
      : await listen(simulator, { ...listening, port }).catch((error: unknown) =>
          portUnavailable(error, port),
        )
  if (typeof server === 'number') return server
  return {
    connection: {
      url: server?.url ?? 'http://playa.localhost',
      world: world ?? process.env['PLAYA_WORLD'],
      fetch: (request) => app.fetch(request),
    },
    close: async () => {
      await server?.close()
      await simulator.close()
    },
  }
}
