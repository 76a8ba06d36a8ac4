import { join } from 'node:path'
import { build } from 'esbuild'
import { type ChildOptions, outputOf, TEMPORARY } from './child-processes.ts'

const bundles = new Map<string, Promise<string>>()

/**
 * A script of this folder as plain JavaScript, bundled as the package itself is. Run from its source it would be slowed by the loader that
 * strips its types, and by what that adds to functions.
 */
export const bundleScript = (name: string): Promise<string> => {
  const known = bundles.get(name) ?? writeBundle(name)
  bundles.set(name, known)
  return known
}

const writeBundle = async (name: string): Promise<string> => {
  const outfile = join(TEMPORARY, `${name}.mjs`)
  await build({
    entryPoints: [join(import.meta.dirname, `${name}.ts`)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    logLevel: 'error',
  })
  return outfile
}

/** Runs a script in a process of its own and reads what it prints last, a line of JSON. */
export const runScript = async <T>(
  name: string,
  order: unknown,
  options: ChildOptions & { readonly flags?: readonly string[] } = {},
): Promise<T> => {
  const { flags = [], ...rest } = options
  const output = await outputOf(process.execPath, [...flags, await bundleScript(name), JSON.stringify(order)], rest)
  // Script and caller are two halves of one measure and share the type.
  return JSON.parse(output.trimEnd().split('\n').at(-1) ?? '') as T
}
