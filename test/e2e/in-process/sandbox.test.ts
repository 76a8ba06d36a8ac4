import { expect, it } from 'vitest'
import {
  createSandbox,
  type Page,
  PlayaError,
  type Publicacion,
  type PublicacionEdit,
  type PublicacionRef,
} from '../../../src/cli/entries/index.ts'

/** The sandbox inside a test, without a port. */

const AGENCY = 'ventas@elcomienzo.example'
const LISTINGS = `/v3/publicaciones/${AGENCY}`
const FROZEN = { scenario: 'empty', now: '2026-03-01T12:00:00-03:00' } as const

const car = (ExternalId: string) => ({
  ExternalId,
  Marca: 'vw',
  Modelo: 'gol trend',
  VersionYear: 2018,
  Kilometraje: 61_000,
  Fotos: ['http://playa.localhost/_playa/photos/1280x720/hatchback/blanco/1.svg'],
})

/** The body of a response, typed by the test. */
const bodyOf = async <T>(answer: Response): Promise<T> => (await answer.json()) as T

const json = (method: string, body: object): RequestInit => ({
  method,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})

it('the clock advances, a lead arrives, the journal lists exchanges, and a reset undoes all of it', async () => {
  const sandbox = await createSandbox(FROZEN)
  expect((await sandbox.fetch(LISTINGS, json('POST', car('A-1')))).status).toBe(201)
  expect(await sandbox.clock.advance('P1D')).toMatchObject({ now: '2026-03-02T12:00:00-03:00', due: [] })
  const lead = await sandbox.leads.receive({ adminMail: AGENCY, externalid: 'A-1' })
  expect(lead).toMatchObject({ momento: '2026-03-02T12:00:00-03:00', externalid: 'A-1' })
  expect((await sandbox.fetch(lead.href)).status).toBe(200)
  expect(sandbox.journal().map(({ method, operation, status }) => [method, operation, status])).toEqual([
    ['POST', 'publications.create', 201],
    ['GET', expect.stringContaining('inquiries.'), 200],
  ])
  sandbox.reset()
  expect(sandbox.journal()).toEqual([])
  expect(await sandbox.clock.read()).toMatchObject({ now: FROZEN.now, running: false })
  const page = await bodyOf<Page<PublicacionRef>>(await sandbox.fetch(LISTINGS))
  expect(page.Total).toBe(0)
})

it('a world for each test is one line, and is independent of the others', async () => {
  const sandbox = await createSandbox(FROZEN)
  const [one, other] = await Promise.all([
    sandbox.world(),
    sandbox.world({ name: 'mine', profile: { 'publications/write-to-archived': '403' } }),
  ])
  expect([one.name, other.name]).toEqual(['w1', 'mine'])
  await one.fetch(LISTINGS, json('POST', car('A-1')))
  const read = await one.fetch(`${LISTINGS}/A-1`)
  const publication = await bodyOf<Publicacion>(read)
  expect(publication._links['self']?.href).toBe(`/w/w1/v3/publicaciones/${encodeURIComponent(AGENCY)}/A-1`)
  // Links of a world lead back to it.
  expect((await one.fetch(publication._links['self']!.href)).status).toBe(200)
  expect((await other.fetch(`${LISTINGS}/A-1`)).status).toBe(404)
  expect((await sandbox.fetch(`${LISTINGS}/A-1`)).status).toBe(404)
  expect([one, other, sandbox].map((world) => world.journal().length)).toEqual([3, 1, 1])
})

