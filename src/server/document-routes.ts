import type { Hono } from 'hono'
import { lazy } from '../sandbox/simulator/lazy.ts'

/**
 * Binds the OpenAPI document of the described API, read on its first request; all responses share its bytes.
 * The document of a world has that world as its server.
 */
export const bindDocuments = (app: Hono): void => {
  const module = () => import('./openapi/generated-document.ts')
  const json = lazyBytes(async () => (await module()).openapiJson())
  const yaml = lazyBytes(async () => (await module()).openapiYaml())
  app.get('/w/:world/openapi.json', async (context) => {
    const server = `/w/${encodeURIComponent(context.req.param('world'))}`
    return context.body((await module()).openapiJson({ server }), 200, { 'Content-Type': 'application/json' })
  })
  app.get('/openapi.json', async (context) =>
    context.body(await json(), 200, { 'Content-Type': 'application/json' }),
  )
  app.get('/openapi.yaml', async (context) =>
    context.body(await yaml(), 200, { 'Content-Type': 'application/yaml' }),
  )
}

const lazyBytes = (read: () => Promise<string>): (() => Promise<Uint8Array<ArrayBuffer>>) =>
  lazy(async () => new TextEncoder().encode(await read()))
