import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { isAbsolute, join, resolve } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { type Plugin, rolldown } from 'rolldown'
import { assetSourcePath } from '../../src/runtime/package-files.ts'
import { packageRoot } from '../../src/runtime/package-root.ts'
import { compileScenario } from '../../src/scenarios/build-scenario.ts'
import { shippedKinds } from '../../src/scenarios/compiled-scenario.ts'
import { scenarioNames } from '../../src/scenarios/scenario-file.ts'
import { assetNames, assetSource } from '../../src/web-ui/assets.ts'

/** Modules that use what only Node has, with the ones that stand in for them. */
const STAND_INS = new Map(
  readdirSync(join(packageRoot(), 'src/worker/runtime')).map((file) => {
    const folder = existsSync(join(packageRoot(), 'src/runtime', file)) ? 'runtime' : 'outbound'
    return [resolve(packageRoot(), 'src', folder, file), resolve(packageRoot(), 'src/worker/runtime', file)]
  }),
)

const QUICK_QUALITY = 2

const EMBEDDED = 'playa:embedded-files'

/** Modules of Node that the platform lacks; libraries import them for what is not used here. */
const ABSENT: ReadonlySet<string> = new Set(['child_process', 'worker_threads'])

/**
 * Bundles an entry for Workers into a folder: modules, and the files of the package as data modules. `isQuick`
 * leaves them larger than they need to be.
 */
export const bundleWorker = async (
  folder: string,
  { isQuick = false, entry = 'src/worker-entry.ts' } = {},
): Promise<void> => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const files = embeddedFiles()
  for (const [i, { bytes }] of files.entries()) {
    const quality = isQuick ? QUICK_QUALITY : constants.BROTLI_MAX_QUALITY
    const packed = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
    writeFileSync(join(folder, dataName(i)), packed)
  }
  const bundled = await rolldown({
    input: { worker: join(packageRoot(), entry) },
    platform: 'browser',
    resolve: { conditionNames: ['workerd', 'worker', 'import', 'default'], mainFields: ['module', 'main'] },
    external: (id) => id.endsWith('.bin'),
    plugins: [standIns(files.map(({ path }) => path))],
  })
  await bundled.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    minify: !isQuick,
  })
  await bundled.close()
}

const dataName = (i: number): string => `file-${i}.bin`

const standIns = (paths: readonly string[]): Plugin => ({
  name: 'stand-ins',
  resolveId(id, importer, { kind }) {
    if (id === EMBEDDED) return `\0${EMBEDDED}`
    if (isBuiltin(id)) {
      const name = id.replace(/^node:/, '')
      if (ABSENT.has(name)) return '\0absent'
      return kind === 'require-call' ? `\0required:${name}` : { id: `node:${name}`, external: true }
    }
    if (importer === undefined || isAbsolute(id) || !id.startsWith('.')) return null
    return STAND_INS.get(resolve(importer, '..', id)) ?? null
  },
  load(id) {
    if (id === '\0absent') return 'module.exports = {}'
    const required = /^\0required:(.*)$/.exec(id)?.[1]
    if (required !== undefined) return `module.exports = process.getBuiltinModule('node:${required}')`
    if (id !== `\0${EMBEDDED}`) return null
    const imports = paths.map((_, i) => `import f${i} from './${dataName(i)}'`)
    const entries = paths.map((path, i) => `${JSON.stringify(path)}: f${i}`)
    return `${imports.join('\n')}\nexport const embeddedFiles = {${entries.join(', ')}}`
  },
})

interface EmbeddedFile {
  readonly path: string
  readonly bytes: Buffer
}

/** The files of the package that the service reads, as `src/runtime/package-files.ts` names them. */
const embeddedFiles = (): EmbeddedFile[] => {
  const root = packageRoot()
  const fixtures = ['catalogue', 'people', 'places'].flatMap((folder) =>
    readdirSync(join(root, 'fixtures', folder))
      .filter((file) => file.endsWith('.json'))
      .map((file) => `fixtures/${folder}/${file}`),
  )
  const own = ['package.json', ...fixtures, ...scenarioNames().map((name) => `scenarios/${name}.yaml`)]
  const compiled = scenarioNames().flatMap((name) =>
    shippedKinds(name).map((kind) => ({
      path: `dist/scenarios/${name}.${kind}.json`,
      bytes: Buffer.from(JSON.stringify(compileScenario(name, kind))),
    })),
  )
  return [
    ...own.map((path) => ({ path, bytes: readFileSync(join(root, path)) })),
    { path: 'dist/openapi.json', bytes: readFileSync(join(root, 'contracts/openapi.json')) },
    ...compiled,
    ...assetNames.map((name) => ({
      path: `dist/ui/${name}`,
      bytes: readFileSync(assetSourcePath(assetSource(name))),
    })),
  ]
}
