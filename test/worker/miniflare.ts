import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Miniflare, type MiniflareOptions } from 'miniflare'

/** The runtime's day, which decides its behaviour; the same as in `deploy/cloudflare/wrangler.jsonc`. */
const COMPATIBILITY_DATE = '2025-09-06'

/** Settings of a worker under test. */
export interface WorkerSettings {
  readonly folder: string
  readonly bindings?: Record<string, string>
  /** Folder in which objects are kept. Absent: memory. */
  readonly persistTo?: string
  readonly port?: number
  /** False: the bundle has no Durable Objects. */
  readonly hasObjects?: boolean
}

/** Starts workerd with a bundle of the worker. */
export const startWorker = ({
  folder,
  bindings = {},
  persistTo,
  port,
  hasObjects = true,
}: WorkerSettings): Miniflare => {
  const modules = readdirSync(folder)
    .sort((a, b) => Number(b === 'worker.js') - Number(a === 'worker.js'))
    .map((file) => ({
      type: file.endsWith('.bin') ? ('Data' as const) : ('ESModule' as const),
      path: file,
      contents: readFileSync(join(folder, file)),
    }))
  const options: MiniflareOptions = {
    modules,
    compatibilityDate: COMPATIBILITY_DATE,
    compatibilityFlags: ['nodejs_compat'],
    ...(hasObjects && {
      durableObjects: {
        WORLD: { className: 'WorldObject', useSQLite: true },
        REGISTRY: { className: 'RegistryObject', useSQLite: true },
      },
    }),
    bindings,
    ...(persistTo !== undefined && { durableObjectsPersist: persistTo }),
    ...(port !== undefined && { port }),
  }
  return new Miniflare(options)
}
