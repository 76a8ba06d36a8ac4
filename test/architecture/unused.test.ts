import { expect, it } from 'vitest'
import * as z from 'zod'
import { outputOfTool } from './run-tool.ts'

/** Unused files, exports and dependencies, as `npx knip` reports them by the rules of `knip.json`. */

const Finding = z.looseObject({ name: z.string() })

const Report = z.object({
  issues: z.array(z.object({ file: z.string() }).catchall(z.array(z.union([Finding, z.array(Finding)])))),
})

const report = Report.parse(
  JSON.parse(await outputOfTool('knip/bin/knip.js', '--reporter', 'json', '--no-progress')),
)

it('knip finds no unused file, export or dependency, and no undeclared one', () => {
  const findings = report.issues.flatMap(({ file, ...kinds }) =>
    Object.entries(kinds).flatMap(([kind, found]) =>
      found.flat().map(({ name }) => `${file}: ${kind} ${name === file ? '' : name}`.trimEnd()),
    ),
  )
  expect(findings.sort()).toEqual([])
})
