import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { golListing } from '../../support/miniature-world.ts'
import { call, journey } from './journey.ts'

/** Starts a webhook receiver; returns the bodies that it received. */
const receiver = async () => {
  const received: string[] = []
  const server = createServer(async (incoming, outgoing) => {
    let body = ''
    for await (const part of incoming) body += part
    received.push(body)
    outgoing.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  // A listening TCP server has an address object.
  const { port } = server.address() as AddressInfo
  return { received, address: `http://127.0.0.1:${port}/leads` }
}

journey(
  'a first listing appears in the storefront, and its lead is delivered to a webhook receiver',
  { scenario: 'empty' },
  async ({ page, url }) => {
    const { received, address } = await receiver()
    await page.goto(url)
    await page.getByRole('link', { name: /^Storefront/ }).click()
    await page.getByRole('heading', { name: 'Todavía no hay avisos' }).waitFor()
    await page.goto(url)
    await page.getByRole('link', { name: /^Console/ }).click()
    await page.getByRole('link', { name: 'default', exact: true }).click()
    const base = await page.locator('#base').textContent()
    const agency = await page.getByRole('region', { name: 'Agencies' }).locator('code').first().textContent()
    await page.getByRole('link', { name: 'Publications', exact: true }).click()
    await page.getByText('No publications yet').waitFor()

    // Sends requests like a client, to the base URL that the console shows.
    const photos = [1, 2].map((n) => `${url}/_playa/photos/1280x720/hatchback/blanco/${n}.svg`)
    const body = golListing('MI-AUTO-1', { Fotos: photos })
    await call(`${base}/v3/publicaciones/${encodeURIComponent(agency ?? '')}`, 'POST', body)
    await call(`${base}/v3/appnotificaciones/publicacion-consultada`, 'POST', {
      Callback: address,
      Secret: 'x'.repeat(16),
    })

    await page.reload()
    await page.getByText('MI-AUTO-1').first().waitFor()
    await page.getByRole('link', { name: 'Storefront', exact: true }).click()
    await page.getByRole('link', { name: /Volkswagen Gol Trend/ }).click()
    expect(await page.locator('.price').textContent()).toBe('$ 15.500.000')
    const photo = page.getByRole('img', { name: /foto 1 de 2/ })
    await expect.poll(() => photo.evaluate((image) => Number(Object(image).naturalWidth))).toBeGreaterThan(0)
    await page.getByLabel('Nombre').fill('Rocío')
    await page.getByLabel('Email').fill('rocio@correo.example')
    await page.getByLabel('Comentario').fill('¿Sigue disponible?')
    await page.getByRole('button', { name: 'Enviar consulta' }).click()
    await page.getByRole('heading', { name: '¡Gracias, Rocío!' }).waitFor()

    await expect.poll(() => received.length).toBe(1)
    expect(JSON.parse(received[0] ?? '')).toMatchObject({ Topic: 'publicacion-consultada' })
    await page.getByRole('link', { name: 'Entregas' }).click()
    await page
      .getByRole('row', { name: /delivered.*an inquiry on MI-AUTO-1/ })
      .getByRole('link')
      .click()
    await page.getByRole('heading', { name: '1 attempt' }).waitFor()
    const attempt = page.locator('.attempt')
    await attempt.getByText(address).waitFor()
    await attempt.getByText('204').first().waitFor()
  },
)
