import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { SweepReport } from './findings.ts'
import { variantId } from './findings.ts'

const Entry = z.strictObject({
  id: z.string(),
  verdict: z.string(),
  basis: z.string(),
  note: z.string().nullable(),
})

/** What a sweep certifies about one build of a client. */
export const SweepCertificate = z.strictObject({
  kind: z.literal('playa-sweep'),
  /** Name of the client's build. */
  build: z.string(),
  command: z.string(),
  /** Release of the sandbox, which defines the assumptions and faults. */
  release: z.string(),
  description: z.string(),
  issued: z.string(),
  setting: z.strictObject({ scenario: z.string(), seed: z.number().nullable(), now: z.string() }),
  exitCode: z.int(),
  assumptions: z.array(Entry),
  faults: z.array(Entry),
  notReached: z.array(z.string()),
  unstable: z.array(z.string()),
  waivers: z.array(
    z.strictObject({ id: z.string(), owner: z.string(), reason: z.string(), expires: z.iso.date() }),
  ),
  /** SHA-256 of all other members. */
  digest: z.string(),
})
export type SweepCertificate = z.infer<typeof SweepCertificate>

const DESCRIPTION = 'Vehicle Listing Agency API v3'

/** Returns the certificate of a sweep. */
export const certificateOf = (report: SweepReport, build: string): SweepCertificate => {
  const entries = (all: SweepReport['assumptions'] | SweepReport['faults']) =>
    all.map((entry) => {
      const { verdict, basis, note } = entry
      return { id: variantId(entry), verdict, basis, note }
    })
  const [assumptions, faults] = [entries(report.assumptions), entries(report.faults)]
  const notReached = [...assumptions, ...faults].flatMap(({ id, verdict }) =>
    verdict === 'not-reached' ? [id] : [],
  )
  const { command, release, startedAt: issued, setting, exitCode } = report
  const content = {
    kind: 'playa-sweep' as const,
    build,
    command,
    release,
    description: DESCRIPTION,
    issued,
    setting,
    exitCode,
    assumptions,
    faults,
    notReached,
    unstable: [...report.unstable],
    waivers: [...report.waivers],
  }
  return { ...content, digest: digestOf(content) }
}

const digestOf = (content: Omit<SweepCertificate, 'digest'>): string =>
  createHash('sha256').update(canonical(content)).digest('hex')

/** Returns JSON with sorted members. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )

interface Verification {
  readonly release: string
  /** Date in ISO 8601. */
  readonly today: string
  /** Returns whether this release knows an option or fault. */
  readonly isKnown: (id: string) => boolean
}

/** Returns what is wrong with a certificate, one sentence each; empty if it is valid. */
export const certificateFaults = (
  certificate: SweepCertificate,
  { release, today, isKnown }: Verification,
): string[] => {
  const { digest, ...content } = certificate
  const entries = [...certificate.assumptions, ...certificate.faults]
  const swept = new Set(entries.map(({ id }) => id))
  const waived = new Set(certificate.waivers.map(({ id }) => id))
  return [
    ...(digestOf(content) === digest
      ? []
      : ['The digest does not match: the file was changed after it was written.']),
    ...(certificate.release === release
      ? []
      : [
          `It was written by release ${certificate.release}; this is ${release}. Sweep again, or with --since.`,
        ]),
    ...entries.flatMap(({ id }) => (isKnown(id) ? [] : [`${id}: no such option or fault.`])),
    ...certificate.waivers.flatMap(({ id, owner, expires }) => [
      ...(expires < today ? [`${id}: the waiver of ${owner} expired on ${expires}.`] : []),
      ...(swept.has(id) ? [] : [`${id}: a waiver for a variant that was not swept.`]),
    ]),
    ...entries.flatMap(({ id, verdict }) =>
      (verdict === 'stood-on' || verdict === 'broken') && !waived.has(id) ? [`${id}: ${verdict}.`] : [],
    ),
    ...(certificate.exitCode === 0 || certificate.exitCode === 1
      ? []
      : [`The sweep ended with exit code ${certificate.exitCode}: it is incomplete.`]),
  ]
}
