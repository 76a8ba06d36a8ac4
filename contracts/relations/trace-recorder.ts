import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { archiveAll, createSuspended } from '../support/publication-writes.ts'
import { PublicationRecorder, type WriteStep } from './publication-steps.ts'

/** The recorded writes of one kind, and a publication that none of them concerns. */
export interface WriteTrace {
  readonly steps: readonly WriteStep[]
  readonly bystander: { readonly before: Exchange; readonly after: Exchange }
}

/** Collects steps; `create` makes a publication that is archived when the trace ends. */
export interface TraceBuilder {
  readonly t: ClauseContext
  readonly steps: WriteStep[]
  /** Creates a suspended publication, or the one that `members` describe, and returns its recorder. */
  recorder(members?: Readonly<Record<string, unknown>>): Promise<PublicationRecorder>
  /** Archives the publications so far; their places are free again. */
  release(): Promise<void>
  /**
   * Runs works with separate publications: at the same time if the package has enough places, else one after
   * another, each with the places of the one before.
   */
  apart(works: readonly (() => Promise<unknown>)[]): Promise<void>
}

/** Records a trace, then archives what it created. */
export const recordTrace = async (
  t: ClauseContext,
  record: (builder: TraceBuilder) => Promise<void>,
): Promise<WriteTrace> => {
  const bystander = await createSuspended(t)
  const before = await t.get(bystander.path, { accept: t.types.json })
  const recorders: PublicationRecorder[] = []
  const steps: WriteStep[] = []
  const release = () =>
    archiveAll(
      t,
      recorders.map(({ made }) => made),
    )
  try {
    await record({
      t,
      steps,
      release,
      apart: async (works) => {
        if (await t.session.hasManyPlaces()) await Promise.all(works.map((work) => work()))
        else
          for (const work of works) {
            await work()
            await release()
          }
      },
      recorder: async (members = {}) => {
        const made = await t.publication({ Activa: false, ...members })
        const recorder = new PublicationRecorder(t, made)
        recorders.push(recorder)
        return recorder
      },
    })
    const after = await t.get(bystander.path, { accept: t.types.json })
    return { steps: [...steps, ...recorders.flatMap((one) => one.steps)], bystander: { before, after } }
  } finally {
    await release()
    await archiveAll(t, [bystander])
  }
}
