import type { WalkCommand, WalkStory } from './command.ts'

/** Commands whose results other writers change: counts and lists. */
const OF_ALL: ReadonlySet<WalkCommand['do']> = new Set(['package', 'operators', 'crawl', 'list', 'send'])

/** Returns whether a command may take a place of the package, for which stories would compete. */
const mayTakePlace = (command: WalkCommand): boolean =>
  'members' in command &&
  command.members !== undefined &&
  'Activa' in command.members &&
  command.members['Activa'] !== false

const isLone = ({ commands }: WalkStory): boolean =>
  commands.some((command) => OF_ALL.has(command.do) || mayTakePlace(command))

/**
 * Returns stories in rounds, in their order: those of one round are sent at the same time, each on its own
 * publications. One that counts, lists or takes a place of the package is alone in its round.
 */
export const roundsOf = (stories: readonly WalkStory[], width: number): readonly (readonly WalkStory[])[] => {
  const rounds: WalkStory[][] = []
  let open: WalkStory[] = []
  for (const story of stories) {
    if (isLone(story)) rounds.push([story])
    else {
      if (open.length === 0) rounds.push(open)
      open.push(story)
      if (open.length >= width) open = []
    }
  }
  return rounds
}
