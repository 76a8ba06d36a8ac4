import { expect, it } from 'vitest'
import { type ReleaseFacts, releaseProblems } from './release-checks.ts'

const ready: ReleaseFacts = {
  manifest: { version: '1.2.0', license: 'MIT', provenance: true },
  changelog: '# Changelog\n\n## 1.2.0\n\n- a\n',
  tags: ['v1.1.0'],
  changes: [],
  tarball: { bytes: 1_000, files: ['package.json', 'dist/cli.js'] },
  dependencies: ['zod'],
  sbom: {
    bomFormat: 'CycloneDX',
    components: [{ name: 'zod', version: '4.0.0', licenses: [{ license: { id: 'MIT' } }] }],
  },
}

it('nothing stands in the way of a release that is ready', () => {
  expect(releaseProblems(ready)).toEqual([])
})

it.each<[string, Partial<ReleaseFacts>]>([
  ['not a semantic version', { manifest: { ...ready.manifest, version: 'one' } }],
  ['the tag v1.2.0 exists already', { tags: ['v1.2.0'] }],
  ['no section "## 1.2.0"', { changelog: '## Unreleased' }],
  ['calls it unreleased', { changelog: '## 1.2.0 (unreleased)' }],
  ['the tree has changes', { changes: [' M README.md'] }],
  ['license is UNLICENSED', { manifest: { ...ready.manifest, license: 'UNLICENSED' } }],
  ['publishConfig.provenance is not set', { manifest: { ...ready.manifest, provenance: false } }],
  ['over 3000000', { tarball: { ...ready.tarball, bytes: 3_100_000 } }],
  ['what is not shipped: .env', { tarball: { ...ready.tarball, files: ['.env'] } }],
  ['the SBOM misses hono', { dependencies: ['zod', 'hono'] }],
  [
    'licences to look at: gpl-thing',
    {
      sbom: {
        ...ready.sbom,
        components: [...ready.sbom.components, { name: 'gpl-thing', version: '1.0.0' }],
      },
    },
  ],
])('a release is not ready: %s', (sentence, other) => {
  const problems = releaseProblems({ ...ready, ...other })
  expect(problems.filter((problem) => problem.includes(sentence))).toHaveLength(1)
})
