import type { Operation } from '../http/operation.ts'
import { JSON_TYPE, TEXT_JSON_TYPE } from '../wire/media-types.ts'
import { type Answering, responsesOf } from './openapi-answers.ts'
import { parametersOf } from './openapi-parameters.ts'
import { descriptionOf, nounOf } from './openapi-prose.ts'
import { type Json, schemaRef } from './openapi-schemas.ts'

/** The path items of the document; `answering` tells for each operation in which media types it answers. */
export const pathsOf = (
  operations: readonly Operation[],
  bodies: ReadonlyMap<string, unknown>,
  answering: (operation: Operation) => Answering,
): Json => {
  const paths: Record<string, Record<string, Json>> = {}
  for (const operation of operations) {
    const item = (paths[operation.path] ??= {})
    item[operation.method.toLowerCase()] = operationOf(operation, bodies.get(operation.id), answering(operation))
  }
  return paths
}

const operationOf = (operation: Operation, sent: unknown, answering: Answering): Json => {
  const { id, summary, statements, assumption, body } = operation
  const parameters = parametersOf(operation)
  return {
    operationId: id,
    summary,
    description: descriptionOf(operation),
    tags: [nounOf(operation)],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: bodyOf(schemaRef(body.schema), sent) }),
    responses: responsesOf(operation, answering),
    'x-playa-statements': statements,
    ...(assumption && { 'x-playa-link-only': true, 'x-playa-assumption': assumption }),
  }
}

/** JSON is said by the description (COM-01), the other names of it by `common/request-media-types`. */
const bodyOf = (schema: Json, sent: unknown): Json => ({
  required: true,
  content: {
    [JSON_TYPE]: { schema, examples: { accepted: { value: sent } } },
    [TEXT_JSON_TYPE]: { schema, ...OTHER_NAMES },
    'application/*+json': { schema, ...OTHER_NAMES },
  },
})

const OTHER_NAMES = { 'x-playa-assumption': 'common/request-media-types' }
