import type { JsonObject } from '../../src/model/http/json-body.ts'

/** Returns whether a value is a JSON object. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the members of a JSON object; none of anything else. */
export const membersOfJson = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})
