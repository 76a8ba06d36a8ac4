import { type DecisionContext, activeOption } from '../decision-context.ts'
import { refusal } from '../validation-issues.ts'
import { exhaustedRefusal, findFreeLevel, usesPlace } from './package.ts'
import type { Condition, Level, Publication } from '../../world/publication.ts'
import { isRefusal, type Refusal } from '../refusal.ts'
import type { World } from '../../world/world.ts'

/** The steps of a publication's life; a step that a condition does not list is refused from it (PUB-29 .. PUB-31, PUB-37). */
export type Transition = 'suspend' | 'reactivate' | 'archive'

export const TRANSITIONS: Readonly<Record<Condition, Partial<Record<Transition, Condition>>>> = {
  active: { suspend: 'suspended', archive: 'archived' },
  suspended: { reactivate: 'active', archive: 'archived' },
  archived: {},
}

/** What decides on a step beside the publication's own condition. */
interface LifecycleContext extends Pick<DecisionContext, 'agency'> {
  readonly world: Pick<World, 'setting'>
}

/** Suspends, or tells why not. */
export const suspend = (deciding: DecisionContext, publication: Publication): Publication | Refusal => {
  const refused = suspensionRefusal(deciding, publication.condition)
  if (refused) return refused
  const next = TRANSITIONS[publication.condition].suspend
  return next ? { ...publication, condition: next } : publication
}

/** What a suspension meets in that condition; a second one is decided by `publications/suspend-twice`. */
export const suspensionRefusal = (deciding: LifecycleContext, condition: Condition): Refusal | undefined => {
  if (TRANSITIONS[condition].suspend) return productRefusal(deciding)
  if (condition === 'archived') return archivedRefusal(deciding)
  if (activeOption(deciding, 'publications/suspend-twice') === '200') return undefined
  return stateConflictRefusal(deciding, 'La publicación ya está suspendida.', ['PUB-29', 'publications/suspend-twice'])
}

export const archive = (deciding: DecisionContext, publication: Publication): Publication | Refusal => {
  const next = TRANSITIONS[publication.condition].archive
  return next ? { ...publication, condition: next } : archivedRefusal(deciding)
}

/** True when archiving would not be refused. */
export const canBeArchived = (condition: Condition): boolean => TRANSITIONS[condition].archive !== undefined

/**
 * Brings an edited publication into the state and to the level that the edit asks for (PUB-07, PUB-37,
 * `publications/exposure-later`). A suspended one that stays so takes no place; reactivating needs a free one.
 */
export const applyRequestedState = (
  deciding: DecisionContext,
  publication: Publication,
  asked: { readonly active: boolean; readonly level: Level | null },
): Publication | Refusal => {
  const moved = asked.active ? activate(publication) : deactivate(deciding, publication)
  if (isRefusal(moved)) return moved
  const level = asked.level ?? publication.Exposicion
  if (!usesPlace(deciding, moved.condition))
    return level === moved.Exposicion ? moved : { ...moved, Exposicion: level }
  const place = findFreeLevel(deciding, level, publication)
  if (place) return place === moved.Exposicion ? moved : { ...moved, Exposicion: place }
  // Nothing free: under the third option what cannot become active stays suspended, at the level it had.
  if (activeOption(deciding, 'publications/package-exhausted') === 'suspended') return publication
  return exhaustedRefusal(deciding)
}

const activate = (publication: Publication): Publication => {
  const next = TRANSITIONS[publication.condition].reactivate
  return next ? { ...publication, condition: next } : publication
}

/** An edit suspends under the conditions of `suspender` (`publications/suspend-by-edit`). */
const deactivate = (deciding: DecisionContext, publication: Publication): Publication | Refusal =>
  publication.condition === 'active' ? suspend(deciding, publication) : publication

/** What a write to an archived publication meets (`publications/write-to-archived`). */
export const archivedRefusal = (deciding: LifecycleContext): Refusal => {
  const because = ['PUB-31', 'publications/write-to-archived']
  const detail = 'La publicación está archivada y no admite modificaciones.'
  return activeOption(deciding, 'publications/write-to-archived') === '403'
    ? refusal('forbidden', detail, because)
    : stateConflictRefusal(deciding, detail, because)
}

const productRefusal = (deciding: LifecycleContext): Refusal | undefined => {
  if (deciding.agency.product.suspends) return undefined
  const because = ['PUB-29', 'publications/suspend-refused']
  const detail = 'El producto contratado por la agencia no permite suspender publicaciones.'
  return activeOption(deciding, 'publications/suspend-refused') === '403'
    ? refusal('forbidden', detail, because)
    : stateConflictRefusal(deciding, detail, because)
}

const stateConflictRefusal = (deciding: LifecycleContext, detail: string, because: readonly string[]): Refusal => {
  const key = activeOption(deciding, 'errors/conflict-keys') === 'estado-actual' ? 'EstadoActual' : '_'
  return refusal('conflict', detail, [...because, 'errors/conflict-keys'], { [key]: [detail] })
}
