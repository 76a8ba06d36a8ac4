/** What handling learns of a request, for metrics and the log of the server. */
export interface RequestNote {
  /** Operation of the described API, or call of the control API. */
  operation?: string
  /** True: an injected fault leaves the request without an answer. */
  isUnanswered?: boolean
}

/** Writes the note into what the runtime passes beside a request; does nothing where it passes nothing. */
export const noteRequest = (bindings: unknown, note: RequestNote): void => {
  if (typeof bindings === 'object' && bindings !== null) Object.assign(bindings, note)
}
