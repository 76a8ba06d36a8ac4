import { expect, it } from 'vitest'
import { curlCommand } from './curl-command.ts'

const request = {
  method: 'PATCH',
  url: 'http://a.example/x?b=1',
  headers: [['Accept', "it's"]] as const,
  body: '{"a":1}',
}

it('quotes every argument for a shell', () => {
  expect(curlCommand(request)).toBe(
    `curl -X PATCH -H 'Accept: it'\\''s' --data-raw '{"a":1}' 'http://a.example/x?b=1'`,
  )
})

it('writes one argument a line when asked to', () => {
  expect(curlCommand({ ...request, method: 'GET', body: undefined }, { isMultiline: true })).toBe(
    `curl \\\n  -H 'Accept: it'\\''s' \\\n  'http://a.example/x?b=1'`,
  )
})

it('removes a header that curl adds by default when its value is empty', () => {
  expect(curlCommand({ method: 'HEAD', url: 'http://a.example', headers: [['Accept', '']] })).toBe(
    `curl -I -H 'Accept:' 'http://a.example'`,
  )
})

it('reads a long body from a file', () => {
  expect(curlCommand({ ...request, body: { file: 'body.json' } })).toContain('--data-binary @body.json')
})
