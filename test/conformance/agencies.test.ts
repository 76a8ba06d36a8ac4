import { expect, it } from 'vitest'
import { golListing, MAIL, miniatureWorld, OTHER_MAIL, send } from '../support/miniature-world.ts'

/** AGE-05, AGE-06, AGE-07, AGE-12: agencies and their package. */

const ONE = `/v3/agencias/${MAIL}`
const put = (body: unknown, as = 'uno') => send(miniatureWorld(), 'PUT', ONE, { body, app: as })

it('AGE-06: an agency has its e-mail, its name, seven link blocks and links', () => {
  const { status, json } = send(miniatureWorld(), 'GET', ONE)
  expect(status).toBe(200)
  const blocks = [
    'Consultas',
    'Notificaciones',
    'Operadores',
    'Productos',
    'Publicaciones',
    'Sucursales',
    'Visitas',
  ]
  expect(Object.keys(json).sort()).toEqual(['AdminMail', ...blocks, 'NombreComercial', '_links'].sort())
  expect(json).toMatchObject({ AdminMail: MAIL, NombreComercial: 'El Taller' })
  for (const block of blocks) {
    expect(Object.keys(json[block])).toEqual(['_links'])
    expect(send(miniatureWorld(), 'GET', json[block]._links.self.href).status).toBe(200)
  }
})

it('AGE-06: the ref of an agency has its e-mail, address and commercial name', () => {
  const { json } = send(miniatureWorld(), 'GET', ONE, {
    headers: { Accept: 'application/vnd.service.ref+json' },
  })
  expect(json).toEqual({ AdminMail: MAIL, href: '/v3/agencias/jefa%40taller.example', title: 'El Taller' })
})

it('AGE-12: an agency answers to its e-mail in any case, and shows it as it is', () => {
  expect(send(miniatureWorld(), 'GET', `/v3/agencias/${MAIL.toUpperCase()}`).json.AdminMail).toBe(MAIL)
})

it('agencies/address: the list holds the agencies that exist for the app, in the order of the scenario', () => {
  const listed = (as: string, query = '') =>
    send(miniatureWorld(), 'GET', `/v3/agencias${query}`, { app: as }).json._entries.map(
      ({ AdminMail }: { AdminMail: string }) => AdminMail,
    )
  expect(listed('uno')).toEqual([MAIL])
  expect(listed('dos')).toEqual([MAIL, OTHER_MAIL])
  expect(listed('dos', '?q=OTRA')).toEqual([OTHER_MAIL])
  expect(listed('dos', '?q=taller')).toEqual([MAIL])
  expect(listed('dos', '?q=nada')).toEqual([])
  expect(listed('dos', '?q=')).toEqual([MAIL, OTHER_MAIL])
})

it.each([
  [3, 200],
  [100, 200],
  [2, 400],
  [101, 400],
  [0, 400],
])('AGE-05: a commercial name of %i characters answers %i', (length, status) => {
  const NombreComercial = 'ñ'.repeat(length)
  const result = put({ NombreComercial })
  expect(result.status).toBe(status)
  if (status === 200) expect(result.json.NombreComercial).toBe(NombreComercial)
  else expect(Object.keys(result.json.Errors)).toEqual(['NombreComercial'])
})

it('common/length-unit: a character outside the basic plane counts twice, and white space counts', () => {
  expect(put({ NombreComercial: '🚗a' }).status).toBe(200)
  expect(put({ NombreComercial: '🚗' }).status).toBe(400)
  expect(put({ NombreComercial: '   ' }).status).toBe(200)
  expect(put({ NombreComercial: '🚗'.repeat(51) }).status).toBe(400)
})

it.each([
  {},
  { NombreComercial: null },
  { nombreComercial: 'Bueno' },
  { NombreComercial: 123 },
  { NombreComercial: true },
  { NombreComercial: ['abc'] },
  { NombreComercial: { a: 1 } },
])('AGE-05, agencies/commercial-name-absent: %j is 400 on NombreComercial and changes nothing', (body) => {
  const world = miniatureWorld()
  const result = send(world, 'PUT', ONE, { body })
  expect([result.status, Object.keys(result.json.Errors)]).toEqual([400, ['NombreComercial']])
  expect(result.world).toBe(world)
})

it('AGE-05: the new name is shown wherever the agency is, at once', () => {
  const { world } = put({ NombreComercial: 'Autos Julia' })
  expect(send(world, 'GET', ONE).json.NombreComercial).toBe('Autos Julia')
  expect(send(world, 'GET', '/v3/agencias').json._entries[0].NombreComercial).toBe('Autos Julia')
  expect(send(miniatureWorld(), 'GET', ONE).json.NombreComercial).toBe('El Taller')
})

it('AGE-05, ERR-08: an app with read access alone is refused with 403 before its body is looked at', () => {
  for (const body of [{ NombreComercial: 'Otro' }, {}]) {
    const result = put(body, 'lector')
    expect([result.status, result.headers['Content-Type']]).toEqual([403, 'application/problem+json'])
    expect(result.json).not.toHaveProperty('Errors')
  }
})

it('common/write-to-unknown: a PUT of an agency that does not exist for the app is 404, or 403', () => {
  const write = (profile: Readonly<Record<string, string>>, mail: string) =>
    send(miniatureWorld(profile), 'PUT', `/v3/agencias/${mail}`, { body: { NombreComercial: 'Otro' } })
  for (const mail of [OTHER_MAIL, 'nadie@x.example']) {
    expect(write({}, mail).headers['Content-Type']).toBe('text/plain; charset=utf-8')
    expect(write({}, mail).status).toBe(404)
    expect(write({ 'common/write-to-unknown': '403' }, mail).status).toBe(403)
    expect(write({ 'auth/forbidden-reads': '403' }, mail).status).toBe(404)
  }
})

it('auth/forbidden-reads=403: the agency of another app is forbidden to read, an unknown one does not exist', () => {
  const world = miniatureWorld({ 'auth/forbidden-reads': '403' })
  expect(send(world, 'GET', `/v3/agencias/${OTHER_MAIL}`).status).toBe(403)
  expect(send(world, 'GET', `/v3/agencias/${OTHER_MAIL}/productos`).status).toBe(403)
  expect(send(world, 'GET', '/v3/agencias/nadie@x.example').status).toBe(404)
})

it('AGE-07: the package shows contracted, used and free places of each level as integers', () => {
  const { json } = send(miniatureWorld(), 'GET', `${ONE}/productos`)
  expect(json).toMatchObject({
    Baja: { Pack: 3, Activas: 0, Disponibles: 3 },
    Media: { Pack: 2, Activas: 0, Disponibles: 2 },
    Alta: { Pack: 1, Activas: 0, Disponibles: 1 },
  })
  expect(Object.keys(json).sort()).toEqual(['Alta', 'Baja', 'Media', '_links'])
  const { world } = send(miniatureWorld(), 'POST', `/v3/publicaciones/${MAIL}`, { body: golListing('gol-1') })
  expect(send(world, 'GET', `${ONE}/productos`).json.Alta).toEqual({ Pack: 1, Activas: 1, Disponibles: 0 })
})
