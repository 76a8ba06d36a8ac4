import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { ADVICE, ARGUMENTS, findChromium } from './chromium.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the browser listens; empty when there is none. */
    browser: string
    /** True: a missing browser is a failure. */
    browserRequired: boolean
  }
}

/** One browser for all journeys, started before the first of them. Without one it is said what to install. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const isRequired = process.env['PLAYA_BROWSER'] === 'required'
  const executablePath = findChromium(process.env)
  project.provide('browserRequired', isRequired)
  if (executablePath === undefined) {
    project.provide('browser', '')
    if (!isRequired) console.warn(`The journeys through a browser are skipped. ${ADVICE}`)
    return async () => undefined
  }
  const server = await chromium.launchServer({ executablePath, args: ARGUMENTS, host: '127.0.0.1' })
  project.provide('browser', server.wsEndpoint())
  return () => server.close()
}
