import { type Command, Option } from 'commander'
import type { CliVerb, ControlCall } from '../../control/call/call.ts'
import { controlCalls } from '../../control/table.ts'
import { createCommand, needsVerb, onRun, withExample } from '../support/create-command.ts'
import { columns, oneLine } from '../support/terminal-text.ts'
import { clockVerbs } from './clock.ts'
import { deliveryVerbs } from './deliveries.ts'
import { faultVerbs } from './fault.ts'
import { addFlags, inputFrom } from './flags.ts'
import { journalVerbs } from './journal.ts'
import { leadVerbs } from './lead.ts'
import { outboxVerbs } from './outbox.ts'
import { profileVerbs } from './profile.ts'
import { connectRemote, type RemoteOptions } from './remote.ts'
import { storyVerbs } from './story.ts'
import type { VerbExtension, VerbExtensions } from './verb-extension.ts'
import { worldVerbs } from './world.ts'

/** What verbs add to their calls, by first word of the verb. */
const EXTENSIONS: Readonly<Record<string, VerbExtensions>> = {
  world: worldVerbs,
  clock: clockVerbs,
  lead: leadVerbs,
  fault: faultVerbs,
  profile: profileVerbs,
  story: storyVerbs,
  journal: journalVerbs,
  deliveries: deliveryVerbs,
  outbox: outboxVerbs,
}

interface VerbEntry {
  readonly call: ControlCall
  readonly verb: CliVerb
}

/** Verbs of the table whose first word is `name`. */
const verbsOf = (name: string): VerbEntry[] =>
  controlCalls
    .flatMap((call) => (call.cli ?? []).map((verb) => ({ call, verb })))
    .filter(({ verb }) => verb.verb === name || verb.verb.startsWith(`${name} `))

const AFTER_REMOTE = '\nExit codes: 0 done; 1 the server refused, or cannot be reached; 2 misuse.'

/**
 * Creates a command that calls a running server; its verbs, flags and help derive from the table of control
 * calls.
 */
export const remoteGroup = async (name: string, summary: string): Promise<Command> => {
  const extensions = EXTENSIONS[name] ?? {}
  const group = createCommand(name).description(summary).enablePositionalOptions()
  const entries = verbsOf(name)
  for (const entry of entries.filter(({ verb }) => verb.verb !== name)) {
    const [, ...rest] = entry.verb.verb.split(' ')
    const command = createCommand(rest.join(' ')).description(sentence(entry))
    group.addCommand(bindVerb(command, entry, extensions[entry.verb.verb]))
  }
  const own = entries.find(({ verb }) => verb.verb === name)
  if (own) bindVerb(group, own, extensions[name])
  else needsVerb(addRemoteOptions(group, name !== 'world'))
  return group.addHelpText('after', AFTER_REMOTE)
}

const sentence = ({ call, verb }: VerbEntry): string => `${verb.summary ?? call.summary}.`.replaceAll('`', '')

const bindVerb = (command: Command, { call, verb }: VerbEntry, extension: VerbExtension = {}): Command => {
  const sources = addFlags(command, call, verb)
  extension.extend?.(command)
  addRemoteOptions(command, call.path.includes('{world}') && !('world' in (verb.words ?? {})))
  withExample(command, verb.example)
  return onRun(command, async () => {
    // Options may precede the verb, too.
    const options = { ...command.parent?.opts(), ...command.opts() }
    const labels = new Map(sources.map(({ member, label }) => [member, label]))
    const remote = connectRemote(options satisfies RemoteOptions, labels)
    const words = { ...verb.preset, ...inputFrom(sources, command.args, options) }
    const given = verb.words?.['world'] === '[name]' ? { world: remote.world, ...words } : words
    const input = (await extension.prepare?.(given, options)) ?? given
    const code = await extension.run?.({ remote, input, options, words: command.args })
    if (code !== undefined) return code
    const answer = await remote.readJson(call, input)
    if (remote.isJson) remote.print(answer === undefined ? '' : JSON.stringify(answer, null, 2))
    else {
      const known = call.answer ? remote.shaped(answer, call.answer) : undefined
      remote.print(extension.print?.(known, input) ?? plainResult(known))
    }
    return 0
  })
}

/** Adds where the server is and how its response is printed. */
export const addRemoteOptions = (command: Command, hasWorld: boolean): Command => {
  command.option('--url <url>', 'the server (default http://127.0.0.1:4010; env: PLAYA_URL)')
  const world = new Option('--world <name>', 'the world (default default; env: PLAYA_WORLD)')
  if (hasWorld) command.addOption(world)
  return command
    .option('--control-token <token>', 'for a server off loopback (env: PLAYA_CONTROL_TOKEN)')
    .option('--json', 'print the server’s response as JSON')
    .option('--quiet', 'print nothing on success')
}

/**
 * Formats a response that has no format of its own: a list as a table, an object as one line for each member.
 */
const plainResult = (answer: unknown): string => {
  if (answer === undefined) return 'Done.'
  if (Array.isArray(answer)) return answer.length === 0 ? 'None.' : columns(answer.map(cellsOf))
  return isObject(answer)
    ? columns(Object.entries(answer).map(([name, value]) => [name, shown(value)]))
    : shown(answer)
}

const cellsOf = (row: unknown): string[] => (isObject(row) ? Object.values(row).map(shown) : [shown(row)])

const shown = (value: unknown): string => {
  if (value === null) return '-'
  return oneLine(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
