import { packageVersion } from '../../runtime/package-version.ts'
import { isKnownVariant } from '../../sweep/plan/known-variants.ts'
import { certificateFaults } from '../../sweep/verdicts/certificate.ts'
import { oneLine } from '../terminal-text.ts'
import { readCertificate } from './sweep-options.ts'

/** `playa sweep --verify`: checks a certificate; returns the exit code. */
export const verifyCertificate = (file: string): number => {
  const certificate = readCertificate('--verify', file)
  const today = new Date().toISOString().slice(0, 10)
  const faults = certificateFaults(certificate, { release: packageVersion(), today, isKnown: isKnownVariant })
  if (faults.length > 0) {
    for (const fault of faults) console.error(oneLine(fault))
    return 1
  }
  const { build, issued, assumptions, faults: all, notReached, waivers } = certificate
  const healed = all.filter(({ verdict }) => verdict === 'healed').length
  const free = assumptions.filter(({ verdict }) => verdict === 'free').length
  console.log(
    `${oneLine(build)}, ${issued.slice(0, 10)}: ${healed} faults healed, ${free} options free, ` +
      `${notReached.length} variants not reached, ${waivers.length} waived.`,
  )
  return 0
}
