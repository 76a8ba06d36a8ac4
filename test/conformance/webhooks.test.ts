import { expect, it } from 'vitest'
import { miniatureWorld, send } from '../support/miniature-world.ts'

/** EVT-01, EVT-02, EVT-03: how an app configures its webhooks. */

const ROOT = '/v3/appnotificaciones'
const ONE = `${ROOT}/publicacion-consultada`
const GOOD = { Callback: 'https://app.example/hook' }
const SECRET = 'a secret of twenty-4'

const configured = (body: object = GOOD, profile: Readonly<Record<string, string>> = {}) => {
  const result = send(miniatureWorld(profile), 'POST', ONE, { body })
  if (result.status !== 201) throw new Error(result.text)
  return result.world
}
const put = (body: unknown, before: object = GOOD) => send(configured(before), 'PUT', ONE, { body })
const keysOf = (result: ReturnType<typeof send>) => [
  result.status,
  ...Object.keys(result.json?.Errors ?? {}).sort(),
]

/** Returns a body as the title of a test shows it. */
const cut = (body: unknown): string =>
  JSON.stringify(body).replace(/(.)\1{15,}/g, (run: string) => `${run[0]}… (${run.length})`)

const MEMBERS = [
  'Activo',
  'Callback',
  'Description',
  'HeaderCustom01',
  'HeaderCustom02',
  'HeaderCustom03',
  'Secret',
  '_links',
]

it('EVT-01: without a configuration the topics are there, none is configured', () => {
  const { status, json } = send(miniatureWorld(), 'GET', ROOT)
  expect(status).toBe(200)
  expect(Object.keys(json).sort()).toEqual(['TopicsConfigurados', 'TopicsDisponibles', '_links'])
  expect(json.TopicsDisponibles).toEqual([
    'agencia-invitacion-aceptada',
    'publicacion-consultada',
    'publicacion-estado',
  ])
  expect(json.TopicsConfigurados).toEqual([])
})

it('EVT-01: a configured topic shows its configuration as the topic itself does', () => {
  const world = configured()
  const { json } = send(world, 'GET', ROOT)
  expect(json.TopicsConfigurados).toEqual([
    { Topic: 'publicacion-consultada', Config: send(world, 'GET', ONE).json },
  ])
})

it('events/topics=list: the topics are those of the list', () => {
  const world = miniatureWorld({ 'events/topics': 'list:uno,dos' })
  expect(send(world, 'GET', ROOT).json.TopicsDisponibles).toEqual(['uno', 'dos'])
  expect(send(world, 'POST', `${ROOT}/uno`, { body: GOOD }).status).toBe(201)
  expect(send(world, 'POST', ONE, { body: GOOD }).status).toBe(404)
})

it('EVT-02: a configuration has the members of the table, null for absent ones', () => {
  const { status, json } = send(configured(), 'GET', ONE)
  expect(status).toBe(200)
  expect(Object.keys(json).sort()).toEqual(MEMBERS)
  expect(json).toMatchObject({
    Callback: 'https://app.example/hook',
    Secret: null,
    Description: null,
    Activo: true,
    HeaderCustom01: null,
  })
})

it.each(['GET', 'PUT'])(
  'EVT-02, EVT-03: %s of a topic never configured, or of no topic, is 404 plain',
  (method) => {
    for (const target of [ONE, `${ROOT}/nada`, `${ROOT}/Publicacion-Consultada`, `${ROOT}/__proto__`]) {
      const world = miniatureWorld({ 'events/first-configuration': 'post' })
      const result = send(world, method, target, { body: { Callback: 1 } })
      expect([result.status, result.headers['Content-Type']]).toEqual([404, 'text/plain; charset=utf-8'])
    }
  },
)

it('EVT-02: the configuration of one app is not that of another', () => {
  expect(send(configured(), 'GET', ONE, { app: 'dos' }).status).toBe(404)
  expect(send(configured(), 'GET', ROOT, { app: 'dos' }).json.TopicsConfigurados).toEqual([])
})

it('events/first-configuration: POST makes the first configuration at its Location, and is 409 after it', () => {
  const made = send(miniatureWorld(), 'POST', ONE, { body: GOOD })
  expect([made.status, made.headers['Location']]).toEqual([201, ONE])
  expect(made.json).toEqual(send(made.world, 'GET', ONE).json)
  const again = send(made.world, 'POST', ONE, { body: GOOD })
  expect(keysOf(again)).toEqual([409, '_'])
  expect(again.json).toMatchObject({ Status: 409, Title: 'Entidad duplicada' })
  expect(keysOf(send(made.world, 'POST', ONE, { body: {} }))).toEqual([400, 'Callback'])
  expect(send(miniatureWorld(), 'POST', `${ROOT}/nada`, { body: GOOD }).status).toBe(404)
})

