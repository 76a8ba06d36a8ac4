import { ControlError } from '../../api/problems/control-error.ts'
import type { Condition } from '../../api/wire/state-literal.ts'
import type { DecisionContext } from '../../model/domain/decision-context.ts'
import { archive, suspend } from '../../model/domain/publications/lifecycle.ts'
import { amendPublication, withNextRevision } from '../../model/domain/publications/publication-edit.ts'
import type { Refusal } from '../../model/domain/refusal.ts'
import { ValidationIssues } from '../../model/domain/validation-issues.ts'
import { type Money, type Publication, publicationIndex } from '../../model/world/publication.ts'
import type { StoryActionInput } from '../scenarios/schema/story-schema.ts'
import { requireAgency, requirePublication } from './named-records.ts'
import { newDecisionContext, requireDecision, requireWriter } from './story-decision.ts'
import type { StoryOutcome, StoryScene } from './story-scene.ts'

type StoryTransition = 'sold' | 'suspend' | 'reactivate'

const TRANSITIONS: Readonly<Record<StoryTransition, { readonly from: Condition; readonly done: string }>> = {
  sold: { from: 'active', done: 'is sold and archived' },
  suspend: { from: 'active', done: 'is suspended' },
  reactivate: { from: 'suspended', done: 'is active again' },
}

/** Archives, suspends or reactivates a publication. The service's own rules decide, as for a request. */
export const playTransition = (
  scene: StoryScene,
  transition: StoryTransition,
  input: StoryActionInput<'sold'>,
): StoryOutcome => {
  const { from, done } = TRANSITIONS[transition]
  const { before, context } = namedOrDrawn(scene, input, from)
  const decided =
    transition === 'sold'
      ? archive(context, before)
      : transition === 'suspend'
        ? suspend(context, before)
        : amendPublication(new ValidationIssues(), context, before, { Activa: true })
  return publicationOutcome(context, before, decided, done)
}

/** Changes the price of a publication, to an amount or by a percentage. */
export const playPrice = (scene: StoryScene, input: StoryActionInput<'price'>): StoryOutcome => {
  const { before, context } = namedOrDrawn(scene, input, 'active')
  const Precio = input.Precio ?? changedPrice(before, input.percent ?? 0)
  const decided = amendPublication(new ValidationIssues(), context, before, { Precio })
  return publicationOutcome(
    context,
    before,
    decided,
    `costs ${moneyText(Precio)} instead of ${moneyText(before.Precio)}`,
  )
}

const changedPrice = ({ ExternalId, Precio }: Publication, percent: number): Money => {
  if (!Precio)
    throw new ControlError(409, `Publication ${ExternalId} has no price to change by ${percent} %.`)
  // Prices are rounded: to 50,000 in pesos, to 100 in other currencies.
  const step = Precio.Moneda === 'ARS' ? 50_000 : 100
  return {
    ...Precio,
    Importe: Math.max(step, Math.round((Precio.Importe * (1 + percent / 100)) / step) * step),
  }
}

const moneyText = (money: Money | null): string => (money ? `${money.Moneda} ${money.Importe}` : 'no price')

/** Returns the named publication, or draws one in the condition. Throws a `ControlError` without one. */
const namedOrDrawn = (
  scene: StoryScene,
  { adminMail, externalid }: StoryActionInput<'sold'>,
  condition: Condition,
) => {
  const { world, random } = scene
  const agency = requireAgency(world, adminMail)
  const list = world.publications.index(publicationIndex.of(agency.ordinal, condition))
  if (externalid === undefined && list.size === 0)
    throw new ControlError(409, `Agency ${agency.adminMail} has no ${condition} publication.`)
  const at = Math.floor(random.next() * list.size)
  const [drawn] = list.slice(at, at + 1)
  const before =
    (externalid === undefined ? drawn && world.publications.get(drawn.key) : undefined) ??
    requirePublication(world, agency, externalid ?? '')
  const app = world.setting.apps.find(({ name }) => name === before.app) ?? requireWriter(world, agency)
  return { before, context: newDecisionContext(scene, agency, app) }
}

const publicationOutcome = (
  context: DecisionContext,
  before: Publication,
  decided: Publication | Refusal,
  done: string,
): StoryOutcome => {
  const { world } = context
  const after = withNextRevision(context, before, requireDecision(decided))
  if (after === before)
    return { world, outcome: `nothing happened: ${before.ExternalId} already has this state` }
  return {
    world: { ...world, publications: world.publications.put(after) },
    events: [{ kind: 'publication-written', before, after }],
    outcome: `${before.ExternalId} ${done}`,
  }
}
