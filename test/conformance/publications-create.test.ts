import { expect, it } from 'vitest'
import { Publicacion, PublicacionRef } from '../../src/api/wire/response-schemas.ts'
import { agency, golListing, MAIL, miniatureWorld, OTHER_MAIL, send } from '../support/miniature-world.ts'

/** Responses to creates and reads (PUB-01, PUB-02, PUB-20, PUB-35, PUB-36, PUB-38). */

const AT = `/v3/publicaciones/${MAIL}`
const create = (
  world: ReturnType<typeof miniatureWorld>,
  id: string,
  more: Readonly<Record<string, unknown>> = {},
  as = 'uno',
) => send(world, 'POST', AT, { body: golListing(id, more), app: as })

it('PUB-01: a create answers 201 with the publication, Location and ETag, and the Location can be read', () => {
  const made = create(miniatureWorld(), 'auto-1')
  expect([made.status, made.headers['Location'], made.headers['Content-Type']]).toEqual([
    201,
    `/v3/publicaciones/${encodeURIComponent(MAIL)}/auto-1`,
    'application/json',
  ])
  const read = send(made.world, 'GET', made.headers['Location'] ?? '')
  expect([read.status, read.text, read.headers['ETag']]).toEqual([200, made.text, made.headers['ETag']])
})

it('Content-Length of a create and its edit is in bytes, whatever letters their texts have', () => {
  const made = create(miniatureWorld(), 'auto-1', { Descripcion: 'Único dueño – 100 km 🚗' })
  const edited = send(made.world, 'PATCH', `${AT}/auto-1`, { body: { Telefono: '221 444-4444' } })
  expect([made.status, edited.status]).toEqual([201, 200])
  for (const { headers, text, json } of [made, edited]) {
    expect(headers['Content-Length']).toBe(String(new TextEncoder().encode(text).length))
    expect(json).toMatchObject({ Descripcion: 'Único dueño – 100 km 🚗' })
  }
})

it('publications/location-header: the second option gives an absolute Location', () => {
  const made = create(miniatureWorld({ 'publications/location-header': 'absolute' }), 'auto-1')
  expect(made.headers['Location']).toBe(
    `http://playa.localhost/v3/publicaciones/${encodeURIComponent(MAIL)}/auto-1`,
  )
})

it('PUB-01, COM-10: a create that asks for the ref form answers 201 with it, Location and ETag', () => {
  const headers = { Accept: 'application/vnd.service.ref+json' }
  const made = send(miniatureWorld(), 'POST', AT, { body: golListing('auto-1'), headers })
  expect([made.status, made.headers['Content-Type']]).toEqual([201, 'application/vnd.service.ref+json'])
  expect(PublicacionRef.strict().parse(made.json)).toEqual({
    etag: made.headers['ETag'],
    ExternalId: 'auto-1',
    EstadoActual: 'Activa',
    href: made.headers['Location'],
    title: 'Volkswagen Gol Trend 1.6 Trendline AT 4P 2018',
  })
})

it('PUB-02: the full form has exactly the members of the table, with their types', () => {
  const plain = create(miniatureWorld(), 'auto-1').json
  const rich = create(miniatureWorld(), 'auto-1', {
    RefStock: 'S-1',
    Vin: '9BWZZZ377VT004251',
    Descripcion: 'Impecable',
    Version: 'Edición del bisabuelo',
    DatosTecnicosCustom: [{ Seccion: 'Confort', Valor: 'Aire', Datos: 'sí' }],
    Adelanto: { Moneda: 'USD', Importe: 100 },
    Cuota: { Moneda: 'ARS', Importe: 10 },
    AplicaCertificadoGarantiaUsado: true,
    Locacion: { Region: 'AR-B', Ciudad: 'La Plata', Direccion: 'Calle 7 1' },
    Telefono: '221 444-4444',
  }).json
  for (const shown of [plain, rich]) expect(() => Publicacion.strict().parse(shown)).not.toThrow()
  expect(rich.Locacion).toEqual({ Region: 'Buenos Aires', Ciudad: 'La Plata', Direccion: 'Calle 7 1' })
  expect(plain).toMatchObject({
    RefStock: null,
    Vin: null,
    Descripcion: null,
    Adelanto: null,
    Cuota: null,
    DatosTecnicosCustom: [],
  })
})

it('PUB-38: Consultas is a link block to the inquiries of that publication', () => {
  const made = create(miniatureWorld(), 'auto-1')
  expect(Object.keys(made.json.Consultas)).toEqual(['_links'])
  const inquiries = send(made.world, 'GET', made.json.Consultas._links.self.href)
  expect([inquiries.status, inquiries.json._entries]).toEqual([200, []])
  expect(made.json.Consultas._links.self.href).toContain('externalid=auto-1')
})

