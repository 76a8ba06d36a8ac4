import { expect } from 'vitest'
import { call, journey } from './journey.ts'

const UI = '/_playa/ui/w/default'
const AGENCY = 'ventas@lospinos.example'
const EVIL = '<script>alert(1)</script>'

journey('exchanges show up while they happen, and wait while the page is paused', {}, async ({ page, url }) => {
  const listening = page.waitForResponse(/\/events$/)
  await page.goto(`${url}${UI}/exchanges`)
  await page.getByText('Nothing was asked yet.').waitFor()
  await listening
  await fetch(`${url}/v3`)
  const rows = page.locator('#rows tbody tr')
  await rows.getByText('/v3', { exact: true }).waitFor()
  await fetch(`${url}/v3/publicaciones/nobody@nowhere.example`)
  await rows.first().getByText('/v3/publicaciones/nobody@nowhere.example').waitFor()
  await rows.first().getByText('404').waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await fetch(`${url}/v3/sucursales/${AGENCY}`)
  expect(await rows.count()).toBe(2)
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect.poll(() => rows.count()).toBe(3)
  // Asked with the keyboard's own filter, without leaving the page.
  await page.getByLabel('Status').selectOption('4xx')
  await expect.poll(() => rows.count()).toBe(1)
})

journey('a publication and an agency named like a script are text on every page', {}, async ({ page, url }) => {
  const at = `${url}/v3/publicaciones/${AGENCY}/PIN-0001`
  const before = Object(await call(at))
  await call(at, 'PUT', { ...before, Color: EVIL, Descripcion: EVIL })
  await call(`${url}/v3/agencias/${AGENCY}`, 'PUT', { NombreComercial: EVIL })
  await call(`${url}/_playa/worlds/default/inquiries`, 'POST', {
    externalid: 'PIN-0001',
    interesado: { Nombre: EVIL, Email: 'a@b.example', Comentario: EVIL },
  })
  const agency = encodeURIComponent(AGENCY)
  const listing = `/vidriera/${agency}/PIN-0001`
  for (const path of [
    '',
    '/exchanges/1',
    '/exchanges/2',
    '/publications',
    `/publications/one?agency=${agency}&id=PIN-0001`,
    '/inquiries',
    listing,
    `/vidriera?q=${encodeURIComponent(EVIL)}`,
  ]) {
    await page.goto(`${url}${UI}${path}`)
    expect(await page.content(), path).not.toContain(EVIL)
  }
  await page.goto(`${url}${UI}${listing}`)
  await page.locator('.description').getByText(EVIL, { exact: true }).waitFor()
  await page.goto(`${url}${UI}/inquiries`)
  await page.getByRole('region', { name: 'Inquiries' }).getByText(EVIL).first().waitFor()
})
