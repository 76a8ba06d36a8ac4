import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import type { Sandbox, SandboxOptions } from '../../../src/index.ts'
import { importInstalled } from '../../package/installed.ts'
import { ADVICE } from './chromium.ts'

/** Noon of a Sunday, at which the clocks of these worlds stand still. */
export const NOON = '2026-03-01T12:00:00-03:00'

/** Somebody at a browser, before a server that nobody used yet. */
export interface JourneyContext {
  readonly page: Page
  readonly context: BrowserContext
  readonly sandbox: Sandbox
  /** The root of the server. */
  readonly url: string
  /** A page of another guest, who shares nothing with this one but the server. */
  another(): Promise<Page>
}

interface JourneyOptions extends SandboxOptions {
  readonly browser?: BrowserContextOptions
}

const endpoint = inject('browser')
const { createSandbox } = await importInstalled()

/**
 * A test in a real browser. Beside what the walk itself expects, nothing may be asked of another host, no script may fail or open a
 * dialog, and the browser may not complain of anything.
 */
export const journey = (title: string, setting: JourneyOptions, walk: (guest: JourneyContext) => Promise<void>): void =>
  it.skipIf(endpoint === '' && !inject('browserRequired'))(title, async () => {
    if (endpoint === '') throw new Error(ADVICE)
    const { browser: look = {}, ...world } = setting
    const sandbox = await createSandbox({ scenario: 'demo', now: NOON, ...world })
    const { url, close } = await sandbox.listen()
    const complaints: string[] = []
    const contexts: BrowserContext[] = []
    const arriving = async (): Promise<BrowserContext> => {
      const context = await (await connectedBrowser()).newContext({ viewport: { width: 1280, height: 800 }, ...look })
      contexts.push(context)
      context.setDefaultTimeout(TIMEOUT_MS)
      collectProblems(context, url, (complaint) => complaints.push(complaint))
      return context
    }
    try {
      const context = await arriving()
      const another = async () => (await arriving()).newPage()
      await walk({ page: await context.newPage(), context, sandbox, url, another })
      expect(complaints).toEqual([])
    } finally {
      for (const context of contexts) await context.close()
      await close()
    }
  })

/** Tells of all that no page of ours may do. */
const collectProblems = (context: BrowserContext, url: string, tell: (complaint: string) => void): void => {
  context.on('request', (request) => {
    const address = request.url()
    if (!address.startsWith(`${url}/`) && !/^(data|blob|about):/.test(address)) tell(`asked elsewhere: ${address}`)
  })
  context.on('console', (said) => {
    if (said.type() === 'error' || said.type() === 'warning') tell(`${said.type()}: ${said.text()}`)
  })
  context.on('weberror', (failure) => tell(`failed: ${failure.error().message}`))
  context.on('dialog', async (dialog) => {
    tell(`dialog: ${dialog.message()}`)
    await dialog.dismiss()
  })
}

/** How long a page may take to show what is expected of it, on a busy machine. */
const TIMEOUT_MS = 20_000

let browser: Promise<Browser> | undefined

/** The one browser that was started before all journeys. */
const connectedBrowser = (): Promise<Browser> => (browser ??= chromium.connect(endpoint))

/** A call of either API from outside the browser, which must succeed. */
export const call = async (address: string, method = 'GET', body?: object): Promise<unknown> => {
  const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }
  const answer = await fetch(address, { method, ...sent })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}
