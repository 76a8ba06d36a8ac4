/** What shown texts carry instead of a secret or of personal data. */
export const REDACTED = '[redacted]'

/**
 * Parts of names that mark a secret, anywhere in the name. Names that only look alike stay: `Author`,
 * `WWW-Authenticate` (a challenge), `Idempotency-Key`, `keyword`.
 */
const SECRET_NAME =
  /(?<!www-)auth(?!or(?!i))|cookie|secret|token|passw|credential|signature|hmac|(?:^|[-_])sig$|(?<!idempotency[-_]?)key(?!word|board)/i

/** Returns whether a header, a JSON member or a query parameter of this name holds a secret. */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(name)
