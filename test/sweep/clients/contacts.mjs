/** Weak: it treats ids of inquiries as numbers, and needs values that may be null. */
import assert from 'node:assert/strict'

const { PLAYA_URL, PLAYA_AGENCY } = process.env
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

const read = async (href) => {
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    try {
      const response = await fetch(new URL(href, PLAYA_URL))
      if (response.ok) return response.json()
      await pause(1_000 * Number(response.headers.get('retry-after') ?? 0.1))
    } catch {
      await pause(50)
    }
  }
  throw new Error(`${href} cannot be read`)
}

const { _entries } = await read(`/v3/consultas/${PLAYA_AGENCY}`)
const newest = Math.max(
  ..._entries.map(({ _links }) => Number.parseInt(_links.self.href.split('/').pop(), 10)),
)
assert.ok(newest > 0, 'no id')
const names = _entries.map(({ Interesado }) => Interesado.Apellido.toUpperCase())
assert.ok(names.length > 0)
