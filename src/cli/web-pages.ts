import type { AppOptions } from '../server/app.ts'

/** The pages of a server, loaded when a browser first asks for one. */
export const webPages =
  (token?: string): NonNullable<AppOptions['pages']> =>
  async (sandbox) => {
    const { createWebPages } = await import('../console/app.ts')
    return createWebPages(sandbox, { token, statements: async () => (await import('../statements/statements.ts')).statements })
  }
