/** Weak: expects one form of instants. */
import assert from 'node:assert/strict'

const { PLAYA_URL, PLAYA_AGENCY } = process.env
const { _entries } = await (await fetch(`${PLAYA_URL}/v3/consultas/${PLAYA_AGENCY}`)).json()
for (const { Momento } of _entries) assert.match(Momento, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-03:00$/)
