import { entriesOf } from '../../src/kit/target/links.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import type { CatalogueFacts } from './catalogue-facts.ts'
import type { DescribedRequest } from './described-request.ts'
import { CurrencyNames } from './expectations.ts'
import type { Completeness, Judgement } from './judgement.ts'
import { isDone } from './recorded-exchange.ts'

/** A collaborator as in the list of operators. */
export interface KnownOperator {
  readonly mail: string
  readonly phones: readonly string[]
}

/** Facts about an agency that rules on its publications need, as a history shows them. */
export class AgencyFacts {
  readonly catalogue: CatalogueFacts
  readonly currencies = new CurrencyNames()
  /** Undefined until the list of operators was read in full. */
  operators: readonly KnownOperator[] | undefined
  /** Collaborators who were seen to be responsible for a publication. */
  readonly admitted = new Set<string>()
  /** `EstadoActual` of each state, once it was seen. */
  readonly stateWords: { active?: string; suspended?: string; archived?: string }
  /** Whether other writes are in flight, which may take places or change phones. */
  isMoving = false
  /** Free places by level since the last read of the package; undefined when it is not known. */
  free: Record<string, number> | undefined
  /** Whether responses showed as many photos as were sent. */
  showsEveryPhoto = false
  /**
   * Whether photos changed after the response to the write that sent them: the service downloads them later.
   */
  copiesPhotosLater = false
  /** Whether photos were the same long after the write that sent them. */
  keepsPhotos = false
  /** Whether a null in a full edit clears `Adelanto` and `Cuota`, once that was seen. */
  clearsNullAmounts: boolean | undefined
  /** Whether a full edit without `Activa` made a suspended publication active, once that was seen. */
  activatesByDefault: boolean | undefined
  /** Whether a write that changed nothing kept the entity tag, once that was seen. */
  keepsUnchangedTag: boolean | undefined
  /** Whether the forms of one state were seen with two entity tags. */
  hasTagPerForm = false
  readonly isDeliberate: boolean
  /**
   * Whether the service is known to read the header of conditional writes: the user names it, the client of a
   * recording uses it, or a write was refused for it. Else it may read another one (PUB-34).
   */
  readsPrecondition: boolean

  /** `isDeliberate`: no other client edits the agency, so earlier reads stay valid. */
  constructor(
    { isDeliberate, preconditionHeader, stateWords = [] }: Completeness,
    catalogue: CatalogueFacts,
  ) {
    const [active, suspended, archived] = stateWords
    this.stateWords = {
      ...(active !== undefined && { active }),
      ...(suspended !== undefined && { suspended }),
      ...(archived !== undefined && { archived }),
    }
    this.catalogue = catalogue
    this.isDeliberate = isDeliberate
    this.readsPrecondition = !isDeliberate || preconditionHeader !== undefined
  }

  /** Records what a response shows. */
  observe(judgement: Judgement, { operation }: DescribedRequest): void {
    const { exchange } = judgement
    if (exchange.status === 412 && judgement.precondition !== undefined) this.readsPrecondition = true
    if (!this.isDeliberate || !isDone(exchange)) return
    if (operation.id !== 'operators.list' || exchange.url.includes('?')) return
    const listed = entriesOf(exchange.json).map(membersOf)
    if (listed.length === 0 || listed.some(({ Email }) => typeof Email !== 'string')) return
    this.operators = listed.map(({ Email, Telefonos }) => ({
      mail: String(Email).toLowerCase(),
      phones: Array.isArray(Telefonos) ? Telefonos.map(String) : [],
    }))
  }

  /** Returns the phones of an operator; undefined when they are not known. */
  phonesOf(mail: unknown): readonly string[] | undefined {
    if (this.isMoving) return undefined
    return this.operators?.find((one) => one.mail === String(mail ?? '').toLowerCase())?.phones
  }

  /** Returns whether the package certainly has a place. */
  get hasPlace(): boolean {
    return this.levels.some((level) => this.isFree(level))
  }

  /** Returns whether the package may have no place; before its first read, only in a recording. */
  get mayBeFull(): boolean {
    return this.free === undefined ? !this.isDeliberate : !this.hasPlace
  }

  /**
   * Returns whether the level that a suspended publication shows certainly has a place: whether another level
   * would do is open (`publications/exposure-later`).
   */
  hasPlaceAt(level: unknown): boolean {
    const { levels } = this
    const known = levels.includes(String(level ?? '')) ? [String(level)] : levels
    return known.length > 0 && known.every((one) => this.isFree(one))
  }

  /** Returns whether a level certainly has a place. */
  isFree(level: string): boolean {
    return !this.isMoving && (this.free?.[level] ?? 0) > 0
  }

  get levels(): readonly string[] {
    return Object.keys(this.free ?? {})
  }
}