it('faults, counts, snapshots, forks and exports are there as methods', async () => {
  const sandbox = await createSandbox(FROZEN)
  await sandbox.fetch(LISTINGS, json('POST', car('A-1')))
  await sandbox.snapshot('one')
  await sandbox.faults.add({ operation: 'publications.create', status: 503 })
  expect((await sandbox.fetch(LISTINGS, json('POST', car('A-2')))).status).toBe(503)
  expect((await sandbox.fetch(LISTINGS, json('POST', car('A-2')))).status).toBe(201)
  expect(await sandbox.faults.list()).toMatchObject([{ id: 'f1', acted: 1, armed: false }])
  expect(await sandbox.count({ operation: 'publications.create', status: 503 })).toMatchObject({ count: 1 })
  expect(await sandbox.count({ path: LISTINGS, method: 'PATCH' })).toMatchObject({
    count: 0,
    nearest: [{}, {}, {}],
  })
  const copy = await sandbox.fork()
  const again = await sandbox.world({ name: 'again', scenario: await sandbox.export() })
  await sandbox.restore('one')
  const total = async (world: { fetch: typeof sandbox.fetch }) =>
    (await bodyOf<Page<PublicacionRef>>(await world.fetch(LISTINGS))).Total
  expect([await total(sandbox), await total(copy), await total(again)]).toEqual([1, 2, 2])
  expect(await sandbox.hints()).toBeInstanceOf(Array)
  await sandbox.assume({ 'errors/not-found': 'problem' })
  expect((await sandbox.fetch('/v3/nada')).headers.get('content-type')).toContain('problem+json')
})

it('a refusal is an error with the sentence of the sandbox', async () => {
  const sandbox = await createSandbox(FROZEN)
  await expect(sandbox.clock.advance('tomorrow')).rejects.toThrow(/by|duration/)
  await expect(sandbox.leads.receive({ externalid: 'nothing' })).rejects.toThrow('nothing')
  await expect(sandbox.restore('never')).rejects.toThrow('no snapshot named never')
  await expect(createSandbox({ now: 'noon' })).rejects.toThrow('now: expected an ISO 8601 instant')
})

it('a misspelt option is refused with the nearest name', async () => {
  // As a test in JavaScript might pass it.
  const misspelt: object = { scenrio: 'empty' }
  await expect(createSandbox(misspelt)).rejects.toThrow(
    'scenrio: no such option; expected scenario, seed, now, profile; did you mean scenario?',
  )
  await expect(createSandbox({ seed: 1.5 })).rejects.toThrow('seed: expected a whole number, got 1.5')
  await expect(createSandbox({ seed: Number.NaN })).rejects.toThrow('seed: expected a whole number, got NaN')
  // As a test in JavaScript might pass it.
  const choices: object = new Map([['common/types', 'converted']])
  await expect(createSandbox({ profile: choices as Record<string, unknown> })).rejects.toThrow('profile: exp')
  const sandbox = await createSandbox(FROZEN)
  await expect(sandbox.listen(65_536)).rejects.toThrow('port: expected a number from 0 to 65535, got 65536')
  await expect(sandbox.world({ name: 'My Shop' })).rejects.toThrow('name: expected 1 to 64 of a-z')
  await expect(sandbox.world(misspelt)).rejects.toThrow('scenrio: no such option; expected name, scenario')
  expect((await sandbox.world({ name: 'shop-1', seed: 2 })).name).toBe('shop-1')
})

it('a method refuses unknown options', async () => {
  const world = await createSandbox(FROZEN)
  // As a test in JavaScript might pass it.
  const wrong = <T>(value: unknown) => value as T
  const given: [() => Promise<unknown>, string][] = [
    [
      () => createSandbox(wrong('demo')),
      'options: expected an object of scenario, seed, now, profile, got "demo"',
    ],
    [
      () => world.save(wrong({ withSecret: true })),
      'no such option; expected withSecrets; did you mean withSecrets?',
    ],
    [() => world.save(wrong({ withSecrets: 'yes' })), 'withSecrets: expected true or false, got "yes"'],
    [() => world.leads.receive(wrong('PIN-0001')), 'Expected an object, got "PIN-0001".'],
    [() => world.leads.spread(wrong({})), 'count: Expected a whole number, got null.'],
    [() => world.faults.clear(wrong(null)), 'fault: Expected a text, got null.'],
    [() => world.redeliver(wrong(undefined)), 'delivery: Expected a text, got nothing.'],
    [() => world.restore(''), 'snapshot: Expected a text, got "".'],
  ]
  for (const [call, sentence] of given) await expect(call()).rejects.toThrow(sentence)
})

