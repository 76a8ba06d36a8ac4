import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { call, journey } from './journey.ts'

const UI = '/_playa/ui/w/default'
const AGENCY = 'ventas@lospinos.example'
const EVIL = '<script>alert(1)</script>'

/** Opens the exchanges page, waits for its event stream and returns its rows. */
const liveRows = async (page: Page, url: string): Promise<Locator> => {
  const listening = page.waitForResponse(/\/events$/)
  await page.goto(`${url}${UI}/exchanges`)
  await listening
  return page.locator('#rows tbody tr')
}

journey('exchanges appear as they happen, except on a paused page', {}, async ({ page, context, url }) => {
  const rows = await liveRows(page, url)
  await page.getByText('No exchanges yet').waitFor()
  await fetch(`${url}/v3`)
  await rows.getByText('/v3', { exact: true }).waitFor()
  await fetch(`${url}/v3/publicaciones/nobody@nowhere.example`)
  await rows.first().getByText('/v3/publicaciones/nobody@nowhere.example').waitFor()
  await rows.first().getByText('404').waitFor()
  const others = await liveRows(await context.newPage(), url)
  await page.getByRole('button', { name: 'Pause' }).click()
  await fetch(`${url}/v3/sucursales/${AGENCY}`)
  await expect.poll(() => others.count()).toBe(3)
  expect(await rows.count()).toBe(2)
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect.poll(() => rows.count()).toBe(3)
  // A filter applies without a page load.
  await page.getByLabel('Status').selectOption('4xx')
  await expect.poll(() => rows.count()).toBe(1)
  // A long word in the decision leaves room for the path.
  await page.getByLabel('Status').selectOption('')
  const car = { Marca: 'vw', Modelo: 'gol trend', VersionYear: 2018, Kilometraje: 61_000, Color: 'Blanco' }
  const Fotos = [`${url}/_playa/photos/1280x720/hatchback/blanco/1.svg`]
  const ExternalId = 'X'.repeat(200)
  await call(`${url}/v3/publicaciones/${AGENCY}`, 'POST', { ...car, Fotos, ExternalId })
  await rows.first().locator('td').getByText('XXXX').waitFor()
  expect((await rows.first().locator('th').boundingBox())?.width).toBeGreaterThan(250)
})

journey(
  'a publication and an agency named like a script are shown as text on every page',
  {},
  async ({ page, url }) => {
    const publications = `${url}/v3/publicaciones/${AGENCY}`
    const car = {
      ExternalId: 'EVIL-1',
      RefStock: EVIL,
      Marca: 'vw',
      Modelo: 'gol trend',
      VersionYear: 2018,
      Kilometraje: 61_000,
      Color: EVIL,
      Descripcion: EVIL,
      Fotos: [`${url}/_playa/photos/1280x720/hatchback/blanco/1.svg`],
    }
    // The API refuses the id, and the journal records the exchange.
    const refused = { method: 'POST', body: JSON.stringify({ ...car, ExternalId: EVIL }) }
    expect(
      (await fetch(publications, { ...refused, headers: { 'Content-Type': 'application/json' } })).status,
    ).toBe(400)
    await call(publications, 'POST', car)
    await call(`${url}/v3/agencias/${AGENCY}`, 'PUT', { NombreComercial: EVIL })
    await call(`${url}/_playa/worlds/default/inquiries`, 'POST', {
      externalid: 'EVIL-1',
      interesado: { Nombre: EVIL, Email: 'a@b.example', Comentario: EVIL },
    })
    const agency = encodeURIComponent(AGENCY)
    const search = `q=${encodeURIComponent(EVIL)}`
    const listing = `/vidriera/${agency}/EVIL-1`
    const withoutText = [
      '/exchanges',
      '/publications',
      `/publications?${search}`,
      '/outbox',
      `/vidriera?${search}`,
    ]
    const one = `/publications/one?agency=${agency}&id=EVIL-1`
    const withText = ['', '/exchanges/1', '/exchanges/2', one, '/inquiries', listing]
    for (const path of [...withoutText, ...withText]) {
      await page.goto(`${url}${UI}${path}`)
      expect(await page.locator('script', { hasText: 'alert(1)' }).count(), path).toBe(0)
      if (withText.includes(path)) await page.getByText(EVIL).first().waitFor({ state: 'attached' })
    }
    // The storefront's contact form shows it as text, too.
    await page.getByLabel('Nombre').fill(EVIL)
    await page.getByLabel('Email').fill('a@b.example')
    await page.getByRole('button', { name: 'Enviar consulta' }).click()
    await page.getByRole('heading', { name: `¡Gracias, ${EVIL}!` }).waitFor()
  },
)
