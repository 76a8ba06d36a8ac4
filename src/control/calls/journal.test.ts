import { expect, it } from 'vitest'
import { journaledSandbox, NOON } from '../../../test/support/journaled-sandbox.ts'
import { golListing } from '../../../test/support/miniature-world.ts'

const MAIL = 'ventas@elcomienzo.example'
const AT = `/v3/publicaciones/${encodeURIComponent(MAIL)}`

/** A create, an edit, a refusal of each common kind, and a read. */
const journaled = async (profile: Record<string, string> = {}) => {
  const { ask, control, ...rest } = await journaledSandbox({ profile })
  await ask('POST', AT, { body: golListing('A-1') })
  await ask('PATCH', `${AT}/A-1`, { body: { Precio: { Moneda: 'USD', Importe: 9_000 } } })
  await ask('PATCH', `${AT}/a-1`, { body: { Precio: { Moneda: 'zloty', Importe: -1 } } })
  await ask('PATCH', `${AT}/A-1/suspender`, { headers: { 'If-Match': '"stale"' } })
  await ask('GET', `${AT}/A-2`)
  await ask('GET', '/v3/nowhere')
  return { ask, control, ...rest }
}

it('the journal lists each exchange in one line, oldest first', async () => {
  const { control } = await journaled()
  const { json } = await control('GET', '/journal')
  expect(json.map(({ n, operation, status }: Record<string, unknown>) => [n, operation, status])).toEqual([
    [1, 'publications.create', 201],
    [2, 'publications.amend', 200],
    [3, 'publications.amend', 400],
    [4, 'publications.suspend', 412],
    [5, 'publications.read', 404],
    [6, null, 404],
  ])
  expect(json[0]).toMatchObject({ facts: ['A-1 created, active'], app: 'integra', detail: null })
  expect(json[1]).toMatchObject({
    facts: ['A-1 changed: Precio'],
    path: `${AT}/A-1`,
    now: '2026-03-01T12:00:00-03:00',
  })
  expect(json[2].errors).toMatchObject({ 'Precio.Moneda': [expect.stringContaining('zloty')] })
  expect(json[3]).toMatchObject({
    decided: { question: 'precondition', because: ['PUB-34', 'publications/precondition-header'] },
    detail: expect.stringContaining('ETag'),
  })
  expect(json[4].detail).toContain('A-2')
})

it.each([
  ['status=4xx', [3, 4, 5, 6]],
  ['status=404', [5, 6]],
  ['operation=publications.amend', [2, 3]],
  ['operation=publications.*&status=412', [4]],
  ['method=patch', [2, 3, 4]],
  [`path=/publicaciones/${MAIL}/A-1`, [2, 3]],
  [`agency=${MAIL.toUpperCase()}`, [1, 2, 3, 4, 5]],
  ['since=4', [5, 6]],
  ['since=2026-01-01T00:00:00Z', [1, 2, 3, 4, 5, 6]],
  ['since=2999-01-01T00:00:00Z', []],
  ['limit=2', [5, 6]],
  ['since=1&limit=2&status=4xx', [5, 6]],
])('?%s lists %j', async (query, expected) => {
  const { control } = await journaled()
  const { json } = await control('GET', `/journal?${query}`)
  expect(json.map(({ n }: { n: number }) => n)).toEqual(expected)
})

it.each(['status=9', 'status=600', 'limit=0', 'limit=1001', 'since=yesterday', 'colour=red'])(
  '?%s is refused with a sentence on the parameter',
  async (query) => {
    const { control } = await journaled()
    const { status, json } = await control('GET', `/journal?${query}`)
    expect([status, Object.keys(json.Errors)]).toEqual([400, [query.split('=')[0]]])
  },
)

it('an entry in full holds what was sent and answered, and how the world changed', async () => {
  const { control } = await journaled()
  const { json } = await control('GET', '/journal/2')
  expect(json.request).toMatchObject({
    method: 'PATCH',
    url: `http://playa.localhost${AT}/A-1`,
    headers: [{ name: 'content-type', value: 'application/json' }],
    body: { type: 'application/json', truncated: false, json: { Precio: { Moneda: 'USD', Importe: 9_000 } } },
  })
  expect(json.answer).toMatchObject({ status: 200, body: { json: { ExternalId: 'A-1' } } })
  expect(json.world.changes).toEqual([
    { kind: 'publication', id: 'A-1', agency: MAIL, before: 'Activa', after: 'Activa', members: ['Precio'] },
  ])
  expect((await control('GET', '/journal/1')).json.world).toMatchObject({
    before: { counts: { publications: 0 } },
    after: { counts: { publications: 1 } },
    changes: [{ id: 'A-1', before: null, after: 'Activa' }],
  })
})

it('every step of a read that is answered 304 has passed', async () => {
  const { ask, control } = await journaled()
  const { headers } = await ask('GET', `${AT}/A-1`)
  await ask('GET', `${AT}/A-1`, { headers: { 'If-None-Match': headers.get('etag') ?? '' } })
  const [entry] = (await control('GET', '/journal?status=304')).json
  const { way } = (await control('GET', `/journal/${entry.n}`)).json
  expect(way.map(({ outcome }: Record<string, string>) => outcome)).toEqual([
    ...Array(10).fill('passed'),
    'decided',
  ])
})

