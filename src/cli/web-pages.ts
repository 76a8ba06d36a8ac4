import type { AppOptions } from '../server/app.ts'

/** Returns the web pages of a server, which are loaded with the first request for one. */
export const webPages =
  (token?: string): NonNullable<AppOptions['pages']> =>
  async (sandbox) => {
    const { createWebPages } = await import('../console/app.ts')
    return createWebPages(sandbox, {
      token,
      statements: async () => (await import('../statements/statements.ts')).statements,
    })
  }
