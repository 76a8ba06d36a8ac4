import { expect, it } from 'vitest'
import type { ArrivingCall, FaultInjection, InjectedWorld } from './fault-injection.ts'
import { membersIn } from './json-walk.ts'
import { ownChangeFaults } from './own-changes.ts'

const CARS = '/v3/publicaciones/a@b.example'

/** Returns the price that a request shows under a fault. */
const priceOf = async (injection: FaultInjection, method: string, id: string) => {
  const operation = method === 'POST' ? 'publications.create' : 'publications.read'
  const target = method === 'POST' ? CARS : `${CARS}/${id}`
  const body = Buffer.from(JSON.stringify({ ExternalId: id }))
  // The faults read only these members of a call and of a world.
  const call = { method, target, operation, body } as unknown as ArrivingCall
  const step = await injection.before?.({ mark: () => {} } as unknown as InjectedWorld, call)
  const Precio = { Moneda: 'ARS', Importe: 15_500_000 }
  const row = { ExternalId: id, EstadoActual: 'Activa', OperadorResponsable: 'a@b.example', Precio }
  const answer = await step?.(Response.json(row))
  return membersIn((await answer?.text()) ?? JSON.stringify(row))['Precio']
}

it('prices of what the client created are in another currency or have cents, until it writes them', async () => {
  const usual = { Moneda: 'ARS', Importe: 15_500_000 }
  const changed = {
    'own-prices': { Moneda: 'USD', Importe: 15_500 },
    'own-cents': { Moneda: 'ARS', Importe: 15_500_000.37 },
  }
  for (const [kind, price] of Object.entries(changed)) {
    // The keys of the table are names of faults.
    const injection: FaultInjection = ownChangeFaults[kind as keyof typeof changed].injection()
    expect(await priceOf(injection, 'GET', 'A-1')).toEqual(usual)
    expect(await priceOf(injection, 'POST', 'A-1')).toEqual(usual)
    expect(await priceOf(injection, 'GET', 'A-1')).toEqual(price)
    expect(await priceOf(injection, 'GET', 'A-2')).toEqual(usual)
    await priceOf(injection, 'PATCH', 'A-1')
    expect(await priceOf(injection, 'GET', 'A-1')).toEqual(usual)
  }
})
