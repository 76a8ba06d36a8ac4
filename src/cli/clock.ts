import type * as z from 'zod'
import { AdvanceView, ClockView } from '../control-api/calls/clock.ts'
import { type Command, decimalOption } from './command.ts'
import type { Asked } from './remote-command.ts'
import { remoteCommand } from './remote-command.ts'
import { columns, oneLine, painter } from './terminal-text.ts'

const FASTEST = 86_400

/** The clock of a world, which everything timed follows. */
export const clock: Command = remoteCommand({
  name: 'clock',
  summary: 'Show and move the clock of a world: everything timed in it follows.',
  otherwise: {
    summary: 'Show the clock.',
    example: 'playa clock --world shop-1',
    run: ({ remote }) => remote.tell({ path: remote.inWorld('clock') }, ClockView, clockLine),
  },
  verbs: {
    advance: {
      takes: 'DURATION',
      summary: 'Move it on by an ISO 8601 duration, and list what fell due on the way.',
      example: 'playa clock advance P1DT2H',
      run: ({ remote, words: [by] }) =>
        remote.tell(
          { method: 'POST', path: remote.inWorld('clock', 'advance'), body: { by } },
          AdvanceView,
          (answer) => `${dueLines(answer.due)}${clockLine(answer)}`,
        ),
    },
    freeze: {
      takes: '[ISO]',
      summary: 'Make it stand still, at an instant if one is given.',
      example: 'playa clock freeze 2026-03-01T12:00:00-03:00',
      run: ({ remote, words: [now] }) => put(remote, { running: false, now }),
    },
    run: {
      summary: 'Let it run.',
      example: 'playa clock run --speed 3600',
      options: { speed: { type: 'string', help: `seconds of the world in a second, up to ${FASTEST}` } },
      run: ({ remote, args }) => put(remote, { running: true, speed: decimalOption(args, 'speed', 0, FASTEST) }),
    },
    set: {
      takes: 'ISO',
      summary: 'Set it to an instant; whether it runs stays.',
      example: 'playa clock set 2026-03-01T12:00:00-03:00',
      run: ({ remote, words: [now] }) => put(remote, { now }),
    },
  },
})

const put = (remote: Asked['remote'], body: object): Promise<number> =>
  remote.tell({ method: 'PUT', path: remote.inWorld('clock'), body }, ClockView, clockLine)

const clockLine = ({ world, now, running, speed }: z.infer<typeof ClockView>): string => {
  const paint = painter()
  const pace = running ? paint('green', `running${speed === 1 ? '' : ` at ${speed} x`}`) : paint('cyan', 'frozen')
  return `${oneLine(world)}  ${paint('bold', now)}  ${pace}`
}

const dueLines = (due: z.infer<typeof AdvanceView>['due']): string => {
  if (due.length === 0) return ''
  return `${columns(due.map(({ at, kind, id, outcome }) => [at, kind, id, oneLine(outcome)]))}\n`
}
