import { expect, it } from 'vitest'
import { CONSOLE, type FormBrowser, openFormBrowser, WORLD } from './form-browser.ts'

/** Tests the storefront as a browser without scripts. */

const MAIL = 'ventas@lospinos.example'
const SHOP = `${WORLD}/vidriera`
const CAR = `${SHOP}/${encodeURIComponent(MAIL)}/PIN-0001`
const API = `/v3/publicaciones/${MAIL}`
const JSON_BODY = { 'content-type': 'application/json', accept: 'application/json' }

const idsIn = (text: string): string[] =>
  [...text.matchAll(/\/vidriera\/[^/"]+\/([^/"]+)"/g)].map(([, id = '']) => id)

/** Returns the ids of the listings of all pages. */
const allOf = async (browser: FormBrowser, query = ''): Promise<string[]> => {
  const ids: string[] = []
  for (let page = 1; page < 20; page++) {
    const { text } = await browser.open(`${SHOP}?${query}&pagina=${page}`)
    ids.push(...idsIn(text))
    if (!text.includes('rel="next"')) break
  }
  return ids
}

const change = (browser: FormBrowser, path: string, method: string, body?: object) =>
  browser.request(path, { method, headers: JSON_BODY, ...(body && { body: JSON.stringify(body) }) })

interface Row {
  readonly ExternalId: string
  readonly Exposicion: string
  readonly Marca: string
  readonly VersionYear: number
  readonly Locacion: { readonly Region: string } | null
  readonly Precio: { readonly Moneda: string; readonly Importe: number } | null
}

/** Returns the active publications that the API lists for each app. */
const activeIn = async (browser: FormBrowser): Promise<Row[]> => {
  const rows: Row[] = []
  for (const key of ['demo-key', 'vidriera-key']) {
    for (const mail of [MAIL, 'hola@delrio.example']) {
      const headers = { authorization: `Bearer ${key}` }
      const { status, text } = await browser.request(`/v3/publicaciones/${mail}?estado=Activa`, { headers })
      // The second app may see the first agency only.
      if (status === 200) rows.push(...JSON.parse(text)._entries)
    }
  }
  return rows
}

it('shows every active publication of every app and agency once, by exposure', async () => {
  const browser = await openFormBrowser({ profile: { 'auth/scheme': 'key' } })
  const shown = await allOf(browser)
  const active = await activeIn(browser)
  expect(shown.toSorted()).toEqual(active.map(({ ExternalId }) => ExternalId).toSorted())
  const level = new Map(
    active.map(({ ExternalId, Exposicion }) => [ExternalId, ['Alta', 'Media', 'Baja'].indexOf(Exposicion)]),
  )
  const levels = shown.map((id) => level.get(id) ?? -1)
  expect(levels).toEqual(levels.toSorted())
})

it('a world that requires signatures is read with signatures, and the reads are not recorded', async () => {
  const browser = await openFormBrowser({ scenario: 'strict' })
  expect((await allOf(browser)).length).toBeGreaterThan(5)
  expect(await browser.json('/_playa/worlds/default/journal')).toEqual([])
})

it('filters by brand, year, region, words and price, and does not compare currencies', async () => {
  const browser = await openFormBrowser()
  const active = await activeIn(browser)
  const ids = (fits: (row: Row) => boolean) =>
    [...new Set(active.filter(fits).map(({ ExternalId }) => ExternalId))].toSorted()
  const shown = async (query: string) => (await allOf(browser, query)).toSorted()
  expect(await shown('marca=Toyota')).toEqual(ids(({ Marca }) => Marca === 'Toyota'))
  expect(await shown('amin=2020&amax=2022')).toEqual(
    ids(({ VersionYear: year }) => year >= 2020 && year <= 2022),
  )
  const cheap = ({ Precio }: Row) => Precio?.Moneda === 'ARS' && Precio.Importe <= 25_000_000
  expect(await shown('pmax=25.000.000')).toEqual(ids(cheap))
  expect(await shown('moneda=USD')).toEqual(ids(({ Precio }) => Precio?.Moneda === 'USD'))
  expect((await browser.open(`${SHOP}?pmax=25.000.000`)).text).toMatch(
    /Hay \d+ avisos? más con precio en otra moneda/,
  )
  expect(await shown('region=Santa+Fe')).toEqual(ids(({ Locacion }) => Locacion?.Region === 'Santa Fe'))
  expect(await shown('q=COROLLA+tandil')).toContain('PIN-0001')
  expect((await browser.open(`${SHOP}?q=zzzz`)).text).toContain('Ningún aviso coincide')
})

it('prices, years and kilometres have the format of Argentina', async () => {
  const browser = await openFormBrowser()
  await change(browser, `${API}/PIN-0001`, 'PATCH', { Precio: { Moneda: 'ARS', Importe: 15_200_000 } })
  expect((await browser.open(CAR)).text).toContain('$ 15.200.000')
  await change(browser, `${API}/PIN-0001`, 'PATCH', {
    Precio: { Moneda: 'USD', Importe: 12_500 },
    Cuota: { Moneda: 'ARS', Importe: 350_000 },
  })
  const { text } = await browser.open(CAR)
  expect(text).toContain('USD 12.500')
  expect(text).toMatch(/<dt>Cuota<\/dt><dd>\$ 350\.000<\/dd>/)
  expect(text).toContain('68.500 km')
  await change(browser, `${API}/PIN-0001`, 'PATCH', { Precio: null })
  expect((await browser.open(`${SHOP}?q=PIN-0001`)).text).toContain('Consultar')
})

it('a suspended publication disappears at once and a reactivated one returns', async () => {
  const browser = await openFormBrowser()
  expect(await allOf(browser)).toContain('PIN-0001')
  await change(browser, `${API}/PIN-0001/suspender`, 'PATCH')
  expect(await allOf(browser)).not.toContain('PIN-0001')
  const gone = await browser.open(CAR)
  expect(gone.status).toBe(410)
  expect(gone.text).toContain('Esta publicación ya no está disponible')
  await change(browser, `${API}/PIN-0001`, 'PATCH', { Activa: true })
  expect(await allOf(browser)).toContain('PIN-0001')
  expect((await browser.open(`${SHOP}/${MAIL}/PIN-9999`)).status).toBe(404)
  const lost = await browser.open(`${CONSOLE}/w/nowhere/vidriera`)
  expect([lost.status, lost.text.includes('Esta vidriera no existe')]).toEqual([404, true])
})

const viewsOf = async (browser: FormBrowser): Promise<number> => {
  const page = Object(await browser.json(`/v3/visitas/${MAIL}?externalid=PIN-0001&desde=2026-03-01`))
  return page._entries[0]?.Visitas ?? 0
}

it('opening a listing counts one view; a prefetch, a HEAD request or a reload counts none', async () => {
  const browser = await openFormBrowser()
  await browser.request(CAR, { method: 'HEAD' })
  await browser.request(CAR, { headers: { 'sec-purpose': 'prefetch' } })
  expect(await viewsOf(browser)).toBe(0)
  await browser.open(CAR)
  await browser.open(CAR)
  expect(await viewsOf(browser)).toBe(1)
  await browser.another().open(CAR)
  expect(await viewsOf(browser)).toBe(2)
})

it('a submitted contact form becomes an inquiry with exactly its values, and notifies the channels of the agency', async () => {
  const browser = await openFormBrowser()
  const fields = {
    nombre: 'Rocío',
    apellido: '',
    email: 'rocio@correo.example',
    telefono: '',
    comentario: '¿Sigue?',
    interes: 'permuta',
  }
  const thanks = await browser.submit(CAR, `${CAR}#consultar`, fields)
  expect(thanks.text).toContain('¡Gracias, Rocío!')
  expect(thanks.text).toMatch(/\d notificaciones enviadas/)
  const [inquiry] = Object(await browser.json(`/v3/consultas/${MAIL}`))._entries
  expect(inquiry.Auto.ExternalId).toBe('PIN-0001')
  expect(inquiry.OrigenLead).toBe('form')
  const emptyContact = {
    Apellido: null,
    Telefono: null,
    DocIdentidad: null,
    Provincia: null,
    Ciudad: null,
    InfoOperacion: null,
  }
  expect(inquiry.Interesado).toEqual({
    ...emptyContact,
    Interes: 'permuta',
    Nombre: 'Rocío',
    Email: 'rocio@correo.example',
    Comentario: '¿Sigue?',
  })
  await expect.poll(async () => Object(await browser.json('/_playa/worlds/default/outbox')).length).toBe(2)
  const link =
    /vidriera[^"]*|\/deliveries\/d\d+/.exec(
      thanks.text.slice(thanks.text.indexOf('class="deliveries"')),
    )?.[0] ?? ''
  expect((await browser.open(WORLD + link)).status).toBe(200)
})

it('the thanks show the notifications of an inquiry while the clock runs fast', async () => {
  const browser = await openFormBrowser()
  const clock = { method: 'PUT', headers: JSON_BODY, body: '{"running": true, "speed": 86400}' }
  expect((await browser.request('/_playa/worlds/default/clock', clock)).status).toBe(200)
  const fields = { nombre: 'Rocío', email: 'rocio@correo.example', comentario: '¿Sigue?', interes: 'compra' }
  for (let n = 0; n < 3; n++) {
    const { text } = await browser.submit(CAR, `${CAR}#consultar`, fields)
    expect(text).toMatch(/\b2 notificaciones enviadas/)
  }
})

it('a refused contact form shows errors at its fields, in Spanish, and keeps its values', async () => {
  const browser = await openFormBrowser()
  const before = Object(await browser.json(`/v3/consultas/${MAIL}`)).Total
  const fields = { nombre: '', email: 'rocio@', telefono: '12', comentario: 'Hola & chau', interes: 'compra' }
  const answer = await browser.submit(CAR, `${CAR}#consultar`, fields)
  // The response to the form is a redirect, so a reload does not send it again.
  expect([answer.status, (await postRefused(browser)).status]).toEqual([200, 303])
  for (const said of ['Escribí tu nombre.', 'Revisá el email', 'Revisá el teléfono'])
    expect(answer.text).toContain(said)
  expect(answer.text).toMatch(
    /id="c-email"[^>]*value="rocio@"[^>]*aria-invalid="true" aria-describedby="e-email"/,
  )
  expect(answer.text).toContain('Hola &amp; chau')
  expect(Object(await browser.json(`/v3/consultas/${MAIL}`)).Total).toBe(before)
})

const postRefused = async (browser: FormBrowser) => {
  const key = /name="_key" value="([^"]*)"/.exec((await browser.open(CAR)).text)?.[1] ?? ''
  return browser.post(CAR, { _key: key, nombre: '' })
}

