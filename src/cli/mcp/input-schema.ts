import * as z from 'zod'
import type { ControlCall } from '../../control/call/call.ts'
import { pathParameterNames, pathParameterText } from '../../control/path-parameters.ts'
import { readInput } from '../../control/read-input.ts'

type JsonObject = Readonly<Record<string, unknown>>

const WORLD = {
  type: 'string',
  description: 'Name of the world; default: the one for which the tools were started',
}

/** The member that names a world in inputs of composed tools. */
export const worldMember = z.string().optional().describe(WORLD.description)

/** Returns the JSON Schema of what a schema takes, complete in itself. */
export const toolSchemaOf = (schema: z.ZodType): JsonObject => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' })
  return rest
}

/** Returns what the schema reads in the input of a tool. Throws a `ControlError` that names all issues. */
export const readToolInput = <T>(schema: z.ZodType, input: JsonObject): T =>
  // The schema is the one that the type of the input was computed from.
  readInput(schema, input) as T

/** Returns the schema of a call's input as one object: parameters of its path, its query and its body. */
export const callInputSchema = ({ path, query, body }: ControlCall): JsonObject => {
  const names = pathParameterNames(path)
  const parameters = names.map((name) => [
    name,
    name === 'world' ? WORLD : { type: 'string', description: pathParameterText(name) },
  ])
  const members = toolSchemaOf(body ?? query ?? z.strictObject({}))
  const { properties, required, ...rest } = members
  const needed = [...names.filter((name) => name !== 'world'), ...(Array.isArray(required) ? required : [])]
  return {
    ...rest,
    type: 'object',
    properties: { ...Object.fromEntries(parameters), ...(isObject(properties) && properties) },
    ...(needed.length > 0 && { required: needed }),
  }
}

/** Returns whether a value is an object or a list. */
export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null
