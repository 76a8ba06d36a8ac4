import { createdExternalId } from '../../kit/runner/run-bounds.ts'
import type { Exchange } from '../../kit/target/exchange.ts'
import { REDACTED } from '../../lib/redaction/secret-names.ts'
import {
  type CurlCredentials,
  type ReportRedactor,
  type RunCredentials,
  redactedCurl,
} from './report-redactor.ts'

/** The requests that reproduce a failure. */
export interface ReproductionInput {
  readonly id: string
  readonly expected: string
  readonly got: string
  readonly exchanges: readonly Exchange[]
  /** The exchange that shows the failure. */
  readonly last: Exchange
  /** Begins the `ExternalId`s of the run. */
  readonly prefix: string
  readonly redactor: ReportRedactor
  readonly credentials: RunCredentials
}

/**
 * Returns a shell script that repeats the sequence of requests under its own `ExternalId`s. Entity tags
 * are taken from its own responses; credentials come from the environment. Requests before the last
 * that repeat hidden data are left out.
 */
export const reproductionScript = (input: ReproductionInput): string => {
  const { id, expected, got, prefix, redactor, credentials } = input
  const all = stepsTo(input)
  const isLast = ({ number }: Exchange) => number === input.last.number
  const hidden = all.filter((step) => !isLast(step) && repeatsHidden(step, redactor))
  // The publication of such a create does not exist later.
  const missing = hidden.flatMap(({ request }) => createdExternalId(request) ?? [])
  const steps = all.filter(
    (step) => isLast(step) || !(hidden.includes(step) || missing.some((id) => isAbout(step, id))),
  )
  const leftOut = all.length - steps.length
  const isSourceAt = (at: number) => steps.some((_, other) => tagSource(steps, other) === at)
  const lines = racesIn(steps).flatMap((race) => {
    const isRace = race.length > 1
    const commands = race.map((at) => {
      const step = steps[at]
      if (!step) return ''
      const source = tagSource(steps, at)
      const command = withNamedPhotos(freshIds(redactedCurl(step, redactor, credentials), prefix))
      const sent = source === undefined ? command : withTagOf(command, source + 1)
      const silent = sent.replace(/^curl /, 'curl -s ')
      const kept = isSourceAt(at) ? `${silent} | tee "$DIR/${at + 1}"` : silent
      const when = isRace ? 'now, at the same time:' : 'now:'
      return [
        `echo '# ${at + 1}. ${step.request.method} answered ${step.response.status} in the run; ${when}'`,
        // Printed when it is over, so that responses do not mix.
        isRace ? `printf '%s\\n' "$(${kept})" &` : kept,
        ...(isRace ? [] : ['echo']),
      ].join('\n')
    })
    const tags = race.filter(isSourceAt).map((at) => `TAG_${at + 1}=$(tag "$DIR/${at + 1}")`)
    return [...commands, ...(isRace ? ['wait'] : []), ...tags].join('\n').split('\n')
  })
  const comment = (text: string) => text.replace(/\s+/g, ' ')
  return [
    '#!/bin/bash',
    `# ${id}`,
    `# expected: ${comment(expected)}`,
    `# got: ${comment(got)}`,
    ...(leftOut > 0 ? [`# left out: ${leftOut} with data that this report hides`] : []),
    ...(repeatsHidden(input.last, redactor)
      ? [`# ${REDACTED} in the last request: fill in what it sent`]
      : []),
    // As long as the prefix of the run, so that texts at a bound stay at it.
    ...(lines.some((line) => line.includes('$PHOTO')) ? [PHOTO_LINE] : []),
    'RUN="playa$(printf %04x%04x $RANDOM $RANDOM)x"',
    ...(lines.some((line) => line.startsWith('TAG_')) ? TAG_LINES : []),
    ...lines,
  ].join('\n')
}

