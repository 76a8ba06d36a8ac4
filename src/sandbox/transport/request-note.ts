/** What handling learns of a request, for metrics and the log of the server. */
export interface RequestNote {
  /** Operation of the described API, or call of the control API. */
  operation?: string
  /** Path below which a proxy serves the sandbox, without a slash at its end. */
  outerPrefix?: string
  /** True: an injected fault leaves the request without a response. */
  isUnanswered?: boolean
}

/** Returns the note to write into: the object that the runtime passes with a request, if any. */
export const requestNoteOf = (bindings: unknown): RequestNote | undefined =>
  // All members are optional.
  typeof bindings === 'object' && bindings !== null ? bindings : undefined

/** Returns the path below which a proxy serves the sandbox; empty for none. */
export const outerPrefixOf = (bindings: unknown): string =>
  typeof bindings === 'object' &&
  bindings !== null &&
  'outerPrefix' in bindings &&
  typeof bindings.outerPrefix === 'string'
    ? bindings.outerPrefix
    : ''
