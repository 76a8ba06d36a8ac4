import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import * as formats from 'ajv-formats'

/** Holds answers against an OpenAPI document. */
export interface AnswerValidator {
  /**
   * What is wrong with a response; empty when it is as the document says. `path` is a template or a path as
   * sent, from `/v3` or `/w/{world}/v3` on, with or without its query. `contentType` is the header as sent,
   * null when there is none. `body` is the text or the parsed value; null or empty without one.
   */
  validate(method: string, path: string, status: number, contentType: string | null, body: unknown): string[]
}

interface Media {
  readonly schema: object
}
interface Response {
  readonly $ref?: string
  readonly content?: Readonly<Record<string, Media>>
}
interface DocumentOperation {
  readonly responses: Readonly<Record<string, Response>>
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>
    readonly responses: Readonly<Record<string, Response>>
  }
}

/**
 * Objects are closed: a member that the document does not show is an error (PUB-02), although the document
 * itself leaves readers room for more.
 */
export const answerValidator = (document: object): AnswerValidator => {
  // The linter and the tests of the document check its shape; only the parts that are read here are
  // named.
  const { paths, components } = document as Document
  const compiled = compilerOf(closed({ components: { schemas: components.schemas } }) as object)
  const templates = Object.keys(paths).sort((a, b) => a.split('{').length - b.split('{').length)

  const validate: AnswerValidator['validate'] = (method, path, status, contentType, body) => {
    const asked = bare(path)
    const at = `${method} ${asked} ${status}`
    const template = paths[asked] ? asked : templates.find((candidate) => fits(candidate, asked))
    const operation =
      template === undefined ? undefined : paths[template]?.[method === 'HEAD' ? 'get' : method.toLowerCase()]
    const response = operation
      ? resolved(operation.responses[status], components)
      : unmatched(status, template)
    if (!response)
      return [
        `${at}: expected one of ${Object.keys(operation?.responses ?? {}).join(', ') || 'no operation'}`,
      ]
    if (!response.content || method === 'HEAD')
      return isEmpty(body) ? [] : [`${at}: expected no body, got ${JSON.stringify(body)}`]
    const mediaType = (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase()
    const media = response.content[mediaType]
    if (!media) return [`${at}: expected ${Object.keys(response.content).join(' or ')}, got ${contentType}`]
    const value = parsed(mediaType, body)
    if (value === UNREADABLE) return [`${at}: expected JSON, got ${String(body)}`]
    const check = compiled(media.schema)
    if (check(value)) return []
    return (check.errors ?? []).map(
      (error) =>
        `${at} ${mediaType}: ${error.instancePath || '/'} ${error.message} ${JSON.stringify(error.params)}`,
    )
  }
  return { validate }
}

/** Compiles schemas whose references lead into the components of `root`, each once. */
export const compilerOf = (root: object): ((schema: object) => ValidateFunction) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  // The package is CommonJS, whose default the compiler sees one level deeper than Node does.
  const addFormats = formats.default as unknown as (to: Ajv2020) => void
  addFormats(ajv)
  ajv.addSchema({ $id: 'document', ...root })
  const known = new Map<string, ValidateFunction>()
  return (schema) => {
    const key = JSON.stringify(schema)
    const found = known.get(key) ?? ajv.compile(JSON.parse(key.replaceAll('"#/', '"document#/')))
    known.set(key, found)
    return found
  }
}

/** What belongs to no operation: the plain 404 of an unknown path and the 405 of a known one. */
const unmatched = (status: number, template: string | undefined): Response | undefined => {
  if (status === 404 && !template) return { content: { 'text/plain': { schema: { type: 'string' } } } }
  const problem = { $ref: '#/components/schemas/ProblemDetails' }
  return status === 405 && template
    ? { content: { 'application/problem+json': { schema: problem } } }
    : undefined
}

const resolved = (
  response: Response | undefined,
  { responses }: Document['components'],
): Response | undefined => (response?.$ref ? responses[response.$ref.split('/').at(-1)!] : response)

const bare = (path: string): string => path.replace(/\?.*$/, '').replace(/^\/w\/[^/]+(?=\/v3)/, '')

const fits = (template: string, path: string): boolean => {
  const [parts, segments] = [template.split('/'), path.split('/')]
  return (
    parts.length === segments.length &&
    parts.every((part, i) => (part.startsWith('{') ? segments[i] !== '' : part === segments[i]))
  )
}

const isEmpty = (body: unknown): boolean => body === null || body === undefined || body === ''

const UNREADABLE = Symbol('unreadable')

const parsed = (mediaType: string, body: unknown): unknown => {
  if (typeof body !== 'string' || mediaType.startsWith('text/plain')) return body
  try {
    return JSON.parse(body)
  } catch {
    return UNREADABLE
  }
}

/** The same schemas, with every object that lists its properties closed. */
const closed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]))
  const lists = 'properties' in copy && copy.type === 'object' && !('additionalProperties' in copy)
  return lists ? { ...copy, additionalProperties: false } : copy
}
