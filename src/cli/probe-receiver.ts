import { availableTopics } from '../domain/webhooks/webhook-rules.ts'
import { runProbe } from '../webhook-lab/probe.ts'
import { probeCases } from '../webhook-lab/probe-cases.ts'
import { COVERAGE_NOTE, resultJson, resultText, scoreText } from '../webhook-lab/probe-report.ts'
import { PROFILE_HELP, PROFILE_OPTIONS, profileOf } from './choices.ts'
import { type Arguments, type Command, didYouMean, textOption, textOptions, UsageError } from './command.ts'
import { headersIn, millisecondsOf } from './contract-options.ts'
import { told } from './contract-run.ts'
import { hookSecret } from './hook-secret.ts'
import { isColoured } from './terminal-text.ts'

const UNREACHABLE = 3

export const probeReceiver: Command = {
  name: 'probe-receiver',
  summary: `Grade an endpoint that receives webhooks: genuine deliveries, forgeries, repeats and surprises.

Exit codes: 0 nothing essential failed; 1 something did; 2 misuse; 3 the endpoint cannot be reached.`,
  usage: 'probe-receiver URL --secret S [options]',
  example: 'playa probe-receiver http://127.0.0.1:8080/hooks --secret 0123456789abcdef',
  words: 1,
  options: {
    secret: { type: 'string' },
    ...PROFILE_OPTIONS,
    topic: { type: 'string', multiple: true },
    header: { type: 'string', multiple: true },
    timeout: { type: 'string' },
    only: { type: 'string', multiple: true },
    json: { type: 'boolean' },
  },
  help: {
    secret:
      'Secret that the endpoint verifies with; or PLAYA_HOOK_SECRET, which other users of this machine cannot see',
    ...PROFILE_HELP,
    topic: 'topic that the endpoint is for; may be repeated (default all of the profile)',
    header: "'Name: value', added to every request as a custom header is; may be repeated",
    timeout: 'seconds to wait for an answer, or 500ms (default 10, as the service)',
    only: 'case to try, several with commas; may be repeated',
    json: 'print the results as JSON',
  },
  run: told(async (args) => {
    const url = urlIn(args)
    const secret = hookSecret(args)
    if (secret === undefined)
      throw new UsageError('What does the endpoint verify with? Give --secret, or PLAYA_HOOK_SECRET.')
    const profile = await profileOf(args)
    const given = textOptions(args, 'topic')
    const topics = given.length > 0 ? given : availableTopics(profile)
    const only = casesIn(args, topics)
    const json = args.values['json'] === true
    const colour = isColoured(process.stdout)
    const probed = await runProbe({
      url,
      secret,
      profile,
      topics,
      headers: headersIn(textOptions(args, 'header')),
      timeoutMs: millisecondsOf(textOption(args, 'timeout') ?? 10),
      ...(only.length > 0 && { only }),
      onResult: (result) => {
        if (!json) console.log(resultText(result, colour))
      },
    })
    const shown = { url: `${url.origin}${url.pathname}` }
    if ('unreachable' in probed) {
      const { unreachable } = probed
      if (json) console.log(JSON.stringify({ ...shown, exitCode: UNREACHABLE, unreachable }, null, 2))
      console.error(`There is no connection to ${shown.url}: ${unreachable}. Start the endpoint, or correct the URL.`)
      return UNREACHABLE
    }
    const { results, score } = probed
    const exitCode = score.failed > 0 ? 1 : 0
    console.log(
      json
        ? JSON.stringify({ ...shown, exitCode, score, results: results.map(resultJson), coverage: COVERAGE_NOTE }, null, 2)
        : `\n${scoreText(score)}\n${COVERAGE_NOTE}`,
    )
    return exitCode
  }),
}

const urlIn = ({ positionals }: Arguments): URL => {
  const [text] = positionals
  if (text === undefined) throw new UsageError('Which endpoint? Give its URL, e.g. http://127.0.0.1:8080/hooks.')
  if (URL.canParse(text) && /^https?:\/\//i.test(text)) return new URL(text)
  throw new UsageError(`The endpoint is a URL that begins with http:// or https://, not ${JSON.stringify(text)}.`)
}

const casesIn = (args: Arguments, topics: readonly string[]): string[] => {
  const known = probeCases(topics).map(({ id }) => id)
  const wanted = textOptions(args, 'only')
    .flatMap((entry) => entry.split(','))
    .filter((id) => id !== '')
  for (const id of wanted) {
    if (known.includes(id)) continue
    const hint = didYouMean(id, known) || ` They are ${known.join(', ')}.`
    throw new UsageError(`There is no case ${id}.${hint}`)
  }
  return wanted
}
