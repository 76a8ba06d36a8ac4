import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { AGENT_DOCUMENTS, llmsDocument, skillDocument } from '../../src/cli/mcp/agent-documents.ts'
import { agentTools } from '../../src/cli/mcp/agent-tools.ts'
import { boundedJson, untrustedData } from '../../src/cli/mcp/untrusted-data.ts'
import { packageRoot } from '../../src/lib/runtime/package-root.ts'

const committed = (path: string): string => readFileSync(join(packageRoot(), path), 'utf8')

it('the skill file and llms.txt are those that npm run openapi writes', () => {
  expect(committed(AGENT_DOCUMENTS.skill)).toBe(skillDocument())
  expect(committed(AGENT_DOCUMENTS.llms)).toBe(llmsDocument((path) => existsSync(join(packageRoot(), path))))
})

it('every tool is named once, and the skill file names each', () => {
  const names = agentTools.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(skillDocument()).toContain(`\n- \`${name}\`: `)
})

it('secrets are removed by name and by value, also where a text would be cut', () => {
  const secret = 'do-not-show-this'
  const shown = untrustedData({ Secret: 'x1', text: `${'a'.repeat(3_995)}${secret}`, deep: [secret] }, [
    secret,
  ])
  expect(shown).not.toMatch(/do-not|x1/)
})

it('data never exceed their bound, whatever their shape', () => {
  const shapes = [
    Array.from({ length: 5_000 }, (_, n) => ({ n, text: 'x'.repeat(50) })),
    'y'.repeat(100_000),
    Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`member-${n}`, n])),
  ]
  for (const shape of shapes) expect(boundedJson(shape, 2_000).length).toBeLessThan(2_100)
  expect(JSON.parse(boundedJson(shapes[0], 2_000)).at(-1)).toMatch(/^\.\.\. and \d+ more$/)
})
