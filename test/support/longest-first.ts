import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longest, in seconds on an idle machine; the others take five or less. */
const SECONDS: ReadonlyMap<string, number> = new Map([
  ['test/search/explore.test.ts', 95],
  ['test/kit/learned-options.test.ts', 79],
  ['test/sweep/careful-clients.test.ts', 45],
  ['test/sweep/sweep.test.ts', 40],
  ['test/sweep/weak-clients.test.ts', 20],
  ['test/sweep/hostile-clients.test.ts', 15],
  ['test/package/documents.test.ts', 61],
  ['test/e2e/browser/accessibility.test.ts', 55],
  ['test/e2e/command-line/import-resume.test.ts', 46],
  ['test/resilience/hostile-files.test.ts', 30],
  ['test/architecture/check.test.ts', 12],
  ['test/kit/reproduction.test.ts', 28],
  ['test/e2e/browser/control.test.ts', 28],
  ['test/kit/legal-variants.test.ts', 26],
  ['test/mutants/mutants.test.ts', 26],
  ['test/mutants/variants/legal-servers.test.ts', 25],
  ['test/kit/prism-mock.test.ts', 23],
  ['test/mutants/further-mutants.test.ts', 23],
  ['test/worker/worker.test.ts', 21],
  ['test/e2e/browser/exchanges.test.ts', 20],
  ['test/e2e/browser/usability.test.ts', 19],
  ['test/e2e/browser/live-pages.test.ts', 19],
  ['test/kit/check.test.ts', 18],
  ['test/kit/clean-up.test.ts', 16],
  ['test/openapi/exchanges.test.ts', 15],
  ['test/stores/kill.test.ts', 15],
  ['test/kit/agreement/agreement.test.ts', 15],
  ['test/e2e/browser/reference.test.ts', 14],
  ['test/search/clause-runs.test.ts', 14],
  ['test/e2e/command-line/serve.test.ts', 13],
  ['test/kit/deliveries.test.ts', 12],
  ['test/mutants/variants/deliveries.test.ts', 12],
  ['test/package/commands.test.ts', 12],
  ['test/resilience/hostile-services.test.ts', 12],
  ['test/e2e/browser/sandbox.test.ts', 12],
  ['test/kit/learn.test.ts', 10],
  ['test/package/consumer-types.test.ts', 9],
  ['test/reach/exports.test.ts', 9],
  ['test/e2e/browser/demo.test.ts', 8],
  ['test/simulation/simulation.test.ts', 8],
  ['test/e2e/browser/first-listing.test.ts', 8],
  ['test/mutants/sandbox.test.ts', 8],
  ['test/e2e/command-line/data.test.ts', 8],
  ['test/e2e/command-line/lists.test.ts', 8],
  ['test/resilience/attacks.test.ts', 8],
  ['test/kit/import.test.ts', 7],
  ['test/e2e/journeys/prism.test.ts', 7],
  ['test/e2e/command-line/follow.test.ts', 7],
  ['test/resilience/command.test.ts', 7],
  ['test/resilience/linear-time.test.ts', 6],
  ['test/package/entries.test.ts', 6],
  ['test/mcp/stdio-flood.test.ts', 6],
  ['test/resilience/garbage.test.ts', 6],
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
