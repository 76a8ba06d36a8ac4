import { expect, it } from 'vitest'
import { openBrowser } from './browser.ts'

it('the reference shows both documents, for the chosen world, from this server alone', async () => {
  const browser = await openBrowser({ scenario: 'empty' })
  const page = await browser.see('/docs?world=trial')
  expect(page.text).toContain('data-document="/docs/api.json?world=trial"')
  const api = Object(await browser.json('/docs/api.json?world=trial'))
  expect(api.servers).toEqual([{ url: '/w/trial', description: 'The world trial' }])
  expect(Object.keys(api.webhooks)).toEqual(['app-notification', 'agency-web-hook', 'agency-adf-hook'])
  const control = await browser.see('/docs/control')
  expect(control.text).toContain('data-document="/docs/control.json"')
  expect(Object(await browser.json('/docs/control.json')).openapi).toBe('3.1.0')
})

it('a name that no world can have is not taken into the document', async () => {
  const browser = await openBrowser({ scenario: 'empty' })
  const api = Object(await browser.json(`/docs/api.json?world=${encodeURIComponent('//evil.example')}`))
  expect(api.servers).toEqual([{ url: '/w/default', description: 'The world default' }])
})
