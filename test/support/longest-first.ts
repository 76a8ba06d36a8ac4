import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longest, in seconds on an idle machine; the others take five or less. */
const SECONDS: ReadonlyMap<string, number> = new Map([
  ['test/package/documents.test.ts', 60],
  ['test/sweep/sweep.test.ts', 40],
  ['test/kit/learned-options.test.ts', 35],
  ['test/search/explore.test.ts', 35],
  ['test/mutants/mutants.test.ts', 22],
  ['test/kit/prism-mock.test.ts', 25],
  ['test/mutants/further-mutants.test.ts', 20],
  ['test/mutants/variants/legal-servers.test.ts', 20],
  ['test/e2e/browser/accessibility.test.ts', 18],
  ['test/kit/check.test.ts', 15],
  ['test/kit/reproduction.test.ts', 15],
  ['test/worker/worker.test.ts', 15],
  ['test/resilience/hostile-files.test.ts', 14],
  ['test/resilience/memory.test.ts', 12],
  ['test/resilience/hostile-services.test.ts', 11],
  ['test/e2e/command-line/serve.test.ts', 10],
  ['test/kit/deliveries.test.ts', 10],
  ['test/kit/legal-variants.test.ts', 10],
  ['test/package/commands.test.ts', 10],
  ['test/package/entries.test.ts', 10],
  ['test/mutants/sandbox.test.ts', 9],
  ['test/simulation/more-seeds.test.ts', 9],
  ['test/stores/kill.test.ts', 9],
  ['test/kit/clean-up.test.ts', 8],
  ['test/package/readme.test.ts', 7],
  ['test/resilience/linear-time.test.ts', 7],
  ['test/architecture/imports.test.ts', 7],
])

/**
 * Starts the longest files of a project first, so that no worker is left with one when the others have ended,
 * and the project with most files last: a worker whose next file is of another project is started anew and
 * loads all again.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const seconds = ({ moduleId }: TestSpecification): number =>
      SECONDS.get(moduleId.slice(this.ctx.config.root.length + 1)) ?? 0
    const byProject = new Map<string, TestSpecification[]>()
    for (const file of sorted) {
      const others = byProject.get(file.project.name)
      if (others) others.push(file)
      else byProject.set(file.project.name, [file])
    }
    return [...byProject.values()]
      .sort((one, other) => one.length - other.length)
      .flatMap((ofProject) => ofProject.toSorted((one, other) => seconds(other) - seconds(one)))
  }
}
