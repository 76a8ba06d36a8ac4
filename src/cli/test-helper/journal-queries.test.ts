import { expect, it } from 'vitest'
import { createSandbox } from '../entries/index.ts'

/** The test helper reads queries without loading schemas, the control API with them: both must agree. */

const sandbox = await createSandbox({ scenario: 'empty', seed: 1, now: '2026-03-01T12:00:00-03:00' })
await sandbox.fetch('/v3')
await sandbox.fetch('/v3/nothing')

const NAMES = ['since', 'before', 'method', 'path', 'operation', 'status', 'agency', 'limit']
const VALUES = [
  '0',
  '1',
  '2',
  '1000',
  '1001',
  '-1',
  '1.5',
  '404',
  '4xx',
  '9xx',
  'GET',
  '/v3*',
  'entry.*',
  'x',
]
const INSTANTS = ['2026-03-01T12:00:00-03:00', '2026-03-01', '9999999999999999']

it.each(NAMES)('journal({ %s }) takes and refuses what its query parameter does', async (name) => {
  for (const value of [...VALUES, ...INSTANTS]) {
    const query = new URLSearchParams({ [name]: value })
    const response = await sandbox.fetch(`/_playa/worlds/default/journal?${query}`)
    const overHttp = response.ok ? numbersOf(Object(await response.json())) : response.status
    expect(inProcess({ [name]: value }), `${name}=${value}`).toEqual(overHttp)
  }
})

it.each([{ operation: 'publications.creat' }, { operation: 'publication.*' }, { method: 'GETT' }])(
  'journal(%j) throws: an empty list would let a test pass that looks for nothing',
  (query) => {
    expect(() => sandbox.journal(query)).toThrow(/Expected/)
  },
)

const numbersOf = (rows: readonly { readonly n: number }[]): number[] => rows.map(({ n }) => n)

const inProcess = (query: Readonly<Record<string, string>>): unknown => {
  try {
    return numbersOf(sandbox.journal(query))
  } catch (error) {
    return Object(error).status
  }
}
