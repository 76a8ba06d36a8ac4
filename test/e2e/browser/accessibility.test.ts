import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { isFullRun } from '../../support/full-run.ts'
import { journey } from './journey.ts'
import { populate } from './main-pages.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const NARROW = { width: 360, height: 780 }
const WIDE = { width: 1280, height: 800 }

/** Rules by theme and size: another theme changes colours only, a narrow window positions only. */
const VARIANTS = [
  { colorScheme: 'light', size: WIDE, rules: {} },
  {
    colorScheme: 'light',
    size: NARROW,
    rules: { runOnly: ['target-size', 'scrollable-region-focusable', 'meta-viewport'] },
  },
  { colorScheme: 'dark', size: WIDE, rules: { runOnly: ['color-contrast', 'link-in-text-block'] } },
] as const

/** Returns the serious and critical findings of axe-core on the current page. */
const findings = async (page: Page, rules: object): Promise<string[]> => {
  const options = JSON.stringify({ resultTypes: ['violations'], preload: false, ...rules })
  // The expression is evaluated in the page and returns strings.
  const found: string[] = await page.evaluate(`axe.run(document, ${options}).then(({ violations }) =>
    violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html, failureSummary }) => id + ': ' + html + ' ' + failureSummary)))`)
  return found
}

/** Opens a page, waits until it is rendered and expands its collapsed parts. */
const openExpanded = async (page: Page, url: string, path: string): Promise<void> => {
  expect((await page.goto(url + path))?.status(), path).toBe(200)
  if (path.startsWith('/docs'))
    await page.locator(path.includes('#') ? 'api-request' : '#operations-root').waitFor()
  else await page.evaluate('document.querySelectorAll("details").forEach((part) => { part.open = true })')
}

/** Checks every page in every variant; returns the problems with their pages. */
const problemsOf = async (page: Page, url: string, paths: readonly string[]): Promise<string[]> => {
  const problems: string[] = []
  for (const path of paths) {
    await openExpanded(page, url, path)
    await page.evaluate(AXE)
    for (const { colorScheme, size, rules } of VARIANTS) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize(size)
      const name = `${path} ${colorScheme} ${size.width}`
      problems.push(...(await findings(page, rules)).map((finding) => `${name}: ${finding}`))
      const widthPx = Number(await page.evaluate('document.documentElement.scrollWidth'))
      if (widthPx > size.width) problems.push(`${name}: it is ${widthPx} pixels wide`)
    }
  }
  return problems
}

journey(
  'pages in Spanish have no serious finding of axe-core, and fit into 360 pixels',
  { browser: { bypassCSP: true, reducedMotion: 'reduce', locale: 'es-AR' } },
  async ({ page, sandbox, url }) => {
    const paths = (await populate(sandbox, url)).spanish
    expect(await problemsOf(page, url, paths)).toEqual([])
    expect(await page.evaluate('document.documentElement.lang')).toBe('es')
  },
)

// Transitions between themes have intermediate contrasts; axe-core needs to bypass the content security
// policy.
const CONTEXT_OPTIONS: BrowserContextOptions = { bypassCSP: true, reducedMotion: 'reduce' }

for (const part of ['console', 'others'] as const) {
  journey(
    `main pages (${part}) have no serious finding of axe-core in light and dark, narrow and wide, and fit into 360 pixels`,
    { browser: CONTEXT_OPTIONS },
    async ({ page, another, sandbox, url }) => {
      const all = (await populate(sandbox, url))[part]
      const paths = all.filter((_, at) => isFullRun || at % 2 === 0)
      // Two contexts share the pages: the browser runs each in its own process.
      const [even, odd] = [0, 1].map((rest) => paths.filter((_, index) => index % 2 === rest))
      const problems = await Promise.all([
        problemsOf(page, url, even ?? []),
        problemsOf(await another(), url, odd ?? []),
      ])
      expect(problems.flat()).toEqual([])
    },
  )
}
