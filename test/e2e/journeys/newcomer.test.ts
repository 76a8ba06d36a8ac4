import { expect, it } from 'vitest'
import type {
  Agencia,
  AppNotificaciones,
  AppWebhook,
  Consulta,
  Notificaciones,
  Operador,
  Productos,
  Publicacion,
  PublicacionRef,
  Sucursal,
} from '../../../src/cli/entries/index.ts'
import { golListing } from '../../support/miniature-world.ts'
import { arrive, type Collection, type Link, type Linked, type Page } from './visitor.ts'

/** What a newcomer does in the first hour, over real HTTP, from the entry point by links alone. */

type EntryPoint = Readonly<Record<'Agencias' | 'Versiones' | 'Marcas' | 'AppNotificaciones', Linked>>

const START: Link = { href: '/v3' }
const REF = { Accept: 'application/vnd.service.ref+json' }

const atAgency = async () => {
  const { url, follow } = await arrive()
  const { body: entry } = await follow<EntryPoint>(START)
  const { body: agencies } = await follow<Collection<Agencia>>(entry.Agencias._links['self'])
  return { url, follow, entry, agency: agencies._entries[0]! }
}

const car = (url: string, more: object = {}) =>
  golListing('mi-auto-1', {
    Fotos: [1, 2, 3].map((n) => `${url}/_playa/photos/1280x720/hatchback/blanco/${n}.svg`),
    ...more,
  })

const published = async (more: object = {}) => {
  const place = await atAgency()
  const made = await place.follow<Publicacion>(place.agency.Publicaciones._links['crear'], {
    body: car(place.url, more),
  })
  expect(made.status).toBe(201)
  return { ...place, made }
}

it('the entry point leads to the first agency, and the agency to everything that is its own', async () => {
  const { follow, agency } = await atAgency()
  expect(agency).toMatchObject({
    AdminMail: 'ventas@lospinos.example',
    NombreComercial: 'Automotores Los Pinos',
  })
  const blocks = [
    agency.Productos,
    agency.Operadores,
    agency.Sucursales,
    agency.Notificaciones,
    agency.Publicaciones,
    agency.Consultas,
    agency.Visitas,
  ]
  for (const { _links } of blocks) expect((await follow(_links['self'])).status).toBe(200)
  expect((await follow<Agencia>(agency._links['self'])).body).toEqual(agency)
})

