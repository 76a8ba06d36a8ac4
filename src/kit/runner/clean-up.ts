import { RunSession, type RunSessionOptions } from './session.ts'

/** Steps of cleaning up at a time. */
const CONCURRENCY = 4

/**
 * Puts back what is still changed and archives what the run created; tells what could not be put back, and the `ExternalId`s that could
 * not be archived. It knows no interruption, but gives up on a subject that has gone silent.
 */
export const cleanUp = async (former: RunSession, options: RunSessionOptions): Promise<readonly string[]> => {
  const { signal: _, ...rest } = options
  const session = new RunSession({ ...rest, readOnly: false })
  const left: string[] = []
  const queue = [...former.unarchived]
  let silent = false
  for (const [what, { method, href: target, options: sending }] of former.leftovers) {
    const paid = await session.send(method, target, sending).catch(() => undefined)
    if (paid === undefined || paid.response.status >= 300) left.push(what)
  }
  const work = async () => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      const archived = !silent && (await archive(session, id).catch(() => undefined))
      if (archived === undefined) silent = true
      if (!archived) left.push(id)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return [...left, ...former.unprefixed].sort()
}

/** Whether it is archived now, or gone. A subject that wants an entity tag (`publications/precondition-required`) is given its own. */
const archive = async (session: RunSession, externalId: string): Promise<boolean> => {
  const path = `/v3/publicaciones/${encodeURIComponent(session.target.agency)}/${encodeURIComponent(externalId)}`
  const first = await session.send('PATCH', `${path}/archivar`, {})
  if (first.response.status !== 428) return isGone(first.response.status)
  const { headers } = (await session.send('GET', path, {})).response
  const second = await session.send('PATCH', `${path}/archivar`, { headers: { 'If-Match': headers['etag'] ?? '*' } })
  return isGone(second.response.status)
}

/** A conflict says that it is archived already; 404 that it is gone, or was never made. */
const isGone = (status: number): boolean => status < 300 || status === 409 || status === 404
