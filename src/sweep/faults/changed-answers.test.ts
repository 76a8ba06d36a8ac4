import { expect, it } from 'vitest'
import { openSweepWorld } from '../runs/sweep-world.ts'
import { withAnotherInquiry } from './another-inquiry.ts'
import { bareBranches } from './bare-branches.ts'
import { contentFaults } from './content-faults.ts'
import type { FaultInjection } from './fault-injection.ts'
import { listedEntries, membersIn } from './json-walk.ts'
import { packageFaults } from './package-faults.ts'
import { priceFaults } from './price-faults.ts'

const NOW_MS = Date.parse('2026-03-01T12:00:00-03:00')
const AGENCY = 'ventas@lospinos.example'

/** Opens a world under an injection; `ask` sends a request and returns the members of the answer. */
const under = async (injection: FaultInjection) => {
  const world = await openSweepWorld({ setting: { nowMs: NOW_MS, profile: {} }, injection })
  const ask = async (method: string, target: string, body?: object, accept = 'application/json') => {
    const headers = [
      ['Content-Type', 'application/json'],
      ['Accept', accept],
    ] as const
    const sent = Buffer.from(body ? JSON.stringify(body) : '')
    const response = await world.handle({
      method,
      target,
      headers,
      body: sent,
      origin: 'http://playa.localhost',
    })
    return membersIn(await response.text())
  }
  return { world, ask }
}

it('the inquiry of another person is there again after a test has reset the world', async () => {
  const { world, ask } = await under(withAnotherInquiry(NOW_MS))
  const today = async () => (await ask('GET', `/v3/consultas/${AGENCY}?desde=2026-03-01`))['Total']
  await expect.poll(today).toBe(1)
  await ask('POST', '/_playa/worlds/default/reset', {})
  expect(await today()).toBe(1)
  world.close()
}, 60_000)

it('a branch shows what the client has written, and lacks the rest', async () => {
  const { world, ask } = await under(bareBranches())
  const list = `/v3/sucursales/${AGENCY}`
  const [first = {}] = listedEntries(await ask('GET', list))
  expect(first).toMatchObject({ Telefono: null, Laborable: null, Ciudad: 'Tandil' })
  const { _links, ...members } = first
  await ask('PUT', `${list}/1`, { ...members, Telefono: '+54 11 5555-0188' })
  expect(await ask('GET', `${list}/1`)).toMatchObject({ Telefono: '+54 11 5555-0188', Laborable: null })
  expect(await ask('GET', `${list}/2`)).toMatchObject({ Telefono: null })
  world.close()
}, 60_000)

it('the level that is empty stays the same while places are taken', async () => {
  const { world, ask } = await under(packageFaults['empty-level'].injection())
  const path = `/v3/agencias/${AGENCY}/productos`
  const emptyIn = async () =>
    Object.entries(await ask('GET', path)).flatMap(([name, level]) =>
      JSON.stringify(level).includes('"Pack":0') ? [name] : [],
    )
  expect(await emptyIn()).toEqual(['Alta'])
  const car = { Marca: 'vw', Modelo: 'gol trend', VersionYear: 2026, Kilometraje: 0, Exposicion: 'Alta' }
  for (let n = 0; n < 6; n += 1)
    await ask('POST', `/v3/publicaciones/${AGENCY}`, { ...car, ExternalId: `N-${n}` })
  expect(await emptyIn()).toEqual(['Alta'])
  world.close()
}, 60_000)

it('what another client has added stays known although a list then shows only refs', async () => {
  const { world, ask } = await under(priceFaults['others-members'].injection())
  const list = `/v3/publicaciones/${AGENCY}`
  const car = { ExternalId: 'N-1', Marca: 'vw', Modelo: 'gol trend', VersionYear: 2026, Kilometraje: 0 }
  expect(await ask('POST', list, car)).toHaveProperty('Cuota.Importe')
  await ask('GET', list, undefined, 'application/vnd.service.ref+json')
  await ask('PUT', `${list}/N-1`, { VersionYear: 2026, Kilometraje: 0, Descripcion: 'x', Precio: null })
  expect(world.accusations).toEqual([expect.stringMatching(/has added: .*Cuota/)])
  world.close()
}, 60_000)

it('names of persons alone are odd where a client is compared with harmless names', async () => {
  const [contrast] = contentFaults['leads-in-odd-texts'].contrasts()
  const nameUnder = async (injection: FaultInjection = {}) => {
    const { world, ask } = await under(injection)
    await ask('POST', '/_playa/worlds/default/inquiries', {
      externalid: 'PIN-0002',
      interesado: { Nombre: 'Ana', Comentario: 'Hola' },
    })
    const [first = {}] = listedEntries(await ask('GET', `/v3/consultas/${AGENCY}`))
    world.close()
    return first['Interesado']
  }
  expect(await nameUnder(contrast?.survived)).toMatchObject({ Nombre: 'Ana Otro', Comentario: 'Hola' })
  expect(await nameUnder(contrast?.others[0])).toMatchObject({
    Nombre: `Ana, "Ñata"; <b>O'Neil</b> & ☕`,
    Comentario: 'Hola',
  })
}, 60_000)
