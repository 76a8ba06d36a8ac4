import type { Level } from '../../../api/wire/exposure-level.ts'
import type { Condition } from '../../../api/wire/state-literal.ts'
import type { Publication } from '../../world/publication.ts'
import type { World } from '../../world/world.ts'
import { byActiveOption, type DecisionContext, isActiveOption } from '../decision-context.ts'
import { isRefusal, type Refusal, refusal } from '../refusal.ts'
import type { ValidationIssues } from '../validation-issues.ts'
import { findFreeLevel, packageFullRefusal, suspendsWithoutPlace, usesPlace } from './package.ts'

/** A transition between conditions of a publication (PUB-29, PUB-30, PUB-31, PUB-37). */
export type Transition = 'suspend' | 'reactivate' | 'archive'

/** Target condition by condition and transition; a transition that is not listed is refused. */
export const TRANSITIONS: Readonly<Record<Condition, Partial<Record<Transition, Condition>>>> = {
  active: { suspend: 'suspended', archive: 'archived' },
  suspended: { reactivate: 'active', archive: 'archived' },
  archived: {},
}

/** Input of a transition besides the publication's condition. */
interface LifecycleContext extends Pick<DecisionContext, 'agency'> {
  readonly world: Pick<World, 'setting'>
}

/** Suspends the publication or refuses to. */
export const suspend = (context: DecisionContext, publication: Publication): Publication | Refusal => {
  const refused = suspensionRefusal(context, publication.condition)
  if (refused) return refused
  const next = TRANSITIONS[publication.condition].suspend
  return next ? { ...publication, condition: next } : publication
}

/**
 * Returns the refusal of a suspension in a condition; `publications/suspend-twice` decides on a second one.
 */
export const suspensionRefusal = (context: LifecycleContext, condition: Condition): Refusal | undefined => {
  if (TRANSITIONS[condition].suspend) return productRefusal(context)
  if (condition === 'archived') return archivedRefusal(context)
  if (isActiveOption(context, 'publications/suspend-twice', '200')) return undefined
  return stateConflictRefusal(context, 'La publicación ya está suspendida.', [
    'PUB-29',
    'publications/suspend-twice',
  ])
}

/** Archives the publication or refuses to. */
export const archive = (context: DecisionContext, publication: Publication): Publication | Refusal => {
  const next = TRANSITIONS[publication.condition].archive
  return next ? { ...publication, condition: next } : archivedRefusal(context)
}

/** True when `archive` does not refuse the condition. */
export const canBeArchived = (condition: Condition): boolean => TRANSITIONS[condition].archive !== undefined

/**
 * Applies the state and the level that an edit requests (PUB-07, PUB-37, `publications/exposure-later`). A
 * publication that stays suspended uses no place of the package; reactivation needs a free one. Null keeps
 * the level, `best` is the highest that is free.
 */
export const applyRequestedState = (
  context: DecisionContext,
  publication: Publication,
  requested: { readonly active: boolean; readonly level: Level | 'best' | null },
): Publication | Refusal => {
  const moved = requested.active ? activate(publication) : deactivate(context, publication)
  if (isRefusal(moved)) return moved
  const level =
    requested.level === 'best'
      ? (findFreeLevel(context, null, publication) ?? publication.Exposicion)
      : (requested.level ?? publication.Exposicion)
  if (!usesPlace(context, moved.condition))
    return level === moved.Exposicion ? moved : { ...moved, Exposicion: level }
  // A publication that keeps its place needs none, whatever the package says by now.
  if (usesPlace(context, publication.condition) && level === publication.Exposicion) return moved
  const place = findFreeLevel(context, level, publication)
  if (place) return place === moved.Exposicion ? moved : { ...moved, Exposicion: place }
  // Without a free place, the option `suspended` keeps the publication suspended at its previous level.
  return suspendsWithoutPlace(context) ? publication : packageFullRefusal(context)
}

const activate = (publication: Publication): Publication => {
  const next = TRANSITIONS[publication.condition].reactivate
  return next ? { ...publication, condition: next } : publication
}

/** Suspends by an edit, under the rules of `suspender` or under none (`publications/suspend-by-edit`). */
const deactivate = (context: DecisionContext, publication: Publication): Publication | Refusal => {
  if (publication.condition !== 'active') return publication
  return isActiveOption(context, 'publications/suspend-by-edit', 'none')
    ? { ...publication, condition: 'suspended' }
    : suspend(context, publication)
}

/** Returns the refusal of a write to an archived publication (`publications/write-to-archived`). */
export const archivedRefusal = (context: LifecycleContext): Refusal => {
  const because = ['PUB-31', 'publications/write-to-archived']
  const detail = 'La publicación está archivada y no admite modificaciones.'
  return isActiveOption(context, 'publications/write-to-archived', '403')
    ? refusal('forbidden', detail, because)
    : stateConflictRefusal(context, detail, because)
}

const productRefusal = (context: LifecycleContext): Refusal | undefined => {
  if (context.agency.product.suspends) return undefined
  const because = ['PUB-29', 'publications/suspend-refused']
  const detail = 'El producto contratado por la agencia no permite suspender publicaciones.'
  return isActiveOption(context, 'publications/suspend-refused', '403')
    ? refusal('forbidden', detail, because)
    : stateConflictRefusal(context, detail, because)
}

const stateConflictRefusal = (
  context: LifecycleContext,
  detail: string,
  because: readonly string[],
): Refusal => {
  const key = isActiveOption(context, 'errors/conflict-keys', 'estado-actual') ? 'EstadoActual' : '_'
  return refusal('conflict', detail, [...because, 'errors/conflict-keys'], { [key]: [detail] })
}

const NULL_ACTIVA = {
  true: { isRefused: false, isKept: false },
  '400': { isRefused: true, isKept: false },
  'put-unchanged': { isRefused: false, isKept: true },
}

/** Adds an issue for a null `Activa` where `publications/activa-null` says so. */
export const checkActiva = (
  issues: ValidationIssues,
  context: DecisionContext,
  sent: boolean | null | undefined,
): void => {
  if (sent === null && byActiveOption(context, 'publications/activa-null', NULL_ACTIVA).isRefused)
    issues.add('Activa', 'Se espera true o false.', 'PUB-06', 'PUB-22', 'publications/activa-null')
}

/** Returns whether a full edit asks for an active publication (PUB-22, `publications/activa-null`). */
export const isActiveRequested = (
  context: DecisionContext,
  before: Publication,
  sent: boolean | null | undefined,
): boolean => {
  const keeps = sent === null && byActiveOption(context, 'publications/activa-null', NULL_ACTIVA).isKept
  return keeps ? before.condition === 'active' : sent !== false
}
