import { StoryView } from '../../control/calls/story.ts'
import { columns, oneLine, painter } from '../support/terminal-text.ts'
import { printed, type VerbExtensions } from './verb-extension.ts'

const table = ({ events }: StoryView): string => {
  if (events.length === 0) return 'The scenario of this world has no story.'
  const paint = painter()
  return columns(
    events.map(({ id, at, what, done, outcome }) => [
      paint('bold', id),
      at,
      done ? paint('dim', 'done') : paint('yellow', 'to come'),
      oneLine(what),
      paint('dim', oneLine(outcome ?? '')),
    ]),
  )
}

/** How `playa story` prints events. */
export const storyVerbs: VerbExtensions = { story: { print: printed(StoryView, table) } }