it('every link that the entry point offers without a template answers 200, in full and as far as it has one as a ref', async () => {
  const { follow } = await arrive()
  const { text } = await follow(START)
  const plain = [...text.matchAll(/\{"href":"([^"]+)"\}/g)].map(([, href = '']) => ({ href }))
  expect(plain.length).toBeGreaterThan(7)
  for (const link of plain) expect((await follow(link)).status).toBe(200)
  for (const link of plain) expect([200, 406]).toContain((await follow(link, { headers: REF })).status)
})

it('a create accepts the values of the best match of versions, and shows the same car', async () => {
  const { follow, entry, agency, url } = await atAgency()
  const values = { make: 'vw', model: 'amarok', trim: '2.0 TDI 180CV Highline 4x2 MT', year: 2025 }
  type Matched = { readonly Match: Readonly<Record<'Marca' | 'Modelo' | 'Nombre', string>> & Linked }
  const { body } = await follow<Matched>(entry.Versiones._links['bestmatch'], { values })
  const { Marca, Modelo, Nombre, _links } = body.Match
  const sent = {
    Marca,
    Modelo,
    Version: _links['self']!.href,
    VersionYear: 2025,
    Kilometraje: 9_000,
    ExternalId: 'amarok-1',
  }
  const made = await follow<Publicacion>(agency.Publicaciones._links['crear'], { body: car(url, sent) })
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({ Marca, Modelo, Version: Nombre, VersionYear: 2025 })
})

it('a publication is created active with sandbox photos, is read at its Location, and takes one place of the package', async () => {
  const { follow, agency, made, url } = await published({ Exposicion: 'Media' })
  expect(made.headers.get('location')).toBe(made.body._links['self']?.href)
  expect(made.body).toMatchObject({
    ExternalId: 'mi-auto-1',
    EstadoActual: 'Activa',
    Marca: 'Volkswagen',
    Exposicion: 'Media',
  })
  const read = await follow<Publicacion>({ href: made.headers.get('location') ?? '' })
  expect([read.status, read.etag, read.text]).toEqual([200, made.etag, made.text])
  const { body: package_ } = await follow<Productos>(agency.Productos._links['self'])
  expect(package_.Media).toEqual({ Pack: 100, Activas: 14, Disponibles: 86 })
  for (const photo of read.body.Fotos) {
    const picture = await fetch(photo)
    expect([photo.startsWith(url), picture.status, picture.headers.get('content-type')]).toEqual([
      true,
      200,
      'image/svg+xml',
    ])
    expect(await picture.text()).toContain('<svg')
  }
})

it('a photo that is too small, a negative price and a mileage in words are reported together, member by member', async () => {
  const { follow, agency, url } = await atAgency()
  const wrong = {
    Precio: { Moneda: 'ARS', Importe: -1 },
    Kilometraje: 'pocos',
    Fotos: [`${url}/_playa/photos/639x360/suv/rojo/1.svg`],
  }
  const refused = await follow<{ Errors: object }>(agency.Publicaciones._links['crear'], {
    body: car(url, wrong),
  })
  expect(refused.status).toBe(400)
  expect(Object.keys(refused.body.Errors).sort()).toEqual(['Fotos[0]', 'Kilometraje', 'Precio.Importe'])
})

it('an edit changes the tag; a read with the new one is 304, a write with the old one 412 and changes nothing', async () => {
  const { follow, made } = await published()
  const [self, amend] = [made.body._links['self'], made.body._links['modificar']]
  const edited = await follow<Publicacion>(amend, {
    body: { Precio: { Moneda: 'USD', Importe: 12_000 } },
    headers: { 'If-Match': made.etag },
  })
  expect([edited.status, edited.body.Precio]).toEqual([200, { Moneda: 'USD', Importe: 12_000 }])
  expect(edited.etag).not.toBe(made.etag)
  const unchanged = await follow(self, { headers: { 'If-None-Match': edited.etag } })
  expect([unchanged.status, unchanged.text, unchanged.etag]).toEqual([304, '', edited.etag])
  expect((await follow(self, { headers: { 'If-None-Match': made.etag } })).status).toBe(200)
  const stale = await follow(amend, { body: { Precio: null }, headers: { 'If-Match': made.etag } })
  expect(stale.status).toBe(412)
  expect((await follow(self)).text).toBe(edited.text)
})

it('a full edit keeps brand and photos of equal number, and clears what it leaves out', async () => {
  const { follow, made, url } = await published({ RefStock: 'S-1' })
  const Fotos = [4, 5, 6].map((n) => `${url}/_playa/photos/1280x720/hatchback/blanco/${n}.svg`)
  const body = { VersionYear: 2018, Kilometraje: 62_500, Color: 'Rojo', Marca: 'Fiat', Fotos }
  const edited = await follow<Publicacion>(made.body._links['editar'], {
    body,
    headers: { 'If-Match': made.etag },
  })
  expect(edited.body).toMatchObject({
    Marca: 'Volkswagen',
    Kilometraje: 62_500,
    Color: 'Rojo',
    RefStock: null,
    Precio: null,
  })
  expect(edited.body.Fotos).toEqual(made.body.Fotos)
})

it('suspended, reactivated, archived: each response offers the steps that are left, and none of archived', async () => {
  const { follow, agency, made } = await published()
  const suspended = await follow<Publicacion>(made.body._links['suspender'], {
    headers: { 'If-Match': made.etag },
  })
  expect(suspended.body.EstadoActual).toBe('Suspendida')
  expect(suspended.body._links).not.toHaveProperty('suspender')
  const listed = await follow<Page<PublicacionRef>>(agency.Publicaciones._links['self'], { headers: REF })
  expect(listed.body._entries.map(({ ExternalId }) => ExternalId)).not.toContain('mi-auto-1')
  const active = await follow<Publicacion>(suspended.body._links['modificar'], { body: { Activa: true } })
  expect([active.body.EstadoActual, active.body._links]).toEqual(['Activa', made.body._links])
  const archived = await follow<Publicacion>(active.body._links['archivar'])
  expect(archived.body.EstadoActual).toBe('Archivada')
  expect(Object.values(archived.body._links).filter(({ method }) => method !== undefined)).toEqual([])
  const again = await follow(made.body._links['modificar'], { body: { Activa: true } })
  expect(again.status).toBe(409)
})

it('all inquiries of ninety days are met once each, page by page, newest first, in full and as refs', async () => {
  const { follow, agency } = await atAgency()
  const values = { desde: '2025-12-01', hasta: '2026-03-01' }
  const seen: Consulta[] = []
  let page = await follow<Page<Consulta>>(agency.Consultas._links['buscar'], { values })
  for (;;) {
    seen.push(...page.body._entries)
    const { next } = page.body._links
    if (!next) break
    page = await follow<Page<Consulta>>(next)
  }
  expect(seen).toHaveLength(page.body.Total)
  expect(page.body.Pagina).toBe(Math.ceil(page.body.Total / 100))
  const moments = seen.map(({ Momento }) => Momento)
  expect(moments).toEqual(moments.toSorted().reverse())
  const one = seen[0]!
  expect(new Set(seen.map(({ _links }) => _links['self']?.href)).size).toBe(seen.length)
  expect((await follow<Consulta>(one._links['self'])).body).toEqual(one)
  const refs = await follow<Page<{ readonly href: string; readonly title: string }>>(
    agency.Consultas._links['buscar'],
    { values, headers: REF },
  )
  expect(refs.body._entries.map(({ href }) => href)).toEqual(
    seen.slice(0, 100).map(({ _links }) => _links['self']?.href),
  )
})

it('the inquiries of one publication are reached from it, and are all its own', async () => {
  const { follow, agency } = await atAgency()
  const { body: listed } = await follow<Page<Publicacion>>(agency.Publicaciones._links['self'])
  const asked = listed._entries.find(({ ExternalId }) => ExternalId === 'PIN-0001')!
  const { body } = await follow<Page<Consulta>>(asked.Consultas._links['self'])
  expect(body.Total).toBeGreaterThan(0)
  expect(new Set(body._entries.map(({ Auto }) => Auto.ExternalId))).toEqual(new Set(['PIN-0001']))
})

it('the administrator is edited, her phones and address follow, the others cannot be', async () => {
  const { follow, agency } = await atAgency()
  const { body: operators } = await follow<Collection<Operador>>(agency.Operadores._links['self'])
  const administrator = operators._entries.find(({ EsAdministradorAgencia }) => EsAdministradorAgencia)!
  const body = {
    Nombre: 'Lucila',
    TelefonoLaboral: '+54 11 5555-0188',
    WhatsApp: '+54 9 11 5555-0189',
    Region: 'AR-X',
    Ciudad: 'Córdoba',
    Direccion: 'San Martín 1',
  }
  const edited = await follow<Operador>(administrator._links['editar'], { body })
  expect([edited.status, edited.body.Nombre, edited.body.Apellido]).toEqual([
    200,
    'Lucila',
    administrator.Apellido,
  ])
  expect(edited.body.Telefonos).toEqual(['+54 11 5555-0188', '+54 9 11 5555-0189'])
  expect(edited.body.Direcciones[0]).toEqual({
    Region: 'Córdoba',
    Ciudad: 'Córdoba',
    Direccion: 'San Martín 1',
  })
  const others = operators._entries.filter(({ EsAdministradorAgencia }) => !EsAdministradorAgencia)
  expect(others.map(({ _links }) => _links['editar'])).toEqual([undefined, undefined])
})

it('the agency is renamed, and reads so everywhere', async () => {
  const { follow, agency } = await atAgency()
  const renamed = await follow<Agencia>(agency._links['editar'], {
    body: { NombreComercial: 'Los Pinos Usados' },
  })
  expect([renamed.status, renamed.body.NombreComercial]).toEqual([200, 'Los Pinos Usados'])
  expect((await follow(agency._links['self'], { headers: REF })).body).toMatchObject({
    title: 'Los Pinos Usados',
  })
})

it('one channel of the notification settings is edited, the others stay, no secret is shown', async () => {
  const { follow, agency } = await atAgency()
  const { body: before } = await follow<Notificaciones>(agency.Notificaciones._links['self'])
  const hook = {
    Callback: 'https://crm.example/hook',
    Secret: 'sixteen-letters-',
    Activo: true,
    HeaderCustom01: { Name: 'X-A', Value: '1' },
  }
  const edited = await follow<Notificaciones>(before._links['editar'], {
    body: { PublicacionConsultadaWebHook: hook },
  })
  expect(edited.body).toEqual({
    ...before,
    PublicacionConsultadaWebHook: { ...hook, Secret: null, HeaderCustom02: null, HeaderCustom03: null },
  })
  expect((await follow(before._links['self'])).text).toBe(edited.text)
})

it('a webhook that was never configured is 404 until its first configuration, 409 after, and then edited', async () => {
  const { follow, entry } = await atAgency()
  const { body: topics } = await follow<AppNotificaciones>(entry.AppNotificaciones._links['self'])
  const configured = topics.TopicsConfigurados.map(({ Topic }) => Topic)
  const topic = topics.TopicsDisponibles.find((name) => !configured.includes(name))!
  const values = { topic }
  expect((await follow(topics._links['topic'], { values })).status).toBe(404)
  const body = { Callback: 'https://app.example/hook', Secret: 'sixteen-letters-', Activo: true }
  const made = await follow<AppWebhook>(topics._links['crear'], { values, body })
  expect([made.status, made.headers.get('location')]).toEqual([201, made.body._links['self']?.href])
  expect(made.body).toMatchObject({ Callback: 'https://app.example/hook', Secret: null, Activo: true })
  expect((await follow(topics._links['crear'], { values, body })).status).toBe(409)
  const off = await follow<AppWebhook>(made.body._links['editar'], { body: { ...body, Activo: false } })
  expect([off.status, off.body.Activo]).toEqual([200, false])
  const { body: after } = await follow<AppNotificaciones>(topics._links['self'])
  expect(after.TopicsConfigurados.map(({ Topic }) => Topic).sort()).toEqual([...configured, topic].sort())
})

it('a branch is opened and edited, and stands in the list', async () => {
  const { follow, agency } = await atAgency()
  const body = {
    Descripcion: 'Depósito',
    Region: 'AR-B',
    Ciudad: 'Tandil',
    Direccion: 'Ruta 226',
    Laborable: { Desde: '08:00', Hasta: '16:00' },
  }
  const made = await follow<Sucursal>(agency.Sucursales._links['crear'], { body })
  expect([made.status, made.headers.get('location')]).toEqual([201, made.body._links['self']?.href])
  expect(made.body).toMatchObject({ Descripcion: 'Depósito', Region: 'Buenos Aires', Ciudad: 'Tandil' })
  const edited = await follow<Sucursal>(made.body._links['editar'], {
    body: { ...body, TallerMecanico: true },
  })
  expect(edited.body).toMatchObject({ TallerMecanico: true })
  const { body: list } = await follow<Collection<Sucursal>>(agency.Sucursales._links['self'])
  expect(list._entries.at(-1)).toEqual(edited.body)
})

it('visits are counted by day and listing, newest day first, over all pages', async () => {
  const { follow, agency } = await atAgency()
  type Visit = Linked & { readonly Fecha: string; readonly ExternalId: string; readonly Visitas: number }
  const seen: Visit[] = []
  let page = await follow<Page<Visit>>(agency.Visitas._links['self'])
  for (seen.push(...page.body._entries); page.body._links['next']; seen.push(...page.body._entries)) {
    page = await follow<Page<Visit>>(page.body._links['next'])
  }
  expect(seen).toHaveLength(page.body.Total)
  expect(seen.map(({ Fecha }) => Fecha)).toEqual(
    seen
      .map(({ Fecha }) => Fecha)
      .toSorted()
      .reverse(),
  )
  expect(seen.every(({ Visitas }) => Number.isInteger(Visitas) && Visitas > 0)).toBe(true)
  const { values } = { values: { externalid: 'PIN-0001' } }
  const own = await follow<Page<Visit>>(agency.Visitas._links['buscar'], { values })
  expect(own.body._entries).toEqual(seen.filter(({ ExternalId }) => ExternalId === 'PIN-0001'))
})
