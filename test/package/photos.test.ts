import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { installedPlaya, serve } from './installed.ts'

it('the package holds the thread that draws photos where the server looks for it', async () => {
  const dist = join(installedPlaya().package, 'dist')
  expect(existsSync(join(dist, 'photo-worker.js'))).toBe(true)
  const server = await serve()
  const large = fetch(`${server.url}/_playa/photos/4000x3000/suv/rojo/1.png`)
  const answered = await Promise.race([
    large.then(() => 'photo'),
    fetch(`${server.url}/v3`).then(() => 'root'),
  ])
  expect(answered).toBe('root')
  const bytes = Buffer.from(await (await large).arrayBuffer())
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  expect((await server.stop()).code).toBe(0)
})
