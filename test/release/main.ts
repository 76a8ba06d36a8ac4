import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { packageRoot } from '../../src/lib/runtime/package-root.ts'
import { releaseProblems, Sbom } from './release-checks.ts'

/**
 * `npm run release -- --dry-run`: builds, packs and judges a release, writes `out/sbom.cdx.json`, publishes
 * nothing. Exit code 1 when something stands in the way.
 */

const root = packageRoot()
const output = (command: string, ...words: string[]): string =>
  execFileSync(command, words, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '')
const file = (path: string): string => readFileSync(join(root, path), 'utf8')

const Manifest = z.looseObject({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  dependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
  publishConfig: z.looseObject({ provenance: z.boolean().optional() }).optional(),
})
const Lock = z.looseObject({
  packages: z.record(
    z.string(),
    z.looseObject({ dev: z.boolean().optional(), devOptional: z.boolean().optional() }),
  ),
})
const Packed = z
  .array(z.looseObject({ size: z.int(), files: z.array(z.looseObject({ path: z.string() })) }))
  .length(1)

if (process.argv[2] !== '--dry-run') {
  console.error('Only --dry-run is offered: a person publishes, from a pipeline that can prove where it ran.')
  process.exit(2)
}

const manifest = Manifest.parse(JSON.parse(file('package.json')))
const changes = lines(output('git', 'status', '--porcelain'))
output('npm', 'run', 'build')
const [packed] = Packed.parse(JSON.parse(output('npm', 'pack', '--dry-run', '--ignore-scripts', '--json')))
const all = Sbom.parse(JSON.parse(output('npm', 'sbom', '--sbom-format', 'cyclonedx')))
// npm's own --omit leaves out dependencies that development needs as well, such as zod.
const { packages } = Lock.parse(JSON.parse(file('package-lock.json')))
const isShipped = (name: string): boolean => {
  const entry = packages[`node_modules/${name}`]
  return entry !== undefined && !entry.dev && (!entry.devOptional || name in manifest.optionalDependencies)
}
const sbom: Sbom = {
  ...all,
  components: all.components.filter(({ group, name }) => isShipped(group ? `${group}/${name}` : name)),
}
mkdirSync(join(root, 'out'), { recursive: true })
writeFileSync(join(root, 'out', 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`)

const problems = releaseProblems({
  manifest: { ...manifest, provenance: manifest.publishConfig?.provenance === true },
  changelog: file('CHANGELOG.md'),
  tags: lines(output('git', 'tag', '--list')),
  changes,
  tarball: { bytes: packed?.size ?? 0, files: packed?.files.map(({ path }) => path) ?? [] },
  dependencies: Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }),
  sbom,
})
console.log(
  `${manifest.name} ${manifest.version}: ${packed?.size} bytes, ${packed?.files.length} files, ` +
    `${sbom.components.length} packages in out/sbom.cdx.json`,
)
for (const problem of problems) console.log(`- ${problem}`)
console.log(problems.length === 0 ? 'Nothing stands in the way.' : 'Not ready.')
process.exitCode = problems.length === 0 ? 0 : 1
