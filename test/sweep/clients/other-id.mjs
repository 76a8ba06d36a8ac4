/** Weak: after a lost response it publishes the car again, under another id. */
import assert from 'node:assert/strict'

const list = `${process.env.PLAYA_URL}/v3/publicaciones/${process.env.PLAYA_AGENCY}`
const car = { Marca: 'Toyota', Modelo: 'Corolla', VersionYear: 2026, Kilometraje: 0, Color: 'Rojo' }

const publish = async (attempt = 1) => {
  const body = JSON.stringify({ ...car, ExternalId: `STOCK-${attempt}` })
  try {
    return await fetch(list, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
  } catch (error) {
    if (attempt === 3) throw error
    return publish(attempt + 1)
  }
}

assert.equal((await publish()).status, 201)