it('PUB-06, PUB-36: Activa true, null or absent makes it active and `Activa`, false suspended', () => {
  const state = (Activa?: unknown) =>
    create(miniatureWorld(), 'auto-1', Activa === undefined ? {} : { Activa }).json.EstadoActual
  expect([state(), state(true), state(null), state(false)]).toEqual([
    'Activa',
    'Activa',
    'Activa',
    'Suspendida',
  ])
})

it('publications/state-literals: other words take the place of the three', () => {
  const world = miniatureWorld({ 'publications/state-literals': 'words:Viva,Pausada,Cerrada' })
  const made = create(world, 'auto-1')
  const paused = send(made.world, 'PATCH', `${AT}/auto-1/suspender`)
  const closed = send(paused.world, 'PATCH', `${AT}/auto-1/archivar`)
  expect([made, paused, closed].map(({ json }) => json.EstadoActual)).toEqual(['Viva', 'Pausada', 'Cerrada'])
})

it('PUB-03: the ExternalId is one in any case, in reads, writes and creates, and shown as first assigned', () => {
  const made = create(miniatureWorld(), 'Auto-Uno')
  const read = send(made.world, 'GET', `${AT}/AUTO-uno`)
  expect([read.status, read.json.ExternalId, read.text]).toEqual([200, 'Auto-Uno', made.text])
  for (const step of ['', '/suspender', '/archivar']) {
    expect(send(made.world, 'PATCH', `${AT}/aUtO-UnO${step}`, { body: {} }).json.ExternalId).toBe('Auto-Uno')
  }
  const put = send(made.world, 'PUT', `${AT}/AUTO-UNO`, { body: { VersionYear: 2018, Kilometraje: 70_000 } })
  expect(put.json.ExternalId).toBe('Auto-Uno')
  const again = create(made.world, 'AUTO-UNO')
  expect([again.status, Object.keys(again.json.Errors), again.json.Title]).toEqual([
    409,
    ['ExternalId'],
    'Entidad duplicada',
  ])
})

it("PUB-03: every admitted character works in the publication's own address", () => {
  const id = "aZ9-._~!$'()*,=:@+"
  const made = create(miniatureWorld(), id)
  for (const href of [
    made.headers['Location'] ?? '',
    made.json._links.self.href,
    `${AT}/${id}`,
    `${AT}/${encodeURIComponent(id)}`,
  ]) {
    expect(send(made.world, 'GET', href).json.ExternalId).toBe(id)
  }
})

it('publications/external-id-characters: the second option admits unreserved characters only', () => {
  const world = miniatureWorld({ 'publications/external-id-characters': 'unreserved' })
  expect(create(world, 'aZ9-._~').status).toBe(201)
  for (const character of "!$'()*,=:@+") expect(create(world, `a${character}b`).status).toBe(400)
})

it('PUB-35: another agency is free to use the same ExternalId', () => {
  const made = create(miniatureWorld(), 'auto-1', {}, 'dos')
  const other = send(made.world, 'POST', `/v3/publicaciones/${OTHER_MAIL}`, {
    body: golListing('AUTO-1'),
    app: 'dos',
  })
  expect([made.status, other.status]).toEqual([201, 201])
  const archived = send(other.world, 'PATCH', `${AT}/auto-1/archivar`, { app: 'dos' })
  expect(
    send(archived.world, 'GET', `/v3/publicaciones/${OTHER_MAIL}/auto-1`, { app: 'dos' }).json.EstadoActual,
  ).toBe('Activa')
})

it("publications/other-apps: another app's publication is not found nor listed, but its ExternalId is taken and its place counts", () => {
  const made = create(miniatureWorld(), 'auto-1')
  const at = `${AT}/auto-1`
  const body = { VersionYear: 2018, Kilometraje: 1 }
  expect(send(made.world, 'GET', at, { app: 'dos' }).status).toBe(404)
  expect(send(made.world, 'PUT', at, { app: 'dos', body }).status).toBe(404)
  expect(send(made.world, 'PATCH', at, { app: 'dos', body: {} }).status).toBe(404)
  expect(send(made.world, 'PATCH', `${at}/suspender`, { app: 'dos' }).status).toBe(404)
  expect(send(made.world, 'PATCH', `${at}/archivar`, { app: 'dos' }).status).toBe(404)
  expect(send(made.world, 'GET', AT, { app: 'dos' }).json.Total).toBe(0)
  expect(create(made.world, 'AUTO-1', {}, 'dos').status).toBe(409)
  expect(create(made.world, 'auto-2', {}, 'dos').json.Exposicion).toBe('Media')
})

