import type { ClauseContext, CreatedPublication } from '../../src/kit/runner/clause-context.ts'
import type { Exchange, RequestOptions } from '../../src/kit/target/exchange.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { type PublicationForm, publicationForms } from '../support/publication-forms.ts'
import { etagIn, isConditional, type PublicationWrite } from '../support/publication-writes.ts'

/**
 * Records writes with the reads before and after them. Every relation between a write and the reads around it
 * is judged on these records, whatever the write.
 */

/** The writes to publications, named as in their paths. */
export type WriteName = 'create' | 'put' | 'patch' | 'suspender' | 'archivar'

/** The reads of a publication. */
export interface PublicationReads {
  readonly full: Exchange
  readonly ref: Exchange
  /** In the form of the write. */
  readonly asWritten: Exchange
}

/**
 * A member that a write changes: `shown` is the value that reads then show, absent if any other value is
 * right.
 */
export interface ExpectedChange {
  readonly member: string
  readonly shown?: unknown
  /** Members of the value that differ afterwards, for a change of some of them only. */
  readonly parts?: readonly string[]
}

/** A write, with reads before and after it. */
export interface WriteStep {
  readonly write: WriteName
  readonly form: PublicationForm
  readonly sent: unknown
  readonly answer: Exchange
  /** Undefined before a create. */
  readonly before: PublicationReads | undefined
  readonly after: PublicationReads
  readonly changes: readonly ExpectedChange[]
  /** Members that may change as a consequence. */
  readonly mayChange: readonly string[]
  /**
   * Reads in the form of the write with the tag from after it and from before it, of the first such write.
   */
  readonly conditional?: { readonly current: Exchange; readonly former: Exchange | undefined }
  /** Set on an edit that was sent with the tag from before this write. */
  readonly isWithFormerTag?: true
}

/** Returns whether the write was carried out. */
export const isAccepted = ({ answer }: WriteStep): boolean => answer.response.status < 300
/**
 * Returns whether the reads succeeded; an archived publication may be hidden (`publications/read-archived`).
 */
export const areShown = ({ full }: PublicationReads): boolean => full.response.status === 200

/** Reads a publication in full, as a ref and in a form. */
export const readPublication = async (
  t: ClauseContext,
  path: string,
  form: PublicationForm,
): Promise<PublicationReads> => {
  const [json] = publicationForms(t)
  const isOther = !form.isRef && form.accept !== json.accept
  const [full, ref, other] = await Promise.all([
    t.get(path, { accept: json.accept }),
    t.get(path, { accept: t.types.ref }),
    isOther ? t.get(path, { accept: form.accept }) : undefined,
  ])
  return { full, ref, asWritten: other ?? (form.isRef ? ref : full) }
}

/** A write to record. */
export interface RecordedWrite extends PublicationWrite {
  readonly write: Exclude<WriteName, 'create'>
  readonly form?: PublicationForm
  /** Replaces the conditional header or the body's media type. */
  readonly headers?: Readonly<Record<string, string>>
  readonly changes?: readonly ExpectedChange[]
  readonly mayChange?: readonly string[]
}

/** The kinds of writes after which a run has read conditionally. */
const conditionalReads = (): Set<string> => new Set()

/** Records the writes to one publication, one after another. */
export class PublicationRecorder {
  readonly steps: WriteStep[] = []
  readonly made: CreatedPublication
  readonly #t: ClauseContext
  #reads: PublicationReads | undefined

  constructor(t: ClauseContext, made: CreatedPublication) {
    this.#t = t
    this.made = made
  }

  /** Returns a member as the last read showed it. */
  async shown(member: string): Promise<unknown> {
    return membersOf((await this.reads()).full.json)[member]
  }

  /** Returns the last reads. */
  async reads(form = publicationForms(this.#t)[0]): Promise<PublicationReads> {
    this.#reads ??= await readPublication(this.#t, this.made.path, form)
    return this.#reads
  }

  /** Sends a write with the current entity tag, and records it. */
  async write(recorded: RecordedWrite): Promise<WriteStep> {
    const { write, form = publicationForms(this.#t)[0], changes = [] } = recorded
    // Null means one of the operator's phones, whichever (PUB-24).
    const isAnyPhone = write === 'put' && !membersOf(recorded.body)['Telefono']
    const mayChange = [...(recorded.mayChange ?? []), ...(isAnyPhone ? ['Telefono'] : [])]
    const before = await this.reads(form)
    const answer = await this.#t.send(...this.#request(recorded, etagIn(before.full)))
    const after = await readPublication(this.#t, this.made.path, form)
    this.#reads = after
    const step = { write, form, sent: recorded.body, answer, before, after, changes, mayChange }
    const conditional = await this.#readConditionally(step)
    this.steps.push(conditional ? { ...step, conditional } : step)
    return step
  }

  /** Lets a member differ after the last write. */
  allow(member: string): void {
    const step = this.steps.pop()
    if (step) this.steps.push({ ...step, mayChange: [...step.mayChange, member] })
  }

  /** Reads under the tags from after and before a write that was accepted: once for each kind and form. */
  async #readConditionally({
    write,
    form,
    answer,
    before,
    after,
  }: WriteStep): Promise<WriteStep['conditional']> {
    const known = this.#t.once(conditionalReads)
    const kind = `${write} ${form.accept}`
    if (answer.response.status >= 300 || !areShown(after) || known.has(kind)) return undefined
    known.add(kind)
    const tagOf = (reads: PublicationReads) => etagIn(form.isRef ? reads.ref : reads.full)
    const [is, was] = [etagIn(after.asWritten), before ? tagOf(before) : '']
    if (is === '') return undefined
    const read = (tag: string) =>
      this.#t.get(this.made.path, { accept: form.accept, headers: { 'If-None-Match': tag } })
    const isStale = was !== '' && was !== tagOf(after) && was !== is
    return { current: await read(is), former: isStale ? await read(was) : undefined }
  }

  /**
   * Sends a partial edit with the tag from before the last write, which must be refused (PUB-34); records it
   * beside the writes that made the tag stale. Does nothing when the tag stayed.
   */
  async writeWithFormerTag(price: unknown, form = publicationForms(this.#t)[0]): Promise<void> {
    const last = this.steps.at(-1)
    if (!last?.before || !isAccepted(last) || !areShown(last.after)) return
    const former = etagIn(last.before.full)
    if (former === '' || former === etagIn(last.after.full)) return
    if (!(await isConditional(this.#t))) return
    const changes = [{ member: 'Precio', shown: price }]
    const headers = { 'If-Match': former }
    await this.write({ write: 'patch', form, body: { Precio: price }, headers, changes })
    const step = this.steps.pop()
    if (step) this.steps.push({ ...step, write: last.write, isWithFormerTag: true })
  }

  #request({ method = 'PATCH', step = '', form, headers, body }: RecordedWrite, etag: string) {
    const options: RequestOptions = {
      ...(form && { accept: form.accept }),
      headers: { ...(etag !== '' && { 'If-Match': etag }), ...headers },
      ...(body !== undefined && { body }),
    }
    return [method, this.made.path + step, options] as const
  }
}
