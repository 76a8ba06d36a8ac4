import { readFileSync } from 'node:fs'
import createClient from 'openapi-fetch'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { expect, it } from 'vitest'
import type { paths } from '../../../contracts/openapi.d.ts'
import { createSandbox } from '../../../src/cli/entries/index.ts'

/**
 * A client whose types were generated from the OpenAPI document: what it may send and what it gets is known
 * before it runs.
 */

it('a listing is published, priced, seen in the list and archived by a client with generated types', async () => {
  const sandbox = await createSandbox({ scenario: 'empty', now: '2026-03-01T12:00:00-03:00' })
  const client = createClient<paths, 'application/json'>({
    baseUrl: 'http://playa.localhost',
    fetch: (request) => sandbox.fetch(request),
  })
  const adminmail = 'ventas@elcomienzo.example'
  const path = { adminmail, externalid: 'typed-1' }

  const created = await client.POST('/v3/publicaciones/{adminmail}', {
    params: { path: { adminmail } },
    body: {
      ExternalId: 'typed-1',
      Marca: 'vw',
      Modelo: 'gol trend',
      VersionYear: 2018,
      Kilometraje: 61_000,
      Fotos: ['http://playa.localhost/_playa/photos/1280x720/hatchback/blanco/1.svg'],
    },
  })
  expect([created.response.status, created.data?.Marca]).toEqual([201, 'Volkswagen'])

  const priced = await client.PATCH('/v3/publicaciones/{adminmail}/{externalid}', {
    params: { path },
    headers: { 'If-Match': created.response.headers.get('etag') },
    body: { Precio: { Moneda: 'ARS', Importe: 15_000_000 } },
  })
  expect(priced.data?.Precio?.Importe).toBe(15_000_000)

  const late = await client.PATCH('/v3/publicaciones/{adminmail}/{externalid}', {
    params: { path },
    headers: { 'If-Match': created.response.headers.get('etag') },
    body: { Precio: { Moneda: 'ARS', Importe: 1 } },
  })
  expect([late.response.status, late.data]).toEqual([412, undefined])

  const list = await client.GET('/v3/publicaciones/{adminmail}', { params: { path: { adminmail } } })
  expect([list.data?.Total, list.data?._entries[0]?.ExternalId]).toEqual([1, 'typed-1'])

  // What was read compiles as the body of a full edit; its state may be a word that the document lacks.
  const read = await client.GET('/v3/publicaciones/{adminmail}/{externalid}', { params: { path } })
  expect(read.data?.EstadoActual).toBe('Activa')
  const putBack = await client.PUT('/v3/publicaciones/{adminmail}/{externalid}', {
    params: { path },
    // The expectation above fails when nothing was read.
    body: read.data!,
  })
  expect([putBack.response.status, putBack.data]).toEqual([200, read.data])

  await client.PATCH('/v3/publicaciones/{adminmail}/{externalid}/archivar', { params: { path } })
  const archived = await client.GET('/v3/publicaciones/{adminmail}/{externalid}', { params: { path } })
  expect(archived.data?.EstadoActual).toBe('Archivada')
})

it('the types in contracts/ match the OpenAPI document there; npm run openapi writes both', async () => {
  const document = readFileSync('contracts/openapi.json', 'utf8')
  const written = readFileSync('contracts/openapi.d.ts', 'utf8')
  // As in the script: a default does not make a member of a request required.
  expect(written).toContain(astToString(await openapiTypescript(document, { defaultNonNullable: false })))
})
