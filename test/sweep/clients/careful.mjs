/**
 * A careful client: it retries, respects `Retry-After`, writes with `If-Match`, follows links and reads every
 * page. Its test is the script itself, which fails with exit code 1.
 */
import assert from 'node:assert/strict'

const base = process.env.PLAYA_URL
const agency = process.env.PLAYA_AGENCY

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Retries after short failures; the caller handles a lost answer to a write. */
const send = async (target, { retriesLost = true, ...init } = {}) => {
  for (let attempt = 1; ; attempt += 1) {
    let response
    try {
      response = await fetch(new URL(target, base), {
        ...init,
        headers: {
          Accept: 'application/json',
          ...(init.body && { 'Content-Type': 'application/json' }),
          ...init.headers,
        },
      })
      const text = await response.text()
      if (response.status !== 429 && response.status < 500)
        return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) }
    } catch (error) {
      if (attempt >= 5 || !retriesLost) throw error
    }
    if (attempt >= 5) throw new Error(`${target} keeps failing`)
    const seconds = Number(response?.headers.get('retry-after') ?? 0)
    await pause(Math.max(seconds * 1000, 50 * attempt))
  }
}

const create = async (target, car) => {
  const init = { method: 'POST', body: JSON.stringify(car) }
  const created = await send(target, init)
  if (created.status === 201) return created.headers.get('location')
  // The first attempt may have succeeded although its answer was lost.
  const own = `${target}/${encodeURIComponent(car.ExternalId)}`
  const found = await send(own)
  assert.equal(found.status, 200, created.text)
  return own
}

/** Edits with the tag that was read, and reads again if another client was faster. */
const edit = async (target, change, isDone) => {
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    const read = await send(target)
    assert.equal(read.status, 200)
    if (isDone(read.json())) return
    const headers = { 'If-Match': read.headers.get('etag') }
    const written = await send(target, { method: 'PATCH', headers, body: JSON.stringify(change) })
    if (written.status === 200) return
    assert.equal(written.status, 412)
  }
  assert.fail('another client is always faster')
}

const inquiries = async () => {
  const entry = await send('/v3')
  assert.equal(entry.status, 200)
  const seen = new Set()
  let next = `/v3/consultas/${encodeURIComponent(agency)}`
  while (next) {
    const page = await send(next)
    assert.equal(page.status, 200)
    const { _entries, _links } = page.json()
    for (const inquiry of _entries) {
      assert.ok(!Number.isNaN(Date.parse(inquiry.Momento)))
      seen.add(new URL(inquiry._links.self.href, base).pathname)
    }
    next = _links.next?.href
  }
  return seen
}

const car = {
  ExternalId: 'CAR-1',
  Version: '1.6 Trendline',
  Marca: 'Volkswagen',
  Modelo: 'Gol',
  VersionYear: 2019,
  Kilometraje: 45000,
  Color: 'Rojo',
  Precio: { Moneda: 'ARS', Importe: 9500000 },
  Fotos: ['https://fotos.example/1.jpg'],
}
const target = await create(`/v3/publicaciones/${encodeURIComponent(agency)}`, car)
await edit(
  target,
  { Precio: { Moneda: 'ARS', Importe: 9000000 } },
  ({ Precio }) => Precio.Importe === 9000000,
)
assert.ok((await inquiries()).size > 0)
const read = (await send(target)).json()
assert.equal(read.Precio.Importe, 9000000)
