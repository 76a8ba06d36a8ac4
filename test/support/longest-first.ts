import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longer than 40 seconds on an idle machine, the longest last. */
const LONGEST = [
  'test/sweep/sweep.test.ts',
  'test/sweep/careful-clients.test.ts',
  'test/e2e/command-line/import-resume.test.ts',
  'test/e2e/browser/accessibility.test.ts',
  'test/package/documents.test.ts',
  'test/kit/learned-options.test.ts',
  'test/search/explore.test.ts',
]

/**
 * Starts the longest files of a project first, so that no worker is left with one when the others have ended.
 * Vitest does so for files that it has run before, which in a clean clone are none. The project with most
 * files is last: a worker whose next file is of another project is started anew and loads all again.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    // -1 for all others.
    const rank = ({ moduleId }: TestSpecification): number =>
      LONGEST.indexOf(moduleId.slice(this.ctx.config.root.length + 1))
    const byProject = new Map<string, TestSpecification[]>()
    for (const file of sorted) {
      const others = byProject.get(file.project.name)
      if (others) others.push(file)
      else byProject.set(file.project.name, [file])
    }
    return [...byProject.values()]
      .sort((one, other) => one.length - other.length)
      .flatMap((ofProject) => ofProject.toSorted((one, other) => rank(other) - rank(one)))
  }
}
