import { join } from 'node:path'
import { build } from 'esbuild'
import { type ChildOptions, outputOf, TEMPORARY } from './child-processes.ts'

/** Scripts of this folder that run in processes of their own; a file that is gone is an error of types. */
interface Scripts {
  'bare-server': typeof import('./bare-server.ts')
  'measure-creates': typeof import('./measure-creates.ts')
  'measure-large-lot': typeof import('./measure-large-lot.ts')
  'load-client': typeof import('./load-client.ts')
  'measure-pages': typeof import('./measure-pages.ts')
  'measure-start-up': typeof import('./measure-start-up.ts')
  'measure-worlds': typeof import('./measure-worlds.ts')
}

/** Name of a script that runs in its own process. */
export type ScriptName = keyof Scripts

const bundles = new Map<string, Promise<string>>()

/**
 * Bundles a script of this folder to plain JavaScript. Run from source, the loader that strips types would
 * slow it down.
 */
export const bundleScript = (name: ScriptName): Promise<string> => {
  const known = bundles.get(name) ?? writeBundle(name)
  bundles.set(name, known)
  return known
}

const writeBundle = async (name: ScriptName): Promise<string> => {
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

/** Runs a script in its own process; returns its last line of output, parsed as JSON. */
export const runScript = async <T>(
  name: ScriptName,
  order: unknown,
  options: ChildOptions & { readonly flags?: readonly string[] } = {},
): Promise<T> => {
  const { flags = [], ...rest } = options
  const output = await outputOf(
    process.execPath,
    [...flags, await bundleScript(name), JSON.stringify(order)],
    rest,
  )
  // Script and caller share the type of the report.
  return JSON.parse(output.trimEnd().split('\n').at(-1) ?? '') as T
}
