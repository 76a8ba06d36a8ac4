import { createSandbox } from '../../src/index.ts'
import { MAKE_WORLD, play, scriptOf } from './script.ts'

/** A worker that plays a script in a sandbox of its own, and answers with what it was answered. */
export default {
  async fetch(): Promise<Response> {
    const sandbox = await createSandbox()
    return Response.json(await play((url, init) => sandbox.fetch(url, init), [MAKE_WORLD, ...scriptOf(60)]))
  },
}
