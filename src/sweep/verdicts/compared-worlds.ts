import { RIVAL_AMOUNT, RIVAL_TEXT, RIVAL_TEXT_AGAIN } from '../faults/rival-writes.ts'
import type { FaultVariant, Variant } from '../plan/variants.ts'
import type { ClientRun } from '../runs/client-run.ts'
import type { Undisturbed } from '../runs/undisturbed.ts'
import { type SweptRecord, worldDifferences } from '../runs/world-records.ts'

/** Returns how the world of a run differs from the undisturbed one, if that is meaningful. */
export const comparedWorlds = (
  variant: Variant,
  run: ClientRun,
  undisturbed: Undisturbed,
  keepsRecords: boolean,
): string[] => {
  // An option that refuses or changes a write changes the world itself.
  if (variant.kind === 'option' && !keepsRecords) return []
  if (variant.kind === 'fault' && variant.changesContent) return []
  const isRival = variant.kind === 'fault' && /^stale-/.test(variant.fault)
  return worldsApart(run, undisturbed, isRival ? withoutRival : undefined)
}

/** Returns whether a world may rightly have a record more than undisturbed, such as one of another client. */
export const mayAddRecords = ({ fault }: Pick<FaultVariant, 'fault'>): boolean =>
  /^(?:id-taken|no-answer|another-publication|similar-found)$/.test(fault)

/** Returns how the worlds of two runs differ; nothing if undisturbed worlds differ too. */
export const worldsApart = (
  run: ClientRun,
  { phases, volatile, isWorldStable, isInAnyOrder }: Undisturbed,
  change = (own: readonly SweptRecord[], _: readonly SweptRecord[]) => own,
): string[] => {
  const apart = (usual: ClientRun['phases'], own: ClientRun['phases']) =>
    usual.flatMap((records, at) => worldDifferences(records, change(own[at] ?? [], records), volatile))
  if (!isWorldStable) return []
  // Tests in another order leave the same records, but in other phases.
  const together = apart([phases.flat()], [run.phases.flat()])
  return isInAnyOrder || together.length === 0 ? together : apart(phases, run.phases)
}

const RIVAL_TEXTS: ReadonlySet<string> = new Set(
  [RIVAL_TEXT, RIVAL_TEXT_AGAIN].map((text) => JSON.stringify(text)),
)

/** Replaces the other client's `Descripcion`, if it survived, with the undisturbed one. */
const withoutRival = (
  run: readonly SweptRecord[],
  undisturbed: readonly SweptRecord[],
): readonly SweptRecord[] =>
  run.flatMap((record) => {
    const { kind, key, members, former } = record
    if (!RIVAL_TEXTS.has(members['Descripcion'] ?? '')) return [record]
    const counterpart = undisturbed.find((other) => other.kind === kind && other.key === key)
    const Descripcion = (counterpart?.members ?? former)?.['Descripcion'] ?? 'null'
    const isPriced = counterpart && PRICE.some((name) => counterpart.members[name] !== former?.[name])
    const own = { ...members, Descripcion, ...(!isPriced && formerPrice(members, former)) }
    // Without that text the record may be unchanged.
    return JSON.stringify(own) === JSON.stringify(former) ? [] : [{ ...record, members: own }]
  })

/** Replaces the other client's price with the former one: the client did not change it, or may not. */
const formerPrice = (
  members: SweptRecord['members'],
  former: SweptRecord['former'] = {},
): SweptRecord['members'] =>
  members['Precio.Importe'] === JSON.stringify(RIVAL_AMOUNT.Importe)
    ? Object.fromEntries(PRICE.map((name) => [name, former[name] ?? 'null']))
    : {}

const PRICE = ['Precio.Moneda', 'Precio.Importe']
