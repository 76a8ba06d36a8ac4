import type * as z from 'zod'
import { parseObject } from '../http/json-body.ts'
import { ControlError } from '../problems/control-error.ts'
import { worldFileMember } from '../stores/world-file-body.ts'
import { isNestedTooDeep, MAX_JSON_DEPTH } from '../text/json-nesting.ts'
import { readControlCallBody } from '../transport/request-body.ts'
import { schemaIssues } from '../validation/schema-issues.ts'

/**
 * Reads the body of a control call; an empty one counts as `{}`. Throws a `ControlError` that names all
 * issues.
 */
export const readCallBody = async (request: Request, schema: z.ZodType): Promise<unknown> => {
  const body = await readControlCallBody(request)
  if (body.kind === 'too-large')
    throw new ControlError(
      413,
      'The body is larger than this call takes: 32 MiB for a new world, 1 MiB elsewhere.',
    )
  const { bytes } = body
  const file = worldFileMember(bytes)
  if (file) return readInput(schema, file)
  // Brackets are ASCII in every encoding of JSON that is accepted, so the bytes need no decoding here.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  if (isNestedTooDeep(text)) {
    const expected = `Expected JSON that is nested at most ${MAX_JSON_DEPTH} deep.`
    throw new ControlError(400, 'The body is nested too deep.', { _: [expected] })
  }
  const sent = bytes.length === 0 ? {} : parseObject(bytes)
  if (typeof sent === 'string')
    throw new ControlError(400, 'The body must be one JSON object.', { _: ['Expected a JSON object.'] })
  if (/"__proto__"|\\u/.test(text)) requireNoProto(sent)
  return readInput(schema, sent)
}

/** Throws a `ControlError` where a member is named `__proto__`, which schemas drop without a word. */
const requireNoProto = (value: unknown, path: readonly string[] = []): void => {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    const place = [...path, name]
    if (name === '__proto__')
      throw new ControlError(400, `Not valid: ${place.join('.')}.`, {
        [place.join('.')]: ['Expected no member named __proto__.'],
      })
    requireNoProto(inner, place)
  }
}

/**
 * Returns what the schema reads in `sent`. Throws a `ControlError` that names all issues at once, by member.
 */
export const readInput = <T>(schema: z.ZodType<T>, sent: unknown): T => {
  const read = schema.safeParse(sent)
  if (read.success) return read.data
  // A client may name a member like one of Object.prototype, which a plain object would not keep.
  const errors = new Map<string, string[]>()
  for (const [path, sentence] of schemaIssues(schema, sent, read.error.issues)) {
    const name = path.join('.') || '_'
    errors.set(name, [...(errors.get(name) ?? []), asSentence(sentence)])
  }
  throw new ControlError(400, `Not valid: ${[...errors.keys()].join(', ')}.`, Object.fromEntries(errors))
}

const asSentence = (text: string): string =>
  `${text[0]?.toUpperCase()}${text.slice(1)}${text.endsWith('?') ? '' : '.'}`
