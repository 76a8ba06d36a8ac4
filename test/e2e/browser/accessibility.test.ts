import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey } from './journey.ts'
import { populate } from './main-pages.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const NARROW = { width: 360, height: 780 }
const WIDE = { width: 1280, height: 800 }

/** By which rules a page is judged how: the other theme changes nothing but colours, a narrow window nothing but places. */
const LOOKS = [
  { colorScheme: 'light', size: WIDE, rules: {} },
  {
    colorScheme: 'light',
    size: NARROW,
    rules: { runOnly: ['target-size', 'scrollable-region-focusable', 'meta-viewport'] },
  },
  { colorScheme: 'dark', size: WIDE, rules: { runOnly: ['color-contrast', 'link-in-text-block'] } },
] as const

/** What axe-core finds serious or worse on the page as it stands now. */
const findings = async (page: Page, rules: object): Promise<string[]> => {
  const options = JSON.stringify({ resultTypes: ['violations'], preload: false, ...rules })
  // The text is evaluated inside the page, which answers texts.
  const found: string[] = await page.evaluate(`axe.run(document, ${options}).then(({ violations }) =>
    violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html, failureSummary }) => id + ': ' + html + ' ' + failureSummary)))`)
  return found
}

/** Opens a page with all that can be folded out folded out, once it is drawn. */
const unfolded = async (page: Page, url: string, path: string): Promise<void> => {
  expect((await page.goto(url + path))?.status(), path).toBe(200)
  if (isReference(path)) await page.locator('.opblock').first().waitFor()
  else await page.evaluate('document.querySelectorAll("details").forEach((part) => { part.open = true })')
}

/** The reference takes up a theme when it is loaded, all other pages at once. */
const isReference = (path: string): boolean => path.startsWith('/docs')

/** Looks at every page in every way; tells what is wrong and where. */
const inspected = async (page: Page, url: string, paths: readonly string[]): Promise<string[]> => {
  const problems: string[] = []
  for (const path of paths) {
    let shown: string | undefined
    for (const { colorScheme, size, rules } of LOOKS) {
      await page.emulateMedia({ colorScheme })
      if (shown === undefined || (shown !== colorScheme && isReference(path))) {
        await unfolded(page, url, path)
        await page.evaluate(AXE)
        shown = colorScheme
      }
      await page.setViewportSize(size)
      const name = `${path} ${colorScheme} ${size.width}`
      problems.push(...(await findings(page, rules)).map((finding) => `${name}: ${finding}`))
      const widthPx = Number(await page.evaluate('document.documentElement.scrollWidth'))
      if (widthPx > size.width) problems.push(`${name}: it is ${widthPx} pixels wide`)
    }
  }
  return problems
}

// Without motion: a colour that is still on its way to another theme has no contrast yet. And axe-core passes by the pages' policy.
const STILL: BrowserContextOptions = { bypassCSP: true, reducedMotion: 'reduce' }

for (const part of ['console', 'others'] as const) {
  journey(
    `main pages (${part}) have no serious finding of axe-core in light and dark, narrow and wide, and fit into 360 pixels`,
    { browser: STILL },
    async ({ page, another, sandbox, url }) => {
      const paths = (await populate(sandbox, url))[part]
      // Two at a time, each with every other page: the browser gives each guest a process.
      const [even, odd] = [0, 1].map((rest) => paths.filter((_, index) => index % 2 === rest))
      const problems = await Promise.all([inspected(page, url, even ?? []), inspected(await another(), url, odd ?? [])])
      expect(problems.flat()).toEqual([])
    },
  )
}
