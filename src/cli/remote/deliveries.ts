import * as z from 'zod'
import { DeliveryDetailView, DeliveryView } from '../../control/calls/deliveries.ts'
import { controlApi } from '../../control/table.ts'
import type { Paint, Style } from '../../lib/text/terminal-style.ts'
import { UsageError } from '../support/errors.ts'
import { columns, lines, oneLine, painter } from '../support/terminal-text.ts'
import { followEvents } from './follow.ts'
import { printed, type VerbContext, type VerbExtensions } from './verb-extension.ts'

type Attempt = DeliveryDetailView['attempts'][number]

/** How many are listed before those that are followed. */
const FOLLOW_BACKLOG = 10

/** What `playa deliveries` adds: one delivery by its id, and following them. */
export const deliveryVerbs: VerbExtensions = {
  deliveries: {
    extend: (command) =>
      command
        .argument('[id]', 'id of a delivery; default: all')
        .option('-f, --follow', 'keep printing deliveries as they change, until Ctrl-C'),
    run: async (context) => {
      const { remote, options, words } = context
      const [delivery] = words
      const follows = options['follow'] === true
      if (delivery === undefined) return follows ? followDeliveries(context) : undefined
      if (follows) throw new UsageError('deliveries takes either an id or --follow.')
      const answer = await remote.readJson(controlApi.deliveries.read, { delivery })
      remote.print(
        remote.isJson
          ? JSON.stringify(answer, null, 2)
          : deliveryText(remote.shaped(answer, DeliveryDetailView)),
      )
      return 0
    },
    print: printed(z.array(DeliveryView), (rows, asked) =>
      rows.length === 0 ? noneSentence(asked) : table(rows),
    ),
  },
  'deliveries redeliver': { print: printed(DeliveryDetailView, (delivery) => deliveryText(delivery)) },
}

/** Prints one line whenever a delivery is made or changes its state. */
const followDeliveries = ({ remote, input }: VerbContext): Promise<number> => {
  const paint = painter()
  const { state, topic, channel } = input
  const print = (row: DeliveryView) => {
    if ((state ?? row.state) !== row.state || (topic ?? row.topic) !== row.topic) return
    if ((channel ?? row.channel) !== row.channel) return
    remote.print(remote.isJson ? JSON.stringify(row) : cells(row, paint).join('  '))
  }
  return followEvents(remote, {
    onOpen: async () => {
      const answer = await remote.readJson(controlApi.deliveries.list, { limit: FOLLOW_BACKLOG, ...input })
      remote.shaped(answer, z.array(DeliveryView)).toReversed().forEach(print)
    },
    onEvent: ({ event, data }) => {
      if (event === 'lost')
        console.error('Some happened faster than they were read: playa deliveries lists them all.')
      // The event of a delivery that the world no longer keeps holds its number only.
      const row = event === 'delivery' ? DeliveryView.safeParse(data) : undefined
      if (row?.success) print(row.data)
    },
  })
}

const STYLES: Readonly<Record<DeliveryView['state'], Style>> = {
  pending: 'yellow',
  delivered: 'green',
  failed: 'red',
  cancelled: 'dim',
  copied: 'dim',
}

const noneSentence = ({ state, topic, channel }: VerbContext['input']): string =>
  state === undefined && topic === undefined && channel === undefined
    ? 'Nothing was delivered yet.'
    : 'No delivery has that state, topic or channel.'

const table = (rows: readonly DeliveryView[]): string => {
  const paint = painter()
  return columns(rows.toReversed().map((row) => cells(row, paint)))
}

const cells = (row: DeliveryView, paint: Paint): string[] => [
  paint('bold', row.id),
  row.happened,
  paint(STYLES[row.state], row.state),
  oneLine(row.topic ?? row.channel),
  oneLine(row.app ?? row.agency),
  oneLine(row.what),
  paint('dim', oneLine(outcomeOf(row))),
]

const outcomeOf = ({ attempts, verdict, due, why }: DeliveryView): string =>
  [
    attempts === 0
      ? 'not attempted yet'
      : `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}: ${verdict}`,
    ...(due === null ? [] : [`next ${due}`]),
    ...(why === null ? [] : [why]),
  ].join('; ')

const deliveryText = ({ attempts, ...rest }: DeliveryDetailView): string => {
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
