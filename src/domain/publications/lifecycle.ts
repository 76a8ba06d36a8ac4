import type { Level } from '../../world/exposure-level.ts'
import type { Condition, Publication } from '../../world/publication.ts'
import type { World } from '../../world/world.ts'
import { activeOption, type DecisionContext } from '../decision-context.ts'
import { isRefusal, type Refusal, refusal } from '../refusal.ts'
import { exhaustedRefusal, findFreeLevel, usesPlace } from './package.ts'

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
export const suspend = (context: DecisionContext, publication: Publication): Publication | Refusal => {
  const refused = suspensionRefusal(context, publication.condition)
  if (refused) return refused
  const next = TRANSITIONS[publication.condition].suspend
  return next ? { ...publication, condition: next } : publication
}

/** What a suspension meets in that condition; a second one is decided by `publications/suspend-twice`. */
export const suspensionRefusal = (context: LifecycleContext, condition: Condition): Refusal | undefined => {
  if (TRANSITIONS[condition].suspend) return productRefusal(context)
  if (condition === 'archived') return archivedRefusal(context)
  if (activeOption(context, 'publications/suspend-twice') === '200') return undefined
  return stateConflictRefusal(context, 'La publicación ya está suspendida.', ['PUB-29', 'publications/suspend-twice'])
}

export const archive = (context: DecisionContext, publication: Publication): Publication | Refusal => {
  const next = TRANSITIONS[publication.condition].archive
  return next ? { ...publication, condition: next } : archivedRefusal(context)
}

/** True when archiving would not be refused. */
export const canBeArchived = (condition: Condition): boolean => TRANSITIONS[condition].archive !== undefined

/**
 * Brings an edited publication into the state and to the level that the edit asks for (PUB-07, PUB-37,
 * `publications/exposure-later`). A suspended one that stays so takes no place; reactivating needs a free one.
 */
export const applyRequestedState = (
  context: DecisionContext,
  publication: Publication,
  requested: { readonly active: boolean; readonly level: Level | null },
): Publication | Refusal => {
  const moved = requested.active ? activate(publication) : deactivate(context, publication)
  if (isRefusal(moved)) return moved
  const level = requested.level ?? publication.Exposicion
  if (!usesPlace(context, moved.condition)) return level === moved.Exposicion ? moved : { ...moved, Exposicion: level }
  const place = findFreeLevel(context, level, publication)
  if (place) return place === moved.Exposicion ? moved : { ...moved, Exposicion: place }
  // Nothing free: under the third option what cannot become active stays suspended, at the level it had.
  if (activeOption(context, 'publications/package-exhausted') === 'suspended') return publication
  return exhaustedRefusal(context)
}

const activate = (publication: Publication): Publication => {
  const next = TRANSITIONS[publication.condition].reactivate
  return next ? { ...publication, condition: next } : publication
}

/** An edit suspends under the conditions of `suspender` (`publications/suspend-by-edit`). */
const deactivate = (context: DecisionContext, publication: Publication): Publication | Refusal =>
  publication.condition === 'active' ? suspend(context, publication) : publication

/** What a write to an archived publication meets (`publications/write-to-archived`). */
export const archivedRefusal = (context: LifecycleContext): Refusal => {
  const because = ['PUB-31', 'publications/write-to-archived']
  const detail = 'La publicación está archivada y no admite modificaciones.'
  return activeOption(context, 'publications/write-to-archived') === '403'
    ? refusal('forbidden', detail, because)
    : stateConflictRefusal(context, detail, because)
}

const productRefusal = (context: LifecycleContext): Refusal | undefined => {
  if (context.agency.product.suspends) return undefined
  const because = ['PUB-29', 'publications/suspend-refused']
  const detail = 'El producto contratado por la agencia no permite suspender publicaciones.'
  return activeOption(context, 'publications/suspend-refused') === '403'
    ? refusal('forbidden', detail, because)
    : stateConflictRefusal(context, detail, because)
}

const stateConflictRefusal = (context: LifecycleContext, detail: string, because: readonly string[]): Refusal => {
  const key = activeOption(context, 'errors/conflict-keys') === 'estado-actual' ? 'EstadoActual' : '_'
  return refusal('conflict', detail, [...because, 'errors/conflict-keys'], { [key]: [detail] })
}
