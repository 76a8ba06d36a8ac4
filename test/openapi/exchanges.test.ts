import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { packageRoot } from '../../src/lib/runtime/package-root.ts'
import { checkInProcess, inProcess } from '../kit/targets.ts'
import { answerValidator, compilerOf } from './answer-validator.ts'
import { type OpenapiParts, operationsIn } from './openapi-document.ts'

/** Every exchange of a run of the contract kit, held against the committed document. */

// Other tests in this folder check the shape of the document.
const document = JSON.parse(
  readFileSync(join(packageRoot(), 'contracts/openapi.json'), 'utf8'),
) as OpenapiParts
const { validate } = answerValidator(document)
const compiled = compilerOf({ components: document.components })

const bodySchemas = operationsIn(document).flatMap(({ method, path, operation }) => {
  const media = operation.requestBody?.content['application/json']
  const template = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  return media ? [{ method, template, schema: media.schema }] : []
})

/** What the document has against a request body. */
const againstBody = (method: string, path: string, text: string): string[] => {
  const found = bodySchemas.find((entry) => entry.method === method && entry.template.test(path))
  if (!found || text === '') return []
  const check = compiled(found.schema)
  if (check(JSON.parse(text))) return []
  return (check.errors ?? []).map(
    ({ instancePath, message }) => `${method} ${path} ${instancePath} ${message}`,
  )
}

it('a body that the document does not allow is reported', () => {
  expect(againstBody('PATCH', '/v3/publicaciones/a%40b.example/c', '{"Precio":null}')).toEqual([])
  expect(againstBody('PATCH', '/v3/publicaciones/a%40b.example/c', '{"Precio":1}')).not.toEqual([])
  expect(againstBody('POST', '/v3/publicaciones/a%40b.example', '{"ExternalId":"a-1"}')).not.toEqual([])
})

it('answers, and the bodies that were accepted, are as the document says', async () => {
  const problems = new Set<string>()
  let exchanges = 0
  let bodies = 0
  const fetch = await inProcess(async (request, next) => {
    const { pathname } = new URL(request.url)
    const text = pathname.startsWith('/v3') ? await request.clone().text() : ''
    const response = await next(request)
    if (!pathname.startsWith('/v3')) return response
    const type = response.headers.get('content-type')
    const answer = await response.clone().text()
    exchanges++
    for (const problem of validate(request.method, pathname, response.status, type, answer))
      problems.add(problem)
    if (response.status < 300 && text !== '') {
      bodies++
      for (const problem of againstBody(request.method, pathname, text)) problems.add(problem)
    }
    return response
  })
  const { exitCode } = await checkInProcess(fetch)
  expect([...problems].sort()).toEqual([])
  expect(exitCode).toBe(0)
  expect(exchanges).toBeGreaterThan(1_000)
  expect(bodies).toBeGreaterThan(200)
}, 120_000)
