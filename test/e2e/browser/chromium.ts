import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** What to do on a machine that has no browser. */
export const ADVICE =
  'No Chromium was found: install it (Debian: apt-get install chromium), or name an executable in CHROMIUM.'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/** Where the system's Chromium is: `CHROMIUM`, or the first of its usual names in the path. Undefined when there is none. */
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

/** It renders without a graphics card, does nothing on its own account, and finds no host but this one. */
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
