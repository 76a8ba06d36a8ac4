import * as z from 'zod'
import { SnapshotView } from '../control-api/calls/snapshots.ts'
import { type Arguments, type Command, Failure, numberOption, textOption } from './command.ts'
import { written } from './output-file.ts'
import { REMOTE_OPTIONS } from './remote.ts'
import { type Asked, remoteCommand } from './remote-command.ts'
import { columns, oneLine, painter } from './terminal-text.ts'

const { world: _, ...shared } = REMOTE_OPTIONS

/** Worlds of a running server, and their named moments. */
export const world: Command = remoteCommand({
  name: 'world',
  summary: 'List, make, show, reset, fork, export and delete worlds of a running server, and keep moments of them.',
  shared,
  verbs: {
    list: {
      summary: 'All worlds.',
      example: 'playa world list --json',
      run: ({ remote }) => remote.tell({ path: '/worlds' }, z.array(Row), table),
    },
    new: {
      takes: '[NAME]',
      summary: 'Make one from a scenario.',
      example: 'playa world new shop-1 --scenario empty --now 2026-03-01T12:00:00-03:00',
      options: {
        scenario: { type: 'string', help: 'what it starts as: a name, or a YAML or JSON file' },
        seed: { type: 'string', help: 'seed of people and texts' },
        now: { type: 'string', help: 'freeze it at this ISO 8601 instant' },
        profile: { type: 'string', help: 'YAML or JSON file of assumption ids and options' },
      },
      run: async ({ remote, args, words: [name] }) =>
        remote.tell({ method: 'POST', path: '/worlds', body: await startOf(args, name) }, World, card('Made')),
    },
    show: {
      takes: 'NAME',
      summary: 'One world: where it is, its agencies and the keys of its apps.',
      example: 'playa world show default',
      run: ({ remote, words: [name = ''] }) => remote.tell({ path: at(name) }, World, card('World')),
    },
    reset: {
      takes: 'NAME',
      summary: 'Back to exactly what it started as.',
      example: 'playa world reset shop-1',
      run: ({ remote, words: [name = ''] }) =>
        remote.tell({ method: 'POST', path: at(name, 'reset') }, World, card('Reset')),
    },
    fork: {
      takes: 'NAME [COPY]',
      summary: 'An independent copy.',
      example: 'playa world fork shop-1 shop-2',
      run: ({ remote, words: [name = '', copy] }) =>
        remote.tell({ method: 'POST', path: at(name, 'fork'), body: { name: copy } }, World, card('Forked')),
    },
    delete: {
      takes: 'NAME',
      summary: 'Delete one; default stays.',
      example: 'playa world delete shop-1',
      run: ({ remote, words: [name = ''] }) => remote.done({ method: 'DELETE', path: at(name) }, `Deleted ${name}.`),
    },
    export: {
      takes: 'NAME',
      summary: 'The world as a scenario file, which world new and serve take; secrets of apps and webhooks are in it.',
      example: 'playa world export shop-1 -o shop-1.yaml && playa world new shop-2 --scenario shop-1.yaml',
      options: {
        output: { type: 'string', short: 'o', help: 'file to write (default standard output)' },
        format: { type: 'string', help: 'json or yaml (default by the ending of the file, else json)' },
      },
      run: (asked) => exported(asked),
    },
    snapshot: {
      takes: 'NAME AS',
      summary: 'Keep its present moment under a name.',
      example: 'playa world snapshot shop-1 before-the-fair',
      run: ({ remote, words: [name = '', as = ''] }) =>
        remote.tell({ method: 'POST', path: at(name, 'snapshots'), body: { name: as } }, SnapshotView, moment('Kept')),
    },
    snapshots: {
      takes: 'NAME',
      summary: 'Its kept moments.',
      example: 'playa world snapshots shop-1',
      run: ({ remote, words: [name = ''] }) =>
        remote.tell({ path: at(name, 'snapshots') }, z.array(SnapshotView), (all) =>
          all.length === 0
            ? `Nothing is kept of ${name}: playa world snapshot ${name} AS keeps its present moment.`
            : columns(all.map((one) => [one.name, one.now, countsText(one.counts)])),
        ),
    },
    restore: {
      takes: 'NAME SNAPSHOT',
      summary: 'Back to a kept moment.',
      example: 'playa world restore shop-1 before-the-fair',
      run: ({ remote, words: [name = '', kept = ''] }) =>
        remote.tell({ method: 'POST', path: at(name, 'snapshots', kept, 'restore') }, SnapshotView, moment('Restored')),
    },
    forget: {
      takes: 'NAME SNAPSHOT',
      summary: 'Forget a kept moment.',
      example: 'playa world forget shop-1 before-the-fair',
      run: ({ remote, words: [name = '', kept = ''] }) =>
        remote.done({ method: 'DELETE', path: at(name, 'snapshots', kept) }, `Forgot ${kept}.`),
    },
  },
})