it('publications/other-apps: shared, another app with write access reads and writes it', () => {
  const made = create(miniatureWorld({ 'publications/other-apps': 'shared' }), 'auto-1')
  expect(send(made.world, 'GET', AT, { app: 'dos' }).json.Total).toBe(1)
  expect(send(made.world, 'PATCH', `${AT}/auto-1/suspender`, { app: 'dos' }).json.EstadoActual).toBe(
    'Suspendida',
  )
  const reader = send(made.world, 'GET', `${AT}/auto-1`, { app: 'lector' })
  expect(Object.keys(reader.json._links).sort()).toEqual(['agencia', 'consultas', 'operador', 'self'])
})

it("publications/external-id-reuse: an archived one's id is taken, or free under the second option", () => {
  const archivedIn = (world: ReturnType<typeof miniatureWorld>) =>
    send(create(world, 'auto-1').world, 'PATCH', `${AT}/auto-1/archivar`)
  expect(create(archivedIn(miniatureWorld()).world, 'Auto-1').status).toBe(409)
  const archived = archivedIn(miniatureWorld({ 'publications/external-id-reuse': '201' }))
  const again = create(archived.world, 'Auto-1')
  expect([again.status, again.json.EstadoActual, again.json.ExternalId]).toEqual([201, 'Activa', 'Auto-1'])
  expect(again.headers['ETag']).not.toBe(archived.headers['ETag'])
  expect(create(again.world, 'auto-1').status).toBe(409)
  expect(send(again.world, 'GET', AT).json.Total).toBe(1)
})

it('PUB-20: a read answers 200, 304 on its ETag, a plain 404 if missing, 400 for an address that is not an e-mail', () => {
  const made = create(miniatureWorld(), 'auto-1')
  const tag = made.headers['ETag'] ?? ''
  const read = (target: string, headers = {}) => send(made.world, 'GET', target, { headers })
  for (const header of [tag, `W/${tag}`, `"otro", ${tag}`, '*']) {
    const unchanged = read(`${AT}/auto-1`, { 'If-None-Match': header })
    expect([unchanged.status, unchanged.body, unchanged.headers['ETag']]).toEqual([304, null, tag])
  }
  expect(read(`${AT}/auto-1`, { 'If-None-Match': '"otro"' }).status).toBe(200)
  for (const target of [
    `${AT}/otro`,
    '/v3/publicaciones/nadie@taller.example/auto-1',
    `/v3/publicaciones/${OTHER_MAIL}/auto-1`,
  ]) {
    const missing = read(target)
    expect([missing.status, missing.headers['Content-Type']]).toEqual([404, 'text/plain; charset=utf-8'])
    expect(missing.text).not.toBe('')
  }
  const malformed = read('/v3/publicaciones/nadie/auto-1')
  expect([malformed.status, Object.keys(malformed.json.Errors)]).toEqual([400, ['adminMail']])
})

it('AGE-12: the address of the agency counts in any case', () => {
  const made = create(miniatureWorld(), 'auto-1')
  expect(send(made.world, 'GET', `/v3/publicaciones/${MAIL.toUpperCase()}/auto-1`).text).toBe(made.text)
})

it('PUB-08: null or absent OperadorResponsable is the administrator; an unknown one too under the second option', () => {
  const operator = (OperadorResponsable: unknown, profile = {}) =>
    create(miniatureWorld(profile), 'auto-1', { OperadorResponsable }).json.OperadorResponsable
  expect([operator(null), operator(undefined), operator('raul@taller.example')]).toEqual([
    MAIL,
    MAIL,
    'raul@taller.example',
  ])
  expect(operator('nadie@taller.example', { 'publications/unknown-operator': 'administrator' })).toBe(MAIL)
})

it("PUB-19: null Locacion and Telefono are the responsible operator's first ones", () => {
  const made = create(miniatureWorld(), 'auto-1', { OperadorResponsable: 'raul@taller.example' }).json
  expect([made.Telefono, made.Locacion.Ciudad]).toEqual(['351 555-0002', 'Córdoba'])
  const bare = { ...agency.operators[0]!, Telefonos: [], Direcciones: [] }
  const none = create(miniatureWorld({}, { operators: [bare] }), 'auto-1').json
  expect([none.Telefono, none.Locacion]).toEqual([null, null])
})

