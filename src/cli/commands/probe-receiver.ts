import type { Command } from 'commander'
import { isUrl } from '../../lib/text/url.ts'
import { availableTopics } from '../../model/domain/webhooks/webhook-rules.ts'
import { runProbe } from '../../webhooks/probe.ts'
import { probeCases } from '../../webhooks/probe-cases.ts'
import { COVERAGE_NOTE, resultJson, resultText, scoreText } from '../../webhooks/probe-report.ts'
import { createCommand, didYouMean, onRun, withExample } from '../support/create-command.ts'
import { UsageError } from '../support/errors.ts'
import { repeated } from '../support/option-values.ts'
import { type ProfileOptions, profileOf, withProfileOptions } from '../support/profile-options.ts'
import { isColoured } from '../support/terminal-text.ts'
import { headersIn, millisecondsOf } from './contract-options.ts'
import { withUsageErrors } from './contract-run.ts'
import { webhookSecret } from './webhook-secret.ts'

const UNREACHABLE = 3

interface ProbeOptions extends ProfileOptions {
  readonly secret?: string
  readonly topic?: readonly string[]
  readonly header?: readonly string[]
  readonly timeout?: string
  readonly only?: readonly string[]
  readonly json?: boolean
}

const SECRET_HELP =
  'Secret with which the endpoint verifies (env: PLAYA_HOOK_SECRET, which other users of this machine cannot see)'

/** `playa probe-receiver`: grades an endpoint. */
export const probeReceiverCommand = (): Command => {
  const command = createCommand('probe-receiver')
    .description(
      `Grade an endpoint that receives webhooks: genuine deliveries, forgeries, repeats, unusual input.

Exit codes: 0 nothing essential failed; 1 something did; 2 misuse; 3 the endpoint cannot be reached.`,
    )
    .argument('[url]', 'URL of the endpoint')
    .option('--secret <secret>', SECRET_HELP)
  withProfileOptions(command)
    .option(
      '--topic <topic>',
      'topic that the endpoint is for; may be repeated (default all of the profile)',
      repeated,
    )
    .option(
      '--header <name: value>',
      'added to every request, as custom headers are; may be repeated',
      repeated,
    )
    .option('--timeout <seconds>', 'seconds to wait for a response, or 500ms (default 10, as the service)')
    .option('--only <case>', 'case to try, several with commas; may be repeated', repeated)
    .option('--json', 'print the results as JSON')
  withExample(command, 'playa probe-receiver http://127.0.0.1:8080/hooks --secret 0123456789abcdef')
  return onRun(
    command,
    withUsageErrors(() => probeReceiver(command.args[0], command.opts<ProbeOptions>())),
  )
}

const probeReceiver = async (endpoint: string | undefined, options: ProbeOptions): Promise<number> => {
  const url = endpointUrl(endpoint)
  const secret = webhookSecret(options.secret)
  if (secret === undefined)
    throw new UsageError('The secret of the endpoint is missing. Give --secret, or PLAYA_HOOK_SECRET.')
  const profile = await profileOf(options)
  const topics = topicsIn(options.topic, availableTopics(profile))
  const only = casesIn(options.only ?? [], topics)
  const { json = false } = options
  const colour = isColoured(process.stdout)
  const probed = await runProbe({
    url,
    secret,
    profile,
    topics,
    headers: headersIn(options.header ?? []),
    timeoutMs: millisecondsOf(options.timeout ?? 10),
    ...(only.length > 0 && { only }),
    onResult: (result) => {
      if (!json) console.log(resultText(result, colour))
    },
  })
  const shown = { url: `${url.origin}${url.pathname}` }
  if ('unreachable' in probed) {
    const { unreachable } = probed
    if (json) console.log(JSON.stringify({ ...shown, exitCode: UNREACHABLE, unreachable }, null, 2))
    console.error(
      `There is no connection to ${shown.url}: ${unreachable}. Start the endpoint, or correct the URL.`,
    )
    return UNREACHABLE
  }
  const { results, score } = probed
  const exitCode = score.failed > 0 ? 1 : 0
  console.log(
    json
      ? JSON.stringify(
          { ...shown, exitCode, score, results: results.map(resultJson), coverage: COVERAGE_NOTE },
          null,
          2,
        )
      : `\n${scoreText(score)}\n${COVERAGE_NOTE}`,
  )
  return exitCode
}

const endpointUrl = (text: string | undefined): URL => {
  if (text === undefined)
    throw new UsageError('The URL of the endpoint is missing, e.g. http://127.0.0.1:8080/hooks.')
  if (isUrl(text) && /^https?:\/\//i.test(text)) return new URL(text)
  throw new UsageError(
    `The endpoint is a URL that begins with http:// or https://, not ${JSON.stringify(text)}.`,
  )
}

/** Accepts a topic that only a service knows; one that is nearly a known one is a typing mistake. */
const topicsIn = (wanted: readonly string[] | undefined, known: readonly string[]): readonly string[] => {
  for (const topic of wanted ?? []) {
    const hint = known.includes(topic) ? '' : didYouMean(topic, known)
    if (hint) throw new UsageError(`There is no topic ${topic}.${hint}`)
  }
  return wanted ?? known
}

const casesIn = (entries: readonly string[], topics: readonly string[]): string[] => {
  const known = probeCases(topics).map(({ id }) => id)
  const wanted = entries.flatMap((entry) => entry.split(',')).filter((id) => id !== '')
  for (const id of wanted) {
    if (known.includes(id)) continue
    const hint = didYouMean(id, known) || ` They are ${known.join(', ')}.`
    throw new UsageError(`There is no case ${id}.${hint}`)
  }
  return wanted
}
