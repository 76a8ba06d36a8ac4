/** A refusal of either API, with the sentence of its problem document. */
export class ApiError extends Error {
  readonly status: number
  /** Validation issues as `member: sentence`. */
  readonly details: readonly string[]

  constructor(status: number, message: string, details: readonly string[] = []) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.details = details
  }
}

/** Converts a problem document of either API into an error. */
export const toApiError = (status: number, body: unknown): ApiError => {
  const problem = typeof body === 'object' && body !== null ? body : {}
  const detail = 'Detail' in problem ? problem.Detail : 'Title' in problem ? problem.Title : undefined
  const errors =
    'Errors' in problem && typeof problem.Errors === 'object' && problem.Errors !== null ? problem.Errors : {}
  const details = Object.entries(errors).flatMap(([member, sentences]) =>
    (Array.isArray(sentences) ? sentences : [sentences]).map((sentence) =>
      member === '_' ? String(sentence) : `${member}: ${sentence}`,
    ),
  )
  return new ApiError(
    status,
    typeof detail === 'string' && detail !== '' ? detail : `Status ${status}.`,
    details,
  )
}

/** Converts a response of the described API, a problem document or a plain sentence, into an error. */
export const answerError = (answer: {
  readonly status: number
  readonly json: unknown
  readonly text: string
}): ApiError => toApiError(answer.status, answer.json ?? { Detail: answer.text })
