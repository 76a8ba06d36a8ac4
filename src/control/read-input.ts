import type * as z from 'zod'
import { ControlError } from '../api/problems/control-error.ts'
import { ROWS_PER_STEP, type Steps } from '../lib/collections/steps.ts'
import { MAX_JSON_DEPTH } from '../lib/text/json-nesting.ts'
import { jsonError } from '../lib/text/json-problem.ts'
import { JsonExcess, parseJsonSteps } from '../lib/text/json-steps.ts'
import { schemaIssues } from '../lib/validation/schema-issues.ts'
import { inSlices } from '../sandbox/scenarios/in-slices.ts'
import { worldFileMember } from '../sandbox/stores/world-file-body.ts'
import { bodyTooLarge, controlBodyLimits, readControlCallBody } from '../sandbox/transport/request-body.ts'

/**
 * Reads the body of a control call; an empty one counts as `{}`. Throws a `ControlError` that names all
 * issues.
 */
export const readCallBody = async (request: Request, schema: z.ZodType): Promise<unknown> => {
  const body = await readControlCallBody(request)
  if (body.kind === 'too-large') throw new ControlError(413, bodyTooLarge(request.url))
  const { bytes } = body
  const file = worldFileMember(bytes)
  // Its base64 is right; to read megabytes of it once more would hold the server.
  if (file) return Object.assign({}, readInput(schema, { file: '' }), file)
  if (bytes.length === 0) return readInput(schema, {})
  return readInput(schema, await inSlices(objectSteps(bytes, controlBodyLimits(request.url).values)))
}

/** Members of one object: no call takes as many, and naming those that it does not know would take long. */
const MAX_MEMBERS = 5_000
/**
 * Maximum number of bytes of one text: a file in base64, the only longer one, is read separately. 16 MiB take
 * 100 ms.
 */
const MAX_TEXT_BYTES = 1024 * 1024

/** Parses the bytes as one JSON object, in steps. Throws a `ControlError` that says what it must be. */
function* objectSteps(bytes: Uint8Array, values: number): Steps<unknown> {
  let sent: unknown
  try {
    sent = yield* parseJsonSteps(bytes, { values, members: MAX_MEMBERS, text: MAX_TEXT_BYTES })
  } catch (error) {
    if (error instanceof JsonExcess) throw excessError(error, values)
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error
  }
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    throw new ControlError(400, 'The body must be one JSON object.', { _: [objectExpected(bytes)] })
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (text.includes('"__proto__"') || text.includes('\\u')) yield* requireNoProto(sent)
  return sent
}

/** Longest text in which the mistake is looked for, which takes parsing it several times. */
const MAX_SEARCHED_BYTES = 64 * 1024

const objectExpected = (bytes: Uint8Array): string => {
  const error = bytes.length > MAX_SEARCHED_BYTES ? undefined : jsonError(Buffer.from(bytes).toString('utf8'))
  if (!error) return 'Expected a JSON object.'
  const { line, column, wrong } = error
  const what = wrong === '' ? 'it ends too early' : `${wrong.slice(0, 20)} is not expected`
  return `Expected a JSON object: ${what} in line ${line}, column ${column}.`
}

const excessError = ({ bound }: JsonExcess, values: number): ControlError => {
  if (bound === 'values')
    return new ControlError(413, `The body has more than ${values} values, the most of this call: send less.`)
  if (bound === 'depth')
    return new ControlError(400, 'The body is nested too deep.', {
      _: [`Expected JSON that is nested at most ${MAX_JSON_DEPTH} deep.`],
    })
  if (bound === 'text')
    return new ControlError(400, 'The body has a text that is too long.', {
      _: ['Expected texts of at most 1 MiB.'],
    })
  return new ControlError(400, 'The body has an object of too many members.', {
    _: [`Expected at most ${MAX_MEMBERS} members in an object.`],
  })
}

/** Throws a `ControlError` where a member is named `__proto__`, which schemas drop without a word. */
function* requireNoProto(sent: object): Steps<void> {
  const open: { readonly value: object; readonly path: readonly string[] }[] = [{ value: sent, path: [] }]
  let count = 0
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next
    for (const name in value) {
      const place = [...path, name]
      if (name === '__proto__')
        throw new ControlError(400, `Not valid: ${place.join('.')}.`, {
          [place.join('.')]: ['Expected no member named __proto__.'],
        })
      const inner: unknown = Reflect.get(value, name)
      if (typeof inner === 'object' && inner !== null) open.push({ value: inner, path: place })
      if (++count % ROWS_PER_STEP === 0) yield
    }
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
