import * as z from 'zod'

/**
 * Body of a problem response (ERR-02). `Type` is the URI of a status reference, `Instance` the path of the
 * request.
 */
export const ProblemDetails = z.object({
  Type: z.string(),
  Title: z.string(),
  Status: z.int32(),
  Detail: z.string(),
  Instance: z.string(),
  Extensions: z.record(z.string(), z.unknown()),
})
export type ProblemDetails = z.infer<typeof ProblemDetails>

/** Body of a validation problem (ERR-03). The key `_` of `Errors` holds problems of the whole entry. */
export const ValidationProblemDetails = z.object({
  ...ProblemDetails.shape,
  Errors: z.record(z.string(), z.array(z.string())),
})
export type ValidationProblemDetails = z.infer<typeof ValidationProblemDetails>
