import { expect, it } from 'vitest'
import { createApp } from '../../server/app.ts'
import { Simulator } from './simulator.ts'

/** Searches among more rows than a decision reads at once. */

const MAIL = 'a@a.example'
const OTHER = 'b@a.example'
const scenario = {
  title: 'A large lot',
  story: 'More publications than a decision searches at once.',
  seed: 1,
  profile: { 'inquiries/operator': 'live' },
  apps: [{ name: 'a', key: 'k', secret: 's' }],
  agencies: [
    {
      adminMail: MAIL,
      nombreComercial: 'Lote',
      package: { Alta: 9_999, Media: 9_999, Baja: 9_999 },
      access: { a: {} },
      operators: [MAIL, OTHER].map((Email) => ({ Nombre: 'A', Apellido: 'B', Email })),
      stock: [{ prefix: 'A', count: 3_000 }],
      inquiries: { count: 12_000 },
    },
  ],
}

interface Page {
  readonly Total: number
  readonly _entries: readonly { readonly OperadorResponsable: string }[]
}

const open = async () => {
  const simulator = await Simulator.open({ scenario })
  const app = createApp(simulator)
  const ask = async (path: string, headers = {}) => {
    const answer = await app.fetch(new Request(`http://playa.localhost/v3/${path}`, { headers }))
    return { status: answer.status, page: (await answer.json()) as Page }
  }
  return { simulator, ask, world: () => simulator.worlds.require('default').world }
}

it('a search finds all matches, for a recorded and an unrecorded read', async () => {
  const { ask, world } = await open()
  const count = [...world().publications].filter(({ Marca }) => Marca === 'Toyota').length
  for (const headers of [{}, { 'playa-aside': '1' }]) {
    const { status, page } = await ask(`publicaciones/${MAIL}?q=toyota&pagina=2`, headers)
    expect([status, page.Total]).toEqual([200, count])
    expect(JSON.stringify(page)).toMatch(/Toyota/)
  }
})

it('the inquiries of an operator equal those that all pages show for that operator', async () => {
  const { ask } = await open()
  let theirs = 0
  for (let pagina = 1, read = 0, total = 1; read < total; pagina++) {
    const { page } = await ask(`consultas/${MAIL}?pagina=${pagina}`)
    total = page.Total
    read += page._entries.length
    theirs += page._entries.filter(({ OperadorResponsable }) => OperadorResponsable === OTHER).length
    expect(total).toBeGreaterThan(1_000)
  }
  expect((await ask(`consultas/${MAIL}?operador=${OTHER}`)).page.Total).toBe(theirs)
})

it('a search shows the moment of its request, whatever is written during the search', async () => {
  const { ask, simulator, world } = await open()
  const before = await ask(`publicaciones/${MAIL}?q=a-0`)
  const searching = ask(`publicaciones/${MAIL}?q=a-0`)
  await new Promise((resolve) => setImmediate(resolve))
  const { publications } = world()
  let rows = publications
  for (const row of publications) rows = rows.put({ ...row, condition: 'archived' })
  const worldHandle = simulator.worlds.require('default')
  simulator.change(worldHandle, { ...world(), publications: rows }, [], '')
  expect((await searching).page.Total).toBe(before.page.Total)
  expect((await ask(`publicaciones/${MAIL}?q=a-0`)).page.Total).toBe(0)
})
