import { offeredTypes } from '../../src/model/http/accept.ts'
import { formsOf } from '../../src/model/http/representation.ts'
import { operations } from '../../src/model/resources/index.ts'
import { INTRODUCTION, tagsOf } from './descriptions.ts'
import { ExampleComponents } from './example-components.ts'
import { exampleWorld } from './example-records.ts'
import { recordExamples } from './examples.ts'
import { componentHeaders } from './headers.ts'
import { pathsOf } from './paths.ts'
import { requestComponents } from './request-components.ts'
import { responseComponents } from './response-components.ts'
import { sharedResponses } from './responses.ts'
import { componentSchemas, type Json } from './schemas.ts'
import { security, securitySchemes } from './security.ts'
import { DELIVERIES_TAG, webhookPathItems } from './webhooks.ts'

/** Options of the OpenAPI document. */
export interface OpenapiOptions {
  /** The word in the media types (`common/vendor`). */
  readonly vendor?: string
  /** Name or path of the scenario for the examples. */
  readonly scenario?: string
}

/**
 * Generates the OpenAPI 3.1 document of the described API from the table of operations, the wire schemas and
 * recorded responses. Equal options give an equal document.
 */
export const openapiDocument = ({ vendor = 'service', scenario = 'demo' }: OpenapiOptions = {}): Json => {
  const world = exampleWorld(scenario, vendor === 'service' ? {} : { 'common/vendor': `token:${vendor}` })
  const examples = recordExamples(world, EXAMPLE_ORIGIN)
  const exampleComponents = new ExampleComponents(examples)
  const paths = pathsOf(operations.all, examples.requests, ({ representation: shows }) => ({
    offers: offeredTypes(world.setting.profile, formsOf(shows)),
    examples: exampleComponents,
  }))
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Vehicle Listing Agency API',
      version: '3',
      summary: 'Vehicle sale listings on behalf of car agencies',
      description: INTRODUCTION,
      contact: { name: 'The maintainers of Playa' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      { url: '/', description: 'The default world of the server that serves this document' },
      {
        url: '/w/{world}',
        description: 'A world by its name',
        variables: { world: { default: 'default' } },
      },
    ],
    security,
    tags: [...tagsOf(operations.all), DELIVERIES_TAG],
    paths,
    webhooks: webhookPathItems(),
  }
  const components = {
    responses: sharedResponses(operations.all, exampleComponents),
    headers: componentHeaders,
    securitySchemes,
    examples: exampleComponents.components,
  }
  return {
    ...document,
    components: {
      schemas: referencedSchemas(responseComponents(requestComponents(componentSchemas())), [
        document,
        components,
      ]),
      ...components,
    },
  }
}

/** The origin that the requests of the examples are sent to. */
const EXAMPLE_ORIGIN = 'http://127.0.0.1:4010'

/** Returns the schemas that the parts refer to, directly or indirectly, by name. */
const referencedSchemas = (schemas: Readonly<Record<string, Json>>, parts: readonly unknown[]): Json => {
  const found = new Map<string, Json>()
  const look = (part: unknown): void => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (name === undefined || found.has(name)) continue
      found.set(name, schemas[name]!)
      look(schemas[name])
    }
  }
  parts.forEach(look)
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)))
}
