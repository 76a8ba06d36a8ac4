import { RunSession, type RunSessionOptions } from './session.ts'

const CONCURRENCY = 4

/**
 * Restores temporary changes and archives what the run created. Returns what it could not restore and the
 * `ExternalId`s that it could not archive. An interruption does not stop it; a target that no longer answers
 * does.
 */
export const cleanUp = async (former: RunSession, options: RunSessionOptions): Promise<readonly string[]> => {
  const { signal: _, ...rest } = options
  const session = new RunSession({ ...rest, readOnly: false })
  const leftBehind: string[] = []
  const queue = [...former.unarchived]
  let isSilent = false
  for (const [description, { method, href, options: request }] of former.leftovers) {
    const restored = await session.send(method, href, request).catch(() => undefined)
    if (restored === undefined || restored.response.status >= 300) leftBehind.push(description)
  }
  const work = async () => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      const isArchived = !isSilent && (await archive(session, id).catch(() => undefined))
      if (isArchived === undefined) isSilent = true
      if (!isArchived) leftBehind.push(id)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return [...leftBehind, ...former.unprefixed].sort()
}

/**
 * Archives a publication; returns whether it is archived or gone. When the target requires a precondition
 * (`publications/precondition-required`), it repeats the request with the current entity tag.
 */
const archive = async (session: RunSession, externalId: string): Promise<boolean> => {
  const path = `/v3/publicaciones/${encodeURIComponent(session.target.agency)}/${encodeURIComponent(externalId)}`
  const first = await session.send('PATCH', `${path}/archivar`, {})
  if (first.response.status !== 428) return isGone(first.response.status)
  const { headers } = (await session.send('GET', path, {})).response
  const second = await session.send('PATCH', `${path}/archivar`, { headers: { 'If-Match': headers['etag'] ?? '*' } })
  return isGone(second.response.status)
}

/** 409: it is archived already. 404: it is gone, or the create was never carried out. */
const isGone = (status: number): boolean => status < 300 || status === 409 || status === 404