it('an inquiry on a publication that was suspended in between responds with 410', async () => {
  const browser = await openFormBrowser()
  const { text } = await browser.open(CAR)
  const key = /name="_key" value="([^"]*)"/.exec(text)?.[1] ?? ''
  await change(browser, `${API}/PIN-0001/suspender`, 'PATCH')
  const sent = await browser.post(CAR, {
    _key: key,
    nombre: 'A',
    email: 'a@b.example',
    comentario: 'x',
    interes: 'compra',
  })
  expect(sent.status).toBe(410)
  expect((await browser.post(CAR, { nombre: 'A' })).status).toBe(403)
})

it('a publication named like a script is shown as text, external photos are not loaded, and nothing is inline', async () => {
  const browser = await openFormBrowser()
  const evil = '<script>alert(1)</script>'
  const before = Object(await browser.json(`${API}/PIN-0001`))
  const Fotos = [...before.Fotos, 'https://cdn.example/1.jpg'].slice(1, 2).concat('https://cdn.example/1.jpg')
  const written = await change(browser, `${API}/PIN-0001`, 'PUT', {
    ...before,
    Descripcion: evil,
    Color: evil,
    Fotos: [...Fotos, ...Fotos, ...Fotos],
  })
  expect(written.status).toBe(200)
  await change(browser, `/v3/agencias/${MAIL}`, 'PUT', { NombreComercial: evil })
  for (const path of [CAR, SHOP, `${SHOP}?q=${encodeURIComponent(evil)}&marca="'><img src=x>`]) {
    const { text, headers } = await browser.open(path)
    expect(text).not.toMatch(/<script|<img src=x|\sstyle=|\son\w+=|cdn\.example/)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  }
})

