import { expect, it } from 'vitest'
import { openapiDocument } from '../../scripts/openapi/document.ts'
import { declaredStatuses } from '../../src/api/declared-statuses.ts'
import { operations } from '../../src/model/resources/index.ts'
import { documentJson } from '../../src/server/openapi/generated-document.ts'
import { answerValidator } from '../openapi/answer-validator.ts'
import { faultySandbox } from './faulty-client.ts'
import { AGENCY, LISTINGS } from './test-server.ts'

/** The `Prefer` header selects a response, as in Prism. */

const COINS = '/v3/monedas'

const preferring = async (
  header: string,
  path = COINS,
  options: Parameters<typeof faultySandbox>[0] = {},
) => {
  const room = await faultySandbox(options)
  const { status, headers } = await room.clients['over a socket']('GET', path, {
    headers: { Prefer: header },
  })
  return { ...room, status, applied: headers['preference-applied'] }
}

it.each(['code=503', 'code="503"', 'dynamic=false, code=503', 'code=503; example=x'])(
  'Prefer: %s is answered so, once, and says that it was applied',
  async (header) => {
    const { status, applied, marks, clients } = await preferring(header)
    expect([status, applied]).toEqual([503, 'code=503'])
    expect((await clients['over a socket']('GET', COINS)).status).toBe(200)
    const how = ["503 instead of the service's response", 'as the request preferred']
    expect(marks()).toEqual([{ rules: [], how, answered: true }, undefined])
  },
)

it.each([
  'code=412',
  'code=418',
  'code=200',
  'code=304',
  'return=minimal',
  'respond-async, wait=5',
  'code=x',
])('Prefer: %s on a list asks for nothing that could be given, and is passed over', async (header) => {
  const { status, applied, marks } = await preferring(header, LISTINGS)
  expect([status, applied, marks()]).toEqual([200, undefined, [undefined]])
})

it('a sandbox that ignores Prefer responds as usual', async () => {
  expect(await preferring('code=503', COINS, { honorsPrefer: false })).toMatchObject({
    status: 200,
    applied: undefined,
  })
})

it('an address where nothing is can fail, but is asked for no refusal', async () => {
  expect((await preferring('code=500', '/v3/nada')).status).toBe(500)
  expect(await preferring('code=409', '/v3/nada')).toMatchObject({ status: 404, applied: undefined })
})

it('a rule comes before what the request prefers, and a delay goes with it', async () => {
  const { fault, clients, marks } = await faultySandbox()
  await fault({ delay: 1, ttl: 60 })
  await fault({ status: 500 })
  const ask = () => clients['in process']('GET', COINS, { headers: { Prefer: 'code=503' } })
  const [first, second] = [await ask(), await ask()]
  expect([first.status, first.headers['preference-applied']]).toEqual([500, undefined])
  expect([second.status, second.headers['preference-applied']]).toEqual([503, 'code=503'])
  expect(marks().map((mark) => mark?.rules)).toEqual([[1, 2], [1]])
})

it('every status that an operation declares can be preferred, and is answered as its document says', async () => {
  const { clients, failures } = await faultySandbox()
  const { validate } = answerValidator(JSON.parse(documentJson(openapiDocument())))
  const wrong: string[] = []
  for (const operation of operations.all) {
    const path = operation.path.replace('{adminmail}', AGENCY).replaceAll(/\{\w+\}/g, '1')
    for (const { status } of declaredStatuses(operation).filter((declared) => declared.status >= 400)) {
      const headers = { Prefer: `code=${status}` }
      const met = await clients['in process'](operation.method, path, { headers })
      if (met.status !== status) wrong.push(`${operation.id}: expected ${status}, got ${met.status}`)
      const type = met.headers['content-type'] ?? null
      wrong.push(...validate(operation.method, operation.path, status, type, met.bytes.toString()))
    }
  }
  expect(wrong).toEqual([])
  expect(failures).toEqual([])
})
