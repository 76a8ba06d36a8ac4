import * as z from 'zod'
import { controlApi } from '../../control/table.ts'
import { Failure } from '../support/errors.ts'
import type { Remote } from './remote.ts'

/** An event of a world: `exchange`, `delivery`, `clock`, `world`; `lost` when this reader was too slow. */
export interface WorldEvent {
  readonly event: string
  readonly data: unknown
}

/** Callbacks while events are followed. */
export interface EventHandlers {
  /** Called when every later event will be received, before the first one. */
  onOpen(): Promise<void>
  /** Called for one event after the other. */
  onEvent(event: WorldEvent): Promise<void> | void
}

const DeletedWorld = z.object({ what: z.literal('deleted') })

/**
 * Follows a world until Ctrl-C or until the output is closed, then returns 0. A `Failure` when server or
 * world go away.
 */
export const followEvents = async (remote: Remote, { onOpen, onEvent }: EventHandlers): Promise<number> => {
  const controller = new AbortController()
  const { signal } = controller
  const stop = () => controller.abort()
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  process.stdout.once('error', stop)
  try {
    const response = await remote.send(controlApi.events.follow, { world: remote.world }, { signal })
    await onOpen()
    for await (const event of eventsIn(response, signal)) {
      if (signal.aborted) return 0
      if (event.event === 'world' && DeletedWorld.safeParse(event.data).success)
        throw new Failure(`World ${remote.world} was deleted.`)
      await onEvent(event)
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

const eventsIn = async function* ({ body }: Response, signal: AbortSignal): AsyncGenerator<WorldEvent> {
  if (!body) return
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  // Node forgets which response a signal belongs to once the request is collected.
  const cancel = () => void reader.cancel().catch(() => undefined)
  if (signal.aborted) cancel()
  else signal.addEventListener('abort', cancel, { once: true })
  // A broken connection ends the stream, too.
  const next = () => reader.read().catch(() => undefined)
  let text = ''
  for (let read = await next(); read?.value !== undefined; read = await next()) {
    text += read.value
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = eventIn(block)
      if (event) yield event
    }
  }
}

/** Reads one block of the stream; undefined for a comment, which only keeps the connection open. */
const eventIn = (block: string): WorldEvent | undefined => {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    const [, name, value] = /^(\w+): ?(.*)$/.exec(line) ?? []
    if (name !== undefined && value !== undefined) fields.set(name, value)
  }
  const [event, data] = [fields.get('event'), fields.get('data')]
  return event === undefined || data === undefined ? undefined : { event, data: JSON.parse(data) }
}