it('publications/telefono-create: an unknown phone is accepted in a create, or refused as in a full edit', () => {
  const phone = { Telefono: '11 4444-4444' }
  expect(create(miniatureWorld(), 'auto-1', phone).json.Telefono).toBe('11 4444-4444')
  const strict = create(miniatureWorld({ 'publications/telefono-create': '400' }), 'auto-1', phone)
  expect([strict.status, Object.keys(strict.json.Errors)]).toEqual([400, ['Telefono']])
})

it('PUB-05: the check digit of a Vin counts only when the option enforces it', () => {
  const vin = (Vin: string, profile = {}) => create(miniatureWorld(profile), 'auto-1', { Vin }).status
  const enforced = { 'publications/vin-check-digit': 'enforced' }
  expect([vin('1M8GDM9A1KP042788'), vin('1M8GDM9A1KP042788', enforced)]).toEqual([201, 400])
  expect([
    vin('1M8GDM9AXKP042788', enforced),
    vin('1m8gdm9axkp042788', enforced),
    vin('11111111111111111', enforced),
  ]).toEqual([201, 201, 201])
})

it('publications/same-vehicle: the Vin of another active publication is refused under the second option only', () => {
  const Vin = '9BWZZZ377VT004251'
  expect(create(create(miniatureWorld(), 'auto-1', { Vin }).world, 'auto-2', { Vin }).status).toBe(201)
  const first = create(miniatureWorld({ 'publications/same-vehicle': '400' }), 'auto-1', { Vin })
  const second = create(first.world, 'auto-2', { Vin: Vin.toLowerCase() })
  expect([second.status, Object.keys(second.json.Errors)]).toEqual([400, ['Vin']])
  const own = send(first.world, 'PUT', `${AT}/auto-1`, {
    body: { Vin, VersionYear: 2018, Kilometraje: 70_000 },
  })
  expect(own.status).toBe(200)
  const suspended = send(first.world, 'PATCH', `${AT}/auto-1/suspender`)
  expect(create(suspended.world, 'auto-2', { Vin }).status).toBe(201)
})

it('PUB-14: zero kilometres are for new cars only', () => {
  const year = (VersionYear: number, profile = {}) =>
    create(miniatureWorld(profile), 'auto-1', { Kilometraje: 0, VersionYear, Fotos: [] }).status
  // The world's time is March 2026.
  expect([year(2027), year(2026), year(2025), year(2024)]).toEqual([201, 201, 201, 400])
  expect(year(2024, { 'publications/suspicious-mileage': 'off' })).toBe(201)
})

it('PUB-14: more than 60,000 km a year is suspicious under the second option only', () => {
  const km = (Kilometraje: number, VersionYear: number, option = 'also-yearly-maximum') =>
    create(miniatureWorld({ 'publications/suspicious-mileage': option }), 'auto-1', {
      Kilometraje,
      VersionYear,
    }).status
  expect([km(120_000, 2024), km(120_001, 2024), km(60_000, 2026), km(60_001, 2026)]).toEqual([
    201, 400, 201, 400,
  ])
  expect([km(120_001, 2024, 'zero-km-age'), km(0, 2020)]).toEqual([201, 400])
})

it("PUB-14: the agency's product may admit new cars only, or used ones only", () => {
  const km = (cars: 'new' | 'used', Kilometraje: number) => {
    const world = miniatureWorld({}, { product: { suspends: true, cars } })
    const result = create(world, 'auto-1', { Kilometraje, VersionYear: 2026 })
    return result.status === 400 ? Object.keys(result.json.Errors) : result.status
  }
  expect([km('new', 0), km('new', 1), km('used', 0), km('used', 1)]).toEqual([
    201,
    ['Kilometraje'],
    ['Kilometraje'],
    201,
  ])
})

it('PUB-18: the warranty certificate is shown when it applies to a used car', () => {
  const certificate = (more: object, profile = {}) =>
    create(miniatureWorld(profile), 'auto-1', { ...more }).json.CertificadoDeGarantiaUsado
  const applies = { AplicaCertificadoGarantiaUsado: true }
  expect(certificate(applies)).toEqual({ Aplica: true, Titulo: expect.any(String) })
  expect([certificate({}), certificate({ AplicaCertificadoGarantiaUsado: false })]).toEqual([null, null])
  expect(certificate({ ...applies, Kilometraje: 0, VersionYear: 2026 })).toBeNull()
  const boolean = { 'publications/warranty': 'boolean' }
  expect([certificate(applies, boolean), certificate({}, boolean)]).toEqual([true, false])
})

