import { LEVELS } from '../../../api/wire/exposure-level.ts'
import { InvalidOptionsError } from '../../../kit/target/invalid-options-error.ts'
import { missingPackageAdvice } from '../../../lib/unknown-values.ts'
import type { RequestSequence, SequenceCommand } from './sequence-command.ts'
import type { ServiceFacts } from './service-facts.ts'

/** Loads fast-check, an optional package. Throws an `InvalidOptionsError` that says how to install it. */
export const loadFastCheck = (): Promise<typeof import('fast-check')> =>
  import('fast-check').catch((error: unknown) => {
    const advice = missingPackageAdvice(error, 'fast-check', 'playa explore')
    throw advice === undefined ? error : new InvalidOptionsError(advice)
  })

/** Returns a generator of random sequences from fast-check: the same seed gives the same sequences. */
export const randomSequences = async (
  facts: ServiceFacts,
  seed: number,
): Promise<(n: number) => RequestSequence> => {
  const fc = await loadFastCheck()
  const slot = fc.integer({ min: 0, max: 1 })
  const accept = fc.constantFrom('json', 'ref', 'entry', 'text')
  const tag = fc.constantFrom('current', 'current', 'current', 'stale', 'foreign')
  const amount = fc.oneof(
    fc.integer({ min: 1_000_000, max: 20_000_000 }).map((importe) => facts.amount(importe)),
    fc.constant(null),
  )
  const text = (max: number) =>
    fc.string({ minLength: 1, maxLength: max, unit: 'grapheme-ascii' }).map((it) => it.trim() || 'x')
  const members = fc.record(
    {
      RefStock: text(25),
      Descripcion: text(400),
      Color: text(60),
      Precio: amount,
      Adelanto: amount,
      Cuota: amount,
      Activa: fc.boolean(),
      Exposicion: fc.constantFrom(...LEVELS),
      Telefono: fc.constant(null),
    },
    { requiredKeys: [] },
  )
  const amounts = fc.record(
    { Precio: amount, Adelanto: amount, Cuota: amount, Activa: fc.constantFrom(true, false, null) },
    { requiredKeys: [] },
  )
  const command: import('fast-check').Arbitrary<SequenceCommand> = fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: fc.constant('read' as const), slot, accept }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('edit' as const), slot, accept, tag, members }) },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('amend' as const), slot, accept, tag, members: amounts }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('suspend' as const), slot, accept, tag }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('archive' as const), slot, accept, tag }) },
    { weight: 2, arbitrary: fc.constant({ do: 'package' as const }) },
    { weight: 1, arbitrary: fc.constant({ do: 'list' as const }) },
  )
  const sequence = fc
    .tuple(members, members, fc.array(command, { minLength: 4, maxLength: 14 }))
    .map(([first, second, commands]): readonly SequenceCommand[] => [
      { do: 'package' },
      { do: 'create', slot: 0, members: first },
      { do: 'create', slot: 1, members: second },
      ...commands,
      { do: 'read', slot: 0 },
      { do: 'read', slot: 1 },
      { do: 'package' },
    ])
  return (n) => {
    const [commands = []] = fc.sample(sequence, { seed: seed + n, numRuns: 1 })
    return { commands }
  }
}
