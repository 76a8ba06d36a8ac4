import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { REQUIRED_MEMBERS } from '../../scripts/openapi/request-components.ts'
import type { BodyType } from '../../src/api/wire/body-type.ts'
import { REQUEST_BODIES } from '../../src/api/wire/request-bodies.ts'
import { createSandbox } from '../../src/cli/entries/index.ts'
import { packageRoot } from '../../src/lib/runtime/package-root.ts'
import { answerValidator, compilerOf } from './answer-validator.ts'
import { examplesIn, type OpenapiParts, operationsIn } from './openapi-document.ts'

/** What the committed document says of requests, sent to the sandbox. */

// Other tests in this folder check the shape of the document.
const document = JSON.parse(
  readFileSync(join(packageRoot(), 'contracts/openapi.json'), 'utf8'),
) as OpenapiParts
const { validate } = answerValidator(document)
const compiled = compilerOf({ components: document.components })
const isBody = (name: string) => compiled({ $ref: `#/components/schemas/${name}` })

type Fetch = Awaited<ReturnType<typeof createSandbox>>['fetch']
type OperationIn = ReturnType<typeof operationsIn>[number]

const operations = operationsIn(document)
const byId = (id: string): OperationIn => operations.find(({ operation }) => operation.operationId === id)!

/** The path and query of an operation with the examples of its parameters. */
const exampleTarget = ({ path, operation: { parameters = [] } }: OperationIn): string => {
  const given = parameters.filter(({ example }) => example !== undefined)
  const filled = given
    .filter((parameter) => parameter.in === 'path')
    .reduce((at, { name, example }) => at.replace(`{${name}}`, encodeURIComponent(String(example))), path)
  const query = given
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`)
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`
}

const exampleBody = ({ operation }: OperationIn): object | undefined => {
  const media = operation.requestBody?.content['application/json']
  // Examples of request bodies are objects.
  return media && (examplesIn(document, media)[0] as object)
}

