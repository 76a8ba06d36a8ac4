import { expect, it } from 'vitest'
import { openFormBrowser } from './form-browser.ts'

it('the API reference shows both documents, for the chosen world, from this server only', async () => {
  const browser = await openFormBrowser({ scenario: 'empty' })
  const page = await browser.open('/docs?world=trial')
  expect(page.text).toContain('data-document="/docs/api.json?world=trial"')
  const api = Object(await browser.json('/docs/api.json?world=trial'))
  expect(api.servers).toEqual([{ url: '/w/trial', description: 'World trial' }])
  expect(Object.keys(api.webhooks)).toEqual(['app-notification', 'agency-web-hook', 'agency-adf-hook'])
  const control = await browser.open('/docs/control')
  expect(control.text).toContain('data-document="/docs/control.json"')
  expect(Object(await browser.json('/docs/control.json')).openapi).toBe('3.1.0')
})

it('an invalid world name is not used in the document', async () => {
  const browser = await openFormBrowser({ scenario: 'empty' })
  const api = Object(await browser.json(`/docs/api.json?world=${encodeURIComponent('//evil.example')}`))
  expect(api.servers).toEqual([{ url: '/w/default', description: 'World default' }])
})
