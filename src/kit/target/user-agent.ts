import { readPackageText } from '../../runtime/package-files.ts'

/** Returns the `User-Agent` of the kit: `playa/` and the version of the package. */
export const kitUserAgent = (): string => {
  const manifest: { version?: unknown } = JSON.parse(readPackageText('package.json'))
  return `playa/${String(manifest.version ?? 0)}`
}
