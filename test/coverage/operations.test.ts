import { expect, it } from 'vitest'
import { assumptions } from '../../src/api/assumptions/profile.ts'
import { operations } from '../../src/model/resources/index.ts'

/** Operations under "Endpoints" of the description, with the refusals and the 304 that it lists for each. */
const DOCUMENTED = [
  'POST /v3/publicaciones/{adminmail}: 400, 403, 409',
  'GET /v3/publicaciones/{adminmail}/{externalid}: 304, 400, 404',
  'PUT /v3/publicaciones/{adminmail}/{externalid}: 400, 403, 409, 412',
  'PATCH /v3/publicaciones/{adminmail}/{externalid}: 400, 403, 409, 412',
  'PATCH /v3/publicaciones/{adminmail}/{externalid}/suspender: 400, 403, 409, 412',
  'PATCH /v3/publicaciones/{adminmail}/{externalid}/archivar: 400, 403, 409, 412',
  'GET /v3/consultas/{adminmail}/{sid}: 400, 404',
  'GET /v3/consultas/{adminmail}: 400, 404',
  'GET /v3/operadores/{adminmail}: 400, 404',
  'PUT /v3/operadores/{adminmail}: 400, 403, 404',
  'PUT /v3/agencias/{adminmail}: 400, 403',
  'GET /v3/agencias/{adminmail}/productos: 400, 404',
  'GET /v3/notificaciones/{adminmail}: 400, 404',
  'GET /v3/appnotificaciones: ',
  'GET /v3/appnotificaciones/{topic}: 404',
  'PUT /v3/appnotificaciones/{topic}: 400, 404',
  'GET /v3: 304',
  'GET /v3/versiones/{id}: 404',
  'GET /v3/modelos/bestmatch: 400',
  'GET /v3/marcas/bestmatch: 400',
]

const described = operations.all.filter(({ assumption }) => assumption === undefined)

it('the operations without an assumption are the twenty of the description, with the statuses that it lists', () => {
  const served = described.map(
    ({ method, path, refusalStatuses }) => `${method} ${path}: ${refusalStatuses.join(', ')}`,
  )
  expect(DOCUMENTED).toHaveLength(20)
  expect(served.sort()).toEqual([...DOCUMENTED].sort())
})

it('every other operation names an existing assumption', () => {
  const known = new Set<string>(assumptions.map(({ id }) => id))
  const others = operations.all.filter((entry) => !described.includes(entry))
  expect(others.length).toBeGreaterThan(0)
  for (const { id, assumption } of others) expect(known.has(assumption ?? ''), id).toBe(true)
})

it('every operation has a unique id, a summary and statements', () => {
  expect(new Set(operations.all.map(({ id }) => id)).size).toBe(operations.all.length)
  for (const { id, summary, statements } of operations.all) {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/)
    expect(summary, id).not.toBe('')
    expect(statements.length, id).toBeGreaterThan(0)
  }
})

it('every parameter of a path template is declared, and no other path parameter is', () => {
  for (const { id, path, parameters } of operations.all) {
    const inTemplate = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(
      parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name),
      id,
    ).toEqual(inTemplate)
  }
})
