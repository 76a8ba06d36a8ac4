import type { AssumptionId } from '../../src/api/assumptions/profile.ts'
import { type DeclaredStatus, declaredStatuses } from '../../src/api/declared-statuses.ts'
import { PROBLEM_TYPE } from '../../src/api/wire/media-types.ts'
import { ProblemDetails, ValidationProblemDetails } from '../../src/api/wire/problem-schemas.ts'
import * as responseSchemas from '../../src/api/wire/response-schemas.ts'
import type { OfferedTypes } from '../../src/model/http/accept.ts'
import type { Operation } from '../../src/model/http/operation.ts'
import { statusDescription } from './descriptions.ts'
import type { ExampleComponents } from './example-components.ts'
import { headersOf } from './headers.ts'
import { responseLinks } from './links.ts'
import { SHARED_REFUSALS } from './refused-requests.ts'
import { type Json, responseSchemaRef, schemaRef } from './schemas.ts'

/** Media types and examples of an operation's responses. */
export interface ResponseContext {
  readonly offers: OfferedTypes
  readonly examples: ExampleComponents
}

const SHARED_NAMES: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  406: 'NotAcceptable',
  413: 'ContentTooLarge',
  415: 'UnsupportedMediaType',
  428: 'PreconditionRequired',
  429: 'TooManyRequests',
}

/** Returns the responses of an operation by status. */
export const responsesOf = (operation: Operation, context: ResponseContext): Json =>
  Object.fromEntries(
    documentedStatuses(operation).map((declared) => {
      const name = SHARED_NAMES[declared.status]
      return [
        declared.status,
        name ? { $ref: `#/components/responses/${name}` } : responseOf(operation, declared, context),
      ]
    }),
  )

/**
 * Returns the statuses that a client of the default profile meets. Only where a read carries a tag can a
 * client send it back and get a 304.
 */
export const documentedStatuses = (operation: Operation): DeclaredStatus[] =>
  declaredStatuses(operation).filter(({ addedBy }) => addedBy !== 'common/etag-elsewhere')

/** Returns the responses that are the same for every operation, from the first one that declares each. */
export const sharedResponses = (operations: readonly Operation[], examples: ExampleComponents): Json =>
  Object.fromEntries(
    Object.keys(SHARED_REFUSALS).map((key) => {
      const status = Number(key)
      const operation = operations.find((candidate) =>
        declaredStatuses(candidate).some((entry) => entry.status === status),
      )!
      const declared = declaredStatuses(operation).find((entry) => entry.status === status)!
      return [SHARED_NAMES[status]!, responseOf(operation, declared, { offers: [], examples })]
    }),
  )

const responseOf = (
  operation: Operation,
  { status, addedBy }: DeclaredStatus,
  context: ResponseContext,
): Json => {
  const content = responseContent(operation, status, context)
  const links = status < 300 ? responseLinks(operation.id) : {}
  return {
    description: statusDescription(status),
    headers: headersOf(operation, status),
    ...(content && { content }),
    ...(Object.keys(links).length > 0 && { links }),
    ...assumptionMark(addedBy),
  }
}

const assumptionMark = (addedBy: AssumptionId | undefined): Json =>
  addedBy ? { 'x-playa-assumption': addedBy } : {}

/** Returns the bodies of a status by media type; undefined for 304 (ERR-06). */
const responseContent = (
  operation: Operation,
  status: number,
  { offers, examples }: ResponseContext,
): Json | undefined => {
  const typed = (mediaType: string, schema: Json, assumption?: AssumptionId): [string, Json] => {
    const recorded = examples.examplesOf(operation.id, status, mediaType)
    return [mediaType, { schema, ...(recorded && { examples: recorded }), ...assumptionMark(assumption) }]
  }
  if (status === 304) return undefined
  // A success has every form. A 412 has every media type (ERR-05), with the same content.
  if (status < 300) {
    const shown = ({ type, form }: OfferedTypes[number]) =>
      typed(
        type,
        responseSchemaRef(operation.resultKind, schemaOfForm(operation, form)),
        form === 'detail' ? 'catalogue/detail-media-type' : undefined,
      )
    return Object.fromEntries(offers.map(shown))
  }
  if (status === 412)
    return Object.fromEntries(offers.map(({ type }) => typed(type, schemaRef(ProblemDetails))))
  if (status === 404) return Object.fromEntries([typed('text/plain', { type: 'string' }, 'errors/not-found')])
  const kind = status === 400 || status === 409 ? ValidationProblemDetails : ProblemDetails
  return Object.fromEntries([typed(PROBLEM_TYPE, schemaRef(kind))])
}

const schemaOfForm = ({ id, representation: shows }: Operation, form: OfferedTypes[number]['form']) => {
  const name = shows.schemas[form]
  if (!name) throw new Error(`${id} offers the form ${form} and has no schema for it`)
  return responseSchemas[name]
}
