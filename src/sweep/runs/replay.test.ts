import { expect, it } from 'vitest'
import type { ClientCall } from './client-call.ts'
import { replay } from './replay.ts'

const call = (method: string, target: string, body: object | undefined): ClientCall => ({
  method,
  target: `/v3/publicaciones/ventas%40lospinos.example${target}`,
  headers: [
    ['if-match', '"old"'],
    ['content-type', 'application/json'],
  ],
  body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
  operation: method === 'POST' ? 'publications.create' : 'publications.amend',
  exchange: method === 'POST' ? 'publications.create#1' : 'publications.amend#1',
  response: null,
})

const SETTING = { nowMs: Date.parse('2026-03-01T12:00:00-03:00'), profile: {} }
const origin = 'http://playa.localhost'

it('a refusal that names the tag of a publication is the same under options that do not change it', async () => {
  const calls = [call('PATCH', '/PIN-0001', { Precio: null })]
  const plain = await replay(calls, { setting: SETTING, origin })
  const options = { 'inquiries/beyond-last': '404' }
  const changed = await replay(calls, { setting: SETTING, origin, injection: { options } })
  expect(plain.answers[0]).toMatch(/^412\n/)
  expect(changed.answers).toEqual(plain.answers)
})

it('the form of a tag in a ref changes only under its option', async () => {
  const list: ClientCall = {
    ...call('GET', '', undefined),
    headers: [['accept', 'application/vnd.service.ref+json']],
  }
  const plain = await replay([list], { setting: SETTING, origin })
  const under = async (option: Record<string, string>) =>
    (await replay([list], { setting: SETTING, origin, injection: { options: option } })).answers
  expect(await under({ 'inquiries/beyond-last': '404' })).toEqual(plain.answers)
  expect(await under({ 'publications/ref-etag-form': 'opaque-part' })).not.toEqual(plain.answers)
})
