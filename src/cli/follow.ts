import * as z from 'zod'
import { Failure } from './command.ts'
import type { Remote } from './remote.ts'

/** What happens in a world, as the server tells it, until Ctrl-C. */

interface Told {
  /** `exchange`, `delivery`, `clock`, `world`; `lost` when this reader was too slow. */
  readonly kind: string
  readonly data: unknown
}

export interface Following {
  /** Called when nothing can be missed any more, before the first happening. */
  begin(): Promise<void>
  /** Called for one happening after the other. */
  heard(told: Told): Promise<void> | void
}

const Deletion = z.object({ what: z.literal('deleted') })

/** Gives exit code 0 after Ctrl-C, or when nobody reads the output any more; a `Failure` when the server or the world goes away. */
export const follow = async (remote: Remote, { begin, heard }: Following): Promise<number> => {
  const controller = new AbortController()
  const { signal } = controller
  const stop = () => controller.abort()
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  process.stdout.once('error', stop)
  try {
    const query = { world: remote.world }
    const response = await remote.send({ path: '/events', query, accept: 'text/event-stream', signal })
    await begin()
    for await (const told of happenings(response)) {
      if (signal.aborted) return 0
      if (told.kind === 'world' && Deletion.safeParse(told.data).success)
        throw new Failure(`World ${remote.world} was deleted.`)
      await heard(told)
    }
    if (signal.aborted) return 0
    throw new Failure('The server went away.')
  } catch (error) {
    if (signal.aborted) return 0
    throw error
  } finally {
    controller.abort()
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
    process.stdout.off('error', stop)
  }
}

const happenings = async function* ({ body }: Response): AsyncGenerator<Told> {
  if (!body) return
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  // A connection that breaks off is the end of the stream, too.
  const next = () => reader.read().catch(() => undefined)
  let text = ''
  for (let read = await next(); read?.value !== undefined; read = await next()) {
    text += read.value
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const told = toldIn(block)
      if (told) yield told
    }
  }
}

/** One event of the stream; a comment, which only keeps the connection open, is none. */
const toldIn = (block: string): Told | undefined => {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    const [, name, value] = /^(\w+): ?(.*)$/.exec(line) ?? []
    if (name !== undefined && value !== undefined) fields.set(name, value)
  }
  const [kind, data] = [fields.get('event'), fields.get('data')]
  return kind === undefined || data === undefined ? undefined : { kind, data: JSON.parse(data) }
}