it('PUB-15: a colour that is cut at 50 characters is cut between characters, not inside one', () => {
  const made = create(miniatureWorld(), 'auto-1', { Color: `${'x'.repeat(49)}😀` })
  expect(made.status).toBe(201)
  expect(made.json.Color.isWellFormed()).toBe(true)
  expect(create(miniatureWorld(), 'auto-1', { Color: `${'x'.repeat(48)}😀y` }).json.Color).toBe(
    `${'x'.repeat(48)}😀`,
  )
  const put = send(made.world, 'PUT', `${AT}/auto-1`, {
    body: { VersionYear: 2018, Kilometraje: 61_000, Color: `${'y'.repeat(49)}😀` },
  })
  expect(put.json.Color.isWellFormed()).toBe(true)
})

it('common/length-unit: lengths count UTF-16 units, and nothing is trimmed', () => {
  const stock = (RefStock: string) => create(miniatureWorld(), 'auto-1', { RefStock }).status
  expect([
    stock('😀'.repeat(12)),
    stock('😀'.repeat(13)),
    stock(`${' '.repeat(24)}x`),
    stock(`${' '.repeat(25)}x`),
  ]).toEqual([201, 400, 201, 400])
})

it('PUB-17: photos are mandatory for used cars and optional for new ones', () => {
  const photos = (Kilometraje: number, Fotos: unknown) => {
    const result = create(miniatureWorld(), 'auto-1', { Kilometraje, VersionYear: 2026, Fotos })
    return result.status === 400 ? Object.keys(result.json.Errors) : result.json.Fotos
  }
  expect([photos(0, undefined), photos(0, null), photos(0, [])]).toEqual([[], [], []])
  expect([photos(1, undefined), photos(1, null), photos(1, [])]).toEqual([['Fotos'], ['Fotos'], ['Fotos']])
})

it("PUB-17: of the sandbox's own pictures the size is known, and below 640 x 360 they are refused", () => {
  const own = (size: string) => `http://playa.localhost/_playa/photos/${size}/sedan/rojo/1.png`
  const sent = ['640x360', '639x360', '640x359', '1280x720', '359x640'].map(own)
  const result = create(miniatureWorld(), 'auto-1', { Fotos: sent })
  expect(Object.keys(result.json.Errors)).toEqual(['Fotos[1]', 'Fotos[2]', 'Fotos[4]'])
  const left = create(miniatureWorld({ 'publications/photo-refused': 'left-out' }), 'auto-1', { Fotos: sent })
  expect(left.json.Fotos).toEqual([sent[0], sent[3]])
  const none = create(miniatureWorld({ 'publications/photo-refused': 'left-out' }), 'auto-1', {
    Fotos: [own('10x10')],
  })
  expect([none.status, Object.keys(none.json.Errors)]).toEqual([400, ['Fotos']])
})

it('common/write-to-unknown: a create in an agency that does not exist for the app answers 404 plain, or 403', () => {
  const at = `/v3/publicaciones/${OTHER_MAIL}`
  const plain = send(miniatureWorld(), 'POST', at, { body: golListing('auto-1') })
  expect([plain.status, plain.headers['Content-Type']]).toEqual([404, 'text/plain; charset=utf-8'])
  const forbidden = send(miniatureWorld({ 'common/write-to-unknown': '403' }), 'POST', at, {
    body: golListing('auto-1'),
  })
  expect([forbidden.status, forbidden.headers['Content-Type']]).toEqual([403, 'application/problem+json'])
})

it('ERR-08: a create by an app with read-only access answers 403 ProblemDetails', () => {
  const result = create(miniatureWorld(), 'auto-1', {}, 'lector')
  expect([result.status, result.headers['Content-Type'], Object.keys(result.json)]).toEqual([
    403,
    'application/problem+json',
    ['Type', 'Title', 'Status', 'Detail', 'Instance', 'Extensions'],
  ])
})

it('PUB-26, COM-08: Locacion takes names, codenames, ids, addresses and ISO codes, in creates and full edits', () => {
  for (const Region of [
    'Buenos Aires',
    'buenos-aires',
    '2',
    '/v3/regiones/2',
    'https://x.example/v3/regiones/2',
    'AR-B',
    'ar-b',
  ]) {
    const made = create(miniatureWorld(), 'auto-1', { Locacion: { Region } })
    expect(made.json.Locacion).toEqual({ Region: 'Buenos Aires', Ciudad: '', Direccion: '' })
    const put = send(made.world, 'PUT', `${AT}/auto-1`, {
      body: { VersionYear: 2018, Kilometraje: 61_000, Locacion: { Region, Ciudad: 'Mar del Plata' } },
    })
    expect(put.json.Locacion).toEqual({ Region: 'Buenos Aires', Ciudad: 'Mar del Plata', Direccion: '' })
  }
})
