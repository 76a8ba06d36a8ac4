import { redactUrls } from './redact-urls.ts'
import { isSecretName, REDACTED } from './secret-names.ts'

/** Returns a header's value without its secrets: all of it under a secret name, else those of its URLs. */
export const redactHeaderValue = (name: string, value: string): string =>
  isSecretName(name) ? redactCredentials(value) : redactUrls(value)

/** Redacts credentials but keeps the name of their scheme, which shows what the client tried. */
export const redactCredentials = (value: string): string => {
  const scheme = /^\s{0,9}(bearer|basic|digest|acs-hmac)(?=\s)/i.exec(value)?.[1]
  return scheme === undefined ? REDACTED : `${scheme} ${REDACTED}`
}
