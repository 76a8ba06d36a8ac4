import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ApiError } from '../../pages/ui/sandbox/api-error.ts'
import type { AppOptions } from '../../server/app.ts'
import { docsSite } from './docs-site.ts'
import { reasonOf } from './errors.ts'
import { replaceFile } from './output-file.ts'

/**
 * Returns the web pages of a server, which are loaded with the first request for one. With a data folder
 * their brandings outlive the server.
 */
export const webPages = (token?: string, data?: string): NonNullable<AppOptions['pages']> => {
  const docs = docsSite()
  return async (sandbox) => {
    const { createWebPages } = await import('../../pages/console/app.ts')
    return createWebPages(sandbox, {
      token,
      statements: async () => (await import('../../api/statements/statements.ts')).statements,
      docs,
      brandings: data === undefined ? undefined : smallFile(join(data, 'brandings.json')),
    })
  }
}

/** A text file that is read whole and replaced whole. */
export const smallFile = (path: string) => ({
  read: () => (existsSync(path) ? readFileSync(path, 'utf8') : undefined),
  write: (text: string) => {
    try {
      replaceFile(path, text)
    } catch (error) {
      throw new ApiError(503, `Name and colour could not be stored: ${reasonOf(error)}`)
    }
  },
})
