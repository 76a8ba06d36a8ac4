import type { Exchange, WireRequest } from './exchange.ts'

/** What reports show instead of secrets and personal data. */
const HIDDEN = '[redacted]'

const SECRET_HEADERS = /^(authorization|proxy-authorization|cookie|set-cookie|x-acs-.*|x-api-key|.*(token|secret|key|signature).*)$/i

/** Members of bodies that name people or open doors. */
const HIDDEN_MEMBERS = new Set([
  ...['secret', 'nombre', 'apellido', 'email', 'emailscco', 'telefono', 'telefonos', 'telefonolaboral', 'whatsapp', 'docidentidad'],
  ...['comentario', 'key', 'token', 'password'],
])

const MOST_CHARACTERS = 4_000

/** An exchange as a report may show it. */
export interface Shown {
  readonly number: number
  readonly request: { readonly method: string; readonly url: string; readonly headers: Readonly<Record<string, string>>; readonly body?: string }
  readonly response: { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string }
  readonly tookMs: number
}

export const redacted = ({ number, request, response, tookMs }: Exchange): Shown => ({
  number,
  request: {
    method: request.method,
    url: request.url,
    headers: redactedHeaders(request.headers),
    ...(request.body !== undefined && { body: redactedBody(request.body) }),
  },
  response: { status: response.status, headers: redactedHeaders(response.headers), body: redactedBody(response.body) },
  tookMs: Math.round(tookMs * 10) / 10,
})

const redactedHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, SECRET_HEADERS.test(name) ? HIDDEN : value]))

/** The body with hidden members masked; a text that is no JSON is only shortened. */
export const redactedBody = (body: string): string => {
  let text = body
  try {
    text = JSON.stringify(JSON.parse(body), (name, value: unknown) =>
      value !== null && value !== '' && HIDDEN_MEMBERS.has(name.toLowerCase()) ? HIDDEN : value,
    )
  } catch {
    // Not JSON: what it is, is evidence.
  }
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}... (${text.length} characters)` : text
}

/** A `curl` line that sends the request again; credentials stay out. */
export const curlOf = ({ method, url, headers, body }: WireRequest): string => {
  const shown = Object.entries(redactedHeaders(headers)).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  const data = body === undefined ? [] : [`--data-raw ${quoted(redactedBody(body))}`]
  return ['curl', '-i', ...(method === 'GET' ? [] : [`-X ${method}`]), ...shown, ...data, quoted(url)].join(' ')
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
