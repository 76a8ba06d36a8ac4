import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import * as z from 'zod'
import { isSecretHeader } from '../../checks/reports/report-redactor.ts'
import { LEAVES } from '../../kit/runner/clause.ts'
import { InvalidOptionsError } from '../../kit/target/invalid-options-error.ts'
import { isUrl } from '../../lib/text/url.ts'
import { REPORT_KINDS } from '../support/report-files.ts'
import { yamlIn } from '../support/yaml-file.ts'

/** Read from the working directory unless `--config` names another. */
const SETTINGS_FILE = 'playa.check.yaml'

const AUTHS = ['none', 'key', 'basic', 'hmac'] as const

const whole = (min: number, max: number) => {
  const error = `expected a whole number from ${min} to ${max}`
  return z.int({ error }).min(min, { error }).max(max, { error })
}

const RATE = { error: 'expected a number above 0, at most 10000' }

const oneOrMore = z.union([z.string().transform((one) => [one]), z.array(z.string())]).optional()

const photoUrls = oneOrMore.refine(
  (urls = []) => urls.every((url) => isUrl(url) && /^https?:/i.test(url)),
  'expected URLs that begin with http:// or https://',
)

/** Settings of a run: the command line and the file use the same names. */
export const Settings = z.strictObject({
  url: z.string().optional(),
  agency: z.string().optional(),
  auth: z.enum(AUTHS, { error: `expected one of ${AUTHS.join(', ')}` }).optional(),
  'key-variable': z.string().optional(),
  'secret-variable': z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  'other-auth': z.enum(AUTHS, { error: `expected one of ${AUTHS.join(', ')}` }).optional(),
  'other-key-variable': z.string().optional(),
  'other-secret-variable': z.string().optional(),
  'other-headers': z.record(z.string(), z.string()).optional(),
  'other-sign': z.string().optional(),
  sign: z.string().optional(),
  vendor: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]*$/i, 'expected a word of letters, digits and hyphens')
    .optional(),
  cacert: z.string().optional(),
  only: oneOrMore,
  leaves: z.enum(LEAVES, { error: `expected one of ${LEAVES.join(', ')}` }).optional(),
  profile: z.string().optional(),
  waivers: z.string().optional(),
  baseline: z.string().optional(),
  shard: z.string().optional(),
  report: z.partialRecord(z.enum(REPORT_KINDS), z.string().min(1)).optional(),
  car: z.string().optional(),
  photo: photoUrls,
  'same-origin': oneOrMore,
  'touch-webhooks': z.boolean().optional(),
  'stranger-agency': z.string().optional(),
  'precondition-header': z
    .string()
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'expected the name of a header')
    .optional(),
  require: oneOrMore,
  concurrency: whole(1, 64).optional(),
  rps: z.number().gt(0, RATE).max(10_000, RATE).optional(),
  timeout: z.union([z.number(), z.string()]).optional(),
  patience: z.union([z.number(), z.string()]).optional(),
  'callback-url': z.string().optional(),
  'callback-port': whole(0, 65_535).optional(),
})
export type Settings = z.infer<typeof Settings>

/**
 * Returns the settings of the named file, else of the file in the working directory, else none. Throws an
 * `InvalidOptionsError` that names the member.
 */
export const settingsFrom = (named: string | undefined): Settings => {
  const file = named ?? SETTINGS_FILE
  if (named === undefined && !existsSync(file)) return {}
  const value = yamlIn(file, '--config')
  refuseSecrets(file, value)
  const read = Settings.safeParse(value ?? {})
  if (!read.success) throw new InvalidOptionsError(`${file}: ${issueOf(read.error)}`)
  return withPaths(withVariables(file, read.data), dirname(file))
}

/** Describes in one sentence where a value does not fit its schema, and why. */
export const issueOf = (error: z.ZodError): string => {
  const [issue] = error.issues
  const where = issue?.path.join('.')
  return `${where ? `${where}: ` : ''}${issue?.message ?? 'it is not what was expected'}.`
}

/** Refuses secrets in the file, which others may read: it names variables of the environment instead. */
const refuseSecrets = (file: string, value: unknown): void => {
  if (typeof value !== 'object' || value === null) return
  for (const name of ['key', 'secret', 'other-key', 'other-secret']) {
    if (name in value)
      throw new InvalidOptionsError(
        `${file}: ${name} does not belong into a file; name a variable of the environment with ${name}-variable.`,
      )
  }
}

const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g

/** Replaces `${NAME}` in header values by variables of the environment. */
const withVariables = (file: string, settings: Settings): Settings => {
  const filled = (given: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => {
        if (isSecretHeader(name) && !/\$\{\w+\}/.test(value)) {
          throw new InvalidOptionsError(
            `${file}: the value of the header ${name} does not belong into a file; write \${NAME} for a variable of the environment.`,
          )
        }
        return [name, withVariablesIn(value, `${file}: the header ${name}`)]
      }),
    )
  const { headers, 'other-headers': others } = settings
  return {
    ...settings,
    ...(headers && { headers: filled(headers) }),
    ...(others && { 'other-headers': filled(others) }),
  }
}

/**
 * Replaces `${NAME}` by a variable of the environment. Throws an `InvalidOptionsError` when it is not set.
 */
export const withVariablesIn = (text: string, wanted: string): string =>
  text.replace(VARIABLE, (_, variable: string) => variableNamed(variable, wanted))

/** Returns the value of a variable of the environment. Throws an `InvalidOptionsError` when it is not set. */
export const variableNamed = (name: string, wanted: string): string => {
  const value = process.env[name]
  if (value === undefined || value === '')
    throw new InvalidOptionsError(
      `${wanted} needs the variable ${name}, which the environment does not have.`,
    )
  return value
}

const PATHS = ['sign', 'other-sign', 'cacert', 'profile', 'waivers', 'baseline', 'car'] as const

/** Resolves paths in a file against its folder. */
const withPaths = (settings: Settings, folder: string): Settings => {
  const paths = PATHS.flatMap((name) =>
    settings[name] === undefined ? [] : [[name, resolve(folder, settings[name])]],
  )
  const report = Object.entries(settings.report ?? {}).map(([kind, file]) => [
    kind,
    file === '-' ? file : resolve(folder, file),
  ])
  return {
    ...settings,
    ...Object.fromEntries(paths),
    ...(settings.report && { report: Object.fromEntries(report) }),
  }
}
