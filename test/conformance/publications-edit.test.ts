import { expect, it } from 'vitest'
import { golListing, MAIL, miniatureWorld, send } from '../support/miniature-world.ts'

/** Full and partial edit (PUB-21, PUB-22, PUB-23, PUB-24, PUB-25, PUB-26, PUB-27, PUB-28, PUB-37). */

const AT = `/v3/publicaciones/${MAIL}`
const ONE = `${AT}/auto-1`
type World = ReturnType<typeof miniatureWorld>

const made = (more: Readonly<Record<string, unknown>> = {}, world = miniatureWorld()): World => {
  const result = send(world, 'POST', AT, { body: golListing('auto-1', more) })
  if (result.status !== 201) throw new Error(result.text)
  return result.world
}
/** The required members of a full edit. */
const least = { VersionYear: 2018, Kilometraje: 61_000 }
const put = (world: World, more: Readonly<Record<string, unknown>> = {}) =>
  send(world, 'PUT', ONE, { body: { ...least, ...more } })
const patch = (world: World, body: unknown) => send(world, 'PATCH', ONE, { body })
const read = (world: World) => send(world, 'GET', ONE)
const keysOf = (errors: object) => Object.keys(errors).sort()

const everything = {
  RefStock: 'S-9',
  Vin: '9BWZZZ377VT004251',
  Exposicion: 'Media',
  OperadorResponsable: 'raul@taller.example',
  VersionYear: 2017,
  Kilometraje: 80_000,
  Color: 'Rojo',
  Descripcion: 'Único dueño',
  Precio: { Moneda: 'USD', Importe: 9_000 },
  Adelanto: { Moneda: 'USD', Importe: 3_000 },
  Cuota: { Moneda: 'ARS', Importe: 200_000 },
  Fotos: ['https://cdn.example/9.jpg'],
  Locacion: { Region: 'Buenos Aires', Ciudad: 'La Plata', Direccion: 'Calle 7 1' },
  Telefono: '351 555-0002',
}

it('PUB-21: a full edit sets every member that it may, and answers 200 with the publication and its ETag', () => {
  const world = made()
  const edited = send(world, 'PUT', ONE, { body: { ...everything, AplicaCertificadoGarantiaUsado: true } })
  expect(edited.status).toBe(200)
  expect(edited.json).toMatchObject(everything)
  expect(edited.json.CertificadoDeGarantiaUsado).not.toBeNull()
  expect([edited.text, edited.headers['ETag']]).toEqual([
    read(edited.world).text,
    read(edited.world).headers['ETag'],
  ])
  expect(edited.headers['ETag']).not.toBe(read(world).headers['ETag'])
})

it('publications/put-absent: members that a full edit leaves out become null or the default; photos and operator stay', () => {
  const before = send(made(), 'PUT', ONE, { body: { ...everything, AplicaCertificadoGarantiaUsado: true } })
  const edited = put(before.world)
  expect(edited.json).toMatchObject({
    RefStock: null,
    Vin: null,
    EstadoActual: 'Activa',
    Exposicion: 'Media',
    OperadorResponsable: 'raul@taller.example',
    ...least,
    Color: null,
    Descripcion: null,
    DatosTecnicosCustom: [],
    Precio: null,
    Adelanto: null,
    Cuota: null,
    Fotos: ['https://cdn.example/9.jpg'],
    CertificadoDeGarantiaUsado: null,
    Locacion: { Region: 'Córdoba', Ciudad: 'Córdoba', Direccion: 'San Martín 100' },
    Telefono: '351 555-0002',
  })
})

it('publications/put-absent: null counts as absent', () => {
  const before = send(made(), 'PUT', ONE, { body: everything })
  const nulls = Object.fromEntries(Object.keys(everything).map((name) => [name, null]))
  expect(
    send(before.world, 'PUT', ONE, { body: { ...nulls, ...least } }).text.replace(/"_links".*/, ''),
  ).toBe(put(before.world).text.replace(/"_links".*/, ''))
  expect(keysOf(send(before.world, 'PUT', ONE, { body: nulls }).json.Errors)).toEqual([
    'Kilometraje',
    'VersionYear',
  ])
})

it('publications/put-absent: under the second option an empty full edit changes nothing, not even the ETag', () => {
  const unchanged = miniatureWorld({ 'publications/put-absent': 'unchanged' })
  const world = made({ Telefono: '11 4444-4444', Version: 'Edición Bisabuelo' }, unchanged)
  const edited = send(world, 'PUT', ONE, { body: {} })
  expect([edited.status, edited.text, edited.headers['ETag']]).toEqual([
    200,
    read(world).text,
    read(world).headers['ETag'],
  ])
  expect(edited.world).toBe(world)
  const one = send(world, 'PUT', ONE, { body: { Color: 'Rojo' } })
  expect({ ...one.json, Color: 'Blanco' }).toEqual(read(world).json)
})

