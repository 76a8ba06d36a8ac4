import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { journaledSandbox } from '../../../test/support/journaled-sandbox.ts'
import { golListing } from '../../../test/support/miniature-world.ts'

const AT = '/v3/publicaciones/ventas%40elcomienzo.example'

const text = { type: 'string' }
const count = { type: 'integer', minimum: -1 }
const pairs = {
  type: 'array',
  items: { type: 'object', required: ['name', 'value'], properties: { name: text, value: text } },
}
/** Schema of an object with these members; other members must begin with `_`, as HAR 1.2 requires. */
const exact = (
  required: Readonly<Record<string, object>>,
  optional: Readonly<Record<string, object>> = {},
) => ({
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, ...optional },
  patternProperties: { '^_': {} },
  additionalProperties: false,
})

/** Schema of HAR 1.2, after its specification. */
const HAR = exact({
  log: exact(
    {
      version: { const: '1.2' },
      creator: exact({ name: text, version: text }),
      entries: {
        type: 'array',
        items: exact(
          {
            startedDateTime: {
              type: 'string',
              pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
            },
            time: { type: 'number', minimum: 0 },
            request: exact(
              {
                method: text,
                url: { type: 'string', pattern: '^http://' },
                httpVersion: text,
                cookies: { type: 'array' },
                headers: pairs,
                queryString: pairs,
                headersSize: count,
                bodySize: count,
              },
              { postData: exact({ mimeType: text, text }) },
            ),
            response: exact({
              status: { type: 'integer' },
              statusText: text,
              httpVersion: text,
              cookies: { type: 'array' },
              headers: pairs,
              content: exact(
                { size: count, mimeType: text },
                { text, encoding: { const: 'base64' }, comment: text },
              ),
              redirectURL: text,
              headersSize: count,
              bodySize: count,
            }),
            cache: { type: 'object' },
            timings: exact({
              send: { type: 'number', minimum: 0 },
              wait: { type: 'number', minimum: 0 },
              receive: { type: 'number', minimum: 0 },
            }),
          },
          { comment: text },
        ),
      },
    },
    { pages: { type: 'array' } },
  ),
})

const validate = new Ajv().compile(HAR)

it('the exported journal is valid HAR 1.2', async () => {
  const { ask, control } = await journaledSandbox()
  await ask('POST', AT, { body: golListing('A-1', { Descripcion: 'año ñandú €' }) })
  await ask('GET', `${AT}?pagina=1&operador=a%40b.example`)
  await ask('GET', `${AT}/none`)
  await ask('HEAD', '/v3')
  const { headers, json } = await control('GET', '/journal.har')
  expect(validate(json) || validate.errors).toBe(true)
  expect(headers.get('content-disposition')).toBe('attachment; filename="default.har"')
  const [create, page, missing, head] = json.log.entries
  expect(create.request.postData).toMatchObject({
    mimeType: 'application/json',
    text: expect.stringContaining('ñandú €'),
  })
  expect(create.request.bodySize).toBe(Buffer.byteLength(create.request.postData.text))
  expect(create).toMatchObject({ _n: 1, _operation: 'publications.create', _facts: ['A-1 created, active'] })
  expect(page.request.queryString).toEqual([
    { name: 'pagina', value: '1' },
    { name: 'operador', value: 'a@b.example' },
  ])
  expect(page.response.content.size).toBe(Buffer.byteLength(page.response.content.text))
  expect(missing.response).toMatchObject({ status: 404, statusText: 'Not Found' })
  expect(head.response.content).toEqual({ size: 0, mimeType: 'application/json' })
})

it('a binary body is exported as base64, and a long body truncated', async () => {
  const { app, ask, control } = await journaledSandbox()
  const bytes = new Uint8Array([0xff, 0xfe, 0x01, 0x80])
  await app.request(AT, { method: 'POST', body: bytes, headers: { 'Content-Type': 'image/png' } })
  await ask('POST', AT, { body: golListing('A-1', { Descripcion: 'ñ'.repeat(100_000) }) })
  const { json } = await control('GET', '/journal.har')
  expect(validate(json) || validate.errors).toBe(true)
  const [binary, long] = json.log.entries
  expect(binary.request.postData).toEqual({ mimeType: 'image/png', text: '//4BgA==', _encoding: 'base64' })
  expect(long.request.postData._truncated).toBe(true)
  expect(long.request.bodySize).toBeGreaterThan(200_000)
  expect(long.request.postData.text.length).toBeLessThan(64 * 1024)
})

it('an empty journal is a HAR without entries', async () => {
  const { control } = await journaledSandbox()
  const { json } = await control('GET', '/journal.har')
  expect(validate(json) || validate.errors).toBe(true)
  expect(json.log.entries).toEqual([])
})
