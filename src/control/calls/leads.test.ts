import { expect, it } from 'vitest'
import { deliveryByNumber } from '../../model/world/delivery.ts'
import { Simulator, type SimulatorOptions } from '../../sandbox/simulator/simulator.ts'
import { createApp } from '../../server/app.ts'

const NOW = '2026-03-04T12:00:00-03:00'
const MAIL = 'ventas@elcruce.example'
const OTHER_MAIL = 'ventas@solonorte.example'
const LEADS = '/_playa/worlds/default/inquiries'

interface Heard {
  readonly status: number
  readonly text: string
  readonly headers: Headers
  readonly json: LeadAnswer
}

/** Answers as far as these tests look into them. */
interface LeadAnswer {
  readonly sid: string
  readonly sids: readonly string[]
  readonly href: string
  readonly operador: string
  readonly notify: boolean
  readonly fecha: string
  readonly visitas: number
  readonly perMinute: number
  readonly Detail: string
  readonly Errors: Readonly<Record<string, readonly string[]>>
  readonly OperadorResponsable: string
  readonly Interesado: object
  readonly Total: number
  readonly _entries: readonly { readonly Fecha: string; readonly Visitas: number }[]
}

const opened = async (options: SimulatorOptions = {}) => {
  const simulator = await Simulator.open({ scenario: 'two-apps', nowMs: Date.parse(NOW), ...options })
  const app = createApp(simulator)
  const call = async (method: string, path: string, body?: unknown, as = 'norte'): Promise<Heard> => {
    const headers = { Authorization: `Bearer ${as}-key`, 'Content-Type': 'application/json' }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await app.request(`http://playa.localhost${path}`, { method, headers, ...sent })
    const text = await answer.text()
    return {
      status: answer.status,
      text,
      headers: answer.headers,
      json: text.startsWith('{') ? JSON.parse(text) : {},
    }
  }
  return { simulator, call, held: simulator.worlds.require('default') }
}

it('a lead on a publication is read as the Consulta to which the response leads', async () => {
  const { call } = await opened()
  const came = await call('POST', LEADS, { externalid: 'norte-0001' })
  expect(came).toMatchObject({
    status: 201,
    json: { adminMail: MAIL, externalid: 'NORTE-0001', momento: NOW, notify: true },
  })
  expect(came.json.href).toBe(
    `http://playa.localhost/w/default/v3/consultas/${encodeURIComponent(MAIL)}/${came.json.sid}`,
  )
  expect(came.headers.get('Location')).toBe(came.json.href)
  const read = await call('GET', came.json.href.replace('http://playa.localhost', ''))
  expect(read).toMatchObject({
    status: 200,
    json: { Momento: NOW, TipoAnuncio: 'publicacion', Auto: { ExternalId: 'NORTE-0001' } },
  })
  expect(read.json.OperadorResponsable).toBe(came.json.operador)
})

it('INQ-07: a lead is listed for the app that published the car, and for no other', async () => {
  const { call } = await opened()
  const { sid } = (await call('POST', LEADS, { externalid: 'SUR-0001' })).json
  const listed = async (as: string) =>
    (await call('GET', `/v3/consultas/${MAIL}`, undefined, as)).text.includes(`/${sid}"`)
  expect([await listed('norte'), await listed('sur')]).toEqual([false, true])
})

it('PUB-32: a suspended or archived publication receives no inquiry, and is not viewed', async () => {
  const { call, held } = await opened()
  await call('PATCH', `/v3/publicaciones/${MAIL}/NORTE-0001/suspender`)
  await call('PATCH', `/v3/publicaciones/${MAIL}/NORTE-0002/archivar`)
  const before = held.world
  for (const [externalid, state] of [
    ['NORTE-0001', 'suspended'],
    ['NORTE-0002', 'archived'],
  ] as const) {
    for (const [path, body] of [
      [LEADS, {}],
      [LEADS, { count: 3 }],
      ['/_playa/worlds/default/visits', { count: 3 }],
    ] as const) {
      const { status, json } = await call('POST', path, { externalid, ...body })
      expect([status, json.Detail]).toEqual([
        409,
        expect.stringMatching(new RegExp(`${externalid} is ${state} .*PUB-32`)),
      ])
    }
  }
  expect(held.world).toBe(before)
})

