import { LOOPBACK } from '../../server/origin-guard.ts'

/** Longest wait for the answer that shows whether the target is a sandbox. */
const TIMEOUT_MS = 1_000

/**
 * Returns the command that saves the world which a run has left, where the target is a sandbox on this
 * machine; undefined elsewhere, where nothing more is sent.
 */
export const savedWorldHint = async (target: string): Promise<string | undefined> => {
  const { origin, hostname, pathname } = new URL(target)
  if (!LOOPBACK.test(hostname.replace(/^\[|\]$/g, ''))) return undefined
  const world = /^\/w\/([^/]+)/.exec(pathname)?.[1] ?? 'default'
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(`${origin}/_playa/health`, { signal, redirect: 'error' })
    if ((await response.text()).trim() !== '{"status":"ok"}') return undefined
  } catch {
    return undefined
  }
  return `Keep the world as it is now: playa world save ${world} --url ${origin} -o ${world}.playa`
}
