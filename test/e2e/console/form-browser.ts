import { webPages } from '../../../src/cli/support/web-pages.ts'
import { Simulator, type SimulatorOptions } from '../../../src/sandbox/simulator/simulator.ts'
import { createApp, type FetchHandler } from '../../../src/server/app.ts'

const ORIGIN = 'http://127.0.0.1:4010'

/** The response to a page request. */
export interface PageAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** A browser without scripts: it keeps cookies, follows redirects and submits forms. */
export class FormBrowser {
  readonly #app: FetchHandler
  readonly #cookies = new Map<string, string>()

  constructor(app: FetchHandler) {
    this.#app = app
  }

  /** Returns another browser for the same server, with its own cookies. */
  another(): FormBrowser {
    return new FormBrowser(this.#app)
  }

  async request(path: string, init: RequestInit = {}): Promise<PageAnswer> {
    const headers = new Headers(init.headers)
    if (!headers.has('accept'))
      headers.set('accept', path.startsWith('/v3') ? 'application/json' : 'text/html')
    if (this.#cookies.size > 0)
      headers.set('cookie', Array.from(this.#cookies, (cookie) => cookie.join('=')).join('; '))
    const response = await this.#app(
      new Request(new URL(path, ORIGIN), { redirect: 'manual', ...init, headers }),
    )
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.slice(0, cookie.indexOf(';')).split('=')
      this.#cookies.set(name, value)
    }
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  open(path: string): Promise<PageAnswer> {
    return this.request(path)
  }

  /** Submits a form of the page at `from` and follows its redirect. Throws when the page has no such form. */
  async submit(
    from: string,
    action: string,
    fields: Readonly<Record<string, string>> = {},
  ): Promise<PageAnswer> {
    const { text } = await this.open(from)
    const form = [...text.matchAll(/<form[^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)].find(
      ([, to, inside = '']) => to === action && hasFields(inside, fields),
    )
    if (!form)
      throw new Error(`${from} has no form for ${action} that takes ${Object.keys(fields).join(', ')}`)
    const hidden = [...(form[2] ?? '').matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
    const values = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, unescapeHtml(value)]))
    const sent = await this.post(action, { ...values, ...fields })
    const location = sent.headers.get('location')
    return location === null ? sent : this.open(location)
  }

  /** Posts fields with the headers of a form on a page of this server. */
  post(
    path: string,
    fields: Readonly<Record<string, string>>,
    headers: Record<string, string> = {},
  ): Promise<PageAnswer> {
    return this.request(path, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: ORIGIN,
        'sec-fetch-site': 'same-origin',
        ...headers,
      },
    })
  }

  /** Returns the JSON of either API. */
  async json(path: string, init: RequestInit = {}): Promise<unknown> {
    return JSON.parse(
      (await this.request(path, { ...init, headers: { accept: 'application/json', ...init.headers } })).text,
    )
  }
}

/** True when the form has all of these fields, hidden ones included. */
const hasFields = (inside: string, fields: Readonly<Record<string, string>>): boolean =>
  Object.keys(fields).every((name) => inside.includes(`name="${name}"`))

const unescapeHtml = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** Starts a server in process and returns a browser at its pages. */
export const openFormBrowser = async (
  options: SimulatorOptions = {},
  token?: string,
): Promise<FormBrowser> => {
  const sandbox = await Simulator.open({ nowMs: Date.parse('2026-03-01T12:00:00-03:00'), ...options })
  const app = createApp(sandbox, { token, pages: webPages(token) })
  return new FormBrowser((request) => app.fetch(request))
}

export const CONSOLE = '/_playa/ui'
export const WORLD = `${CONSOLE}/w/default`
