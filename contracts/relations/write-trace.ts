import type { ClauseContext, CreatedPublication } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { createSuspended } from '../support/publication-writes.ts'
import { publicationForms } from './publication-forms.ts'
import { archiveAll, PublicationRecorder, type WriteStep } from './publication-steps.ts'

/** The writes of one kind that a run recorded, and a publication that none of them concerns. */
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
}

/** Records a trace while no other clause on relations works, then archives what it created. */
export const recordTrace = async (
  t: ClauseContext,
  record: (builder: TraceBuilder) => Promise<void>,
): Promise<WriteTrace> => {
  const bystander = await createSuspended(t)
  const before = await settledRead(t, bystander)
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
      recorder: async (members = {}) => {
        const made = await t.publication({ Activa: false, ...members })
        await settledRead(t, made)
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

const SETTLING_READS = 4

/**
 * Reads a new publication until two reads have one entity tag: a service that downloads photos may change it
 * after the create.
 */
const settledRead = async (t: ClauseContext, { path }: CreatedPublication): Promise<Exchange> => {
  const [{ accept }] = publicationForms(t)
  let read = await t.get(path, { accept })
  for (let i = 0; i < SETTLING_READS; i++) {
    const again = await t.get(path, { accept })
    if (again.response.headers.etag === read.response.headers.etag) return again
    read = again
  }
  return read
}
