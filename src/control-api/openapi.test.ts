import { expect, test } from 'vitest'
import { createApp } from '../server/app.ts'
import { Simulator } from '../simulator/simulator.ts'
import { controlCalls } from './table.ts'

interface Document {
  readonly openapi: string
  readonly paths: Record<string, Record<string, { readonly operationId: string }>>
}

test('the control API describes every call that it serves', async () => {
  const app = createApp(await Simulator.open({ scenario: 'empty' }))
  // The document as far as this test looks into it.
  const document = (await (await app.request('/_playa/openapi.json')).json()) as Document
  expect(document.openapi).toBe('3.1.0')
  for (const { method, path } of controlCalls)
    expect(document.paths[`/_playa${path}`]).toHaveProperty(method.toLowerCase())
  const ids = Object.values(document.paths).flatMap((item) => Object.values(item).map((one) => one.operationId))
  expect(new Set(ids).size).toBe(controlCalls.length)
})