it('events/first-configuration=put: PUT makes the first configuration, links say so', () => {
  const world = miniatureWorld()
  const made = send(world, 'PUT', ONE, { body: GOOD })
  expect(made.status).toBe(200)
  expect(send(made.world, 'GET', ONE).status).toBe(200)
  expect(send(world, 'GET', ROOT).json._links.configurar.method).toBe('PUT')
  const byPost = miniatureWorld({ 'events/first-configuration': 'post' })
  expect(send(byPost, 'GET', ROOT).json._links.configurar.method).toBe('POST')
  expect(send(world, 'PUT', `${ROOT}/nada`, { body: GOOD }).status).toBe(404)
})

it('EVT-03: a PUT replaces the sent members and clears the others', () => {
  const full = { ...GOOD, Description: 'first', Activo: false, HeaderCustom02: { Name: 'X-Key', Value: 'v' } }
  expect(put({ Callback: 'http://other.example/' }, full).json).toMatchObject({
    Callback: 'http://other.example/',
    Description: null,
    Activo: true,
    HeaderCustom02: null,
  })
  expect(put(full).json).toMatchObject(full)
})

const url = (length: number) => `https://app.example/${'x'.repeat(length - 20)}`

it.each(
  [
    [{ Callback: url(1024) }],
    [{ Callback: 'HTTP://app.example' }],
    [{ Callback: 'http://127.0.0.1:8080/a?b=c' }],
    [{ Callback: '', Activo: false }],
    [{ ...GOOD, Secret: 'x'.repeat(16) }],
    [{ ...GOOD, Secret: 'x'.repeat(256) }],
    [{ ...GOOD, Description: '' }],
    [{ ...GOOD, Description: 'd'.repeat(256) }],
    [
      {
        ...GOOD,
        Description: null,
        Secret: null,
        HeaderCustom01: null,
        HeaderCustom02: null,
        HeaderCustom03: null,
      },
    ],
    [{ ...GOOD, Activo: null }],
    [
      {
        ...GOOD,
        HeaderCustom01: { Name: 'X-A', Value: '' },
        HeaderCustom03: { Name: "x!#$%&'*+-.^_`|~9", Value: 'ñ\tü' },
      },
    ],
    [{ ...GOOD, Authorization: 'ignored' }],
  ].map(([body]) => [cut(body), body] as const),
)('EVT-03: %s is accepted', (_, body) => {
  expect(keysOf(put(body))).toEqual([200])
})

const REFUSED: readonly (readonly [object, readonly string[]])[] = [
  [{}, ['Callback']],
  [{ Callback: null }, ['Callback']],
  [{ Callback: null, Activo: false }, ['Callback']],
  [{ Callback: '' }, ['Callback']],
  [{ Callback: '', Activo: true }, ['Callback']],
  [{ Callback: url(1025) }, ['Callback']],
  [{ Callback: 1 }, ['Callback']],
  [{ Callback: 'app.example/hook' }, ['Callback']],
  [{ Callback: '/hook' }, ['Callback']],
  [{ Callback: 'ftp://app.example' }, ['Callback']],
  [{ Callback: 'javascript:alert(1)' }, ['Callback']],
  [{ Callback: 'https://' }, ['Callback']],
  [{ Callback: 'https://user:password@app.example/' }, ['Callback']],
  [{ Callback: 'https://user@app.example/', Activo: false }, ['Callback']],
  [{ Callback: 'https://a b/' }, ['Callback']],
  [{ Callback: 'no', Activo: false }, ['Callback']],
  [{ ...GOOD, Secret: '' }, ['Secret']],
  [{ ...GOOD, Secret: 'x'.repeat(15) }, ['Secret']],
  [{ ...GOOD, Secret: 'x'.repeat(257) }, ['Secret']],
  [{ ...GOOD, Secret: 1234567890123456 }, ['Secret']],
  [{ ...GOOD, Description: 'd'.repeat(257) }, ['Description']],
  [{ ...GOOD, Description: [] }, ['Description']],
  [{ ...GOOD, Activo: 'true' }, ['Activo']],
  [{ ...GOOD, Activo: 1 }, ['Activo']],
  [{ ...GOOD, HeaderCustom01: {} }, ['HeaderCustom01.Name', 'HeaderCustom01.Value']],
  [{ ...GOOD, HeaderCustom01: 'X: y' }, ['HeaderCustom01']],
  [{ ...GOOD, HeaderCustom01: [] }, ['HeaderCustom01']],
  [{ ...GOOD, HeaderCustom02: { Name: '', Value: 'v' } }, ['HeaderCustom02.Name']],
  [{ ...GOOD, HeaderCustom02: { Name: 'X Y', Value: 'v' } }, ['HeaderCustom02.Name']],
  [{ ...GOOD, HeaderCustom02: { Name: 'X:Y', Value: 'v' } }, ['HeaderCustom02.Name']],
  [{ ...GOOD, HeaderCustom03: { Name: 'X', Value: 'a\r\nEvil: 1' } }, ['HeaderCustom03.Value']],
  [{ ...GOOD, HeaderCustom03: { Name: 'X', Value: '€' } }, ['HeaderCustom03.Value']],
  [{ ...GOOD, HeaderCustom01: { Name: 'notification-signature', Value: 'v' } }, ['HeaderCustom01.Name']],
  [{ ...GOOD, HeaderCustom01: { Name: 'Notification-Hook-ID', Value: 'v' } }, ['HeaderCustom01.Name']],
  [{ ...GOOD, HeaderCustom01: { Name: 'Content-Length', Value: '0' } }, ['HeaderCustom01.Name']],
  [{ ...GOOD, HeaderCustom01: { Name: 'Host', Value: 'x' } }, ['HeaderCustom01.Name']],
  [
    {
      Callback: 'x',
      Secret: 'x',
      Description: 1,
      Activo: 'x',
      HeaderCustom01: { Name: 'a b' },
      HeaderCustom03: 3,
    },
    [
      'Activo',
      'Callback',
      'Description',
      'HeaderCustom01.Name',
      'HeaderCustom01.Value',
      'HeaderCustom03',
      'Secret',
    ],
  ],
]

