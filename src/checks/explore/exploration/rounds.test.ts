import { expect, it } from 'vitest'
import { roundsOf } from './rounds.ts'
import type { RequestSequence } from './sequence-command.ts'

const own = (slot: number): RequestSequence => ({ commands: [{ do: 'create', slot }] })
const counted: RequestSequence = { commands: [{ do: 'create', slot: 0 }, { do: 'package' }] }
const active: RequestSequence = { commands: [{ do: 'create', slot: 0, members: { Activa: true } }] }
const listed: RequestSequence = { commands: [{ do: 'list' }] }

it('sequences on their own publications share a round, up to its width', () => {
  const sequences = [own(0), own(1), own(2), own(3), own(4)]
  expect(roundsOf(sequences, 2)).toEqual([[own(0), own(1)], [own(2), own(3)], [own(4)]])
  expect(roundsOf(sequences, 1)).toHaveLength(5)
})

it('a sequence that counts, lists or takes a place is alone in its round', () => {
  expect(roundsOf([own(0), counted, own(1), listed, active, own(2)], 3)).toEqual([
    [own(0), own(1), own(2)],
    [counted],
    [listed],
    [active],
  ])
})
