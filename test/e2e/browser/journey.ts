import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { expect, inject, it } from 'vitest'
import type { Sandbox, SandboxOptions } from '../../../src/cli/entries/index.ts'
import { importInstalled } from '../../package/installed.ts'
import { ADVICE } from './chromium.ts'

/** The frozen time of the worlds: noon of a Sunday. */
export const NOON = '2026-03-01T12:00:00-03:00'

/** A browser at a fresh server. */
export interface JourneyContext {
  readonly page: Page
  readonly context: BrowserContext
  readonly sandbox: Sandbox
  /** Root URL of the server. */
  readonly url: string
  /** Opens a page in another browser context at the same server. */
  another(): Promise<Page>
}

interface JourneyOptions extends SandboxOptions {
  readonly browser?: BrowserContextOptions
  /** Problems that the journey causes on purpose, such as refused connections. */
  readonly expected?: RegExp
}

const endpoint = inject('browser')
const { createSandbox } = await importInstalled()

/**
 * Declares a test in a real browser. It fails as well when a page requests another host, when a script throws
 * or opens a dialog, and when the browser logs a warning or an error.
 */
export const journey = (
  title: string,
  options: JourneyOptions,
  run: (journey: JourneyContext) => Promise<void>,
): void =>
  it.skipIf(endpoint === '' && !inject('browserRequired'))(title, async () => {
    if (endpoint === '') throw new Error(ADVICE)
    const { browser: look = {}, expected, ...world } = options
    const sandbox = await createSandbox({ scenario: 'demo', now: NOON, ...world })
    const { url, close } = await sandbox.listen()
    const problems: string[] = []
    const contexts: BrowserContext[] = []
    const openContext = async (): Promise<BrowserContext> => {
      const context = await (await connectedBrowser()).newContext({
        viewport: { width: 1280, height: 800 },
        ...look,
      })
      contexts.push(context)
      context.setDefaultTimeout(TIMEOUT_MS)
      collectProblems(context, url, (problem) => {
        if (!expected?.test(problem)) problems.push(problem)
      })
      return context
    }
    try {
      const context = await openContext()
      const another = async () => (await openContext()).newPage()
      await run({ page: await context.newPage(), context, sandbox, url, another })
      expect(problems).toEqual([])
    } finally {
      for (const context of contexts) await context.close()
      await close()
    }
  })

/** Reports everything that no page may do. */
const collectProblems = (context: BrowserContext, url: string, report: (problem: string) => void): void => {
  context.on('request', (request) => {
    const address = request.url()
    if (!address.startsWith(`${url}/`) && !/^(data|blob|about):/.test(address))
      report(`requested another host: ${address}`)
  })
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      report(`${message.type()}: ${message.text()}`)
  })
  context.on('weberror', (failure) => report(`failed: ${failure.error().message}`))
  context.on('dialog', async (dialog) => {
    report(`dialog: ${dialog.message()}`)
    await dialog.dismiss()
  })
}

/** Time for a page to show what a test expects, on a busy machine. */
const TIMEOUT_MS = 20_000

let browser: Promise<Browser> | undefined

/** Connects to the browser that the global setup started. */
const connectedBrowser = (): Promise<Browser> => (browser ??= chromium.connect(endpoint))

/** Calls either API from outside the browser; throws unless it succeeds. */
export const call = async (address: string, method = 'GET', body?: object): Promise<unknown> => {
  const sent =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }
  const answer = await fetch(address, { method, ...sent })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}
