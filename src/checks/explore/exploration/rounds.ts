import type { RequestSequence, SequenceCommand } from './sequence-command.ts'

/** Commands whose results other writers change: counts and lists. */
const OF_ALL: ReadonlySet<SequenceCommand['do']> = new Set(['package', 'operators', 'crawl', 'list', 'send'])

/** Returns whether a command may take a place of the package, for which sequences would compete. */
const mayTakePlace = (command: SequenceCommand): boolean =>
  'members' in command &&
  command.members !== undefined &&
  'Activa' in command.members &&
  command.members['Activa'] !== false

const isLone = ({ commands }: RequestSequence): boolean =>
  commands.some((command) => OF_ALL.has(command.do) || mayTakePlace(command))

/**
 * Returns sequences in rounds, in their order: those of one round are sent at the same time, each on its own
 * publications. One that counts, lists or takes a place of the package is alone in its round.
 */
export const roundsOf = (
  sequences: readonly RequestSequence[],
  width: number,
): readonly (readonly RequestSequence[])[] => {
  const rounds: RequestSequence[][] = []
  let open: RequestSequence[] = []
  for (const sequence of sequences) {
    if (isLone(sequence)) rounds.push([sequence])
    else {
      if (open.length === 0) rounds.push(open)
      open.push(sequence)
      if (open.length >= width) open = []
    }
  }
  return rounds
}
