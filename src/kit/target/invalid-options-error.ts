/** Thrown when options of the kit cannot be used; the message is one sentence that says what to change. */
export class InvalidOptionsError extends Error {
  override readonly name = 'InvalidOptionsError'
}
