/** Reads values of unknown type: caught errors, parsed JSON. */

/** Returns the message of a caught error; of any other thrown value its text. */
export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/**
 * Returns the advice to install an optional package; undefined unless `error` is that Node did not find it.
 * `purpose` begins the sentence, e.g. `--smtp`.
 */
export const missingPackageAdvice = (error: unknown, name: string, purpose: string): string | undefined =>
  errorMessage(error).startsWith(`Cannot find package '${name}'`)
    ? `${purpose} needs the package ${name}, which is not installed. Install it with npm install ${name}.`
    : undefined

/** Returns whether a value is a JSON object: neither null nor a list. */
export const isJsonObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a JSON object; undefined for another value. */
export const jsonObjectOf = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  isJsonObject(value) ? value : undefined

/** Returns the members of an object; none of another value. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  isJsonObject(value) ? value : {}
