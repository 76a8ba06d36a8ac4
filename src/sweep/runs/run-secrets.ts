import { secretsOfHeader } from '../../lib/redaction/known-secrets.ts'
import { secretsOfUrl } from '../../lib/redaction/redact-urls.ts'
import { isSecretName } from '../../lib/redaction/secret-names.ts'
import { isUrl } from '../../lib/text/url.ts'
import { bodyMembers, type ClientCall } from './client-call.ts'

/** Returns the values that requests have under the names of secrets: in headers, addresses and bodies. */
export const secretsOfCalls = (calls: readonly ClientCall[]): string[] =>
  calls.flatMap(({ target, headers, body }) => [
    ...headers.flatMap(([name, value]) => (isSecretName(name) ? secretsOfHeader(value) : [])),
    ...secretsOfTarget(target),
    ...secretsOfValue(bodyMembers(body)),
  ])

/** Returns the values of environment variables with names of secrets. */
export const secretsOfEnvironment = (env: Readonly<Record<string, string | undefined>>): string[] =>
  Object.entries(env).flatMap(([name, value = '']) =>
    isSecretName(name) && !WORKING_FOLDER.test(name) ? [value] : [],
  )

/** In the environment `PWD` is no password. */
const WORKING_FOLDER = /^(?:OLD)?PWD$/

const secretsOfTarget = (target: string): string[] =>
  isUrl(target, 'http://playa.localhost') ? secretsOfUrl(new URL(target, 'http://playa.localhost')) : []

const secretsOfValue = (value: unknown, isSecret = false): string[] => {
  if (typeof value === 'string') return isSecret ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  const members = Object.entries(value)
  // The name of a custom header says whether its value is secret (COM-09).
  const namesSecret = members.some(([name, inner]) => /^name$/i.test(name) && isSecretName(String(inner)))
  return members.flatMap(([name, inner]) =>
    secretsOfValue(inner, isSecret || isSecretName(name) || (namesSecret && /^value$/i.test(name))),
  )
}
