import * as z from 'zod'
import { SnapshotView } from '../../control/calls/snapshots.ts'
import { WorldSummaryView, WorldView } from '../../control/calls/worlds.ts'
import { controlApi } from '../../control/table.ts'
import { Failure } from '../support/errors.ts'
import { writeOutput } from '../support/output-file.ts'
import { columns, countsText, oneLine, painter } from '../support/terminal-text.ts'
import { printed, type VerbContext, type VerbExtensions } from './verb-extension.ts'

const exportToFile = async ({ remote, input, options }: VerbContext): Promise<number> => {
  const output = typeof options['output'] === 'string' ? options['output'] : undefined
  const byEnding = output !== undefined && /\.ya?ml$/.test(output) && !remote.isJson ? 'yaml' : undefined
  const response = await remote.send(controlApi.worlds.export, {
    ...input,
    format: input['format'] ?? byEnding,
  })
  const text = await response.text()
  if (output === undefined || output === '-') process.stdout.write(text)
  else {
    writeOutput(output, text, (sentence) => new Failure(sentence))
    if (!remote.isJson) remote.print(`Wrote ${output}: playa serve --scenario ${output} starts from it.`)
  }
  return 0
}

const saveToFile = async ({ remote, input, options }: VerbContext): Promise<number> => {
  const output = typeof options['output'] === 'string' ? options['output'] : `${input['world']}.playa`
  const secrets = options['withSecrets'] === true ? 'included' : undefined
  const response = await remote.send(controlApi.worlds.save, { ...input, secrets })
  const bytes = new Uint8Array(await response.arrayBuffer())
  writeOutput(output, bytes, (sentence) => new Failure(sentence))
  if (!remote.isJson)
    remote.print(`The world ${input['world']} is in ${output}; playa serve ${output} opens it.`)
  return 0
}

/** Reads a scenario file, whose content is sent: the server knows only shipped scenarios by name. */
const scenarioOf = async (given: unknown): Promise<unknown> =>
  typeof given === 'string' && /\.(ya?ml|json)$/.test(given)
    ? (await import('./scenario-to-send.ts')).scenarioToSend(given)
    : given

const profileOf = async (given: unknown): Promise<unknown> =>
  typeof given === 'string' ? (await import('../support/profile-file.ts')).readProfile(given) : given

const table = (worlds: readonly WorldSummaryView[]): string => {
  const paint = painter()
  return columns(
    worlds.map(({ name, scenario, seed, now, running, counts }) => [
      paint('bold', name),
      `${oneLine(scenario)}, seed ${seed}`,
      `${now} ${running ? paint('green', 'running') : paint('cyan', 'frozen')}`,
      countsText(counts),
    ]),
  )
}

/** Formats a world on a few lines, after what was done with it. */
const card =
  (done: string) =>
  ({ name, base, scenario, seed, now, running, apps, agencies, counts }: WorldView): string => {
    const rows = [
      ['API', `${base}/v3`],
      ['Scenario', `${oneLine(scenario)}, seed ${seed}`],
      ['Clock', `${now}, ${running ? 'running' : 'frozen'}`],
      ['Records', countsText(counts)],
      ...agencies.map((agency) => [
        'Agency',
        `${oneLine(agency.adminMail)}  ${oneLine(agency.nombreComercial)}`,
      ]),
      ...apps.map((app) => ['App', `${oneLine(app.name)}, key ${oneLine(app.key)}`]),
    ]
    return `${done} ${painter()('bold', name)}\n${columns(rows, '  ')}`
  }

const snapshotLine =
  (done: string) =>
  ({ name, now, counts }: SnapshotView): string =>
    `${done} ${oneLine(name)}: ${now}, ${countsText(counts)}.`

const snapshotTable = (snapshots: readonly SnapshotView[], world: unknown): string =>
  snapshots.length === 0
    ? `World ${world} has no snapshot: playa world snapshot ${world} <snapshot> takes one.`
    : columns(snapshots.map(({ name, now, counts }) => [name, now, countsText(counts)]))

/** On the command line a scenario or a profile of one's own is a file. */
const FILE_TEXTS: Readonly<Record<string, string>> = {
  '--scenario': 'name of a shipped scenario, or a YAML or JSON file; default: the scenario of the server',
  '--profile': 'YAML or JSON file of assumption ids and options',
}

/** What `playa world` adds: files of scenarios and profiles, exports, and a card for a world. */
export const worldVerbs: VerbExtensions = {
  'world list': { print: printed(z.array(WorldSummaryView), table) },
  'world new': {
    extend: ({ options }) => {
      for (const option of options)
        if (option.long !== undefined) option.description = FILE_TEXTS[option.long] ?? option.description
    },
    prepare: async ({ scenario, profile, ...input }) => ({
      ...input,
      scenario: await scenarioOf(scenario),
      profile: await profileOf(profile),
    }),
    print: printed(WorldView, card('Made')),
  },
  'world show': { print: printed(WorldView, card('World')) },
  'world reset': { print: printed(WorldView, card('Reset')) },
  'world fork': { print: printed(WorldView, card('Forked')) },
  'world delete': { print: (_, { world }) => `Deleted ${world}.` },
  'world export': {
    extend: (command) => command.option('-o, --output <file>', 'file to write (default standard output)'),
    run: exportToFile,
  },
  'world save': {
    extend: (command) =>
      command
        .option('-o, --output <file>', 'file to write (default NAME.playa)')
        .option('--with-secrets', 'keep configured secrets, which are redacted otherwise'),
    run: saveToFile,
  },
  'world snapshot': { print: printed(SnapshotView, snapshotLine('Took snapshot')) },
  'world snapshots': { print: printed(z.array(SnapshotView), (all, { world }) => snapshotTable(all, world)) },
  'world restore': { print: printed(SnapshotView, snapshotLine('Restored snapshot')) },
  'world forget': { print: (_, { snapshot }) => `Deleted ${snapshot}.` },
}