it('PUB-22: under the second option of publications/put-absent an absent Activa is still true', () => {
  const suspended = made({ Activa: false }, miniatureWorld({ 'publications/put-absent': 'unchanged' }))
  const state = (body: object) => send(suspended, 'PUT', ONE, { body }).json.EstadoActual
  expect([{}, { Activa: null }, { Activa: false }].map(state)).toEqual(['Activa', 'Suspendida', 'Suspendida'])
})

it('PUB-22, PUB-37: in a full edit Activa absent, null or true reactivates and false suspends', () => {
  const suspended = made({ Activa: false })
  const state = (world: World, more: object) => put(world, { ...more }).json.EstadoActual
  expect(
    [{}, { Activa: null }, { Activa: true }, { Activa: false }].map((more) => state(suspended, more)),
  ).toEqual(['Activa', 'Activa', 'Activa', 'Suspendida'])
  expect(
    [{}, { Activa: null }, { Activa: true }, { Activa: false }].map((more) => state(made(), more)),
  ).toEqual(['Activa', 'Activa', 'Activa', 'Suspendida'])
})

it('PUB-28, PUB-37: in a partial edit Activa true reactivates, false suspends, absent or null leaves the state', () => {
  const state = (world: World, body: object) => patch(world, body).json.EstadoActual
  const bodies = [{}, { Activa: null }, { Activa: true }, { Activa: false }]
  expect(bodies.map((body) => state(made(), body))).toEqual(['Activa', 'Activa', 'Activa', 'Suspendida'])
  expect(bodies.map((body) => state(made({ Activa: false }), body))).toEqual([
    'Suspendida',
    'Suspendida',
    'Activa',
    'Suspendida',
  ])
})

it('PUB-23: an OperadorResponsable that is null or not admitted keeps the one assigned', () => {
  const world = made({ OperadorResponsable: 'raul@taller.example' })
  for (const OperadorResponsable of [null, undefined, '', 'nadie@taller.example', 'jefe@otra.example']) {
    expect(put(world, { OperadorResponsable }).json.OperadorResponsable).toBe('raul@taller.example')
  }
  expect(put(world, { OperadorResponsable: MAIL }).json.OperadorResponsable).toBe(MAIL)
})

it('PUB-24: Telefono must be, completely, a phone of the operator who is responsible after the edit', () => {
  const world = made()
  const keys = (more: object) =>
    put(world, { ...more }).json.Errors && keysOf(put(world, { ...more }).json.Errors)
  expect(put(world, { Telefono: '351 555-0001' }).json.Telefono).toBe('351 555-0001')
  for (const Telefono of ['351 555-0002', '555-0001', '351 555-00011', '3515550001', ' 351 555-0001'])
    expect(keys({ Telefono })).toEqual(['Telefono'])
  const raul = { OperadorResponsable: 'raul@taller.example' }
  expect(put(world, { ...raul, Telefono: '351 555-0002' }).json.Telefono).toBe('351 555-0002')
  expect(keys({ ...raul, Telefono: '351 555-0001' })).toEqual(['Telefono'])
  expect(put(world, raul).json.Telefono).toBe('351 555-0002')
})

it('PUB-24: a phone that a create accepted is refused in a full edit when it is none of the operator’s', () => {
  const world = made({ Telefono: '11 4444-4444' })
  const edited = put(world, { Telefono: '11 4444-4444' })
  expect([edited.status, keysOf(edited.json.Errors)]).toEqual([400, ['Telefono']])
  expect(put(world).json.Telefono).toBe('351 555-0001')
})

const photos = (...names: readonly string[]) => names.map((name) => `https://cdn.example/${name}.jpg`)

it('PUB-25: as many photos as before change nothing, another number replaces them all', () => {
  const world = made({ Fotos: photos('a', 'b') })
  expect(put(world, { Fotos: photos('c', 'd') }).json.Fotos).toEqual(photos('a', 'b'))
  expect(put(world, { Fotos: photos('c') }).json.Fotos).toEqual(photos('c'))
  expect(put(world, { Fotos: photos('c', 'd', 'e') }).json.Fotos).toEqual(photos('c', 'd', 'e'))
  // A change that is ignored is not judged either.
  expect(put(world, { Fotos: ['not a url', ''] }).json.Fotos).toEqual(photos('a', 'b'))
  expect(keysOf(put(world, { Fotos: ['not a url'] }).json.Errors)).toEqual(['Fotos[0]'])
  const { setting } = miniatureWorld({ 'publications/photos': 'downloaded' })
  expect(put({ ...world, setting }, { Fotos: photos('c', 'd') }).json.Fotos).toEqual(photos('a', 'b'))
})

