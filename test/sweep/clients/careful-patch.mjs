/** Careful: edits by PATCH under the tag that it read, and tries again with a new one after 412. */
import assert from 'node:assert/strict'
import { agency, send } from './http.mjs'

const own = `/v3/publicaciones/${agency}/PIN-0001`

for (let attempt = 1; ; attempt += 1) {
  assert.ok(attempt < 5)
  const read = await send(own)
  assert.equal(read.status, 200)
  if (read.json().Precio.Importe === 19_000_000) break
  const written = await send(own, {
    method: 'PATCH',
    headers: { 'If-Match': read.etag },
    body: { Precio: { Moneda: 'ARS', Importe: 19_000_000 } },
  })
  assert.ok([200, 412].includes(written.status), written.text)
}
