import { fillPlaceholders } from '../lib/text/placeholders.ts'

/** The world that a client's command calls. */
export interface ClientWorld {
  readonly url: string
  readonly world: string
  /** Mail of the first agency's administrator, empty when there is none. */
  readonly agency: string
  /** Its time when the command starts, in ISO 8601. */
  readonly now: string
}

/** Names of the values that `clientValues` returns. */
export const CLIENT_VALUES: readonly string[] = ['url', 'control', 'world', 'agency', 'now']

/** Returns the values that replace `{url}`, `{control}`, `{world}`, `{agency}` and `{now}`. */
export const clientValues = ({ url, world, agency, now }: ClientWorld): Record<string, string> => ({
  url,
  control: `${url}/_playa`,
  world,
  agency,
  now,
})

/**
 * Returns the environment variables of a client's command: `PLAYA_` and the name of each value in capitals,
 * then the templates with their placeholders filled.
 */
export const clientEnvironment = (
  values: Readonly<Record<string, string>>,
  templates: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries([
    ...Object.entries(values).map(([name, value]) => [`PLAYA_${name.toUpperCase()}`, value]),
    ...Object.entries(templates).map(([name, text]) => [name, fillPlaceholders(text, values)]),
  ])
