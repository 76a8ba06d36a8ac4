import type { AssumptionId } from '../../src/api/assumptions/profile.ts'
import type { BodyShape } from '../../src/api/operations.ts'
import { JSON_TYPE, TEXT_JSON_TYPE } from '../../src/api/wire/media-types.ts'
import type { Operation } from '../../src/model/http/operation.ts'
import { assumptionText, operationDescription, tagName } from './descriptions.ts'
import type { ExampleRequest } from './example-requests.ts'
import { parametersOf } from './parameters.ts'
import { REQUIRED_MEMBERS } from './request-components.ts'
import { type ResponseContext, responsesOf } from './responses.ts'
import { componentRef, type Json } from './schemas.ts'

/** Returns the path items of the document; `contextOf` gives the media types and examples of an operation. */
export const pathsOf = (
  operations: readonly Operation[],
  requests: ReadonlyMap<string, ExampleRequest>,
  contextOf: (operation: Operation) => ResponseContext,
): Json => {
  const paths: Record<string, Record<string, Json>> = {}
  for (const operation of operations) {
    const item = (paths[operation.path] ??= {})
    item[operation.method.toLowerCase()] = operationOf(
      operation,
      requests.get(operation.id) ?? {},
      contextOf(operation),
    )
  }
  return paths
}

const operationOf = (operation: Operation, sent: ExampleRequest, contextOf: ResponseContext): Json => {
  const { id, summary, statements, assumption, body } = operation
  const parameters = parametersOf(operation, { ...sent.path, ...sent.query })
  return {
    operationId: id,
    summary,
    description: operationDescription(operation),
    tags: [tagName(operation)],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBodyOf(body, sent.body) }),
    responses: responsesOf(operation, contextOf),
    'x-playa-statements': statements,
    ...(assumption && { 'x-playa-link-only': true, 'x-playa-assumption': assumption }),
  }
}

/** Assumptions about absent members where none is required. */
const ABSENT_MEMBERS: Readonly<Record<string, AssumptionId>> = {
  OperadorEdit: 'agencies/operator-absent',
  NotificacionesEdit: 'agencies/notification-put',
}

/** Returns a request body. COM-01 specifies JSON, `common/request-media-types` its other media types. */
const requestBodyOf = ({ name }: BodyShape, sent: unknown): Json => {
  const ref = componentRef(name)
  const rule = REQUIRED_MEMBERS[name]?.assumption ?? ABSENT_MEMBERS[name]
  return {
    required: true,
    description: [...(rule ? [assumptionText(rule)] : []), OTHER_TYPES].join('\n\n'),
    ...(rule && { 'x-playa-assumption': rule }),
    content: {
      [JSON_TYPE]: { schema: ref, examples: { accepted: { value: sent } } },
      [TEXT_JSON_TYPE]: { schema: ref, 'x-playa-assumption': 'common/request-media-types' },
    },
  }
}

const OTHER_TYPES = 'Any `application/...+json` type is read as well (`common/request-media-types`).'
