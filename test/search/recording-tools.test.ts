import { expect, it } from 'vitest'
import { explain } from '../../src/checks/explore/explain.ts'
import { readHar } from '../../src/checks/explore/history/har.ts'
import { recordedConversation, STEPS } from './recording.ts'

/** The same conversation as browsers, proxies and clients write it. */

/** Members that tools add, leave out or write differently. */
interface Entry {
  request: Record<string, unknown> & {
    method: string
    url: string
    headers: { name: string; value: string }[]
    postData?: Record<string, unknown> & { text?: string }
  }
  response: Record<string, unknown> & {
    status: number
    headers: { name: string; value: string }[]
    content: Record<string, unknown> & { text?: string }
  }
  [member: string]: unknown
}

const recorded = await recordedConversation()

/** Returns the entries of the recording as a tool writes them. */
const entriesAs = (change: (entry: Entry, at: number) => void): Entry[] => {
  const entries = structuredClone(recorded.log.entries) as unknown as Entry[] // the journal writes all of them
  for (const [at, entry] of entries.entries()) {
    delete entry['_n']
    change(entry, at)
  }
  return entries
}

const explained = (entries: readonly Entry[]) => explain(readHar(JSON.stringify({ log: { entries } })))

const asBase64 = (content: Entry['response']['content']) => {
  if (content.text !== undefined) content.text = Buffer.from(content.text).toString('base64')
  content['encoding'] = 'base64'
}

const lowerCase = (headers: { name: string }[]) => {
  for (const header of headers) header.name = header.name.toLowerCase()
}

const SHAPES: readonly (readonly [string, (entry: Entry, at: number) => void])[] = [
  [
    'Chromium, HTTP/2',
    ({ request, response }) => {
      const { pathname, host } = new URL(request.url)
      request['httpVersion'] = 'h2'
      for (const headers of [request.headers, response.headers]) lowerCase(headers)
      request.headers.unshift(
        { name: ':authority', value: host },
        { name: ':method', value: request.method },
        { name: ':path', value: pathname },
        { name: ':scheme', value: 'https' },
      )
      Object.assign(response, { _transferSize: 90, bodySize: -1, _error: null })
      asBase64(response.content)
    },
  ],
  [
    'Firefox',
    ({ request, response }) => {
      request['bodySize'] = request.postData?.text?.length ?? 0
      if (request.postData) request.postData['params'] = []
      Object.assign(response.content, { comment: '' })
      response['bodySize'] = 100
    },
  ],
  [
    'mitmproxy, compressed',
    ({ request, response }) => {
      response.headers.push({ name: 'content-encoding', value: 'gzip' })
      Object.assign(response.content, { size: 40, compression: 300 })
      request['bodySize'] = request.postData?.text?.length ?? 0
    },
  ],
  [
    'Charles',
    (entry) => {
      entry.request['bodySize'] = -1
      Object.assign(entry, { _charlesStatus: 'COMPLETE' })
      asBase64(entry.response.content)
    },
  ],
  [
    'Insomnia',
    (entry) => {
      delete entry['time']
      entry.response['bodySize'] = -1
      delete entry.response.content['size']
    },
  ],
  [
    'Playwright with attached files',
    ({ response }) => {
      delete response.content.text
      response.content['_file'] = 'a1b2.json'
    },
  ],
  [
    'Safari',
    ({ request, response }) => {
      request['bodySize'] = -1
      Object.assign(response.content, { size: 10, compression: 0 })
    },
  ],
]

it.each(SHAPES)('a conforming recording of %s conforms', (_, change) => {
  const { findings, judged } = explained(entriesAs(change))
  expect(findings.map(({ rule }) => rule)).toEqual([])
  expect(judged).toBe(STEPS.length)
})

it.each(SHAPES.filter(([name]) => !name.includes('attached')))(
  'an edit that is lost is named in a recording of %s',
  (_, change) => {
    const entries = entriesAs((entry, at) => {
      const { content } = entry.response
      const isEdit = STEPS[at] === 'edit'
      if (isEdit) content.text = content.text?.replace('"Verde"', '"Negro"') ?? ''
      change(entry, at)
    })
    const [first] = explained(entries).findings
    expect(first && STEPS[first.exchange.number - 1]).toBe('edit')
  },
)

const UNANSWERED = 'without a response or its headers, or with an injected fault'

const oneOf = (step: (typeof STEPS)[number]): Entry =>
  entriesAs(() => {})[STEPS.indexOf(step)] ?? expect.fail(`no ${step}`)

