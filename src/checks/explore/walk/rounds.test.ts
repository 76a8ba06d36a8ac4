import { expect, it } from 'vitest'
import type { WalkStory } from './command.ts'
import { roundsOf } from './rounds.ts'

const own = (slot: number): WalkStory => ({ commands: [{ do: 'create', slot }] })
const counted: WalkStory = { commands: [{ do: 'create', slot: 0 }, { do: 'package' }] }
const active: WalkStory = { commands: [{ do: 'create', slot: 0, members: { Activa: true } }] }
const listed: WalkStory = { commands: [{ do: 'list' }] }

it('stories on their own publications share a round, up to its width', () => {
  const stories = [own(0), own(1), own(2), own(3), own(4)]
  expect(roundsOf(stories, 2)).toEqual([[own(0), own(1)], [own(2), own(3)], [own(4)]])
  expect(roundsOf(stories, 1)).toHaveLength(5)
})

it('a story that counts, lists or takes a place is alone in its round', () => {
  expect(roundsOf([own(0), counted, own(1), listed, active, own(2)], 3)).toEqual([
    [own(0), own(1), own(2)],
    [counted],
    [listed],
    [active],
  ])
})