const sendTo = async (fetch: Fetch, method: string, target: string, body?: object) => {
  const response = await fetch(`http://playa.localhost${target}`, {
    method,
    ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const problems = validate(method, target, response.status, response.headers.get('content-type'), text)
  return { status: response.status, text, problems }
}

const sendExample = (fetch: Fetch, from: OperationIn, body = exampleBody(from)) =>
  sendTo(fetch, from.method, exampleTarget(from), body)

it('the example of every operation, sent alone to a new world, gives the documented success', async () => {
  const sandbox = await createSandbox({ scenario: 'demo' })
  const found = []
  for (const entry of operations) {
    const { operationId, responses } = entry.operation
    sandbox.reset()
    const { status, text, problems } = await sendExample(sandbox.fetch, entry)
    const documented = Object.keys(responses).filter((key) => key.startsWith('20'))
    if (!documented.includes(String(status))) found.push([operationId, status, documented, text])
    if (problems.length > 0) found.push([operationId, problems])
  }
  expect(found).toEqual([])
})

it('a read body can be sent back with PUT: it fits the schema and is accepted', async () => {
  const sandbox = await createSandbox({ scenario: 'demo' })
  const puts = operations.filter(({ method }) => method === 'PUT')
  const pairs = puts.flatMap((put) => {
    const read = operations.find(({ method, path }) => method === 'GET' && path === put.path)
    return read && put.operation.operationId !== 'operators.edit' ? [{ put, read }] : []
  })
  expect(pairs.map(({ put }) => put.operation.operationId).sort()).toEqual([
    'agencies.edit',
    'branches.edit',
    'notifications.edit',
    'publications.edit',
    'webhooks.edit',
  ])
  for (const { put, read } of pairs) {
    sandbox.reset()
    // What is read is an object.
    const body = JSON.parse((await sendExample(sandbox.fetch, read)).text) as object
    const check = compiled(put.operation.requestBody!.content['application/json']!.schema)
    const sent = await sendTo(sandbox.fetch, 'PUT', exampleTarget(read), body)
    expect([put.operation.operationId, check(body), check.errors, sent.status, sent.text]).toEqual([
      put.operation.operationId,
      true,
      null,
      200,
      expect.any(String),
    ])
  }
})

it('every publication of a scenario fits the body of a full edit', async () => {
  const sandbox = await createSandbox({ scenario: 'demo' })
  const agencies = JSON.parse((await sendTo(sandbox.fetch, 'GET', '/v3/agencias')).text)
  const check = isBody('PublicacionEdit')
  let count = 0
  for (const { AdminMail } of agencies._entries) {
    const { text } = await sendTo(sandbox.fetch, 'GET', `/v3/publicaciones/${AdminMail}`)
    for (const listing of JSON.parse(text)._entries) {
      count++
      expect([listing.ExternalId, check(listing), check.errors]).toEqual([listing.ExternalId, true, null])
    }
  }
  expect(count).toBeGreaterThan(20)
})

const BODY_OPERATIONS: Readonly<Record<string, string>> = {
  PublicacionCreate: 'publications.create',
  PublicacionEdit: 'publications.edit',
  AgenciaEdit: 'agencies.edit',
  AppWebhookUpsert: 'webhooks.edit',
}

it('a member is required exactly if the sandbox requires it', async () => {
  const sandbox = await createSandbox({ scenario: 'demo' })
  expect(Object.keys(BODY_OPERATIONS)).toEqual(Object.keys(REQUIRED_MEMBERS))
  for (const [name, id] of Object.entries(BODY_OPERATIONS)) {
    const entry = byId(id)
    // Without a version: only the catalogue decides whether its text establishes brand and model.
    const { Version: _, ...example } = exampleBody(entry) as Readonly<Record<string, unknown>>
    for (const member of Object.keys(example)) {
      sandbox.reset()
      const without = Object.fromEntries(Object.entries(example).filter(([key]) => key !== member))
      const { status } = await sendExample(sandbox.fetch, entry, without)
      expect([name, member, isBody(name)(without)]).toEqual([name, member, status < 300])
    }
  }
})

it('a brand is required without a version, and photos for a used car', async () => {
  const sandbox = await createSandbox({ scenario: 'demo' })
  const create = byId('publications.create')
  const car = { ExternalId: 'a-1', Marca: 'vw', Modelo: 'gol trend', VersionYear: 2018, Kilometraje: 61_000 }
  const Fotos = ['https://fotos.example/1.jpg']
  const bodies: readonly (readonly [object, boolean])[] = [
    [{ ...car, Fotos }, true],
    [car, false],
    [{ ...car, Fotos: [] }, false],
    [{ ...car, Fotos: null }, false],
    [{ ...car, Marca: null, Fotos }, false],
    [{ ...car, Marca: null, Version: '', Fotos }, false],
    [{ ...car, RefStock: null, Color: null, Descripcion: null, Fotos }, true],
  ]
  for (const [body, isAccepted] of bodies) {
    sandbox.reset()
    const { status } = await sendExample(sandbox.fetch, create, body)
    expect([body, isBody('PublicacionCreate')(body), status]).toEqual([
      body,
      isAccepted,
      isAccepted ? 201 : 400,
    ])
  }
})

const undescribed = (type: BodyType, at: string): string[] => {
  if (type.kind === 'nullable' || type.kind === 'list') return undescribed(type.of, at)
  if (type.kind !== 'object') return []
  return Object.entries(type.members).flatMap(([name, member]) => [
    ...(member.description === undefined ? [`${at}.${name}`] : []),
    ...undescribed(member, `${at}.${name}`),
  ])
}

it('every request body and every member of one has a description', () => {
  const bare = Object.entries(REQUEST_BODIES).flatMap(([name, type]) => [
    ...(type.description === undefined ? [name] : []),
    ...undescribed(type, name),
  ])
  expect(bare).toEqual([])
})

/** A schema of the document, as far as the test of bounds reads it. */
interface Schema {
  readonly $ref?: string
  readonly anyOf?: readonly Schema[]
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly enum?: readonly string[]
  readonly pattern?: string
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

const resolved = (schema: Schema): Schema => {
  const name = schema.$ref?.split('/').at(-1)
  // The components of the document are schemas by name.
  const components = document.components as { readonly schemas: Readonly<Record<string, Schema>> }
  if (name !== undefined) return resolved(components.schemas[name]!)
  const [only] = schema.anyOf?.filter(({ type }) => type !== 'null') ?? []
  return only ? resolved(only) : schema
}

/** Values at the bounds of a leaf, beyond them, and of other forms. */
const edgesOf = ({ type, enum: words = [], minLength, maxLength, minimum, maximum }: Schema): unknown[] => {
  if (type === 'integer' || type === 'number')
    return [minimum, maximum].flatMap((bound) => (bound === undefined ? [] : [bound - 1, bound, bound + 1]))
  if (type !== 'string') return []
  const forms = ['', 'x', 'ñ', 'a b', 'a..b', 'a/b', 'a@b', '+54 11 5555', 'http://a.example/b', '25:61']
  const lengths = [minLength, maxLength].flatMap((bound) =>
    bound === undefined ? [] : [bound - 1, bound, bound + 1],
  )
  const long = lengths
    .filter((length) => length > 0)
    .flatMap((length) => ['a', '1'].map((letter) => letter.repeat(length)))
  return [...forms, ...words, ...long]
}

/** Members whose text is looked up, so that the sandbox may refuse one of the right form. */
const LOOKED_UP =
  /(^|\.)(Marca|Modelo|Version|Propulsion|Carroceria|Moneda|Region|Ciudad|OperadorResponsable|Telefono|ResponsableLeadsPostVenta|Transmision|EmailsCCO)$/
/** Members that a rule about several members judges too. */
const JUDGED = /^(Kilometraje|VersionYear)$|(Callback|AdfMail\.Email)$/

/** Every leaf of an object's schema, with a body that has a value there. */
const leavesOf = (
  schema: Schema,
  example: Readonly<Record<string, unknown>>,
): [path: string, leaf: Schema, bodyWith: (value: unknown) => object][] =>
  Object.entries(resolved(schema).properties ?? {}).flatMap(([name, member]) => {
    const inner = resolved(member)
    const given = example[name]
    if (!inner.properties) return [[name, inner, (value: unknown) => ({ ...example, [name]: value })]]
    const before = (given ?? SAMPLES[name] ?? {}) as Readonly<Record<string, unknown>> // samples are objects
    return leavesOf(inner, before).map(([path, leaf, bodyWith]) => [
      `${name}.${path}`,
      leaf,
      (value: unknown) => ({ ...example, [name]: bodyWith(value) }),
    ])
  })

const AMOUNT = { Moneda: 'ARS', Importe: 1 }
const HEADER = { Name: 'X-A', Value: 'b' }
const SAMPLES: Readonly<Record<string, object>> = {
  Precio: AMOUNT,
  Adelanto: AMOUNT,
  Cuota: AMOUNT,
  HeaderCustom01: HEADER,
  HeaderCustom02: HEADER,
  HeaderCustom03: HEADER,
}

it('the sandbox refuses what a schema of a body excludes, and takes what it includes', async () => {
  const sandbox = await createSandbox({ scenario: 'demo' })
  const wrong: unknown[] = []
  let tried = 0
  for (const entry of operations.filter(({ operation }) => operation.requestBody)) {
    const { schema } = entry.operation.requestBody!.content['application/json']!
    const check = compiled(schema)
    const example = exampleBody(entry) as Readonly<Record<string, unknown>>
    for (const [path, leaf, bodyWith] of leavesOf(schema as Schema, example)) {
      for (const value of edgesOf(leaf)) {
        sandbox.reset()
        const body = bodyWith(value)
        const isIncluded = check(body)
        const { text } = await sendExample(sandbox.fetch, entry, body)
        const errors: Readonly<Record<string, unknown>> = JSON.parse(text).Errors ?? {}
        const isTaken = errors[path] === undefined
        tried += 1
        const isExcused = isIncluded && (LOOKED_UP.test(path) || JUDGED.test(path))
        if (isIncluded !== isTaken && !isExcused)
          wrong.push([entry.operation.operationId, path, value, isIncluded, errors[path] ?? 'taken'])
      }
    }
  }
  expect(wrong).toEqual([])
  expect(tried).toBeGreaterThan(1_000)
})
