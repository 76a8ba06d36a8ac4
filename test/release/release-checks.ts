import * as z from 'zod'

/** What a release is judged by; `main.ts` reads it from the project, npm and git. */
export interface ReleaseFacts {
  readonly manifest: { readonly version: string; readonly license: string; readonly provenance: boolean }
  readonly changelog: string
  readonly tags: readonly string[]
  /** Lines of `git status --porcelain`. */
  readonly changes: readonly string[]
  readonly tarball: { readonly bytes: number; readonly files: readonly string[] }
  /** Names of the direct dependencies that users install. */
  readonly dependencies: readonly string[]
  readonly sbom: Sbom
}

/** What is read of a CycloneDX document. */
export const Sbom = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(
    z.looseObject({
      name: z.string(),
      group: z.string().optional(),
      version: z.string(),
      licenses: z
        .array(z.looseObject({ license: z.looseObject({ id: z.string().optional() }).optional() }))
        .optional(),
    }),
  ),
})
export type Sbom = z.infer<typeof Sbom>

const MAX_TARBALL_BYTES = 3_000_000
/** Licences that ask for nothing but their own text, which npm installs beside each package. */
const LICENCES: readonly string[] = [
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Unlicense',
]
const SHIPPED =
  /^(?:package\.json|README\.md|LICENSE|THIRD-PARTY-NOTICES|dist\/.+|fixtures\/.+\.json|scenarios\/.+|contracts\/(?:openapi\.d\.ts|(?:report\.schema|webhook-signatures)\.json))$/

/** Returns what stands in the way of a release, as sentences; none when nothing does. */
export const releaseProblems = (facts: ReleaseFacts): string[] => {
  const { manifest, changelog, tags, changes, tarball, dependencies, sbom } = facts
  const { version } = manifest
  const names = sbom.components.map(({ group, name }) => (group ? `${group}/${name}` : name))
  const foreign = tarball.files.filter((file) => !SHIPPED.test(file))
  const missing = dependencies.filter((name) => !names.includes(name))
  const unknown = sbom.components.filter(({ licenses = [] }) =>
    licenses.every(({ license }) => !LICENCES.includes(license?.id ?? '')),
  )
  const problems: [holds: boolean, sentence: string][] = [
    [/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version), `version ${version} is not a semantic version`],
    [!tags.includes(`v${version}`), `the tag v${version} exists already: raise the version`],
    [
      new RegExp(`^## ${version.replaceAll('.', '\\.')}\\b(?! \\(unreleased\\))`, 'm').test(changelog),
      `CHANGELOG.md has no section "## ${version}", or calls it unreleased`,
    ],
    [changes.length === 0, `the tree has changes: ${changes.slice(0, 3).join(', ')}`],
    [manifest.license === 'MIT', `license is ${manifest.license}`],
    [manifest.provenance, 'publishConfig.provenance is not set: add it with the `repository` that it needs'],
    [tarball.bytes < MAX_TARBALL_BYTES, `the tarball has ${tarball.bytes} bytes, over ${MAX_TARBALL_BYTES}`],
    [foreign.length === 0, `the tarball holds what is not shipped: ${foreign.slice(0, 3).join(', ')}`],
    [missing.length === 0, `the SBOM misses ${missing.join(', ')}`],
    [unknown.length === 0, `licences to look at: ${unknown.map(({ name }) => name).join(', ')}`],
  ]
  return problems.filter(([holds]) => !holds).map(([, sentence]) => sentence)
}
