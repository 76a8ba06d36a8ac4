import { expect, it } from 'vitest'
import * as z from 'zod'
import { pathsUnder } from '../coverage/sources.ts'
import { outputOfTool } from './run-tool.ts'

/** Import rules of `.dependency-cruiser.mjs`: arrows between folders, no circle, pure folders. */

const Result = z.object({
  modules: z.array(z.object({ source: z.string() })),
  summary: z.object({
    violations: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        rule: z.object({ name: z.string() }),
        cycle: z.array(z.object({ name: z.string() })).optional(),
      }),
    ),
    ruleSetUsed: z.object({ forbidden: z.array(z.object({ name: z.string() })) }),
  }),
})

const DEPCRUISE = 'dependency-cruiser/bin/dependency-cruise.mjs'

const cruised = Result.parse(
  JSON.parse(await outputOfTool(DEPCRUISE, 'src', 'contracts', '--output-type', 'json')),
)

const sources = ['src', 'contracts'].flatMap(pathsUnder).filter((path) => /(?<!\.test)\.ts$/.test(path))

it('dependency-cruiser reads every source file', () => {
  // Without a supported compiler it reads no TypeScript, reports no violation and exits with 0.
  const read = new Set(cruised.modules.map(({ source }) => source))
  expect(sources.filter((path) => !read.has(path))).toEqual([])
  expect(sources.length).toBeGreaterThan(300)
})

it('every folder of src and contracts has a rule, and every rule a folder', () => {
  const folders = new Set(
    sources
      .filter((path) => path.split('/').length > 2 || path.startsWith('contracts/'))
      .map((path) => path.slice(0, path.lastIndexOf('/')).replace(/^src\//, '')),
  )
  const rules = cruised.summary.ruleSetUsed.forbidden
    .map(({ name }) => / imports$/.test(name) && name.replace(/ imports$/, ''))
    .filter((name) => name !== false && name !== 'contracts/openapi')
  expect(rules.sort()).toEqual([...folders].sort())
})

it('no import breaks a rule', () => {
  const lines = cruised.summary.violations.map(({ rule, from, to, cycle }) =>
    cycle
      ? `${rule.name}: ${from} -> ${cycle.map(({ name }) => name).join(' -> ')}`
      : `${rule.name}: ${from} -> ${to}`,
  )
  expect(lines.sort()).toEqual([])
})