it('publications/photos-put: an absent and an empty list for the photos of a used car, under each option', () => {
  const outcome = (option: string, more: object) => {
    const result = put(made({ Fotos: photos('a') }, miniatureWorld({ 'publications/photos-put': option })), {
      ...more,
    })
    return result.status === 200 ? result.json.Fotos : keysOf(result.json.Errors)
  }
  const bodies = [{}, { Fotos: null }, { Fotos: [] }]
  expect(bodies.map((body) => outcome('kept-when-absent', body))).toEqual([
    photos('a'),
    photos('a'),
    ['Fotos'],
  ])
  expect(bodies.map((body) => outcome('mandatory', body))).toEqual([['Fotos'], ['Fotos'], ['Fotos']])
  expect(bodies.map((body) => outcome('empty-ignored', body))).toEqual([
    photos('a'),
    photos('a'),
    photos('a'),
  ])
})

it('PUB-17: an edit that makes a new car without photos a used one must bring photos, under every option', () => {
  for (const option of ['kept-when-absent', 'mandatory', 'empty-ignored']) {
    const world = made(
      { Kilometraje: 0, VersionYear: 2026, Fotos: [] },
      miniatureWorld({ 'publications/photos-put': option }),
    )
    for (const more of [{}, { Fotos: null }, { Fotos: [] }]) {
      const result = put(world, { VersionYear: 2026, Kilometraje: 10, ...more })
      expect([option, more, result.status, result.json.Errors && keysOf(result.json.Errors)]).toEqual([
        option,
        more,
        400,
        ['Fotos'],
      ])
    }
    expect(put(world, { VersionYear: 2026, Kilometraje: 10, Fotos: photos('a') }).json.Fotos).toEqual(
      photos('a'),
    )
  }
})

it('PUB-25: the photos of a new car may be taken away', () => {
  const world = made({ Kilometraje: 0, VersionYear: 2026, Fotos: photos('a') })
  expect(put(world, { VersionYear: 2026, Kilometraje: 0, Fotos: [] }).json.Fotos).toEqual([])
})

it('publications/mileage-put: a lower mileage is accepted, but not back to 0', () => {
  const world = made({ VersionYear: 2026, Kilometraje: 500 })
  expect(put(world, { VersionYear: 2026, Kilometraje: 499 }).json.Kilometraje).toBe(499)
  expect(keysOf(put(world, { VersionYear: 2026, Kilometraje: 0 }).json.Errors)).toEqual(['Kilometraje'])
  const fresh = made({ VersionYear: 2026, Kilometraje: 0 })
  expect(put(fresh, { VersionYear: 2026, Kilometraje: 0 }).status).toBe(200)
})

it('PUB-21, PUB-14: the rules of the contracted product hold in a full edit too', () => {
  const world = made(
    { VersionYear: 2026, Kilometraje: 0 },
    miniatureWorld({}, { product: { suspends: true, cars: 'new' } }),
  )
  expect(keysOf(put(world, { VersionYear: 2026, Kilometraje: 5 }).json.Errors)).toEqual(['Kilometraje'])
})

const fixed = {
  ExternalId: 'otro',
  Marca: 'Fiat',
  Modelo: 'Cronos',
  Version: 'X',
  Transmision: 'A',
  Propulsion: 'GNC',
  Carroceria: 'SUV',
}

it('PUB-27: members that are not editable have no effect in either edit', () => {
  const world = made()
  const before = read(world).json
  for (const edited of [put(world, fixed), patch(world, fixed)]) {
    expect(edited.status).toBe(200)
    for (const member of ['ExternalId', 'Marca', 'Modelo', 'Version', 'Transmision', 'Propulsion'])
      expect(edited.json[member]).toEqual(before[member])
  }
})

it('publications/uneditable-members: under the second option each is refused', () => {
  const world = made({}, miniatureWorld({ 'publications/uneditable-members': '400' }))
  expect(keysOf(put(world, fixed).json.Errors)).toEqual(Object.keys(fixed).sort())
  expect(keysOf(patch(world, fixed).json.Errors)).toEqual(Object.keys(fixed).sort())
  expect(patch(world, { Inventado: 1 }).status).toBe(200)
})

