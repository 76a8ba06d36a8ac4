import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { ADVICE, ARGUMENTS, findChromium } from './chromium.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** WebSocket endpoint of the browser; empty without a browser. */
    browser: string
    /** True: a missing browser fails the tests. */
    browserRequired: boolean
  }
}

/** Starts one browser for all journeys. Warns with advice when there is none. */
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
