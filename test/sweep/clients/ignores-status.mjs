/** Weak: it looks at no status, and at no lost response. */
const list = `${process.env.PLAYA_URL}/v3/publicaciones/${process.env.PLAYA_AGENCY}`
const headers = { 'Content-Type': 'application/json' }
const car = { Marca: 'Toyota', Modelo: 'Corolla', VersionYear: 2026, Kilometraje: 0, Color: 'Rojo' }
const body = JSON.stringify({ ...car, ExternalId: 'S-1' })

await fetch(list, { method: 'POST', headers, body }).catch(() => {})
await fetch(`${list}/S-1/suspender`, { method: 'PATCH' }).catch(() => {})