it('another world inherits scenario, seed, now and profile, unless others are given', async () => {
  const profile = { 'publications/write-to-archived': '403' }
  const sandbox = await createSandbox({ ...FROZEN, seed: 7, profile })
  const [inherited, own] = [
    await sandbox.world(),
    await sandbox.world({ seed: 8, now: '2026-05-01T00:00:00-03:00' }),
  ]
  const setting = async (world: typeof inherited) => {
    const { now, running } = await world.clock.read()
    const { name, seed } = await world.export()
    const archived = (
      await bodyOf<{ assumptions: Record<string, { option: string }> }>(
        await sandbox.fetch(`/_playa/worlds/${world.name}/profile`),
      )
    ).assumptions['publications/write-to-archived']?.option
    return { now, running, name, seed, archived }
  }
  expect(await setting(inherited)).toMatchObject({
    now: FROZEN.now,
    running: false,
    seed: 7,
    archived: '403',
  })
  expect(await setting(own)).toMatchObject({
    now: '2026-05-01T00:00:00-03:00',
    running: false,
    seed: 8,
    archived: '403',
  })
  const other = await sandbox.world({ profile: { 'errors/not-found': 'problem' } })
  expect(await setting(other)).toMatchObject({ seed: 7, archived: '409' })
})

it('the journal is listed by a status as a number or a text, and refuses criteria that are none', async () => {
  const sandbox = await createSandbox(FROZEN)
  await sandbox.fetch('/v3')
  await sandbox.fetch('/v3/nada')
  expect(sandbox.journal({ status: 404 }).map(({ path }) => path)).toEqual(['/v3/nada'])
  expect(sandbox.journal({ status: '4xx', limit: 10, since: 1 })).toEqual(sandbox.journal({ status: '404' }))
  expect(sandbox.journal({ status: 412 })).toEqual([])
  expect(() => sandbox.journal({ status: 'wrong' })).toThrow(
    /status: Expected a status like 404, or a class like 4xx/,
  )
  // As a test in JavaScript might pass it.
  const misspelt: object = { statsu: 404 }
  expect(() => sandbox.journal(misspelt)).toThrow(/statsu: Expected one of .*; did you mean status\?/)
  expect(() => sandbox.journal({ limit: 0 })).toThrow(/limit: Expected 1 to 1000/)
})

it('an error holds all that the sandbox says of a refusal, by member', async () => {
  const sandbox = await createSandbox(FROZEN)
  const misspelt: object = { operaton: 'entry.read', status: 503 }
  await expect(sandbox.faults.add(misspelt)).rejects.toThrow(
    /operaton: Expected one of .*; did you mean operation\?/,
  )
  const wrong = sandbox.faults.add({ operation: 'entry.raed', status: 503 })
  await expect(wrong).rejects.toMatchObject({
    code: 'invalid',
    status: 400,
    errors: { operation: [expect.stringContaining('entry.read')] },
  })
  await expect(wrong).rejects.toBeInstanceOf(PlayaError)
})

it.each([
  ['createSandbox', 'invalid', () => createSandbox({ seed: 1.5 })],
  ['createSandbox', 'invalid', () => createSandbox({ scenario: 'nope' })],
  ['world', 'conflict', async () => (await createSandbox()).world({ name: 'default' })],
  ['faults.clear', 'not-found', async () => (await createSandbox()).faults.clear('f9')],
  ['redeliver', 'not-found', async () => (await createSandbox()).redeliver('d9')],
  [
    'deliveries',
    'invalid',
    async () => (await createSandbox()).deliveries({ channel: 'web' as 'app-webhook' }),
  ],
  ['photo', 'invalid', async () => (await createSandbox()).photo({ n: 100 })],
])(
  'a refusal of %s names the method, has the code %s, and no path of the control API',
  async (name, code, call) => {
    const error = await call().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(PlayaError)
    expect(error).toMatchObject({ code, message: expect.stringMatching(new RegExp(`^${name}: `)) })
    expect(String(error)).not.toContain('/_playa')
  },
)

