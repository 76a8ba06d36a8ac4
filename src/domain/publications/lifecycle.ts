import { type Deciding, option } from '../decision-context.ts'
import { refusal } from '../validation-issues.ts'
import { exhausted, findPlace, takesPlace } from './package.ts'
import type { Condition, Level, Publication } from '../../world/publication.ts'
import { isRefusal, type Refusal } from '../refusal.ts'
import type { World } from '../../world/world.ts'

/** The steps of a publication's life; a step that a condition does not list is refused from it (PUB-29 .. PUB-31, PUB-37). */
export type Step = 'suspend' | 'reactivate' | 'archive'

export const TRANSITIONS: Readonly<Record<Condition, Partial<Record<Step, Condition>>>> = {
  active: { suspend: 'suspended', archive: 'archived' },
  suspended: { reactivate: 'active', archive: 'archived' },
  archived: {},
}

/** What decides on a step beside the publication's own condition. */
interface Governed extends Pick<Deciding, 'agency'> {
  readonly world: Pick<World, 'setting'>
}

/** Suspends, or tells why not. */
export const suspend = (deciding: Deciding, publication: Publication): Publication | Refusal => {
  const refused = refusesSuspension(deciding, publication.condition)
  if (refused) return refused
  const next = TRANSITIONS[publication.condition].suspend
  return next ? { ...publication, condition: next } : publication
}

/** What a suspension meets in that condition; a second one is decided by `publications/suspend-twice`. */
export const refusesSuspension = (deciding: Governed, condition: Condition): Refusal | undefined => {
  if (TRANSITIONS[condition].suspend) return suspensionForbidden(deciding)
  if (condition === 'archived') return archivedIsFinal(deciding)
  if (option(deciding, 'publications/suspend-twice') === '200') return undefined
  return stateConflict(deciding, 'La publicación ya está suspendida.', ['PUB-29', 'publications/suspend-twice'])
}

export const archive = (deciding: Deciding, publication: Publication): Publication | Refusal => {
  const next = TRANSITIONS[publication.condition].archive
  return next ? { ...publication, condition: next } : archivedIsFinal(deciding)
}

/** True when archiving would not be refused. */
export const canBeArchived = (condition: Condition): boolean => TRANSITIONS[condition].archive !== undefined

/**
 * Brings an edited publication into the state and to the level that the edit asks for (PUB-07, PUB-37,
 * `publications/exposure-later`). A suspended one that stays so takes no place; reactivating needs a free one.
 */
export const settle = (
  deciding: Deciding,
  publication: Publication,
  asked: { readonly active: boolean; readonly level: Level | null },
): Publication | Refusal => {
  const moved = asked.active ? activate(publication) : deactivate(deciding, publication)
  if (isRefusal(moved)) return moved
  const level = asked.level ?? publication.Exposicion
  if (!takesPlace(deciding, moved.condition))
    return level === moved.Exposicion ? moved : { ...moved, Exposicion: level }
  const place = findPlace(deciding, level, publication)
  if (place) return place === moved.Exposicion ? moved : { ...moved, Exposicion: place }
  // Nothing free: under the third option what cannot become active stays suspended, at the level it had.
  if (option(deciding, 'publications/package-exhausted') === 'suspended') return publication
  return exhausted(deciding)
}

const activate = (publication: Publication): Publication => {
  const next = TRANSITIONS[publication.condition].reactivate
  return next ? { ...publication, condition: next } : publication
}

/** An edit suspends under the conditions of `suspender` (`publications/suspend-by-edit`). */
const deactivate = (deciding: Deciding, publication: Publication): Publication | Refusal =>
  publication.condition === 'active' ? suspend(deciding, publication) : publication

/** What a write to an archived publication meets (`publications/write-to-archived`). */
export const archivedIsFinal = (deciding: Governed): Refusal => {
  const because = ['PUB-31', 'publications/write-to-archived']
  const detail = 'La publicación está archivada y no admite modificaciones.'
  return option(deciding, 'publications/write-to-archived') === '403'
    ? refusal('forbidden', detail, because)
    : stateConflict(deciding, detail, because)
}

const suspensionForbidden = (deciding: Governed): Refusal | undefined => {
  if (deciding.agency.product.suspends) return undefined
  const because = ['PUB-29', 'publications/suspend-refused']
  const detail = 'El producto contratado por la agencia no permite suspender publicaciones.'
  return option(deciding, 'publications/suspend-refused') === '403'
    ? refusal('forbidden', detail, because)
    : stateConflict(deciding, detail, because)
}

const stateConflict = (deciding: Governed, detail: string, because: readonly string[]): Refusal => {
  const key = option(deciding, 'errors/conflict-keys') === 'estado-actual' ? 'EstadoActual' : '_'
  return refusal('conflict', detail, [...because, 'errors/conflict-keys'], { [key]: [detail] })
}
