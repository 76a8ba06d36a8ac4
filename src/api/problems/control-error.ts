import { ProfileError } from '../assumptions/profile.ts'
import { PROBLEM_TYPE } from '../wire/media-types.ts'
import type { ValidationProblemDetails } from '../wire/problem-schemas.ts'

/** A refusal of the control API: English, in the same form as the problems of the described API. */
export class ControlError extends Error {
  readonly status: number
  readonly errors: Readonly<Record<string, readonly string[]>> | undefined

  constructor(status: number, message: string, errors?: Readonly<Record<string, readonly string[]>>) {
    super(message)
    this.name = 'ControlError'
    this.status = status
    this.errors = errors
  }
}

/**
 * Returns what `make` returns; a `ProfileError` becomes a `ControlError` with its sentences under `profile`.
 */
export const asControlErrors = <T>(make: () => T): T => {
  try {
    return make()
  } catch (error) {
    if (error instanceof ProfileError) throw new ControlError(400, error.message, { profile: error.problems })
    throw error
  }
}

/** Title of the problem of a server whose control API wants a token. */
export const TOKEN_REQUIRED = 'Control token required'

const TITLES: Readonly<Record<number, string>> = {
  400: 'Invalid request',
  401: TOKEN_REQUIRED,
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  413: 'Body too large',
  408: 'Request timeout',
  415: 'Unsupported media type',
  429: 'Too many failures',
  431: 'Headers too large',
  500: 'Internal error',
  503: 'Not available',
}

interface ProblemExtras {
  readonly errors?: ControlError['errors']
  readonly headers?: Record<string, string>
}

/** Creates the response of a problem. */
export const controlProblem = (
  status: number,
  detail: string,
  instance: string,
  extra: ProblemExtras = {},
): Response =>
  new Response(controlProblemText(status, detail, instance, extra), {
    status,
    headers: { 'Content-Type': PROBLEM_TYPE, ...extra.headers },
  })

/** Writes a problem of the control API as JSON. */
export const controlProblemText = (
  status: number,
  detail: string,
  instance: string,
  { errors }: Pick<ProblemExtras, 'errors'> = {},
): string => {
  const problem: Partial<ValidationProblemDetails> = {
    Type: `https://httpstatuses.com/${status}`,
    Title: TITLES[status] ?? 'Error',
    Status: status,
    Detail: detail,
    Instance: instance,
    Extensions: {},
    ...(errors && {
      Errors: Object.fromEntries(Object.entries(errors).map(([key, list]) => [key, [...list]])),
    }),
  }
  return JSON.stringify(problem)
}

/** The sentence that a client gets when the sandbox itself fails. */
export const INTERNAL_ERROR_DETAIL = 'The sandbox itself failed; its log has the details.'
