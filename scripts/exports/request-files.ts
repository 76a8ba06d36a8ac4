import type { JsonObject } from '../../src/model/http/json-body.ts'
import { openapiJson } from '../../src/server/openapi/generated-document.ts'
import { isJsonObject, membersOfJson } from './json-members.ts'

/** One request that a person sends from an editor: an operation with the examples of the OpenAPI document. */
interface ExampleRequest {
  readonly id: string
  readonly summary: string
  readonly method: string
  /** Path with the examples of its parameters, from `/v3` on. */
  readonly target: string
  readonly isConditional: boolean
  readonly body: unknown
}

/** Writes a file for the REST clients of editors (`.http`). */
export const httpFile = (): string =>
  [
    '# Generated from openapi.json. npm run openapi writes it.',
    '@url = http://127.0.0.1:4010',
    ...exampleRequests().map((request) =>
      [
        '',
        `### ${request.id}: ${request.summary}`,
        `${request.method} {{url}}${request.target}`,
        ...headersOf(request),
        ...(request.body === undefined ? [] : ['', JSON.stringify(request.body, null, 2)]),
      ].join('\n'),
    ),
    '',
  ].join('\n')

/** Writes a file for Hurl: `hurl --variable url=http://127.0.0.1:4010 FILE`. It asserts no status. */
export const hurlFile = (): string =>
  [
    '# Generated from openapi.json. npm run openapi writes it.',
    '# hurl --variable url=http://127.0.0.1:4010 examples/playa.hurl',
    ...exampleRequests().map((request) =>
      [
        '',
        `# ${request.id}: ${request.summary}`,
        `${request.method} {{url}}${request.target}`,
        ...headersOf(request),
        ...(request.body === undefined ? [] : [JSON.stringify(request.body, null, 2)]),
        'HTTP *',
      ].join('\n'),
    ),
    '',
  ].join('\n')

const headersOf = ({ isConditional, body }: ExampleRequest): string[] => [
  'Accept: application/json',
  ...(body === undefined ? [] : ['Content-Type: application/json']),
  // Whatever the current tag is; a real client sends the tag of its copy.
  ...(isConditional ? ['If-Match: *'] : []),
]

const exampleRequests = (): ExampleRequest[] => {
  const document: unknown = JSON.parse(openapiJson())
  return Object.entries(membersOfJson(membersOfJson(document)['paths'])).flatMap(([path, item]) =>
    Object.entries(membersOfJson(item)).flatMap(([method, operation]) =>
      isJsonObject(operation) && typeof operation['operationId'] === 'string'
        ? [requestOf(path, method, operation)]
        : [],
    ),
  )
}

/** Parameters of operations that need any one of several. */
const NEEDED_TOO: Readonly<Record<string, string>> = { 'cities.list': 'region' }

const requestOf = (path: string, method: string, operation: JsonObject): ExampleRequest => {
  const parameters = Array.isArray(operation['parameters']) ? operation['parameters'].map(membersOfJson) : []
  const id = String(operation['operationId'])
  const needed = parameters.filter(({ name, required }) => required === true || NEEDED_TOO[id] === name)
  const exampleOf = (parameter: JsonObject) => encodeURIComponent(String(parameter['example']))
  const filled = needed
    .filter((parameter) => parameter['in'] === 'path')
    .reduce((text, parameter) => text.replace(`{${parameter['name']}}`, exampleOf(parameter)), path)
  const query = needed
    .filter((parameter) => parameter['in'] === 'query')
    .map((parameter) => `${parameter['name']}=${exampleOf(parameter)}`)
  return {
    id,
    summary: String(operation['summary']),
    method: method.toUpperCase(),
    target: query.length === 0 ? filled : `${filled}?${query.join('&')}`,
    isConditional: parameters.some(({ name }) => name === 'If-Match'),
    body: bodyExample(operation['requestBody']),
  }
}

const bodyExample = (requestBody: unknown): unknown => {
  const [media] = Object.values(membersOfJson(membersOfJson(requestBody)['content']))
  const [example] = Object.values(membersOfJson(membersOfJson(media)['examples']))
  return membersOfJson(example)['value']
}
