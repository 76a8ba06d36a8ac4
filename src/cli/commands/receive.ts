import { type Command, Option } from 'commander'
import { redactUrls } from '../../lib/redaction/redact-urls.ts'
import { isWebUrl } from '../../lib/text/url.ts'
import type { InspectedDelivery } from '../../webhooks/delivery-inspector.ts'
import {
  addToTally,
  emptyTally,
  inspectionJson,
  inspectionText,
  tallyText,
} from '../../webhooks/inspection-text.ts'
import { type DeliveryReceiver, startDeliveryReceiver } from '../../webhooks/receiver.ts'
import { createCommand, onRun, withExample } from '../support/create-command.ts'
import { UsageError } from '../support/errors.ts'
import { MAX_PORT, wholeNumber } from '../support/option-values.ts'
import { type ProfileOptions, profileOf, withProfileOptions } from '../support/profile-options.ts'
import { stopSignal } from '../support/stop-signal.ts'
import { isColoured } from '../support/terminal-text.ts'
import { portUnavailable } from './unavailable-port.ts'
import { webhookSecret } from './webhook-secret.ts'

const DEFAULT_PORT = 4011
const TOLERANCE_SECONDS = 300
const MAX_DELAY_MS = 600_000

interface ReceiveOptions extends ProfileOptions {
  readonly port?: number
  readonly secret?: string
  readonly tolerance?: number
  readonly status?: number
  readonly fail?: number
  readonly delay?: number
  readonly forwardTo?: string
  readonly bodies?: boolean
  readonly json?: boolean
}

const SECRET_HELP =
  'Secret of the configuration (env: PLAYA_HOOK_SECRET, which other users of this machine cannot see)'

/** `playa receive`: receives until Ctrl-C. */
export const receiveCommand = (): Command => {
  const command = createCommand('receive').description(
    `Receive webhooks on this machine, verify them and print them.

Responds as a careful receiver does: 204, or 401 to a wrong or missing signature and to a stale timestamp.`,
  )
  const number = (flags: string, description: string, min: number, max: number) =>
    command.addOption(
      new Option(flags, description).argParser(wholeNumber(flags.split(' ', 1)[0] ?? '', min, max)),
    )
  number('--port <port>', `port on 127.0.0.1, 0 for a free one (default ${DEFAULT_PORT})`, 0, MAX_PORT)
  command.option('--secret <secret>', SECRET_HELP)
  withProfileOptions(command).option(
    '--tolerance <seconds>',
    `seconds that a timestamp may be off, or any, for worlds with their own clock (default ${TOLERANCE_SECONDS})`,
    toleranceMs,
  )
  number('--status <code>', 'respond to every delivery with this status', 200, 599)
  number(
    '--fail <count>',
    'respond with 500 to this many deliveries first, to watch the retries',
    0,
    Number.MAX_SAFE_INTEGER,
  )
  command.addOption(
    new Option(
      '--forward-to <url>',
      'forward every delivery to this URL, and respond as it does: the sender then retries as it would there',
    )
      .argParser(webUrl)
      .conflicts('status'),
  )
  number('--delay <ms>', 'milliseconds before each response', 0, MAX_DELAY_MS)
  command
    .option('--bodies', 'also print bodies as received')
    .option('--json', 'print one line of JSON when ready, for each delivery, and at the end')
  withExample(command, 'playa receive --secret 0123456789abcdef --forward-to http://127.0.0.1:3000/hooks')
  return onRun(command, () => receive(command.opts<ReceiveOptions>()))
}

const receive = async (options: ReceiveOptions): Promise<number> => {
  const profile = await profileOf(options)
  const secret = webhookSecret(options.secret)
  const { status, json = false, bodies = false, port = DEFAULT_PORT, fail = 0, delay: delayMs = 0 } = options
  const display = { colour: isColoured(process.stdout), bodies }
  let tally = emptyTally
  const receiver = await startDeliveryReceiver({
    port,
    secret,
    profile,
    toleranceMs: options.tolerance ?? TOLERANCE_SECONDS * 1_000,
    ...(status !== undefined && { status }),
    fail,
    delayMs,
    forwardTo: options.forwardTo,
    onDelivery: (delivery: InspectedDelivery) => {
      tally = addToTally(tally, delivery)
      console.log(json ? inspectionJson(delivery) : `${inspectionText(delivery, display)}\n`)
    },
  }).catch((error: unknown) => portUnavailable(error, port))
  if (typeof receiver === 'number') return receiver
  const stopped = stopSignal()
  console.log(
    json
      ? JSON.stringify({ event: 'ready', url: receiver.url, pid: process.pid })
      : readyText(receiver, secret, options.forwardTo),
  )
  await stopped
  await receiver.close()
  console.log(json ? JSON.stringify({ event: 'summary', ...tally }) : tallyText(tally))
  return 0
}

const webUrl = (text: string): string => {
  if (!isWebUrl(text))
    throw new UsageError(
      `--forward-to takes a URL like http://127.0.0.1:3000/hooks, not ${JSON.stringify(text)}.`,
    )
  return text
}

const toleranceMs = (text: string): number => {
  if (text === 'any') return Number.POSITIVE_INFINITY
  if (!/^\d+$/.test(text))
    throw new UsageError(`--tolerance takes whole seconds, or any, not ${JSON.stringify(text)}.`)
  return Number(text) * 1_000
}

const readyText = ({ url }: DeliveryReceiver, secret: string | undefined, forwardTo?: string): string => `
  Receiving at ${url}, any path. Configure it as the Callback of a webhook.
  ${
    secret === undefined
      ? 'No secret: nothing is verified. Give --secret, or PLAYA_HOOK_SECRET.'
      : 'Signatures are verified with the given secret.'
  }${forwardTo === undefined ? '' : `\n  Each delivery is forwarded to ${redactUrls(forwardTo)}, and the sender gets its response.`}

  Ctrl-C ends it.
`