it('a world has its URL, its agencies and photos', async () => {
  const world = await (await createSandbox(FROZEN)).world()
  const { url, agency, agencies } = world
  expect(agencies[0]).toEqual({ adminMail: agency, url: `${url}/v3/agencias/${encodeURIComponent(agency)}` })
  for (const one of [
    `${url}/v3`,
    agencies[0]?.url ?? '',
    world.photo(),
    world.photo({ n: 7, format: 'png' }),
  ])
    expect((await world.fetch(one)).status).toBe(200)
  expect((await world.fork()).agencies.map(({ adminMail }) => adminMail)).toEqual(
    agencies.map(({ adminMail }) => adminMail),
  )
})

it('a response is one of fetch: absolute URL, type, immutable headers; a fragment is not sent', async () => {
  const sandbox = await createSandbox()
  const world = await sandbox.world({ name: 'fetched' })
  for (const input of [
    '/v3#top',
    new URL('http://any.example/v3#top'),
    new Request('http://any.example/v3#top'),
  ]) {
    const response = await world.fetch(input)
    for (const one of [response, response.clone()]) {
      expect([one.url, one.type, one.redirected, one.status]).toEqual([
        expect.stringMatching(/^http:\/\/[a-z.]+\/w\/fetched\/v3$/),
        'basic',
        false,
        200,
      ])
      expect(() => one.headers.set('ETag', 'x')).toThrow(TypeError)
      expect(() => one.headers.append('X', 'x')).toThrow(TypeError)
      expect(() => one.headers.delete('ETag')).toThrow(TypeError)
      expect(await one.json()).toHaveProperty('_links')
    }
  }
  expect(world.journal().map(({ path }) => path)).toEqual(Array(3).fill('/v3'))
})

interface Linked {
  readonly _links: Readonly<Record<string, { readonly href: string } | undefined>>
}

it('a client that resolves links against the URL of the response walks the API', async () => {
  const sandbox = await createSandbox()
  const world = await sandbox.world({ name: 'walked' })
  const follow = async (response: Response, ...steps: readonly string[]): Promise<Response> => {
    const [step, ...rest] = steps
    if (step === undefined) return response
    const body = await bodyOf<Record<string, Linked> & Linked>(response)
    const [block, relation] = step.split('.')
    const { href = '' } = (block ? body[block] : body)?._links[relation ?? 'self'] ?? {}
    return follow(await world.fetch(new URL(href, response.url)), ...rest)
  }
  const agencies = await follow(await world.fetch('/v3'), 'Agencias.self')
  expect([agencies.status, agencies.url]).toEqual([200, expect.stringMatching(/\/w\/walked\/v3\/agencias$/)])
})

it('a path is fetched as it is written in every world, `$` included', async () => {
  const sandbox = await createSandbox(FROZEN)
  const world = await sandbox.world()
  for (const id of ['A$$1', "B$'2", '$$', '$1']) {
    expect((await world.fetch(LISTINGS, json('POST', car(id)))).status).toBe(201)
    for (const host of ['', 'http://v3'])
      expect((await bodyOf<Publicacion>(await world.fetch(`${host}${LISTINGS}/${id}`))).ExternalId).toBe(id)
  }
})

it('a request that was aborted before it was sent changes nothing', async () => {
  const sandbox = await createSandbox(FROZEN)
  const signal = AbortSignal.abort()
  await expect(sandbox.fetch(LISTINGS, { ...json('POST', car('A-1')), signal })).rejects.toThrow('aborted')
  expect(sandbox.journal()).toEqual([])
})

it('types and sandbox accept members that were read', async () => {
  const { fetch } = await createSandbox(FROZEN)
  const made = await bodyOf<Publicacion>(await fetch(LISTINGS, json('POST', car('A-1'))))
  expect([made.RefStock, made.Vin, made.Descripcion]).toEqual([null, null, null])
  const edit: PublicacionEdit = made
  const edited = await fetch(`${LISTINGS}/A-1`, json('PUT', edit))
  expect([edited.status, await edited.json()]).toEqual([200, made])
})
