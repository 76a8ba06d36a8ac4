import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { explain } from '../../src/checks/explore/explain.ts'
import { HarError, readHar } from '../../src/checks/explore/history/har.ts'
import { createSandbox } from '../../src/cli/entries/index.ts'
import {
  answerOf,
  CAR,
  type HarEntry,
  headerOf,
  PATH,
  recordedConversation,
  STEPS,
  type Step,
  withChange,
} from './recording.ts'

const har = await recordedConversation()
const text = JSON.stringify(har)

const firstFinding = (changed: string) => {
  const [finding] = explain(readHar(changed)).findings
  return finding && { step: STEPS[finding.exchange.number - 1], statements: finding.statements }
}

it('a recording of the sandbox conforms, and implies its profile', () => {
  const { findings, judged, profile } = explain(readHar(text))
  expect(findings).toEqual([])
  expect(judged).toBe(STEPS.length)
  expect(Object.fromEntries(profile.map(({ id, option }) => [id, option]))).toMatchObject({
    'common/href-form': 'root-relative',
    'errors/not-found': 'text',
    'publications/state-literals': 'activa-suspendida-archivada',
  })
})

it('each rule tells how often it had something to judge', () => {
  const { exercised } = explain(readHar(text))
  expect(exercised.get('publication/amend')).toBe(1)
  expect(exercised.get('publication/*-with-a-stale-tag')).toBe(1)
  expect(exercised.get('package/adds-up')).toBeUndefined()
})

it('answers whose body is absent or cut are counted, since only their status and headers are judged', () => {
  const cut = withChange(har, 'read', ({ response }) => {
    response.content.text = (response.content.text ?? '').slice(0, 40)
  })
  const { findings, unjudged } = explain(readHar(cut))
  expect(findings).toEqual([])
  const reason =
    'beyond status and headers, because the body of the response is absent, cut or cannot be decoded'
  expect(unjudged.get(reason)).toBe(1)
})

it('a body that was recorded as it was compressed is decoded', () => {
  const compressed = withChange(har, 'read', ({ response }) => {
    response.headers.push({ name: 'Content-Encoding', value: 'gzip' })
    response.content.text = gzipSync(response.content.text ?? '').toString('base64')
    Object.assign(response.content, { encoding: 'base64' })
  })
  const { findings, unjudged } = explain(readHar(compressed))
  expect(findings).toEqual([])
  expect([...unjudged.values()].every((count) => count === 0)).toBe(true)
})

it('a compressed body that was recorded as text is not judged', () => {
  const mangled = withChange(har, 'read', ({ response }) => {
    response.headers.push({ name: 'Content-Encoding', value: 'br' })
    response.content.text = '\ufffd\u0003 \ufffd\ufffd'
  })
  const { findings, judged } = explain(readHar(mangled))
  expect([findings, judged]).toEqual([[], STEPS.length])
})

it('blanks around the value of a header are no part of it', () => {
  const padded = JSON.stringify(har, (name, value: unknown) =>
    name === 'value' && typeof value === 'string' ? `${value} ` : value,
  )
  expect(explain(readHar(padded)).findings).toEqual([])
})

it('a body that is not JSON is shown as it was received, and a number beyond its range as Infinity', () => {
  const html = withChange(har, 'read', ({ response }) => {
    response.content = { text: '<h1>Hola</h1>', size: 13 }
  })
  expect(explain(readHar(html)).findings).toMatchObject([{ got: '<h1>Hola</h1>' }])
  const large = withChange(har, 'read', ({ response: { content } }) => {
    content.text = (content.text ?? '').replace(/"VersionYear":\d+/, '"VersionYear":1e999')
  })
  expect(explain(readHar(large)).findings.map(({ got }) => got)).toContain('"Infinity"')
})

it('a value of another type makes no later response a finding', () => {
  const wrong = withChange(
    har,
    'read',
    answerOf((it) => void (it['Kilometraje'] = '0')),
  )
  expect(explain(readHar(wrong)).findings.map(({ exchange }) => STEPS[exchange.number - 1])).toEqual([
    'read',
    'read',
  ])
})

it('responses of a service that fails are counted, and no conclusion is drawn from them', () => {
  const failing = structuredClone(har)
  for (const { response } of failing.log.entries) response.status = 500
  const { findings, judged, unjudged } = explain(readHar(JSON.stringify(failing)))
  expect([findings, judged]).toEqual([[], 0])
  expect(unjudged.get('with a 5xx: the description says nothing of a service that fails')).toBe(STEPS.length)
})

it('a status beyond those of HTTP is a finding', () => {
  const odd = withChange(har, 'read', ({ response }) => void (response.status = 600))
  expect(explain(readHar(odd)).findings).toMatchObject([{ got: 'status 600' }])
})

