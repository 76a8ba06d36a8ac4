/** Reads values of unknown type: caught errors, parsed JSON. */

/** Returns the message of a caught error; of any other thrown value its text. */
export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** Returns whether a value is a JSON object: neither null nor a list. */
export const isJsonObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