it('three hundred listings are shown within 200 ms, and a very large inventory shows how many are omitted', async () => {
  const scenario = (count: number) => ({
    title: 'A large lot',
    story: 'Many cars.',
    seed: 1,
    apps: [{ name: 'a', key: 'k', secret: 's' }],
    agencies: [
      {
        adminMail: 'v@a.example',
        nombreComercial: 'La Grande',
        package: { Alta: count, Media: 0, Baja: 0 },
        access: { a: {} },
        operators: [{ Nombre: 'A', Apellido: 'B', Email: 'v@a.example' }],
        stock: [{ prefix: 'X', count, describe: false }],
      },
    ],
  })
  const browser = await openFormBrowser({ scenario: scenario(300) })
  expect((await browser.open(SHOP)).text).toContain('300 avisos publicados, página 1 de 13')
  const times: number[] = []
  for (let i = 0; i < 5; i++) {
    const startedMs = performance.now()
    await browser.open(SHOP)
    times.push(performance.now() - startedMs)
  }
  expect(Math.min(...times)).toBeLessThan(200)
  const large = await openFormBrowser({ scenario: scenario(3_200) })
  expect((await large.open(SHOP)).text).toMatch(/tiene 3\.200 avisos; acá se muestran los 3\.000 más nuevos/)
})

it('consecutive cards show other surroundings where the car has such a photo', async () => {
  const { text } = await (await openFormBrowser()).open(`${WORLD}/vidriera`)
  const surroundings = Array.from(text.matchAll(/<img src="[^"]*\/(\d+)\.svg" alt=""/g), ([, n]) => n)
  expect(surroundings.length).toBeGreaterThan(10)
  expect(surroundings.filter((n, i) => n === surroundings[i - 1])).toEqual([])
})
