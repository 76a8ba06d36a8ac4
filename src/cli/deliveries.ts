import * as z from 'zod'
import { DeliveryView, DeliveryDetailView } from '../control-api/calls/deliveries.ts'
import { type Arguments, type Command, numberOption, textOption, UsageError } from './command.ts'
import { follow } from './follow.ts'
import type { Remote, RemoteCall } from './remote.ts'
import { remoteCommand } from './remote-command.ts'
import { columns, lines, oneLine, type Paint, painter, type Style } from './terminal-text.ts'

type Row = z.infer<typeof DeliveryView>
type Attempt = z.infer<typeof DeliveryDetailView>['attempts'][number]

const MOST = 9_999
const USUAL = 100
/** So many are shown before those that are followed. */
const USUAL_BEFORE = 10

/** Notifications on their way, and those that arrived or failed. */
export const deliveries: Command = remoteCommand({
  name: 'deliveries',
  summary:
    'List the webhook, ADF and mail deliveries of a world, follow them, show one with its attempts, or repeat one.',
  otherwise: {
    takes: '[ID]',
    summary: 'The deliveries, the newest last; or one of them with every attempt.',
    example: 'playa deliveries --state failed',
    options: {
      follow: { type: 'boolean', short: 'f', help: 'go on as they happen and change, until Ctrl-C' },
      state: { type: 'string', help: 'only those that are pending, delivered, failed, cancelled or copied' },
      topic: { type: 'string', help: 'only those of a topic' },
      channel: { type: 'string', help: 'only those of app-webhook, or of a channel of the agency' },
      limit: { type: 'string', help: `most that are listed (default ${USUAL}, with --follow ${USUAL_BEFORE})` },
    },
    run: ({ remote, args, words: [id] }) => {
      if (id === undefined)
        return args.values['follow'] === true
          ? followed(remote, args)
          : remote.tell(listCall(remote, args, USUAL), z.array(DeliveryView), table)
      if (args.values['follow'] === true) throw new UsageError('deliveries takes one of ID and --follow.')
      return remote.tell({ path: remote.inWorld('deliveries', id) }, DeliveryDetailView, deliveryText)
    },
  },
  verbs: {
    redeliver: {
      takes: 'ID',
      summary: 'Attempt it again now, under the same hook id, and show what came of it.',
      example: 'playa deliveries redeliver d3',
      run: ({ remote, words: [id = ''] }) =>
        remote.tell(
          { method: 'POST', path: remote.inWorld('deliveries', id, 'redeliver') },
          DeliveryDetailView,
          deliveryText,
        ),
    },
  },
})

const listCall = (remote: Remote, args: Arguments, usual: number): RemoteCall => ({
  path: remote.inWorld('deliveries'),
  query: {
    state: textOption(args, 'state'),
    topic: textOption(args, 'topic'),
    channel: textOption(args, 'channel'),
    limit: numberOption(args, 'limit', 1, MOST) ?? usual,
  },
})

/** One line whenever a delivery is made or comes to something. */
const followed = (remote: Remote, args: Arguments): Promise<number> => {
  const paint = painter()
  const [state, topic, channel] = ['state', 'topic', 'channel'].map((name) => textOption(args, name))
  const print = (row: Row) => {
    if ((state ?? row.state) !== row.state || (topic ?? row.topic) !== row.topic) return
    if ((channel ?? row.channel) === row.channel)
      console.log(remote.isJson ? JSON.stringify(row) : cells(row, paint).join('  '))
  }
  return follow(remote, {
    begin: async () => {
      const before = await remote.read(listCall(remote, args, USUAL_BEFORE), z.array(DeliveryView))
      before.toReversed().forEach(print)
    },
    heard: ({ kind, data }) => {
      if (kind === 'lost') console.error('Some happened faster than they were read: playa deliveries lists them all.')
      // Of one that is no longer kept nothing but its number is told.
      const row = kind === 'delivery' ? DeliveryView.safeParse(data) : undefined
      if (row?.success) print(row.data)
    },
  })
}

const STYLES: Readonly<Record<Row['state'], Style>> = {
  pending: 'yellow',
  delivered: 'green',
  failed: 'red',
  cancelled: 'dim',
  copied: 'dim',
}

const table = (rows: readonly Row[]): string => {
  if (rows.length === 0) return 'There is no such delivery.'
  const paint = painter()
  return columns(rows.toReversed().map((row) => cells(row, paint)))
}

const cells = (row: Row, paint: Paint): string[] => [
  paint('bold', row.id),
  row.happened,
  paint(STYLES[row.state], row.state),
  oneLine(row.topic ?? row.channel),
  oneLine(row.app ?? row.agency),
  oneLine(row.what),
  paint('dim', oneLine(outcomeOf(row))),
]

const outcomeOf = ({ attempts, verdict, due, why }: Row): string =>
  [
    attempts === 0 ? 'not attempted yet' : `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}: ${verdict}`,
    ...(due === null ? [] : [`next ${due}`]),
    ...(why === null ? [] : [why]),
  ].join('; ')

const deliveryText = ({ attempts, ...rest }: z.infer<typeof DeliveryDetailView>): string => {
  const paint = painter()
  const row = { ...rest, attempts: attempts.length }
  return [
    columns([cells(row, paint)]),
    `hook ${oneLine(rest.hookId)}`,
    ...attempts.map((one) => attemptText(one, paint)),
  ].join('\n')
}

const attemptText = ({ at, verdict, delivered, tookMs, request, response }: Attempt, paint: Paint): string =>
  [
    '',
    `${at}  ${paint(delivered ? 'green' : 'red', oneLine(verdict))}  ${Math.round(tookMs)} ms`,
    ...(request
      ? [
          `  > ${oneLine(`${request.method} ${request.url}`)}`,
          ...request.headers.map(([name, value]) => `  > ${oneLine(`${name}: ${value}`)}`),
          ...indented(request.body),
        ]
      : []),
    ...(response
      ? [
          `  < ${response.status}`,
          ...Object.entries(response.headers).map(([name, value]) => `  < ${oneLine(`${name}: ${value}`)}`),
          ...indented(response.body),
        ]
      : []),
  ].join('\n')

const indented = (body: string): string[] => (body === '' ? [] : lines(body).map((line) => `    ${line}`))
