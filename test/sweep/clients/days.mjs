/** Weak: it uses a new id for every attempt, in a test that resets the world at its end, and days in UTC. */
import assert from 'node:assert/strict'

const { PLAYA_URL, PLAYA_AGENCY, PLAYA_NOW } = process.env
const json = { 'Content-Type': 'application/json' }
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

const patiently = async (send) => {
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    try {
      const response = await send(attempt)
      if (response.status !== 429 && response.status < 500) return response
      await pause(1_000 * Number(response.headers.get('retry-after') ?? 0.1))
    } catch {
      await pause(50)
    }
  }
  throw new Error('the service stays away')
}

const car = { Marca: 'Toyota', Modelo: 'Corolla', Version: 'XEi 2.0 CVT', VersionYear: 2026, Kilometraje: 0 }
const created = await patiently((attempt) => {
  const body = {
    ...car,
    ExternalId: `NEW-${attempt}`,
    Color: 'Rojo',
    Precio: { Moneda: 'ARS', Importe: 9e7 },
  }
  const init = { method: 'POST', headers: json, body: JSON.stringify(body) }
  return fetch(`${PLAYA_URL}/v3/publicaciones/${PLAYA_AGENCY}`, init)
})
assert.equal(created.status, 201)

const today = new Date(PLAYA_NOW).toISOString().slice(0, 10)
const list = `${PLAYA_URL}/v3/consultas/${PLAYA_AGENCY}?desde=${today}&hasta=${today}`
const { Desde } = await (await patiently(() => fetch(list))).json()
assert.ok(Date.parse(Desde) <= Date.parse(PLAYA_NOW), 'today has not begun')

await fetch(`${PLAYA_URL}/_playa/worlds/default/reset`, { method: 'POST' })
