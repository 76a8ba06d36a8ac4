import type * as z from 'zod'
import { ValidationProblemDetails } from '../api/wire/problem-schemas.ts'
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts'
import { pathParameterNames, pathParameterText } from './path-parameters.ts'
import type { controlApi, NamedControlCall } from './table.ts'

/** What the calls of each noun are about. */
const NOUNS: Readonly<Record<keyof typeof controlApi, string>> = {
  server: 'The server: version, limits, health and metrics',
  scenarios: 'What worlds can start as',
  assumptions: 'What the API description leaves open, with the options of each',
  worlds: 'Worlds: isolated services with their own data and clock',
  profile: 'The assumptions in force in a world',
  snapshots: 'Named moments of a world',
  clock: 'The clock of a world',
  story: 'Events that the scenario of a world plans',
  leads: 'Inquiries that arrive',
  visits: 'Views of listings',
  invitations: 'Agencies that accept the invitation of an app',
  live: 'Traffic that goes on by itself',
  faults: 'Faults that are injected',
  deliveries: 'Notifications and every attempt to deliver them',
  outbox: 'Mails that were sent',
  journal: 'What was asked and answered',
  hints: 'What the author of a client should know',
  events: 'What happens, as a stream of server-sent events',
}

/** Returns the control API's own OpenAPI 3.1 document, made from the calls that serve it. */
export const controlDocument = (calls: readonly NamedControlCall[], version: string): object => {
  const schemas: Record<string, JsonSchema> = {}
  const schemaOf = (schema: z.core.$ZodType): JsonSchema => jsonSchemaOf(schema, schemas)
  const paths: Record<string, Record<string, object>> = {}
  for (const call of calls) {
    const methods = (paths[`/_playa${call.path}`] ??= {})
    methods[call.method.toLowerCase()] = operationOf(call, schemaOf)
  }
  schemas['Problem'] = schemaOf(ValidationProblemDetails.partial({ Errors: true }))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Playa control API',
      version,
      summary: 'Worlds of the sandbox and what happens in them',
      description:
        'Makes, copies and resets worlds, moves their clocks, sends leads, injects faults, and shows what was requested ' +
        'and delivered. The world `default` is always there. A server that was started with a control token takes calls ' +
        'with `Authorization: Bearer TOKEN` only.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(calls.map(({ noun }) => noun))].map((name) => ({
      name,
      description: NOUNS[name as keyof typeof NOUNS], // the table's own nouns
    })),
    paths,
    components: { schemas, securitySchemes: { controlToken: { type: 'http', scheme: 'bearer' } } },
    // Open on loopback; other addresses need the token.
    security: [{}, { controlToken: [] }],
  }
}

type SchemaOf = (schema: z.core.$ZodType) => JsonSchema

const operationOf = (call: NamedControlCall, schemaOf: SchemaOf): object => {
  const { id, noun, summary, description, body } = call
  const parameters = [...pathParameters(call), ...queryParameters(call, schemaOf)]
  return {
    operationId: id,
    tags: [noun],
    summary,
    ...(description !== undefined && { description }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBodyOf(schemaOf(body)) }),
    responses: { [call.status]: successOf(call, schemaOf), ...refusalsOf(call) },
  }
}

const requestBodyOf = (schema: JsonSchema): object => ({
  ...((schema.required?.length ?? 0) > 0 && { required: true }),
  content: { 'application/json': { schema } },
})

const pathParameters = ({ path }: NamedControlCall): object[] =>
  pathParameterNames(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    description: pathParameterText(name),
    schema: { type: 'string' },
  }))

const queryParameters = ({ query }: NamedControlCall, schemaOf: SchemaOf): object[] => {
  if (!query) return []
  const { properties = {}, required = [] } = schemaOf(query)
  return Object.entries(properties).map(([name, schema]) => {
    const { description, ...rest } = typeof schema === 'object' ? schema : {}
    return {
      name,
      in: 'query',
      ...(required.includes(name) && { required: true }),
      ...(description !== undefined && { description }),
      schema: rest,
    }
  })
}

const successOf = (
  { summary, answer, answerType, otherTypes = [] }: NamedControlCall,
  schemaOf: SchemaOf,
): object => {
  if (!answer) return { description: summary }
  const types = [answerType ?? 'application/json', ...otherTypes]
  // YAML holds the same data as JSON.
  const isData = (type: string) => type === answerType || /\b(?:json|yaml)$/.test(type)
  const content = types.map((type) => [
    type,
    { schema: isData(type) ? schemaOf(answer) : { type: 'string' } },
  ])
  return { description: summary, content: Object.fromEntries(content) }
}

const PROBLEM_CONTENT = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }

const refusalsOf = ({ path, body, query, errors }: NamedControlCall): object => {
  const descriptions: Record<string, string> = {
    ...((body ?? query) && { 400: 'Something that was sent is not valid; `Errors` names each member.' }),
    401: 'The control token is missing or wrong.',
    ...(path.includes('{') && { 404: 'There is nothing of that name; the sentence says what there is.' }),
    ...(body && { 413: 'The body is too large.' }),
    ...errors,
    default: 'What was wrong, and what to do',
  }
  return Object.fromEntries(
    Object.entries(descriptions).map(([status, description]) => [
      status,
      { description, content: PROBLEM_CONTENT },
    ]),
  )
}
