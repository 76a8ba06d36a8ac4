import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { packageRoot } from '../../src/lib/runtime/package-root.ts'

/**
 * Prism as a service: it answers every operation of the committed document with an example, and stores
 * nothing.
 */
export interface PrismMock {
  readonly url: string
  /** Ends the process; resolves when it is gone. */
  close(): Promise<void>
}

/** Starts Prism on a free port. Throws when it ends before it listens. */
export const startPrismMock = async (): Promise<PrismMock> => {
  const document = join(packageRoot(), 'contracts/openapi.json')
  const words = ['mock', document, '--port', '0', '--host', '127.0.0.1']
  const child = spawn(join(packageRoot(), 'node_modules/.bin/prism'), words, {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const close = () => gone(child)
  try {
    return { url: await addressOf(child), close }
  } catch (error) {
    await close()
    throw error
  }
}

const addressOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      // Keeps reading the output, because Prism would block on a full pipe.
      stream?.on('data', (chunk: Buffer) => {
        said = (said + chunk).slice(-10_000)
        const [, url] = /listening on (http:\/\/[\w.:]+)/.exec(said) ?? []
        if (url !== undefined) resolve(url)
      })
    }
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`Prism ended before it listened:\n${said}`)))
  })

const gone = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
