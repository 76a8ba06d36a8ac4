import { expect, it } from 'vitest'
import type { WalkCommand } from './command.ts'
import { guessedCommands } from './shrink.ts'

const create: WalkCommand = { do: 'create', slot: 0 }
const read: WalkCommand = { do: 'read', slot: 0 }
const suspend: WalkCommand = { do: 'suspend', slot: 0 }
const counted: WalkCommand = { do: 'package' }

it('for two contradicting responses, the first guess is the creates alone, then the commands between them', () => {
  const commands = [create, read, counted, suspend, counted, read]
  expect(guessedCommands(commands, 2, 4)).toEqual([
    [create, counted, counted],
    [create, counted, suspend, counted],
  ])
})

it('for a single response that shows a finding, the guess is the creates before it', () => {
  expect(guessedCommands([create, read, suspend, read, create], -1, 2)).toEqual([[create, suspend]])
})
