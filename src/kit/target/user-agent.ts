import { packageVersion } from '../../lib/runtime/package-version.ts'

/** Returns the `User-Agent` of the kit: `playa/` and the version of the package. */
export const kitUserAgent = (): string => `playa/${packageVersion()}`
