import { expect, it } from 'vitest'
import { ceilings } from '../../src/api/wire/limits.ts'
import { mailboxes } from '../../src/sandbox/notifications/mail-text.ts'
import { AGENCY, car, LISTINGS, startServer } from './test-server.ts'

/** What the description leaves unbounded has an end, far above any use. */

const BRANCHES = `/v3/sucursales/${AGENCY}`

it('a text without a shown maximum has 10,000 characters at most (limits/texts)', async () => {
  const { ask } = await startServer()
  const branch = (length: number) => ask('POST', BRANCHES, { Descripcion: 'x'.repeat(length) })
  expect((await branch(ceilings.text)).status).toBe(201)
  const refused = await branch(ceilings.text + 1)
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('hasta 10000 caracteres')])
})

it('a publication has 1,000 photos at most (limits/photos)', async () => {
  const { ask } = await startServer()
  const create = (id: string, count: number) =>
    ask(
      'POST',
      LISTINGS,
      car(id, { Fotos: Array.from({ length: count }, (_, i) => `https://a.example/${i}`) }),
    )
  expect((await create('gol-1', ceilings.photos)).status).toBe(201)
  const refused = await create('gol-2', 40_000)
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Fotos')])
  expect(refused.text.length).toBeLessThan(100_000)
})

it('an agency has 500 branches at most (limits/branches)', async () => {
  const { ask } = await startServer()
  for (let i = 0; i < ceilings.branches; i += 1)
    expect((await ask('POST', BRANCHES, { Descripcion: String(i) })).status).toBe(201)
  const refused = await ask('POST', BRANCHES, {})
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('500 sucursales')])
})

it('a mail goes to 100 addresses at most (limits/recipients)', () => {
  const list = Array.from({ length: 5_000 }, (_, i) => `a${i}@x.example`).join(',')
  expect(mailboxes(list)).toHaveLength(ceilings.recipients)
})
