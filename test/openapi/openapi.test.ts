import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openapiDocument } from '../../scripts/openapi/document.ts'
import { exampleWorld } from '../../scripts/openapi/example-records.ts'
import { recordExamples } from '../../scripts/openapi/examples.ts'
import { documentedStatuses } from '../../scripts/openapi/responses.ts'
import { assumptions } from '../../src/api/assumptions/profile.ts'
import { packageRoot } from '../../src/lib/runtime/package-root.ts'
import { operations } from '../../src/model/resources/index.ts'
import { documentJson, documentYaml } from '../../src/server/openapi/generated-document.ts'
import { answerValidator, compilerOf } from './answer-validator.ts'
import { answersIn, examplesIn, headerIn, type OpenapiParts, operationsIn } from './openapi-document.ts'

const generated = openapiDocument()
// A document as its readers get it: plain JSON, whose parts the interface names.
const document = JSON.parse(documentJson(generated)) as OpenapiParts
const committed = (name: string) => readFileSync(join(packageRoot(), 'contracts', name), 'utf8')
const REFRESH = 'run npm run openapi'

it('the committed documents equal the output of the generator', () => {
  expect(committed('openapi.json') === documentJson(generated), REFRESH).toBe(true)
  expect(committed('openapi.yaml') === documentYaml(generated), REFRESH).toBe(true)
})

it('every operation of the table is in the document with exactly its declared statuses', () => {
  const documented = operationsIn(document).map(({ method, path, operation }) => [
    operation.operationId,
    method,
    path,
    Object.keys(operation.responses),
  ])
  const served = operations.all.map((operation) => {
    const statuses = documentedStatuses(operation).map(({ status }) => String(status))
    return [operation.id, operation.method, operation.path, statuses.sort()]
  })
  const inOrder = (rows: unknown[][]) => rows.map((row) => JSON.stringify(row)).sort()
  expect(inOrder(documented)).toEqual(inOrder(served))
})

it('a status, operation or header that only an assumption gives names one that exists', () => {
  const known = new Set<string>(assumptions.map(({ id }) => id))
  const named = [...JSON.stringify(generated).matchAll(/"x-playa-assumption":"([^"]+)"/g)].map(
    ([, id]) => id!,
  )
  expect(named.filter((id) => !known.has(id))).toEqual([])
  for (const operation of operations.all) {
    for (const { status, addedBy } of documentedStatuses(operation)) {
      const declared = answersIn(document).find(
        (answer) => answer.operation.operationId === operation.id && answer.status === status,
      )
      expect([operation.id, status, declared?.response]).toEqual([
        operation.id,
        status,
        addedBy
          ? expect.objectContaining({ 'x-playa-assumption': addedBy })
          : expect.not.objectContaining({ 'x-playa-assumption': expect.anything() }),
      ])
    }
  }
})

it('every example of a response fits its schema on its exact media type, without a member too many', () => {
  const { validate } = answerValidator(document)
  const problems = answersIn(document).flatMap(({ method, path, status, content }) =>
    content.flatMap(([mediaType, media]) =>
      examplesIn(document, media).flatMap((value) => validate(method, path, status, mediaType, value)),
    ),
  )
  expect(problems).toEqual([])
})

it('every success has an example in each of its media types, and so has nearly every refusal', () => {
  const bare = answersIn(document).flatMap(({ operation, status, content }) =>
    content
      .filter(([, media]) => examplesIn(document, media).length === 0)
      .map(([type]) => `${operation.operationId} ${status} ${type}`),
  )
  // These two are declared with the reads of an agency, yet no path names one: what the app may not see is
  // not found there.
  expect(bare.filter((text) => !/^(operators\.read|inquiries\.list-by-operator) 403 /.test(text))).toEqual([])
})

it('every example of a request fits the schema of its body', () => {
  const compiled = compilerOf({ components: document.components })
  const withBody = operationsIn(document).filter(({ operation }) => operation.requestBody)
  const problems = withBody.flatMap(({ operation }) =>
    Object.values(operation.requestBody!.content).flatMap((media) => {
      const check = compiled(media.schema)
      return examplesIn(document, media).flatMap((value) =>
        check(value) ? [] : [[operation.operationId, check.errors]],
      )
    }),
  )
  expect(problems).toEqual([])
  expect(withBody.map(({ operation }) => operation.operationId)).toEqual(
    operations.all.filter(({ body }) => body).map(({ id }) => id),
  )
})

