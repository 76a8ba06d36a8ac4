/** What a caller asked for makes no sense: one sentence that says what to do. */
export class InvalidOptionsError extends Error {
  override readonly name = 'Misuse'
}
