import type { Command } from 'commander'
import { type AssumptionId, chosenValue, optionText } from '../../api/assumptions/profile.ts'
import { type ForwardedExchange, historyExchangeOf } from '../../checks/explore/proxy/forwarded-exchange.ts'
import { HarFile } from '../../checks/explore/proxy/har-file.ts'
import { startProxy } from '../../checks/explore/proxy/validating-proxy.ts'
import { trafficReport } from '../../checks/explore/reports/traffic-report.ts'
import { TrafficJudge } from '../../checks/explore/traffic.ts'
import { findingLines, recordedFinding } from '../../checks/reports/finding.ts'
import { redactUrls } from '../../lib/redaction/redact-urls.ts'
import { packageVersion } from '../../lib/runtime/package-version.ts'
import { isWebUrl } from '../../lib/text/url.ts'
import { createCommand, onRun, withExample } from '../support/create-command.ts'
import { reasonOf, UsageError } from '../support/errors.ts'
import { MAX_PORT, repeated, wholeNumber } from '../support/option-values.ts'
import { assumptionOptions, profileOf } from '../support/profile-options.ts'
import { prepareFiles, prepareReports, reportFile } from '../support/report-files.ts'
import { stopSignal } from '../support/stop-signal.ts'
import { writePainted } from '../support/terminal-text.ts'
import { publishSearchReport } from './search-reports.ts'
import { portUnavailable } from './unavailable-port.ts'

const DEFAULT_PORT = 4012

interface ProxyCommandOptions {
  readonly agency?: string
  readonly port?: number
  readonly har?: string
  readonly report?: readonly string[]
  readonly profile?: string
  readonly rewriteLinks?: boolean
}

/** `playa proxy`: passes a client's traffic to a service, and judges it as it goes by. */
export const proxyCommand = (): Command => {
  const command = createCommand('proxy')
    .description(
      `Forward a client's requests to a real service, and print each response that the description rules out.
Requests and responses stay as they are, except Host and the headers of the connection. Other clients may write too:
nothing is reported for what the proxy did not see.

Ctrl-C stops it. Exit codes: 0 nothing found; 1 something found; 2 misuse.`,
    )
    .argument('<url>', 'URL of the service')
    .option('--agency <email>', 'judge only requests that name this agency, or no agency (required)')
    .option(
      '--port <port>',
      `port on 127.0.0.1, 0 for a free one (default ${DEFAULT_PORT})`,
      wholeNumber('--port', 0, MAX_PORT),
    )
    .option('--har <file>', 'record the traffic, without secrets, for playa explain')
    .option(
      '--report <kind=file>',
      'json=FILE, junit=FILE, html=FILE or markdown=FILE (- for standard output); may be repeated',
      repeated,
    )
    .option('--profile <file>', 'profile of the service, as playa learn writes it')
    .option('--rewrite-links', 'replace links to the service by links to the proxy')
  withExample(
    command,
    'playa proxy https://staging.example --agency ventas@lospinos.example --har traffic.har',
  )
  return onRun(command, () => run(String(command.args[0]), command.opts<ProxyCommandOptions>()))
}

const run = async (address: string, options: ProxyCommandOptions): Promise<number> => {
  const { agency, port = DEFAULT_PORT, har, rewriteLinks = false } = options
  if (agency === undefined) throw new UsageError('proxy needs --agency <email>: the agency that is judged.')
  const service = serviceAt(address)
  const files = (options.report ?? []).map(reportFile)
  const known = await knowledgeIn(options.profile)
  prepareReports(files)
  prepareFiles('--har', [har])
  const traffic = new TrafficJudge({ agency, isAlone: false, isDeliberate: false, ...known.completeness })
  const recording = har === undefined ? undefined : new HarFile(har, packageVersion())
  // A program reads standard output where a report goes there.
  const stream = files.some(([, path]) => path === '-') ? process.stderr : process.stdout
  const sayOnce = once((sentence) => void stream.write(`${sentence}\n`))
  let number = 0
  const onExchange = (passed: ForwardedExchange, isOverlapping: boolean) => {
    try {
      if (recording !== undefined) recording.add(passed)
    } catch (error) {
      sayOnce('har', `--har: ${har} misses exchanges from here on: ${reasonOf(error)}`)
    }
    number += 1
    const exchange = historyExchangeOf(passed, number)
    for (const finding of traffic.observe(exchange, isOverlapping))
      writePainted(
        stream,
        (paint) => `\n${findingLines(recordedFinding(finding, { agency }), paint).join('\n')}\n`,
      )
    const leadsPast = `${exchange.text} ${exchange.responseHeaders['location'] ?? ''}`.includes(
      service.origin,
    )
    if (leadsPast && !rewriteLinks)
      sayOnce(
        'links',
        `Responses hold addresses at ${service.origin}, past the proxy: --rewrite-links replaces them.`,
      )
  }
  const stopped = stopSignal()
  const proxy = await startProxy({ service, port, rewritesLinks: rewriteLinks, onExchange }).catch(
    (error: unknown) => portUnavailable(error, port),
  )
  if (typeof proxy === 'number') return proxy
  stream.write(`\n  Passing requests to ${proxy.url} on to ${service.href}. Ctrl-C stops it.\n`)
  await stopped
  await proxy.close()
  recording?.close()
  const { summary } = traffic
  publishSearchReport(trafficReport(summary, { subject: service.href, agency }), files, { arePrinted: true })
  for (const line of known.differing(summary.profile)) stream.write(`${line}\n`)
  return summary.findings.length > 0 ? 1 : 0
}

const serviceAt = (address: string): URL => {
  if (!isWebUrl(address))
    throw new UsageError(
      `proxy takes the URL of a service like https://staging.example, not ${JSON.stringify(redactUrls(address))}.`,
    )
  const url = new URL(address)
  if (url.username !== '' || url.password !== '')
    throw new UsageError(
      'proxy sends the credentials of its client: give the URL of the service without any.',
    )
  return url
}

/** Runs `say` with the first sentence of each topic. */
const once = (say: (sentence: string) => void) => {
  const said = new Set<string>()
  return (topic: string, sentence: string) => {
    if (!said.has(topic)) say(sentence)
    said.add(topic)
  }
}

/** Reads a profile of the service. Throws a `UsageError`. */
const knowledgeIn = async (file: string | undefined) => {
  if (file === undefined) return { completeness: {}, differing: () => [] }
  const given = await assumptionOptions({ profile: file })
  const profile = await profileOf({ profile: file })
  const vendor = chosenValue(profile, 'common/vendor')
  const words = chosenValue(profile, 'publications/state-literals') ?? ['Activa', 'Suspendida', 'Archivada']
  const stateWords = 'publications/state-literals' in given ? words : undefined
  return {
    completeness: {
      ...(vendor !== undefined && { vendor }),
      ...(stateWords !== undefined && { stateWords }),
    },
    differing: (implied: readonly { readonly id: AssumptionId; readonly option: string }[]) =>
      implied
        .filter(({ id, option }) => id in given && optionText(profile, id) !== option)
        .map(({ id, option }) => `${id} is ${option}, and not ${optionText(profile, id)} as ${file} has it`),
  }
}