it('two apps without their credentials are judged separately if the recorder names them', () => {
  const readBy = (app: string) => {
    const named = structuredClone(har)
    for (const entry of named.log.entries) Object.assign(entry, { _app: 'app 1' })
    return withChange(named, 'read again', (entry) => {
      Object.assign(entry, { _app: app })
      entry.response.status = 404
      entry.response.headers = [{ name: 'Content-Type', value: 'text/plain' }]
      entry.response.content = { text: 'No existe.', size: 10 }
    })
  }
  expect(explain(readHar(readBy('app 2'))).findings).toEqual([])
  expect(explain(readHar(readBy('app 1'))).findings).not.toEqual([])
})

it('another profile is implied by its recording', async () => {
  const other = await recordedConversation({
    'common/href-form': 'absolute',
    'publications/etag-strength': 'weak',
  })
  const { findings, profile } = explain(readHar(JSON.stringify(other)))
  expect(findings).toEqual([])
  expect(profile.map(({ id, option }) => `${id}=${option}`)).toEqual(
    expect.arrayContaining(['common/href-form=absolute', 'publications/etag-strength=weak']),
  )
})

const NOT_CONFORMING: readonly (readonly [string, Step, (entry: HarEntry) => void, string])[] = [
  ['a response of 200 to a create', 'create', (entry) => void (entry.response.status = 200), 'PUB-01'],
  ['a create that loses the colour', 'create', answerOf((it) => void (it['Color'] = 'Rojo')), 'PUB-15'],
  ['a create that is active', 'create', answerOf((it) => void (it['EstadoActual'] = 'Activa')), 'PUB-06'],
  [
    'a read of another price',
    'read',
    answerOf((it) => void (it['Precio'] = { Moneda: 'ARS', Importe: 1 })),
    'PUB-33',
  ],
  ['a read without RefStock', 'read', answerOf((it) => delete it['RefStock']), 'PUB-33'],
  ['a tag that changes by itself', 'read', headerOf('etag', '"another"'), 'PUB-33'],
  ['an edit that is lost', 'edit', answerOf((it) => void (it['RefStock'] = 'R-1')), 'PUB-04'],
  ['an edit of what was not sent', 'edit', answerOf((it) => void (it['Modelo'] = 'Gol')), 'PUB-21'],
  ['an edit that is gone when read', 'read again', answerOf((it) => void (it['Color'] = 'Blanco')), 'PUB-33'],
  ['a stale tag that is accepted', 'stale', (entry) => void (entry.response.status = 200), 'PUB-34'],
  ['a problem as text', 'stale', headerOf('content-type', 'text/plain'), 'ERR-05'],
  ['a suspension that is none', 'suspend', answerOf((it) => void (it['EstadoActual'] = 'Activa')), 'PUB-29'],
  ['a suspension that drives', 'suspend', answerOf((it) => void (it['Kilometraje'] = 9)), 'PUB-29'],
  [
    'an amount in thousands',
    'amend',
    answerOf((it) => void (it['Cuota'] = { Moneda: 'ARS', Importe: 300 })),
    'PUB-28',
  ],
  ['a partial edit of a colour', 'amend', answerOf((it) => void (it['Color'] = 'Gris')), 'PUB-28'],
  [
    'an archived one that is active',
    'archive',
    answerOf((it) => void (it['EstadoActual'] = 'Activa')),
    'PUB-30',
  ],
  [
    'a 404 without a message',
    'missing',
    (entry) => void Object.assign(entry.response.content, { text: '', size: 0 }),
    'ERR-04',
  ],
  ['a status that is not listed', 'missing', (entry) => void (entry.response.status = 409), 'PUB-20'],
]

it.each(NOT_CONFORMING)(
  '%s is the first response that no conforming service gives',
  (_, step, change, statement) => {
    const finding = firstFinding(withChange(har, step, change))
    expect(finding?.step).toBe(step)
    expect(finding?.statements).toContain(statement)
  },
)

const PARTIAL: readonly (readonly [string, (entry: HarEntry) => void])[] = [
  ['no body of the response', (entry) => void delete entry.response.content.text],
  [
    'a response that is cut',
    (entry) => void (entry.response.content.text = entry.response.content.text?.slice(0, 40) ?? ''),
  ],
  ['no body of the request', (entry) => void delete entry.request.postData],
  ['a redacted tag', headerOf('etag', '[redacted]')],
  [
    'redacted members',
    answerOf((it) => void Object.assign(it, { RefStock: '[redacted]', Telefono: '[redacted]' })),
  ],
  [
    'a redacted address',
    (entry) => void (entry.request.url = entry.request.url.replace('REC-1', '[redacted]')),
  ],
  ['no response', (entry) => void Object.assign(entry.response, { status: 0, content: { size: 0 } })],
  [
    'a failure of the service',
    (entry) => void Object.assign(entry.response, { status: 503, content: { size: 0 } }),
  ],
]
const PLACES = PARTIAL.flatMap(([words, change]) => STEPS.map((step) => [words, step, change] as const))

