import { mkdtempSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { installedCommand } from './command-line.ts'

/** `playa serve --data` and `playa data`. */

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'playa-data-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

const LISTING = {
  ExternalId: 'D-1',
  Marca: 'vw',
  Modelo: 'gol trend',
  VersionYear: 2018,
  Kilometraje: 10,
  Color: 'Gris',
  Precio: { Moneda: 'ARS', Importe: 1_000_000 },
  Fotos: ['https://fotos.example/1.jpg'],
  Activa: false,
}

/** Starts the demo through its form. */
const startDemo = async (url: string, name: string): Promise<void> => {
  const form = await fetch(`${url}/_playa/ui/demo`)
  const [, csrf = ''] = /name="_key" value="([^"]+)"/.exec(await form.text()) ?? []
  const started = await fetch(`${url}/_playa/ui/demo`, {
    method: 'POST',
    headers: { Cookie: form.headers.getSetCookie()[0]?.split(';')[0] ?? '', Origin: url },
    body: new URLSearchParams({ _key: csrf, name, colour: '#aa3300' }),
    redirect: 'manual',
  })
  expect([started.status, started.headers.get('location')]).toEqual([303, '/_playa/ui/w/demo-saturday/demo'])
}

it('answered writes survive a killed server, and data check and export read them', async () => {
  const data = folder()
  const command = installedCommand()
  const first = await command.serve(['--data', data])
  const listings = `/v3/publicaciones/${first.ready.agency}`
  const made = await fetch(first.ready.url + listings, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(LISTING),
  })
  expect(made.status).toBe(201)
  await startDemo(first.ready.url, 'Automotores del Sur')
  process.kill(first.ready.pid, 'SIGKILL')
  await first.ended
  const second = await command.serve(['--data', data])
  const read = await fetch(`${second.ready.url}${listings}/D-1`)
  expect([read.status, read.headers.get('etag')]).toEqual([200, made.headers.get('etag')])
  const storefront = await fetch(`${second.ready.url}/_playa/ui/w/demo-saturday/vidriera`)
  expect(await storefront.text()).toContain('Automotores del Sur')
  second.signal('SIGTERM')
  expect((await second.ended).code).toBe(0)
  expect((await command.run(['data', 'check', data])).stdout).toBe('All 2 worlds are whole.\n')
  const out = folder()
  const exported = await command.run(['data', 'export', data, '-o', out])
  expect([exported.code, exported.stderr]).toEqual([0, ''])
  const third = await command.serve(['--scenario', join(out, 'default.json')])
  expect((await fetch(`${third.ready.url}${listings}/D-1`)).status).toBe(200)
  await third.stop()
})

it('a folder without worlds and a damaged file are said in a sentence', async () => {
  const command = installedCommand()
  const empty = await command.run(['data', 'check', folder()])
  expect([empty.code, empty.stderr]).toEqual([2, expect.stringContaining('holds no stored worlds')])
  const data = folder()
  await (await command.serve(['--data', data])).stop()
  truncateSync(join(data, 'worlds.mdb'), 100)
  const damaged = await command.run(['serve', '--port', '0', '--data', data])
  expect(damaged.code).not.toBe(0)
  expect(damaged.stderr).toMatch(/worlds\.mdb/)
  truncateSync(join(data, 'worlds.mdb'), 0)
  const emptied = await command.run(['data', 'check', data])
  expect([emptied.code, emptied.stderr]).toEqual([2, expect.stringContaining('it is empty')])
})

it('the banner says which folder or file is served, and what the folder had before', async () => {
  const data = folder()
  const command = installedCommand()
  const banner = async (...args: string[]): Promise<string> => {
    const server = command.start(['serve', '--port', '0', ...args])
    onTestFinished(async () => void (await server.stop()))
    const said = await server.said(/Ctrl-C/)
    await server.stop()
    return said
  }
  const made = await banner('--data', data)
  expect(made).toContain(`Data        ${data}, a new folder, 1 world\n`)
  const kept = await banner('--data', data, '--seed', '77')
  expect(kept).toContain(`Data        ${data}, 1 world as it was left\n`)
  const seed = (text: string) => /seed (\S+)/.exec(text)?.[1]
  expect(seed(kept)).toBe(seed(made))
})