it('answers from a browser cache are not evidence about the service', () => {
  const entries = entriesAs(() => {})
  const old = { ...oneOf('read'), startedDateTime: '2099-01-01T00:00:00.000Z' }
  const held = { lastAccess: '2026-03-01T12:00:00.000Z', eTag: '"a"', hitCount: 1 }
  const marks = [
    { _fromCache: 'disk' },
    { _fromCache: 'memory' },
    { _fetchedViaServiceWorker: true },
    { _fetchType: 'Memory Cache' },
    { _fetchType: 'Disk Cache' },
    { _fetchType: 'Service Worker' },
    { _fetchType: 'Inspector Override' },
    { response: { ...old.response, bodySize: 0 } },
    { response: { ...old.response, _transferSize: 0 } },
    { cache: { beforeRequest: held } },
    { cache: { afterRequest: held } },
  ]
  for (const mark of marks) {
    const { findings, judged, unjudged } = explained([...entries, { ...old, ...mark }])
    expect([mark, findings, judged, unjudged.get('answered by the browser itself')]).toEqual([
      mark,
      [],
      STEPS.length,
      1,
    ])
  }
  const sent = [{}, { _fetchType: 'Network Load' }, { cache: { beforeRequest: null } }, { cache: {} }]
  for (const mark of sent) expect(explained([...entries, { ...old, ...mark }]).findings).not.toEqual([])
})

it.each(STEPS.map((step) => [step]))(
  '%s without the headers of request or response is no finding',
  (step) => {
    for (const part of ['request', 'response'] as const) {
      const entries = entriesAs((entry, at) => {
        if (STEPS[at] === step) entry[part].headers = []
      })
      const { findings, unjudged } = explained(entries)
      expect([part, findings.map(({ rule }) => rule), unjudged.get(UNANSWERED)]).toEqual([part, [], 1])
    }
  },
)

it.each(STEPS.map((step) => [step]))(
  '%s without its response is in doubt, and so is what followed',
  (step) => {
    const without: ((entry: Entry) => void)[] = [
      (entry) => Reflect.deleteProperty(entry, 'response'),
      (entry) => Object.assign(entry, { response: null }),
      (entry) => Object.assign(entry.response, { status: 'none' }),
      (entry) => Object.assign(entry.response, { status: null }),
    ]
    for (const change of without) {
      const entries = entriesAs((entry, at) => {
        if (STEPS[at] === step) change(entry)
      })
      const { findings, judged, unjudged } = explained(entries)
      const skipped = unjudged.get('that cannot be read')
      expect([findings.map(({ rule }) => rule), judged, unjudged.get(UNANSWERED), skipped]).toEqual([
        [],
        STEPS.length - 1,
        1,
        0,
      ])
    }
  },
)

it('plain text that claims to be base64 cannot be read, and is no finding', () => {
  const entries = entriesAs(({ request, response }) => {
    response.content['encoding'] = 'base64'
    if (request.postData) request.postData['encoding'] = 'base64'
  })
  const { findings, judged } = explained(entries)
  expect([findings.map(({ rule }) => rule), judged]).toEqual([[], STEPS.length])
})

it('a 304 with the body that the browser had conforms', () => {
  const entries = entriesAs(() => {})
  const again = structuredClone(oneOf('read'))
  const etag = again.response.headers.find(({ name }) => name.toLowerCase() === 'etag')?.value ?? ''
  again.request.headers.push({ name: 'If-None-Match', value: etag })
  again.response.status = 304
  again.response.content.text = '{"ExternalId":"another body that the browser had"}'
  expect(explained([...entries.slice(0, 2), again]).findings).toEqual([])
})

it('requests without a response, preflights and other services are not judged, and are counted', () => {
  const entries = entriesAs(() => {})
  const url = oneOf('read').request.url
  const other = (members: Record<string, unknown>, response: Record<string, unknown>) => ({
    ...structuredClone(oneOf('missing')),
    request: { ...structuredClone(oneOf('read').request), ...members },
    response: { ...structuredClone(oneOf('read').response), ...response },
  })
  const found = explained([
    ...entries,
    other({}, { status: -1, headers: [], content: { size: -1 }, _failureText: 'net::ERR_ABORTED' }),
    other({}, { status: 0, headers: [], content: {}, _error: 'net::ERR_FAILED' }),
    other({ method: 'OPTIONS' }, { status: 204, content: { text: '' } }),
    other({ url: 'https://maps.example/api/v3' }, { content: { text: '{"maps":true}' } }),
    other({ url: 'https://maps.example/api/v3/tiles' }, { content: { text: '[]' } }),
    other({ url: 'https://short.example/x' }, { status: 307, headers: [{ name: 'Location', value: url }] }),
  ])
  expect(found.findings.map(({ rule }) => rule)).toEqual([])
  expect([found.judged, found.exchanges]).toEqual([STEPS.length, STEPS.length + 6])
  expect([...found.unjudged.values()].filter((count) => count > 0)).toEqual([1, 2, 3])
})
