import { expect, it } from 'vitest'
import { Simulator } from '../sandbox/simulator/simulator.ts'
import { createApp } from '../server/app.ts'
import { callFields } from './fields.ts'
import { controlCalls } from './table.ts'

interface Described {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly responses: Record<
    string,
    { readonly description: string; readonly content?: Record<string, Content> }
  >
}

interface Content {
  readonly schema: object
}

interface Document {
  readonly openapi: string
  readonly paths: Record<string, Record<string, Described>>
  readonly components: { readonly schemas: Record<string, object> }
}

const readDocument = async () => {
  const app = createApp(await Simulator.open({ scenario: 'empty' }))
  // The document as far as these tests look into it.
  return (await (await app.request('/_playa/openapi.json')).json()) as Document
}

it('the control API describes every call that it serves under the name it has in the table', async () => {
  const document = await readDocument()
  expect(document.openapi).toBe('3.1.0')
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
    controlCalls.map(({ id }) => id).sort(),
  )
  for (const { tags, operationId } of operations) expect(tags).toEqual([operationId.split('.')[0]])
})

it('every response and every refusal has a schema', async () => {
  const { paths } = await readDocument()
  for (const [path, methods] of Object.entries(paths))
    for (const { operationId, responses } of Object.values(methods)) {
      for (const [status, { description, content }] of Object.entries(responses)) {
        expect(description, `${operationId} ${status}`).not.toBe('')
        if (status === '204') continue
        const types = Object.values(content ?? {})
        expect(types, `${operationId} ${status}`).not.toEqual([])
        for (const { schema } of types) expect(schema, `${operationId} ${status}`).not.toEqual({})
      }
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['401', 'default']))
      if (path.includes('{')) expect(responses, operationId).toHaveProperty('404')
    }
})

it('a response in YAML has the schema of the same response in JSON, a mail is a text', async () => {
  const { paths } = await readDocument()
  const contentAt = (path: string) => paths[path]?.['get']?.responses['200']?.content ?? {}
  const exported = contentAt('/_playa/worlds/{world}/export')
  expect(exported['application/yaml']).toEqual(exported['application/json'])
  const mail = contentAt('/_playa/worlds/{world}/outbox/{mail}')
  expect(mail['message/rfc822']).toEqual({ schema: { type: 'string' } })
})

it('every reference leads to a component, and every component is used', async () => {
  const document = await readDocument()
  const text = JSON.stringify(document)
  const names = [
    ...new Set(Array.from(text.matchAll(/"#\/components\/schemas\/([^"]+)"/g), ([, name]) => name)),
  ]
  expect(names.sort()).toEqual(Object.keys(document.components.schemas).sort())
  expect(text).not.toContain('$defs')
})

it('every member that a call takes is described', () => {
  const silent = controlCalls.flatMap((call) =>
    callFields(call)
      // Members of match and act repeat those at the top; those of Interesado are the described API's.
      .filter(({ name, description }) => description === '' && !/^(match|act|interesado)\./.test(name))
      .map(({ name }) => `${call.id} ${name}`),
  )
  expect(silent).toEqual([])
})