it.each(REFUSED.map(([body, keys]) => [cut(body), keys, body] as const))(
  'EVT-03: %s is 400 on %j, all at once, and changes nothing',
  (_, keys, body) => {
    const world = configured()
    const result = send(world, 'PUT', ONE, { body })
    expect(keysOf(result)).toEqual([400, ...keys])
    expect(result.world).toBe(world)
    expect(keysOf(send(miniatureWorld(), 'POST', ONE, { body }))).toEqual([400, ...keys])
  },
)

it('events/secret-shown: a secret is shown as null, masked, or as stored; one that is not set as null', () => {
  const shown = (option: string, body: object) =>
    send(configured(body, { 'events/secret-shown': option }), 'GET', ONE).json.Secret
  const withSecret = { ...GOOD, Secret: SECRET }
  expect(['null', 'masked', 'as-stored'].map((option) => shown(option, GOOD))).toEqual([null, null, null])
  expect(shown('null', withSecret)).toBeNull()
  expect(shown('as-stored', withSecret)).toBe(SECRET)
  expect(shown('masked', withSecret)).not.toBeNull()
  expect(shown('masked', withSecret)).not.toContain('secret')
})

it('events/secret-put: a PUT without Secret, or with null as responses show it, keeps the stored one, or removes it', () => {
  const secretAfter = (body: object, option: string) => {
    const profile = { 'events/secret-put': option, 'events/secret-shown': 'as-stored' }
    return send(configured({ ...GOOD, Secret: SECRET }, profile), 'PUT', ONE, { body }).json.Secret
  }
  expect(secretAfter(GOOD, 'kept')).toBe(SECRET)
  expect(secretAfter({ ...GOOD, Secret: null }, 'kept')).toBe(SECRET)
  expect(secretAfter({ ...GOOD, Secret: 'another of sixteen' }, 'kept')).toBe('another of sixteen')
  expect(secretAfter(GOOD, 'removed')).toBeNull()
  expect(secretAfter({ ...GOOD, Secret: null }, 'removed')).toBeNull()
})

it('events/secret-shown=masked: a mask that a client sends back is too short to become the secret', () => {
  const world = configured({ ...GOOD, Secret: SECRET }, { 'events/secret-shown': 'masked' })
  const result = send(world, 'PUT', ONE, { body: send(world, 'GET', ONE).json })
  expect(keysOf(result)).toEqual([400, 'Secret'])
  expect(result.world).toBe(world)
})

it('EVT-01: configurar is offered while a topic is left, topic while one is configured', () => {
  let world = miniatureWorld()
  expect(send(world, 'GET', ROOT).json._links).not.toHaveProperty('topic')
  for (const topic of send(world, 'GET', ROOT).json.TopicsDisponibles) {
    expect(send(world, 'GET', ROOT).json._links).toHaveProperty('configurar')
    world = send(world, 'POST', `${ROOT}/${topic}`, { body: GOOD }).world
    expect(send(world, 'GET', ROOT).json._links).toHaveProperty('topic')
  }
  expect(send(world, 'GET', ROOT).json._links).not.toHaveProperty('configurar')
})
