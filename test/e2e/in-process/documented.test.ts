import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { packageRoot } from '../../../src/lib/runtime/package-root.ts'

it.each([
  ['src/cli/entries/index.ts', 'SandboxOptions'],
  ['src/cli/entries/index.ts', 'Sandbox'],
  ['src/cli/test-helper/sandbox-world.ts', 'SandboxWorld'],
])('editors show a text for every member of %s: %s', (file, name) => {
  const text = readFileSync(join(packageRoot(), file), 'utf8')
  const lines =
    new RegExp(`interface ${name} [^{]*{\\n([\\s\\S]*?)^}`, 'm').exec(text)?.[1]?.split('\n') ?? []
  const members = lines.flatMap((line, i) =>
    /^ +(?:readonly )?\w+\??[:(]/.test(line) ? [[line.trim(), lines[i - 1]?.trim().endsWith('*/')]] : [],
  )
  expect(members.length).toBeGreaterThan(1)
  expect(members.filter(([, isDocumented]) => !isDocumented)).toEqual([])
})