it('without a publication the lead is about a catalogue entry, drawn or named', async () => {
  const { call } = await opened()
  const read = async (body: object) => {
    const { json } = await call('POST', LEADS, body)
    const listed = await call('GET', `/v3/consultas/${MAIL}`)
    // Neither app is enabled for inquiries of other kinds (INQ-07).
    expect(listed.text).not.toContain(json.sid)
    return json
  }
  expect(await read({})).toMatchObject({ externalid: null, adminMail: MAIL })
  expect(await read({ car: 'toyota corolla', estado: 'usado' })).toMatchObject({ externalid: null })
  expect(await call('POST', LEADS, { car: 'zzz' })).toMatchObject({
    status: 400,
    json: { Errors: { car: [expect.any(String)] } },
  })
})

it('INQ-03: a catalogue inquiry names its car and no ExternalId', async () => {
  const { call } = await opened({ scenario: 'demo' })
  const { json } = await call('POST', LEADS, { car: 'toyota corolla', estado: 'usado' }, 'demo')
  const read = await call('GET', json.href.replace('http://playa.localhost', ''), undefined, 'demo')
  expect(read.json).toMatchObject({
    TipoAnuncio: 'catalogo',
    Auto: { ExternalId: '', Modelo: 'Corolla', Estado: 'usado' },
  })
})

it('what is given stands over what is drawn', async () => {
  const { call } = await opened()
  const said = {
    adminMail: MAIL.toUpperCase(),
    externalid: 'NORTE-0001',
    operador: 'NICOLAS@elcruce.example',
    origen: 'feria',
    momento: '2026-03-01T09:30:15-03:00',
    interesado: { Nombre: 'Rita', Email: null, InfoOperacion: { QuiereCotizacionSeguro: true } },
  }
  const { json } = await call('POST', LEADS, said)
  const read = (await call('GET', json.href.replace('http://playa.localhost', ''))).json
  expect(read).toMatchObject({
    Momento: said.momento,
    OrigenLead: 'feria',
    OperadorResponsable: 'nicolas@elcruce.example',
  })
  const InfoOperacion = { EntregaVehiculo: null, FinanciacionDeseada: null, QuiereCotizacionSeguro: true }
  expect(read.Interesado).toMatchObject({
    Nombre: 'Rita',
    Email: null,
    Apellido: expect.any(String),
    InfoOperacion,
  })
})

it.each([
  [{ interesado: { Nombr: 'Rita' } }, 'interesado.Nombr'],
  [{ interesado: { InfoOperacion: { Otro: 1 } } }, 'interesado.InfoOperacion.Otro'],
  [{ interesado: { Nombre: 5 } }, 'interesado.Nombre'],
  [{ externalId: 'NORTE-0001' }, 'externalId'],
  [{ operador: 'nicola@elcruce.example' }, 'operador'],
  [{ momento: '2026-03-04T12:00:00' }, 'momento'],
  [{ momento: '2026-03-04T12:00:01-03:00' }, 'momento'],
  [{ momento: '2024-03-04T12:00:00-03:00' }, 'momento'],
  [{ over: 'P1D' }, 'over'],
  [{ count: 5, over: 'P1M' }, 'over'],
  [{ count: 5, over: 'P400D' }, 'over'],
  [{ count: 0 }, 'count'],
  [{ count: 20_001 }, 'count'],
  [{ count: 5, momento: NOW }, 'momento'],
  [{ externalid: 'NORTE-0001', car: 'toyota corolla' }, 'car'],
])('%j is refused, and the member is named', async (body, member) => {
  const { call, held } = await opened()
  const before = held.world
  const { status, json } = await call('POST', LEADS, body)
  expect([status, Object.keys(json.Errors)]).toEqual([400, [member]])
  expect(held.world).toBe(before)
})

it.each([
  [LEADS, { adminMail: 'venta@elcruce.example' }, /Did you mean ventas@elcruce.example/],
  [LEADS, { externalid: 'NORT-0001' }, /has no publication NORT-0001. Did you mean NORTE-0001/],
  [LEADS, { externalid: 'PARDO-77' }, /There is NORTE-0001, .* and 12 more/],
  ['/_playa/worlds/default/visits', { externalid: 'x' }, /has no publication x/],
  ['/_playa/worlds/default/invitations', { adminMail: OTHER_MAIL, app: 'sr' }, /Did you mean sur/],
  ['/_playa/worlds/nowhere/inquiries', {}, /no world named nowhere/],
])('%s %j is 404 with what may have been meant', async (path, body, sentence) => {
  const { call } = await opened()
  const { status, json } = await call('POST', path, body)
  expect([status, json.Detail]).toEqual([404, expect.stringMatching(sentence)])
})

