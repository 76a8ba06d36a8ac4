import { stringify } from 'yaml'
import type { JsonObject } from '../../src/model/http/json-body.ts'
import { openapiJson } from '../../src/server/openapi/generated-document.ts'
import { isJsonObject, membersOfJson } from './json-members.ts'

/**
 * Writes the AsyncAPI 3.0 document of the notifications, from the webhooks of the OpenAPI document: a channel
 * for each, whose address the receiver gives, and its message with headers and payload.
 */
export const asyncapiDocument = (): string =>
  `# Generated from the webhooks of openapi.json. npm run openapi writes it.\n${stringify(notifications(), {
    lineWidth: 110,
    aliasDuplicateObjects: false,
  })}`

const notifications = (): JsonObject => {
  const openapi: unknown = JSON.parse(openapiJson())
  const { webhooks, components, info } = membersOfJson(openapi)
  const hooks = Object.entries(membersOfJson(webhooks)).map(([name, item]) => hookOf(name, item))
  const schemas = membersOfJson(membersOfJson(components)['schemas'])
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Notifications of the Vehicle Listing Agency API v3',
      version: membersOfJson(info)['version'],
      description: 'Requests that the service sends to the callbacks which apps and agencies configure.',
    },
    defaultContentType: 'application/json',
    channels: Object.fromEntries(
      hooks.map(({ name, summary }) => [
        name,
        {
          // Without an address: the client that configures the callback chooses it.
          description: summary,
          messages: { notification: { $ref: `#/components/messages/${name}` } },
        },
      ]),
    ),
    operations: Object.fromEntries(
      hooks.map(({ name, method }) => [
        name,
        {
          action: 'send',
          channel: { $ref: `#/channels/${name}` },
          bindings: { http: { method, bindingVersion: '0.3.0' } },
        },
      ]),
    ),
    components: {
      messages: Object.fromEntries(hooks.map(({ name, message }) => [name, message])),
      schemas: neededSchemas(
        hooks.map(({ message }) => message),
        schemas,
      ),
    },
  }
}

interface Hook {
  readonly name: string
  readonly method: string
  readonly summary: string
  readonly message: JsonObject
}

const hookOf = (name: string, item: unknown): Hook => {
  const [method = 'post', operation] = Object.entries(membersOfJson(item))[0] ?? []
  const { summary = name, parameters, requestBody } = membersOfJson(operation)
  const [contentType = 'application/json', media] =
    Object.entries(membersOfJson(membersOfJson(requestBody)['content']))[0] ?? []
  const headers = (Array.isArray(parameters) ? parameters : []).map(membersOfJson)
  return {
    name,
    method: method.toUpperCase(),
    summary: String(summary),
    message: {
      name,
      summary,
      contentType,
      headers: {
        type: 'object',
        required: headers.filter(({ required }) => required === true).map((header) => header['name']),
        properties: Object.fromEntries(
          headers.map((header) => [
            String(header['name']),
            {
              ...membersOfJson(header['schema']),
              ...(header['description'] ? { description: header['description'] } : {}),
            },
          ]),
        ),
      },
      payload: membersOfJson(media)['schema'] ?? { type: 'string' },
    },
  }
}

const REFERENCE = '#/components/schemas/'

/** Returns the schemas that the messages refer to, and those that these refer to. */
const neededSchemas = (from: unknown, schemas: JsonObject): JsonObject => {
  const needed = new Set<string>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    else if (isJsonObject(value)) {
      const { $ref: reference } = value
      const name = typeof reference === 'string' ? reference.slice(REFERENCE.length) : undefined
      if (name !== undefined && !needed.has(name)) {
        needed.add(name)
        visit(schemas[name])
      }
      Object.values(value).forEach(visit)
    }
  }
  visit(from)
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => needed.has(name)))
}
