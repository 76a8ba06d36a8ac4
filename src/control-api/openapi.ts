import * as z from 'zod'
import { ValidationProblemDetails } from '../wire/problems.ts'
import type { ControlCall } from './routes.ts'

/** The control API's own OpenAPI 3.1 document, from the calls that serve it. */
export const controlDocument = (calls: readonly ControlCall[], version: string): object => {
  const paths: Record<string, Record<string, object>> = {}
  for (const call of calls) {
    const path = `/_playa${call.path}`
    const there = (paths[path] ??= {})
    there[call.method.toLowerCase()] = operationOf(call)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Playa control API', version, summary: 'Worlds of the sandbox and what happens in them' },
    paths,
    components: {
      schemas: { Problem: schemaOf(ValidationProblemDetails.partial({ Errors: true })) },
      securitySchemes: { controlToken: { type: 'http', scheme: 'bearer' } },
    },
    // Open on loopback, a token elsewhere.
    security: [{}, { controlToken: [] }],
  }
}

const operationOf = ({ method, path, summary, body, query, status, answer, answerType }: ControlCall): object => ({
  operationId: `${method.toLowerCase()}${path.replaceAll(/[/{}]+(\w)/g, (_, letter: string) => letter.toUpperCase()).replaceAll(/[{}/.]/g, '')}`,
  summary,
  parameters: [
    ...Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...Object.entries(query?.shape ?? {}).map(([name, schema]) => ({ name, in: 'query', schema: schemaOf(schema) })),
  ],
  ...(body && { requestBody: { content: { 'application/json': { schema: schemaOf(body) } } } }),
  responses: {
    [status]: {
      description: summary,
      ...(status !== 204 && {
        content: { [answerType ?? 'application/json']: { schema: answer ? schemaOf(answer) : {} } },
      }),
    },
    default: {
      description: 'What was wrong, and what to do',
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  },
})

const schemaOf = (schema: z.core.$ZodType): object => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' })
  return rest
}