it('equal scripts give equal bytes in worlds of one seed, and other leads under another', async () => {
  const played = async (seed: number) => {
    const { call } = await opened({ seed })
    const heard: string[] = []
    for (const body of [
      {},
      { externalid: 'NORTE-0001' },
      { count: 40, over: 'P2D' },
      { externalid: 'NORTE-0001', interesado: {} },
    ])
      heard.push((await call('POST', LEADS, body)).text)
    heard.push((await call('GET', `/v3/consultas/${MAIL}`)).text)
    return heard
  }
  expect(await played(5)).toEqual(await played(5))
  expect((await played(6)).at(-1)).not.toBe((await played(5)).at(-1))
})

it('many leads come in order over the period, on active publications and the catalogue, a few of them often', async () => {
  const { call, held } = await opened({ scenario: 'demo' })
  const before = held.world.next.inquiry
  const { status, json } = await call('POST', LEADS, { count: 3_000, over: 'P20D' }, 'demo')
  expect(status).toBe(201)
  expect(json).toMatchObject({ count: 3_000, notify: false })
  expect(json.sids).toHaveLength(100)
  const { world } = held
  const rows = [...world.inquiries].filter(({ number }) => number >= before)
  expect(rows.every(({ offsetMs: at }, i) => i === 0 || rows[i - 1]!.offsetMs <= at)).toBe(true)
  const nowMs = Date.parse(NOW) - world.setting.anchorMs
  expect(rows.every(({ offsetMs: at }) => at <= nowMs && at >= nowMs - 20 * 86_400_000)).toBe(true)
  expect(rows.every(({ number, lead }) => number > 0 && typeof lead === 'number' && lead >= 0)).toBe(true)
  const asked = new Map<string, number>()
  for (const { car } of rows) {
    if ('condition' in car) expect(car.condition).toBe('active')
    const name = 'ExternalId' in car ? car.ExternalId : ''
    asked.set(name, (asked.get(name) ?? 0) + 1)
  }
  expect(asked.get('')! / rows.length).toBeCloseTo(0.08, 1)
  asked.delete('')
  const counts = [...asked.values()].sort((a, b) => b - a)
  const share = (list: readonly number[]) => list.reduce((sum, n) => sum + n, 0) / rows.length
  expect(share(counts.slice(0, Math.ceil(counts.length / 10)))).toBeGreaterThan(0.2)
})

it('many leads on one publication are all about it', async () => {
  const { call } = await opened()
  await call('POST', LEADS, { count: 120, over: 'PT6H', externalid: 'NORTE-0001' })
  const before = await call('GET', `/v3/consultas/${MAIL}?externalid=NORTE-0001&desde=2026-03-04`)
  expect(before.json.Total).toBe(120)
})

it('ten thousand leads are counted, listed and numbered without a gap', async () => {
  const { call, held } = await opened()
  const first = held.world.next.inquiry
  await call('POST', LEADS, { count: 10_000, over: 'P30D' })
  expect(held.world.next.inquiry).toBe(first + 10_000)
  const numbers = [...held.world.inquiries].map(({ number }) => number).sort((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: first + 9_999 }, (_, i) => i + 1))
  expect(held.world.inquiries.index('0').size + held.world.inquiries.index('1').size).toBe(first + 9_999)
})

it('a lead of this minute notifies; older ones, and many at once, only when that is asked for', async () => {
  const { call, held } = await opened()
  await call('POST', '/v3/appnotificaciones/publicacion-consultada', { Callback: 'https://app.example/hook' })
  const planned = async (body: object) => {
    const before = held.world.deliveries.next
    const { json } = await call('POST', LEADS, { externalid: 'NORTE-0001', ...body })
    const count = held.world.deliveries.next - before
    expect(count > 0).toBe(json.notify)
    return count
  }
  expect(await planned({})).toBe(1)
  expect(deliveryByNumber(held.world.deliveries, 1)?.base).toBe('http://playa.localhost/w/default')
  expect(await planned({ momento: '2026-03-04T11:59:30-03:00' })).toBe(1)
  expect(await planned({ notify: false })).toBe(0)
  expect(await planned({ momento: '2026-03-04T11:58:00-03:00' })).toBe(0)
  expect(await planned({ momento: '2026-03-04T11:58:00-03:00', notify: true })).toBe(1)
  expect(await planned({ count: 7 })).toBe(0)
  expect(await planned({ count: 7, notify: true })).toBe(7)
})

