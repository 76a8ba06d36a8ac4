/** Untrusted recordings (HAR) of any length. */

const AGENCY = 'ventas@elcomienzo.example'

interface EntryOptions {
  readonly url?: string
  readonly method?: string
  readonly time?: number
  readonly body?: unknown
  readonly startedDateTime?: string
}

export const PUBLICATION = `http://service.example/v3/publicaciones/${AGENCY}/gol-1`

export const entry = ({ url = PUBLICATION, method = 'GET', body = {}, ...times }: EntryOptions) => ({
  startedDateTime: '2026-03-01T12:00:00Z',
  time: 1,
  ...times,
  request: { method, url, headers: [{ name: 'Accept', value: 'application/json' }] },
  response: {
    status: 200,
    headers: [{ name: 'Content-Type', value: 'application/json' }],
    content: { text: JSON.stringify(body) },
  },
})

export const har = (entries: readonly object[]): string => JSON.stringify({ log: { entries } })

/** Recordings whose exchanges all concern each other, by what they consist of: the entry at a position. */
export const RECORDINGS: Readonly<Record<string, (at: number) => object>> = {
  'that overlap all others': () => entry({ time: 1e12 }),
  'that overlap, with writes': (at) => entry({ time: 1e12, method: at % 2 ? 'GET' : 'PATCH' }),
  'of ever further pages': (at) =>
    entry({
      url: `http://service.example/v3/consultas/${AGENCY}?pagina=${at + 1}&operador=x`,
      body: {
        _links: { next: { href: `http://service.example/v3/consultas/${AGENCY}?pagina=${at + 2}` } },
        _entries: [{ href: `/v3/consultas/${at}` }],
      },
    }),
  'of ever further lists of brands': (at) =>
    entry({
      url: `http://service.example/v3/marcas${at}`,
      body: { _links: {}, _entries: [{ Nombre: `b${at}`, Codenames: [] }] },
    }),
}
