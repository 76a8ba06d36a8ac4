import { AdvanceView, ClockView } from '../../control/calls/clock.ts'
import { columns, oneLine, painter } from '../support/terminal-text.ts'
import { printed, type VerbExtensions } from './verb-extension.ts'

const clockLine = ({ world, now, running, speed }: ClockView): string => {
  const paint = painter()
  const pace = running
    ? paint('green', `running${speed === 1 ? '' : ` at ${speed}×`}`)
    : paint('cyan', 'frozen')
  return `${oneLine(world)}  ${paint('bold', now)}  ${pace}`
}

const dueLines = (due: AdvanceView['due']): string =>
  due.length === 0
    ? ''
    : `${columns(due.map(({ at, kind, id, outcome }) => [at, kind, id, oneLine(outcome)]))}\n`

const advanceLines = (answer: AdvanceView): string => {
  const rest = answer.unfinished === undefined ? '' : `${oneLine(answer.unfinished)}\n`
  return `${dueLines(answer.due)}${rest}${clockLine(answer)}`
}

const clock = { print: printed(ClockView, clockLine) }

/** How `playa clock` prints a clock, and what became due. */
export const clockVerbs: VerbExtensions = {
  clock,
  'clock freeze': clock,
  'clock run': clock,
  'clock set': clock,
  'clock advance': { print: printed(AdvanceView, advanceLines) },
}