it('views count on the day of the agency, and add up', async () => {
  const { call } = await opened({ nowMs: Date.parse('2026-03-04T23:30:00-03:00') })
  const view = (count?: number) =>
    call('POST', '/_playa/worlds/default/visits', { externalid: 'norte-0001', count })
  expect((await view(4)).json).toEqual({
    adminMail: MAIL,
    externalid: 'NORTE-0001',
    fecha: '2026-03-04',
    visitas: 4,
  })
  expect((await view()).json.visitas).toBe(5)
  await call('POST', '/_playa/worlds/default/clock/advance', { by: 'PT1H' })
  expect(await view(2)).toMatchObject({ status: 201, json: { fecha: '2026-03-05', visitas: 2 } })
  const { json } = await call('GET', `/v3/visitas/${MAIL}`)
  const days = json._entries.map(({ Fecha, Visitas }) => [Fecha, Visitas])
  expect(days).toEqual([
    ['2026-03-05', 2],
    ['2026-03-04', 5],
  ])
})

it('where days are shown in UTC, views count on the day in UTC', async () => {
  const { call } = await opened({
    nowMs: Date.parse('2026-03-04T23:30:00-03:00'),
    profile: { 'common/time-zone': 'utc' },
  })
  const { json } = await call('POST', '/_playa/worlds/default/visits', { externalid: 'NORTE-0001' })
  expect(json.fecha).toBe('2026-03-05')
  expect((await call('GET', `/v3/visitas/${MAIL}`)).json._entries).toMatchObject([
    { Fecha: '2026-03-05', Visitas: 1 },
  ])
})

it('ERR-07: an agency exists for an app, which may write, once it has accepted the invitation', async () => {
  const { call } = await opened()
  const accept = (body: object) =>
    call('POST', '/_playa/worlds/default/invitations', { adminMail: OTHER_MAIL, ...body })
  const at = `/v3/agencias/${OTHER_MAIL}`
  expect((await call('GET', at, undefined, 'sur')).status).toBe(404)
  expect(await accept({})).toMatchObject({
    status: 201,
    json: { app: 'sur', access: { write: true, otherKinds: false } },
  })
  expect((await call('GET', at, undefined, 'sur')).status).toBe(200)
  expect((await call('PUT', at, { NombreComercial: 'Los Dos' }, 'sur')).status).toBe(200)
})

it('an agency that exists for the app already accepts once more: a notification is sent, and its access stays', async () => {
  const { call, held } = await opened()
  const topic = '/v3/appnotificaciones/agencia-invitacion-aceptada'
  await call('POST', topic, { Callback: 'https://norte.example/hook' }, 'norte')
  const accept = () => call('POST', '/_playa/worlds/default/invitations', { adminMail: OTHER_MAIL })
  expect(await accept()).toMatchObject({ status: 201, json: { app: 'sur' } })
  const { agencies } = held.world
  expect(await accept()).toMatchObject({ status: 201, json: { app: 'norte' } })
  expect(held.world.agencies).toBe(agencies)
  expect(deliveryByNumber(held.world.deliveries, 1)).toMatchObject({
    to: { app: 'norte', topic: 'agencia-invitacion-aceptada' },
  })
})

it('an accepted invitation notifies the app', async () => {
  const { call, held } = await opened()
  await call(
    'POST',
    '/v3/appnotificaciones/agencia-invitacion-aceptada',
    { Callback: 'https://sur.example/hook' },
    'sur',
  )
  await call('POST', '/_playa/worlds/default/invitations', { adminMail: OTHER_MAIL, app: 'sur' })
  expect(deliveryByNumber(held.world.deliveries, 1)).toMatchObject({
    to: { app: 'sur', topic: 'agencia-invitacion-aceptada' },
  })
})

it('a world of another name gives its own sids and leads to itself', async () => {
  const { call } = await opened()
  await call('POST', '/_playa/worlds', { name: 'shop', scenario: 'two-apps', now: NOW })
  const { json } = await call('POST', '/_playa/worlds/shop/inquiries', { externalid: 'NORTE-0001' })
  expect((await call('GET', json.href.replace('http://playa.localhost', ''))).status).toBe(200)
  expect((await call('GET', `/v3/consultas/${MAIL}/${json.sid}`)).status).toBe(404)
})

it('the pace of automatic leads is read, set and reset', async () => {
  const { call } = await opened()
  const at = '/_playa/worlds/default/live'
  expect((await call('GET', at)).json).toEqual({ perMinute: 0, leads: 0, visits: 0 })
  expect((await call('PUT', at, { perMinute: 3 })).json.perMinute).toBe(3)
  expect((await call('GET', at)).json.perMinute).toBe(3)
  expect((await call('PUT', at, { perMinute: 0 })).json.perMinute).toBe(0)
  expect((await call('PUT', at, { perMinute: 1e9 })).status).toBe(400)
})