/** Headers that describe the body, which OpenAPI leaves to the media types. */
const OF_THE_BODY = ['Content-Type', 'Content-Length']

it('a 304 stands where a client can send the tag that a read shows', () => {
  const documented = operationsIn(document).flatMap(({ operation }) => {
    const sends = operation.parameters?.some(({ name }) => name === 'If-None-Match') ?? false
    return sends || operation.responses['304']
      ? [[operation.operationId, sends, '304' in operation.responses]]
      : []
  })
  expect(documented).toEqual([
    ['entry.read', true, true],
    ['publications.read', true, true],
  ])
})

it('answers have every header that the document requires, and none that it does not declare', () => {
  const declaredAnswers = answersIn(document)
  const { responses: answers } = recordExamples(exampleWorld('demo', {}), 'http://127.0.0.1:4010')
  const problems = answers.flatMap(({ operation, status, headers }) => {
    const { response } = declaredAnswers.find(
      (answer) => answer.operation.operationId === operation && answer.status === status,
    )!
    const declared = Object.entries(response.headers ?? {})
    const absent = declared
      .filter(([name, header]) => headerIn(document, header).required && !headers[name])
      .map(([name]) => name)
    const undeclared = Object.keys(headers).filter(
      (name) => !OF_THE_BODY.includes(name) && !declared.some(([known]) => known === name),
    )
    return [...absent, ...undeclared].map((name) => `${operation} ${status} ${name}`)
  })
  expect(problems).toEqual([])
})

it('a link leads to an operation, names its parameters, and finds their values in the example', () => {
  const parametersOf = new Map(
    operationsIn(document).map(({ operation }) => [operation.operationId, operation.parameters ?? []]),
  )
  const linked = answersIn(document).flatMap(({ operation, response, content }) =>
    Object.values(response.links ?? {}).map((link) => ({
      from: operation,
      link,
      body: examplesIn(document, content[0]![1])[0],
    })),
  )
  expect(linked.length).toBeGreaterThan(30)
  for (const { from, link, body } of linked) {
    const needed = parametersOf
      .get(link.operationId)
      ?.filter((parameter) => parameter.required)
      .map(({ name }) => name)
    expect([link.operationId, Object.keys(link.parameters)]).toEqual([link.operationId, needed])
    for (const expression of Object.values(link.parameters)) {
      const [, pathName, pointer] =
        /^\$(?:request\.path\.(\w+)|response\.body#(\/.+))$/.exec(expression) ?? []
      const found = pathName
        ? from.parameters?.some(({ name }) => name === pathName)
        : valueAt(body, pointer!)
      expect([from.operationId, expression, found]).toEqual([
        from.operationId,
        expression,
        pathName ? true : expect.any(String),
      ])
    }
  }
})

it('another vendor word stands in every media type that has one', () => {
  const other = JSON.stringify(openapiDocument({ vendor: 'acme' }))
  expect(other).toContain('application/vnd.acme.ref+json')
  expect(other).not.toContain('vnd.service')
})

it('integers keep their bounds, and a component that can be null is distinct from one that cannot', () => {
  const compiled = compilerOf({ components: document.components })
  const accepts = (name: string, value: unknown) => compiled({ $ref: `#/components/schemas/${name}` })(value)
  const car = { ExternalId: 'a-1', Marca: 'vw', Modelo: 'gol', VersionYear: 1908, Kilometraje: 0 }
  expect(accepts('PublicacionCreate', { ...car, Precio: null })).toBe(true)
  expect(accepts('PublicacionCreate', { ...car, VersionYear: 1907 })).toBe(false)
  expect(accepts('PublicacionCreate', { ...car, VersionYear: 2050.5 })).toBe(false)
  expect(accepts('PublicacionCreate', { ...car, Kilometraje: 999_001, Fotos: ['https://a.example'] })).toBe(
    false,
  )
  expect(accepts('Valor', null)).toBe(false)
  expect(accepts('Productos', { Baja: null, Media: null, Alta: null, _links: {} })).toBe(false)
})

const valueAt = (body: unknown, pointer: string): unknown =>
  pointer
    .slice(1)
    .split('/')
    // A step into parsed JSON; what is not an object or array has no members.
    .reduce<unknown>(
      (at, key) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined),
      body,
    )