it('the way names the question that decided, its basis and what each assumption says', async () => {
  const { control } = await journaled({ 'common/precedence': 'body-before-precondition' })
  const { way } = (await control('GET', '/journal/4')).json
  expect(way.map(({ question, outcome }: Record<string, string>) => `${question} ${outcome}`)).toEqual([
    ...['caller', 'rate', 'operation', 'form', 'parameters', 'target', 'access', 'body'].map(
      (q) => `${q} passed`,
    ),
    'precondition decided',
    'decision not reached',
    'shown not reached',
  ])
  expect(way[8].because).toEqual([
    { id: 'PUB-34', kind: 'statement' },
    expect.objectContaining({
      id: 'publications/precondition-header',
      option: 'if-match',
      source: 'default',
    }),
  ])
})

it('an entry that is not there is 404 and says which are', async () => {
  const { control } = await journaled()
  const { status, json } = await control('GET', '/journal/7')
  expect([status, json.Detail]).toEqual([404, expect.stringContaining('it holds 1 to 6')])
})

it('DELETE empties the journal, and so does a reset', async () => {
  const { ask, control } = await journaled()
  expect((await control('DELETE', '/journal')).status).toBe(204)
  expect((await control('GET', '/journal')).json).toEqual([])
  await ask('GET', '/v3')
  await control('POST', '/reset')
  expect((await control('GET', '/journal')).json).toEqual([])
})

it.each([
  [{ path: `${AT}/A-1`, method: 'PATCH' }, [2, 3]],
  [{ path: '/publicaciones/*', status: 412 }, [4]],
  [{ status: '4xx', method: 'patch' }, [3, 4]],
  [{ operation: 'publications.amend', body: { Precio: { Importe: 9_000 } } }, [2]],
  [{ header: { 'If-Match': '"stale"' } }, [4]],
  [{ method: 'PATCH', header: { 'if-match': null } }, [2, 3]],
  [{ since: 3, method: 'PATCH' }, [4]],
  [{}, [1, 2, 3, 4, 5, 6]],
])('count %j matches %j', async (body, matched) => {
  const { control } = await journaled()
  expect((await control('POST', '/journal/count', { body })).json).toEqual({ count: matched.length, matched })
})

it.each([
  [
    { path: `${AT}/A-1/suspender`, status: 200 },
    4,
    'path matched; status was 412, expected 200; `If-Match` was "stale"',
  ],
  [{ path: `${AT}/A-1`, method: 'PATCH', status: 412 }, 3, '`If-Match` was absent'],
  [
    { operation: 'publications.amend', body: { Precio: { Importe: 8_000 } } },
    3,
    'body Precio.Importe was -1, expected 8000',
  ],
  [{ path: `${AT}/A-1`, method: 'PUT' }, 3, 'method was PATCH, expected PUT'],
  [{ path: `${AT}/A-3`, method: 'GET' }, 5, 'path was'],
  [
    { method: 'PATCH', body: { Precio: { Moneda: 'ARS', Importe: -1 }, Activa: true } },
    3,
    'body Precio.Moneda was zloty, expected ARS',
  ],
  [{ path: `${AT}/A-2`, status: 200 }, 5, 'the response says: No existe'],
])('when nothing matches %j the nearest is %i, and says why', async (body, n, sentence) => {
  const { control } = await journaled()
  const { json } = await control('POST', '/journal/count', { body })
  expect([json.count, json.matched, json.nearest[0].n]).toEqual([0, [], n])
  expect(json.nearest[0].sentence).toContain(sentence)
  expect(json.nearest[0].differs.length).toBeGreaterThan(0)
})

it('an exchange that shares nothing with the criteria is not a near miss', async () => {
  const { control } = await journaled()
  const { json } = await control('POST', '/journal/count', { body: { path: '/v3/marcas', method: 'PUT' } })
  expect(json).toEqual({ count: 0, matched: [], nearest: [] })
})

it('the journal of one world holds nothing of another', async () => {
  const { ask, control } = await journaled()
  await ask('POST', '/_playa/worlds', { body: { name: 'other', scenario: 'empty' } })
  await ask('GET', '/w/other/v3')
  await ask('GET', '/v3', { headers: { 'Playa-World': 'other' } })
  expect(
    (await ask('GET', '/_playa/worlds/other/journal')).json.map(({ path }: { path: string }) => path),
  ).toEqual(['/v3', '/v3'])
  expect((await control('GET', '/journal')).json).toHaveLength(6)
})

it('a request that names no operation, a body too large and a HEAD are journaled too', async () => {
  const { ask, control } = await journaledSandbox({ nowMs: NOON })
  await ask('POST', AT, { body: JSON.stringify({ a: 'x'.repeat(1024 * 1024) }) })
  await ask('HEAD', '/v3')
  await ask('DELETE', '/v3')
  const { json } = await control('GET', '/journal')
  expect(json.map(({ status }: { status: number }) => status)).toEqual([413, 200, 405])
  expect((await control('GET', '/journal/1')).json.request.body).toBeNull()
})

it('a line of the journal holds the errors of a hundred members', async () => {
  const { ask, control } = await journaledSandbox({})
  await ask('POST', AT, { body: { ...golListing('A-1'), Fotos: Array(300).fill({ Url: 'no address' }) } })
  const { json } = await control('GET', '/journal')
  expect(Object.keys(json[0].errors)).toHaveLength(100)
})
