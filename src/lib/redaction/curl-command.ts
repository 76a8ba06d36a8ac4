import { shellQuoted } from '../text/shell-quote.ts'

/** A request as `curl` sends it; its values are redacted by the caller. */
export interface CurlRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Undefined: no body. `file`: too long for a command line, so `curl` reads it from that file. */
  readonly body?: string | { readonly file: string } | undefined
}

/** How the command is written. */
export interface CurlFormat {
  /** Arguments that give the credentials, quoted already. */
  readonly credentials?: readonly string[]
  /** Shows status and headers of the response (`-i`). */
  readonly includesHeaders?: boolean
  /** Writes one argument a line. */
  readonly isMultiline?: boolean
}

/** Returns a `curl` command for a POSIX shell that sends the request. */
export const curlCommand = (
  { method, url, headers, body }: CurlRequest,
  { credentials = [], includesHeaders = false, isMultiline = false }: CurlFormat = {},
): string => {
  const verb = method === 'GET' ? [] : method === 'HEAD' ? ['-I'] : [`-X ${method}`]
  const command = ['curl', ...(includesHeaders ? ['-i'] : []), ...verb].join(' ')
  const shown = headers.map(
    ([name, value]) => `-H ${shellQuoted(value === '' ? `${name}:` : `${name}: ${value}`)}`,
  )
  const data =
    body === undefined
      ? []
      : [typeof body === 'string' ? `--data-raw ${shellQuoted(body)}` : `--data-binary @${body.file}`]
  return [command, ...credentials, ...shown, ...data, shellQuoted(url)].join(isMultiline ? ' \\\n  ' : ' ')
}
