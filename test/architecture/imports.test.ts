import { expect, it } from 'vitest'
import * as z from 'zod'
import { pathsUnder } from '../coverage/sources.ts'
import { outputOfTool } from './run-tool.ts'

/** Import rules of `.dependency-cruiser.mjs`: arrows between rooms, no circle, pure folders. */

const Result = z.object({
  modules: z.array(
    z.object({ source: z.string(), dependencies: z.array(z.object({ resolved: z.string() })) }),
  ),
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

it('src has the twelve rooms of the rules', () => {
  const rooms = new Set(sources.map((path) => path.split('/')[path.startsWith('src/') ? 1 : 0]))
  const ruled = cruised.summary.ruleSetUsed.forbidden.flatMap(({ name }) =>
    / imports$/.test(name) ? [name.replace(/ imports$/, '')] : [],
  )
  expect(ruled.sort()).toEqual([...rooms].sort())
  expect(ruled).toHaveLength(13)
})

/** The folder of a file inside its room; files of the room itself form one. */
const folderOf = (path: string): string => {
  const parts = path.split('/')
  const depth = parts[0] === 'src' ? 2 : 1
  return parts.slice(0, parts.length > depth + 1 ? depth + 1 : depth).join('/')
}

it('the folders of a room import each other in no circle', () => {
  const imports = new Map<string, Set<string>>()
  for (const { source, dependencies } of cruised.modules)
    for (const { resolved } of dependencies) {
      const [from, to] = [folderOf(source), folderOf(resolved)]
      const isInside = from !== to && roomOf(from) === roomOf(to)
      if (isInside) imports.set(from, (imports.get(from) ?? new Set()).add(to))
    }
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    [...(imports.get(from) ?? [])].some(
      (next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))),
    )
  expect(imports.size).toBeGreaterThan(20)
  expect([...imports.keys()].filter((folder) => reaches(folder, folder)).sort()).toEqual([])
})

const roomOf = (folder: string): string =>
  folder
    .split('/')
    .slice(0, folder.startsWith('src/') ? 2 : 1)
    .join('/')

it('no import breaks a rule', () => {
  const lines = cruised.summary.violations.map(({ rule, from, to, cycle }) =>
    cycle
      ? `${rule.name}: ${from} -> ${cycle.map(({ name }) => name).join(' -> ')}`
      : `${rule.name}: ${from} -> ${to}`,
  )
  expect(lines.sort()).toEqual([])
})