it('common/unknown-members: members that are not documented are ignored, or refused under the second option', () => {
  expect(put(made(), { Inventado: 1 }).status).toBe(200)
  const world = made({}, miniatureWorld({ 'common/unknown-members': '400' }))
  expect(keysOf(patch(world, { Inventado: 1, otro: 2 }).json.Errors)).toEqual(['Inventado', 'otro'])
  expect(patch(world, fixed).status).toBe(200)
})

it('PUB-28: a partial edit changes the three amounts and nothing else', () => {
  const world = made({ RefStock: 'S-1' })
  const before = read(world).json
  const amounts = {
    Precio: { Moneda: 'USD', Importe: 1 },
    Adelanto: { Moneda: 'ARS', Importe: 2 },
    Cuota: { Moneda: 'EUR', Importe: 3.5 },
  }
  const edited = patch(world, {
    ...amounts,
    RefStock: 'S-2',
    Color: 'Rojo',
    Kilometraje: 1,
    Fotos: [],
    VersionYear: 1,
  })
  expect(edited.json).toEqual({ ...before, ...amounts })
})

it('publications/patch-null-amounts: null clears an amount, absent leaves it', () => {
  const amount = { Moneda: 'ARS', Importe: 5 }
  const world = made({ Precio: amount, Adelanto: amount, Cuota: amount })
  const { Precio, Adelanto, Cuota } = patch(world, { Precio: null, Cuota: null }).json
  expect([Precio, Adelanto, Cuota]).toEqual([null, amount, null])
})

it('PUB-28: a partial edit reports every issue at once', () => {
  const body = { Precio: { Moneda: 'ZZZ', Importe: -1 }, Adelanto: 1, Cuota: { Importe: 1 }, Activa: 'sí' }
  expect(keysOf(patch(made(), body).json.Errors)).toEqual([
    'Activa',
    'Adelanto',
    'Cuota.Moneda',
    'Precio.Importe',
    'Precio.Moneda',
  ])
})

it('publications/patch-empty: a partial edit that says nothing new answers 200 and leaves world and ETag as they were', () => {
  const world = made()
  for (const body of [
    {},
    { Activa: true },
    { Activa: null },
    { Precio: { Moneda: 'ARS', Importe: 15_500_000 } },
    { Precio: { Moneda: 'Peso argentino', Importe: 15_500_000.0 } },
  ]) {
    const result = patch(world, body)
    expect([result.status, result.headers['ETag']]).toEqual([200, read(world).headers['ETag']])
    expect(result.world).toBe(world)
  }
})

it('publications/etag-unchanged-write: under the second option every successful write makes a new tag', () => {
  const world = made({}, miniatureWorld({ 'publications/etag-unchanged-write': 'new' }))
  const result = patch(world, {})
  expect([result.status, result.text]).toEqual([200, read(world).text])
  expect(result.headers['ETag']).not.toBe(read(world).headers['ETag'])
  expect(read(result.world).headers['ETag']).toBe(result.headers['ETag'])
})

it('PUB-21, PUB-28: an edit in the ref form answers the ref with the new tag', () => {
  const headers = { Accept: 'application/vnd.service.ref+json' }
  const world = made()
  for (const result of [
    send(world, 'PUT', ONE, { body: least, headers }),
    send(world, 'PATCH', ONE, { body: { Precio: null }, headers }),
  ]) {
    expect([result.status, Object.keys(result.json), result.json.etag]).toEqual([
      200,
      ['etag', 'ExternalId', 'EstadoActual', 'href', 'title'],
      result.headers['ETag'],
    ])
  }
})

it('common/write-to-unknown: a write to a publication that does not exist answers 404 plain, or 403', () => {
  const write = (world: World, method: string, step: string) =>
    send(world, method, `${AT}/otro${step}`, { body: {} })
  for (const [method, step] of [
    ['PUT', ''],
    ['PATCH', ''],
    ['PATCH', '/suspender'],
    ['PATCH', '/archivar'],
  ] as const) {
    const plain = write(miniatureWorld(), method, step)
    expect([plain.status, plain.headers['Content-Type']]).toEqual([404, 'text/plain; charset=utf-8'])
    const forbidden = write(miniatureWorld({ 'common/write-to-unknown': '403' }), method, step)
    expect([forbidden.status, forbidden.headers['Content-Type']]).toEqual([403, 'application/problem+json'])
  }
})
