import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Advice for a machine without a browser. */
export const ADVICE =
  'No Chromium was found: install it (Debian: apt-get install chromium), or name an executable in CHROMIUM.'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/**
 * Returns the executable of Chromium: `CHROMIUM`, or the first usual name in `PATH`; undefined without one.
 */
export const findChromium = ({ CHROMIUM, PATH = '' }: NodeJS.ProcessEnv): string | undefined =>
  CHROMIUM ||
  PATH.split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find(isExecutable)

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Arguments of Chromium: no GPU, no background traffic, no host but this one. */
export const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
]
