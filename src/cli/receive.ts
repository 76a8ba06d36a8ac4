import { startWebhookReceiver, type WebhookReceiver } from '../webhook-lab/receiver.ts'
import type { Reception } from '../webhook-lab/reception.ts'
import { addToTally, emptyTally, receptionJson, receptionText, tallyText } from '../webhook-lab/reception-text.ts'
import { PROFILE_HELP, PROFILE_OPTIONS, profileOf } from './choices.ts'
import { type Arguments, type Command, numberOption, textOption, UsageError } from './command.ts'
import { hookSecret } from './hook-secret.ts'
import { isColoured } from './terminal-text.ts'
import { portUnavailable } from './unavailable-port.ts'

const PORT = 4011
const TOLERANCE_SECONDS = 300
const MOST_DELAY_MS = 600_000

export const receive: Command = {
  name: 'receive',
  summary: `Receive webhooks on this machine, verify them, and print what came.

Answers as a careful receiver does: 204, or 401 to a signature that is wrong or missing and to a stale timestamp. Ctrl-C ends it.`,
  usage: `receive [--port ${PORT}] [--secret S] [--json] [options]`,
  example: 'playa receive --port 4011 --secret 0123456789abcdef --fail 2',
  options: {
    port: { type: 'string' },
    secret: { type: 'string' },
    ...PROFILE_OPTIONS,
    tolerance: { type: 'string' },
    status: { type: 'string' },
    fail: { type: 'string' },
    delay: { type: 'string' },
    bodies: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  help: {
    port: `port on 127.0.0.1, 0 for a free one (default ${PORT})`,
    secret: 'Secret of the configuration; or PLAYA_HOOK_SECRET, which other users of this machine cannot see',
    ...PROFILE_HELP,
    tolerance: `seconds that a timestamp may be off, or any, for worlds with a clock of their own (default ${TOLERANCE_SECONDS})`,
    status: 'answer this to everything, whatever came',
    fail: 'answer 500 to so many deliveries first, to watch the retries',
    delay: 'milliseconds before each answer',
    bodies: 'print bodies as they came, too',
    json: 'print one line of JSON when ready, for each delivery, and at the end',
  },
  run: async (args) => {
    const profile = await profileOf(args)
    const secret = hookSecret(args)
    const status = numberOption(args, 'status', 200, 599)
    const json = args.values['json'] === true
    const showing = { colour: isColoured(process.stdout), bodies: args.values['bodies'] === true }
    const port = numberOption(args, 'port', 0, 65_535) ?? PORT
    let tally = emptyTally
    const receiver = await startWebhookReceiver({
      port,
      secret,
      profile,
      toleranceMs: toleranceOf(args),
      ...(status !== undefined && { status }),
      fail: numberOption(args, 'fail', 0, Number.MAX_SAFE_INTEGER) ?? 0,
      delayMs: numberOption(args, 'delay', 0, MOST_DELAY_MS) ?? 0,
      onReception: (reception: Reception) => {
        tally = addToTally(tally, reception)
        console.log(json ? receptionJson(reception) : `${receptionText(reception, showing)}\n`)
      },
    }).catch((error: unknown) => portUnavailable(error, port))
    if (typeof receiver === 'number') return receiver
    const stopped = new Promise<void>((resolve) => {
      process.once('SIGINT', resolve)
      process.once('SIGTERM', resolve)
    })
    console.log(
      json ? JSON.stringify({ event: 'ready', url: receiver.url, pid: process.pid }) : readyText(receiver, secret),
    )
    await stopped
    await receiver.close()
    console.log(json ? JSON.stringify({ event: 'summary', ...tally }) : tallyText(tally))
    return 0
  },
}

const toleranceOf = (args: Arguments): number => {
  const text = textOption(args, 'tolerance')
  if (text === 'any') return Number.POSITIVE_INFINITY
  if (text !== undefined && !/^\d+$/.test(text))
    throw new UsageError(`--tolerance takes whole seconds, or any, not ${JSON.stringify(text)}.`)
  return Number(text ?? TOLERANCE_SECONDS) * 1_000
}

const readyText = ({ url }: WebhookReceiver, secret: string | undefined): string => `
  Receiving at ${url}, any path. Configure it as the Callback of a webhook.
  ${secret === undefined ? 'No secret: nothing is verified. Give --secret, or PLAYA_HOOK_SECRET.' : 'Signatures are verified with the secret that was given.'}

  Ctrl-C ends it.
`