it.each(PLACES)('%s at %s is no finding', (_, step, change) => {
  expect(firstFinding(withChange(har, step, change))).toBeUndefined()
})

it.each(STEPS.map((step, at) => [step, at] as const))(
  'a recording that begins after %s has no finding',
  (_, at) => {
    const entries = har.log.entries.slice(at + 1)
    expect(firstFinding(JSON.stringify({ log: { ...har.log, entries } }))).toBeUndefined()
  },
)

it.each(STEPS.map((step, at) => [step, at] as const))('a recording without %s has no finding', (_, at) => {
  const entries = har.log.entries.filter((__, index) => index !== at)
  expect(firstFinding(JSON.stringify({ log: { ...har.log, entries } }))).toBeUndefined()
})

it('only the agency that is named is judged', () => {
  const changed = withChange(har, 'read', headerOf('etag', '"another"'))
  expect(explain(readHar(changed), { agency: 'otra@agencia.example' }).judged).toBe(0)
  expect(explain(readHar(changed), { agency: 'VENTAS@lospinos.example' }).findings).not.toEqual([])
})

it('a text that is not a HAR is refused with the expected form', () => {
  expect(() => readHar('{"log": 1}')).toThrow(HarError)
  expect(() => readHar('nada')).toThrow('HAR 1.2')
})

it('writes of a client that sends several at a time count as overlapping when the clock cannot order them', () => {
  const path = 'https://api.example/v3/publicaciones/a%40b.example'
  const shown = { ExternalId: 'r1', EstadoActual: 'Suspendida', Precio: null, Consultas: {}, _links: {} }
  const entry = (
    at: number,
    method: string,
    url: string,
    tags: readonly [string, string],
    status: number,
  ) => ({
    startedDateTime: new Date(Date.UTC(2026, 2, 1) + at).toISOString(),
    time: 2,
    request: {
      method,
      url,
      headers: [{ name: 'If-Match', value: tags[0] }],
      ...(method !== 'GET' && { postData: { text: '{"ExternalId":"r1","Activa":false}' } }),
    },
    response: {
      status,
      headers: [{ name: 'ETag', value: tags[1] }],
      content: { text: JSON.stringify(status === 412 ? {} : shown) },
    },
  })
  const start = [entry(0, 'POST', path, ['', '"1"'], 201)]
  const writes = [
    entry(10, 'PATCH', `${path}/r1`, ['"1"', ''], 412),
    entry(11, 'PATCH', `${path}/r1`, ['"1"', '"2"'], 200),
  ]
  const rules = (entries: readonly object[]) =>
    explain(readHar(JSON.stringify({ log: { entries } })))
      .findings.map(({ rule }) => rule)
      .filter((rule) => rule.endsWith('with-the-current-tag'))
  expect(rules([...start, ...writes])).toEqual(['publication/amend-with-the-current-tag'])
  const others = [30, 30].map((at) => ({ ...entry(at, 'GET', path, ['', ''], 404), time: 9 }))
  expect(rules([...start, ...writes, ...others])).toEqual([])
})

const FAULTS = [
  { act: { delay: 1 } },
  { act: { status: 503 } },
  { act: { respond: { status: 418, body: { Precio: 'free' } } } },
  { act: { reset: true } },
  { act: { loseAnswer: true } },
  { act: { truncate: true } },
  { act: { staleTag: true, rivalMember: 'Color' } },
] as const

it('has no finding for what injected faults did', async () => {
  const sandbox = await createSandbox({ now: '2026-03-01T12:00:00-03:00' })
  const headers = { Accept: 'application/json', 'Content-Type': 'application/json' }
  const send = (method: string, path: string, body?: object) =>
    sandbox
      .fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      .catch(() => undefined)
  const one = `${PATH}/REC-1`
  await send('POST', PATH, { ...CAR, ExternalId: 'REC-1' })
  for (const fault of FAULTS) {
    await sandbox.faults.add({ ...fault, times: 2 })
    await send('PATCH', one, { Precio: { Moneda: 'ARS', Importe: 1 } })
    await send('GET', one)
    await send('GET', one)
    await send('PATCH', one, { Precio: { Moneda: 'ARS', Importe: 2 } })
    await send('GET', one)
  }
  const recording = await sandbox.fetch('/_playa/worlds/default/journal.har')
  const { findings, unjudged, exchanges } = explain(readHar(await recording.text()))
  expect(findings.map(({ rule }) => rule)).toEqual([])
  expect(exchanges).toBe(1 + 5 * FAULTS.length)
  expect(unjudged.get('without a response or its headers, or with an injected fault')).toBe(2 * FAULTS.length)
})