/** A photo that the run served while it went on. */
const OWN_PHOTO = /https?:\/\/[^"'\s]+\/photo-\d+x\d+-[\w-]+\.png/g

const PHOTO_LINE = `: "\${PHOTO:?set it to the URL of a photo of 640 x 360 px or more: those of the run are gone}"`

/** Replaces photos in a `curl` command that only the run served by `$PHOTO`, which the reader sets. */
export const withNamedPhotos = (command: string): string => command.replace(OWN_PHOTO, `'"$$PHOTO"'`)

/** Groups the positions of steps: writes to one address that were sent at the same time are one group. */
const racesIn = (steps: readonly Exchange[]): readonly (readonly number[])[] => {
  const groups: number[][] = []
  for (const [at, step] of steps.entries()) {
    const before = groups.at(-1)
    const isAtOnce = before?.every((other) => isSimultaneous(steps[other], step))
    if (before && isAtOnce) before.push(at)
    else groups.push([at])
  }
  return groups
}

const isSimultaneous = (one: Exchange | undefined, other: Exchange): boolean => {
  if (one?.startedMs === undefined || other.startedMs === undefined) return false
  const isSame = one.request.url === other.request.url && !READS.has(one.request.method)
  const first = Math.min(one.startedMs + one.tookMs, other.startedMs + other.tookMs)
  return (
    isSame && one.request.method === other.request.method && Math.max(one.startedMs, other.startedMs) < first
  )
}

/**
 * Returns whether a request repeats hidden data: with placeholders it would get another response, or
 * overwrite that data. Credentials in the address of the service do not count.
 */
const repeatsHidden = ({ request: { url, body = '' } }: Exchange, redactor: ReportRedactor): boolean => {
  const path = url.replace(/^https?:\/\/[^/]*/i, '')
  return [redactor.text(path), redactor.body(body)].join().includes(REDACTED) && !body.includes(REDACTED)
}

const isAbout = ({ request: { url } }: Exchange, id: string): boolean =>
  url.split(/[/?#]/).includes(encodeURIComponent(id))

const TAG_LINES = ['DIR=$(mktemp -d)', "tag() { sed -n 's/^[Ee][Tt]ag: *//p' \"$1\" | tr -d '\\r'; }"]

/** Returns a Vitest file that runs the clause alone. */
export const reproductionTest = (
  id: string,
  {
    baseUrl,
    agency,
    credentials,
    otherCredentials = 'none',
  }: RunCredentials & { baseUrl: string; agency: string },
): string => {
  const authOf = (kind: CurlCredentials, prefix: string): string | undefined => {
    if (kind === 'none' || kind === 'signed') return undefined
    const secret = kind === 'key' ? '' : `, secret: process.env.${prefix}SECRET ?? ''`
    return `auth: { kind: '${kind}', key: process.env.${prefix}KEY ?? ''${secret} }`
  }
  const auth = authOf(credentials, 'PLAYA_')
  const other = authOf(otherCredentials, 'PLAYA_OTHER_')
  return `import { conformance } from 'playa/vitest'

conformance({
  url: '${baseUrl}',
  agency: '${agency}',${auth ? `\n  ${auth},` : ''}${other ? `\n  otherApp: { ${other} },` : ''}
  only: ['${id}'],
})`
}

const MAX_STEPS = 80

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/**
 * Returns the requests that show the failure: all of the clause up to it, because a failure may be a
 * difference between two responses. Of a long clause, returns those about the same publications; if these are
 * too many, only writes, and reads whose entity tag is used.
 */
const stepsTo = ({ exchanges, last, prefix }: ReproductionInput): readonly Exchange[] => {
  const at = exchanges.findIndex(({ number }) => number === last.number)
  if (at < 0) return [last]
  const before = exchanges.slice(0, at + 1)
  if (before.length <= MAX_STEPS) return before
  const related = aboutTheSame(before, last, prefix)
  if (related.length <= MAX_STEPS) return related
  const used = new Set(related.flatMap(({ request }) => tagIn(request.headers) ?? []))
  const needed = related.filter(
    (step) =>
      step === related.at(-1) ||
      !READS.has(step.request.method) ||
      used.has(step.response.headers['etag'] ?? 'none'),
  )
  return needed.slice(-MAX_STEPS)
}

/** Returns the exchanges that share an id of the run with the last one; all, when that names none. */
const aboutTheSame = (
  exchanges: readonly Exchange[],
  last: Exchange,
  prefix: string,
): readonly Exchange[] => {
  const id = new RegExp(`${prefix}[0-9a-z]*`, 'gi')
  const idsOf = ({ request }: Exchange): string[] =>
    (`${request.url} ${request.body ?? ''}`.match(id) ?? []).map((word) => word.toLowerCase())
  const wanted = new Set(idsOf(last))
  if (wanted.size === 0) return exchanges
  return exchanges.filter((step) => step === last || idsOf(step).some((word) => wanted.has(word)))
}

const tagIn = (headers: Readonly<Record<string, string>>): string | undefined =>
  Object.entries(headers).find(([name]) => /^if-(none-)?match$/i.test(name))?.[1]

/** Returns the position of the step whose response gave the entity tag that a step sends. */
const tagSource = (steps: readonly Exchange[], at: number): number | undefined => {
  const tag = tagIn(steps[at]?.request.headers ?? {})
  if (tag === undefined) return undefined
  const found = steps.slice(0, at).findLastIndex(({ response }) => response.headers['etag'] === tag)
  return found < 0 ? undefined : found
}

const withTagOf = (command: string, step: number): string =>
  command.replace(/-H '(If-(?:None-)?Match): (?:[^']|'\\'')*'/i, `-H "$1: $TAG_${step}"`)

/** Replaces the run's prefix inside single quotes by the variable of the script, in the same case. */
const freshIds = (command: string, prefix: string): string =>
  command
    .replaceAll(prefix.toUpperCase(), `'"\${RUN^^}"'`)
    .replace(new RegExp(prefix, 'gi'), `'"$RUN"'`.replaceAll('$', '$$$$'))
