import { expect } from 'vitest'
import type { Sandbox } from '../../../src/cli/entries/index.ts'
import { call } from './journey.ts'

const AGENCY = 'ventas@lospinos.example'

interface MainPages {
  /** Pages of a world. */
  readonly console: readonly string[]
  /** Pages of a world that are checked in Spanish as well. */
  readonly spanish: readonly string[]
  /** Landing page, API reference, storefront, and pages of an empty world. */
  readonly others: readonly string[]
}

/** Creates data of every kind that pages show; returns the paths of the main pages. */
export const populate = async (sandbox: Sandbox, url: string): Promise<MainPages> => {
  const car = `${url}/v3/publicaciones/${AGENCY}/PIN-0001`
  await fetch(car, {
    method: 'PATCH',
    body: '{"Precio": {"Moneda": "dolar", "Importe": -1}}',
    headers: JSON_BODY,
  })
  await call(`${car}/suspender`, 'PATCH')
  await sandbox.leads.receive({ adminMail: AGENCY, externalid: 'PIN-0002' })
  await sandbox.faults.add({ operation: 'publications.edit', status: 503, times: 3 })
  await sandbox.snapshot('before')
  await sandbox.clock.advance('PT1H')
  await sandbox.world({ name: 'bare', scenario: 'empty' })
  await sandbox.world({ name: 'tale', scenario: 'busy-saturday' })
  await expect.poll(async () => (await sandbox.outbox()).length).toBeGreaterThan(0)
  const [[delivery], [mail]] = await Promise.all([sandbox.deliveries(), sandbox.outbox()])
  const one = `?agency=${encodeURIComponent(AGENCY)}&id=PIN-0002`
  return {
    console: [
      ...['', '/exchanges', '/exchanges/1', '/hints'].map((path) => W + path),
      ...[
        '/publications',
        `/publications/one${one}`,
        '/package',
        '/inquiries?agency=hola%40delrio.example',
      ].map((path) => W + path),
      ...['/deliveries', `/deliveries/${delivery?.id}`, '/outbox', `/outbox/${mail?.id}`].map(
        (path) => W + path,
      ),
      ...['/clock', '/faults', '/profile?q=publications', '/snapshots', '/reset'].map((path) => W + path),
      `${UI}/w/tale/story`,
      `${UI}/w/tale/demo`,
      `${UI}/demo`,
    ],
    spanish: ['/faults', '/exchanges/1'].map((path) => W + path),
    others: [
      '/docs',
      '/docs?world=default#?route=post-/v3/publicaciones/-adminmail-',
      '/',
      UI,
      ...['/vidriera', `/vidriera/${encodeURIComponent(AGENCY)}/PIN-0002`, '/vidriera?q=zzzz'].map(
        (path) => W + path,
      ),
      ...['/exchanges', '/publications', '/story'].map((path) => `${UI}/w/bare${path}`),
    ],
  }
}

const JSON_BODY = { 'Content-Type': 'application/json' }
const UI = '/_playa/ui'
const W = `${UI}/w/default`