const at = (...parts: readonly string[]): string => `/worlds/${parts.map(encodeURIComponent).join('/')}`

/** As much of a world as is told on a terminal. */
const Row = z.object({
  name: z.string(),
  base: z.string(),
  scenario: z.string(),
  seed: z.number(),
  now: z.string(),
  running: z.boolean(),
  counts: z.record(z.string(), z.number()),
})

const World = Row.extend({
  apps: z.array(z.object({ name: z.string(), key: z.string() })),
  agencies: z.array(z.object({ adminMail: z.string(), nombreComercial: z.string() })),
})

const startOf = async (args: Arguments, name: string | undefined): Promise<object> => {
  const profile = textOption(args, 'profile')
  return {
    name,
    scenario: await scenarioOf(textOption(args, 'scenario')),
    seed: numberOption(args, 'seed', Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    now: textOption(args, 'now'),
    profile: profile === undefined ? undefined : (await import('./profile-file.ts')).readProfile(profile),
  }
}

/** The server knows scenarios by name; a file is read here and sent along. */
const scenarioOf = async (given: string | undefined): Promise<string | object | undefined> =>
  given !== undefined && /\.(ya?ml|json)$/.test(given)
    ? (await import('./profile-file.ts')).readMap('scenario', given, 'a scenario')
    : given

const exported = async ({ remote, args, words: [name = ''] }: Asked): Promise<number> => {
  const output = textOption(args, 'output')
  const byEnding = output !== undefined && /\.ya?ml$/.test(output) && !remote.isJson ? 'yaml' : undefined
  const query = { format: textOption(args, 'format') ?? byEnding }
  const text = await (await remote.send({ path: at(name, 'export'), query })).text()
  if (output === undefined || output === '-') process.stdout.write(text)
  else written(output, text, (sentence) => new Failure(sentence))
  return 0
}

const countsText = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ')

const table = (worlds: readonly z.infer<typeof Row>[]): string => {
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

/** A world on a few lines, beginning with what was done. */
const card =
  (deed: string) =>
  ({ name, base, scenario, seed, now, running, apps, agencies, counts }: z.infer<typeof World>): string => {
    const paint = painter()
    const rows = [
      ['API', `${base}/v3`],
      ['Scenario', `${oneLine(scenario)}, seed ${seed}`],
      ['Clock', `${now}, ${running ? 'running' : 'frozen'}`],
      ['Holds', countsText(counts)],
      ...agencies.map(({ adminMail, nombreComercial }) => [
        'Agency',
        `${oneLine(adminMail)}  ${oneLine(nombreComercial)}`,
      ]),
      ...apps.map((app) => ['App', `${oneLine(app.name)}, key ${oneLine(app.key)}`]),
    ]
    return `${deed} ${paint('bold', name)}\n${columns(rows, '  ')}`
  }

const moment =
  (deed: string) =>
  ({ name, now, counts }: z.infer<typeof SnapshotView>): string =>
    `${deed} ${oneLine(name)}: ${now}, ${countsText(counts)}.`
