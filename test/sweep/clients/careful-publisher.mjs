/** Careful: publishes under a random id, and reads after a lost response whether the car is there. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { agency, send } from './http.mjs'

const list = `/v3/publicaciones/${agency}`
const car = {
  ExternalId: `CAR-${randomUUID()}`,
  Marca: 'Volkswagen',
  Modelo: 'Gol',
  Version: '1.6 Trendline',
  VersionYear: 2019,
  Kilometraje: 45_000,
  Color: 'Rojo',
  Precio: { Moneda: 'ARS', Importe: 9_500_000 },
  Fotos: ['https://fotos.example/1.jpg'],
}
const own = `${list}/${car.ExternalId}`
const made = await send(list, { method: 'POST', body: car })
if (made.status !== 201) assert.ok(made.isLost, made.text)

const read = await send(own)
assert.equal(read.status, 200)
assert.equal(read.json().Precio.Importe, 9_500_000)

let count = 0
for (let next = `/v3/consultas/${agency}`; next; ) {
  const page = await send(next)
  assert.equal(page.status, 200)
  const { _entries, _links } = page.json()
  for (const { Momento } of _entries) assert.ok(Date.parse(Momento) > 0)
  count += _entries.length
  next = _links.next?.href
}
assert.ok(count > 0)
