import { expect, it } from 'vitest'
import { awkwardFaults } from './awkward-faults.ts'
import type { FaultInjection, InjectedWorld } from './fault-injection.ts'

/** Returns an answer under an injection. */
const under = async (injection: FaultInjection, value: object): Promise<unknown> => {
  // An injection reads only these members of a request and of the world.
  const call = {
    operation: 'inquiries.list',
    method: 'GET',
    target: '/v3',
    body: Buffer.from(''),
  } as unknown as Parameters<NonNullable<FaultInjection['before']>>[1]
  const step = await injection.before?.({ mark: () => {} } as unknown as InjectedWorld, call)
  return (await step?.(Response.json(value)))?.json()
}

it('missing data of a person are empty texts, and other nulls stay', async () => {
  const Interesado = { Nombre: 'Ana', Apellido: null, Email: 'a@b.example', InfoOperacion: null }
  expect(await under(awkwardFaults['empty-texts'].injection(), { Interesado, Auto: null })).toEqual({
    Interesado: { ...Interesado, Apellido: '' },
    Auto: null,
  })
})

it('amounts exceed a 32-bit integer in one of two runs', async () => {
  const { injection, contrasts } = awkwardFaults['great-amounts']
  const [contrast] = contrasts()
  const given = [{ Importe: 20_000_000 }, { Importe: 1_000 }, { Importe: null }]
  const [, ...same] = [{}, { Importe: 1_000_000 }, { Importe: null }]
  // A client that refuses unusual prices refuses both.
  expect(await under(injection(), given)).toEqual([{ Importe: 1_900_000_000 }, ...same])
  const [great] = contrast?.others ?? []
  expect(great && (await under(great, given))).toEqual([{ Importe: 20_000_000_000 }, ...same])
})

it('later lists show ids in another letter case', async () => {
  const injection = awkwardFaults['ids-in-other-case'].injection()
  const given = { _entries: ['A-1', 'b-2'].map((ExternalId) => ({ ExternalId, EstadoActual: 'Activa' })) }
  const call = {
    operation: 'publications.list',
    method: 'GET',
    target: '/v3/publicaciones/a',
  } as unknown as Parameters<NonNullable<FaultInjection['before']>>[1]
  // An injection reads only these members of a request and of the world.
  const world = { mark: () => {} } as unknown as InjectedWorld
  expect(await injection.before?.(world, call)).toBeUndefined()
  const step = await injection.before?.(world, call)
  const shown = await (await step?.(Response.json(given)))?.text()
  expect(shown?.match(/(?<="ExternalId":")[^"]+/g)).toEqual(['a-1', 'B-2'])
})
