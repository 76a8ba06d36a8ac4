import type { WalkCommand, WalkStory } from './command.ts'

/** What others that write meanwhile would change: counts, and lists. */
const OF_ALL: ReadonlySet<WalkCommand['do']> = new Set(['package', 'operators', 'crawl', 'list', 'send'])

const isLone = ({ commands }: WalkStory): boolean => commands.some(({ do: name }) => OF_ALL.has(name))

/**
 * Returns stories in rounds, in their order: those of one round are sent at the same time, each on its own
 * publications. One that counts or lists is alone in its round.
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
