import { expect, it } from 'vitest'
import type { SequenceCommand } from './sequence-command.ts'
import { guessedCommands } from './shrink.ts'

const create: SequenceCommand = { do: 'create', slot: 0 }
const read: SequenceCommand = { do: 'read', slot: 0 }
const suspend: SequenceCommand = { do: 'suspend', slot: 0 }
const counted: SequenceCommand = { do: 'package' }

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
