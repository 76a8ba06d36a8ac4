import type { Command } from 'commander'

/**
 * One command as the overview shows it. Its module is loaded when it is selected, so that a server starts at
 * once.
 */
export interface CommandEntry {
  readonly name: string
  readonly summary: string
  /** Heading in the overview. */
  readonly group: string
  load(): Promise<Command>
}

const SANDBOX = 'Sandbox:'
const WORLDS = 'Worlds of a running server:'
const CONTRACT = 'Contract kit:'
const WEBHOOKS = 'Webhooks:'
const REFERENCE = 'Reference:'

/** A command whose verbs derive from the table of control calls. */
const remote = (name: string, summary: string): CommandEntry => ({
  name,
  summary,
  group: WORLDS,
  load: async () => (await import('./remote/remote-group.ts')).remoteGroup(name, summary),
})

/** Every command, in the order of the overview. */
export const commandEntries: readonly CommandEntry[] = [
  {
    name: 'serve',
    summary: 'Serve the described API from a scenario.',
    group: SANDBOX,
    load: async () => (await import('./commands/serve.ts')).serveCommand(),
  },
  {
    name: 'run',
    summary: 'Run a command with a sandbox on a free port, and exit with its exit code.',
    group: SANDBOX,
    load: async () => (await import('./commands/run.ts')).runSandboxCommand(),
  },
  {
    name: 'mcp',
    summary: 'Serve tools for coding agents over standard input and output.',
    group: SANDBOX,
    load: async () => (await import('./commands/mcp.ts')).mcpCommand(),
  },
  {
    name: 'data',
    summary: 'Check, repair or export the folder of playa serve --data.',
    group: SANDBOX,
    load: async () => (await import('./commands/data.ts')).dataCommand(),
  },
  {
    name: 'wait',
    summary: 'Wait until a server answers and has the world.',
    group: WORLDS,
    load: async () => (await import('./remote/wait.ts')).waitCommand(),
  },
  remote('world', 'List, create, show, reset, fork, export and delete worlds, and take snapshots of them.'),
  remote('clock', 'Show and set the clock of a world, which everything timed in it follows.'),
  remote('lead', 'Receive a lead on a listing or on a car of the catalogue, or many over a period.'),
  remote('visit', 'Count views of a listing.'),
  remote('invitation', "Accept an app's invitation on behalf of an agency."),
  remote('live', 'Make leads and visits arrive continuously.'),
  remote('story', 'Show the events of the scenario, past and to come.'),
  remote('fault', 'Inject faults; every rule ends after --times or --ttl.'),
  remote('profile', 'Show and choose the assumptions in force in a world.'),
  remote('journal', 'List requests and responses of a world, one line each, or show one in full.'),
  remote('deliveries', 'List webhook, ADF and mail deliveries, show one with its attempts, or repeat one.'),
  remote('outbox', 'List the mails that a world sent, or show one.'),
  {
    name: 'check',
    summary: 'Check a running service against the description of the API.',
    group: CONTRACT,
    load: async () => (await import('./commands/check.ts')).checkCommand(),
  },
  {
    name: 'learn',
    summary: 'Learn a profile from a running service: its answers to the open questions of the description.',
    group: CONTRACT,
    load: async () => (await import('./commands/learn.ts')).learnCommand(),
  },
  {
    name: 'import',
    summary: 'Write a running agency as a scenario, with generated people.',
    group: CONTRACT,
    load: async () => (await import('./commands/import.ts')).importCommand(),
  },
  {
    name: 'drift',
    summary: 'List what a service answers differently than a previous profile says.',
    group: CONTRACT,
    load: async () => (await import('./commands/drift.ts')).driftCommand(),
  },
  {
    name: 'sweep',
    summary: 'Run the tests of a client under other options and faults, and report what breaks it.',
    group: CONTRACT,
    load: async () => (await import('./commands/sweep.ts')).sweepCommand(),
  },
  {
    name: 'explore',
    summary: 'Send many requests to a running service, and find responses that no conforming service gives.',
    group: CONTRACT,
    load: async () => (await import('./commands/explore.ts')).exploreCommand(),
  },
  {
    name: 'explain',
    summary: 'Judge a recording (HAR): could a conforming service have answered it?',
    group: CONTRACT,
    load: async () => (await import('./commands/explain.ts')).explainCommand(),
  },
  {
    name: 'proxy',
    summary: "Forward a client's requests to a service, and judge each response.",
    group: CONTRACT,
    load: async () => (await import('./commands/proxy.ts')).proxyCommand(),
  },
  {
    name: 'receive',
    summary: 'Receive webhooks on this machine, verify them and print them.',
    group: WEBHOOKS,
    load: async () => (await import('./commands/receive.ts')).receiveCommand(),
  },
  {
    name: 'probe-receiver',
    summary: 'Grade an endpoint that receives webhooks: genuine deliveries, forgeries, repeats.',
    group: WEBHOOKS,
    load: async () => (await import('./commands/probe-receiver.ts')).probeReceiverCommand(),
  },
  {
    name: 'openapi',
    summary: 'Print the OpenAPI 3.1 document of the described API.',
    group: REFERENCE,
    load: async () => (await import('./commands/openapi.ts')).openapiCommand(),
  },
  {
    name: 'operations',
    summary: 'List every operation that is served.',
    group: REFERENCE,
    load: async () => (await import('./commands/operations.ts')).operationsCommand(),
  },
  {
    name: 'assumptions',
    summary: 'List what the description leaves open and what the sandbox answers, or show one.',
    group: REFERENCE,
    load: async () => (await import('./commands/assumptions.ts')).assumptionsCommand(),
  },
  {
    name: 'statements',
    summary: 'List the numbered statements of the description and the clauses that check them.',
    group: REFERENCE,
    load: async () => (await import('./commands/statements.ts')).statementsCommand(),
  },
  {
    name: 'clauses',
    summary: 'List the clauses of the contract kit, those of a section or statement, or show one.',
    group: REFERENCE,
    load: async () => (await import('./commands/clauses.ts')).clausesCommand(),
  },
  {
    name: 'scenarios',
    summary: 'List the scenarios that a world can start from, or show one.',
    group: REFERENCE,
    load: async () => (await import('./commands/scenarios.ts')).scenariosCommand(),
  },
  {
    name: 'completion',
    summary: 'Print the completion script for bash, zsh or fish.',
    group: REFERENCE,
    load: async () => (await import('./completion/completion.ts')).completionCommand(commandEntries),
  },
]
