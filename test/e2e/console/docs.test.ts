import { expect, it } from 'vitest'
import { openFormBrowser } from './form-browser.ts'

it('the API reference shows both documents, for the chosen world, from this server only', async () => {
  const browser = await openFormBrowser({ scenario: 'empty' })
  const page = await browser.open('/docs?world=trial')
  expect(page.text).toContain('spec-url="/docs/api.json?world=trial"')
  const api = Object(await browser.json('/docs/api.json?world=trial'))
  expect(api.servers).toEqual([{ url: '/w/trial', description: 'World trial' }])
  expect(Object.keys(api.webhooks)).toEqual(['app-notification', 'agency-web-hook', 'agency-adf-hook'])
  const control = await browser.open('/docs/control')
  expect(control.text).toContain('spec-url="/docs/control.json"')
  expect(Object(await browser.json('/docs/control.json')).openapi).toBe('3.1.0')
})

it('an invalid world name is not used in the document', async () => {
  const browser = await openFormBrowser({ scenario: 'empty' })
  const api = Object(await browser.json(`/docs/api.json?world=${encodeURIComponent('//evil.example')}`))
  expect(api.servers).toEqual([{ url: '/w/default', description: 'World default' }])
})

const parametersOf = (document: unknown): { name: string; in: string; example?: unknown }[] =>
  Object.values(Object(document).paths).flatMap((item) =>
    Object.values(Object(item)).flatMap((call) => Object(call).parameters ?? []),
  )

it('parameters have examples of the chosen world, and control calls a few groups', async () => {
  const browser = await openFormBrowser({ scenario: 'busy-saturday' })
  const api = parametersOf(await browser.json('/docs/api.json'))
  const ofAgency = api.filter((one) => one.name === 'adminmail' && one.in === 'path')
  expect(new Set(ofAgency.map(({ example }) => example))).toEqual(new Set(['ventas@lospalenques.example']))
  const [publication] = api.filter((one) => one.name === 'externalid' && one.in === 'path')
  expect(publication?.example).toMatch(/^SAB-\d+$/)
  const control = Object(await browser.json('/docs/control.json'))
  const withoutExample = parametersOf(control).filter((one) => one.in === 'path' && one.example === undefined)
  expect(withoutExample).toEqual([])
  const used = Object.values(Object(control.paths)).flatMap((item) =>
    Object.values(Object(item)).flatMap((call) => Object(call).tags ?? []),
  )
  const groups = control.tags.map((tag: { name: string }) => tag.name)
  expect([...new Set(used)].toSorted()).toEqual([...groups].toSorted())
  expect(groups).toHaveLength(7)
  // A server with a control token shows visitors nothing about its worlds.
  const guarded = await openFormBrowser({ scenario: 'busy-saturday' }, 'a-long-control-token')
  const hidden = JSON.stringify(await guarded.json('/docs/api.json'))
  expect(hidden).not.toContain('lospalenques')
  const calls = await guarded.open('/docs/control.json')
  expect(calls.text).toContain('/_playa/worlds/{world}')
  expect(calls.text).not.toContain('lospalenques')
  expect((await guarded.open('/_playa/worlds')).status).toBe(401)
})

it('the reference introduces the API to people, in titled groups, and folds what the description leaves open', async () => {
  const browser = await openFormBrowser({ scenario: 'demo' })
  const document = Object(await browser.json('/docs/api.json'))
  expect(document.info.description).toMatch(/^## What it is for\n/)
  expect(document.info.description).not.toContain('x-playa')
  expect(document.info.description).toContain(
    '[Create a publication](#?route=post-/v3/publicaciones/-adminmail-)',
  )
  const titles = document.tags.map(({ name }: { name: string }) => name)
  expect(titles.slice(0, 3)).toEqual(['Entry point', 'Publications', 'Inquiries'])
  const calls = [document.paths, document.webhooks].flatMap((items) =>
    Object.values(Object(items)).flatMap((item) =>
      Object.values(Object(item)).filter((call) => Object(call).operationId),
    ),
  )
  expect(calls.length).toBeGreaterThan(50)
  for (const call of calls) {
    const { operationId, tags, description, parameters = [], requestBody } = Object(call)
    expect(titles, operationId).toContain(tags[0])
    const texts = [
      description,
      requestBody?.description ?? '',
      ...parameters.map((one: unknown) => Object(one).description ?? ''),
    ]
    const open = texts.map((text) => String(text).split('<details>')[0]).join('\n')
    expect(open, operationId).not.toMatch(/`[a-z]+\/[a-z-]+`|\([A-Z]+-\d+\)/)
  }
})

it('the reference follows the chosen language, with every operation in Spanish', async () => {
  const browser = await openFormBrowser({ scenario: 'demo' })
  await browser.open('/_playa/ui/language?to=es&next=/docs')
  const english = Object(await (await openFormBrowser()).json('/docs/api.json'))
  const spanish = Object(await browser.json('/docs/api.json'))
  expect((await browser.open('/docs')).text).toContain('<html lang="es">')
  expect(spanish.info['x-locale']).toBe('es')
  for (const items of ['paths', 'webhooks'])
    for (const [path, item] of Object.entries(Object(english[items])))
      for (const [method, call] of Object.entries(Object(item)))
        if (Object(call).summary)
          expect(spanish[items][path][method].summary, path).not.toBe(Object(call).summary)
})
