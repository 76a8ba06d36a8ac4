import { FASTEST_PER_MINUTE } from '../traffic/live/live-leads.ts'
import { type Arguments, textOption, UsageError } from './command.ts'

const PER_MINUTE: Readonly<Record<string, number>> = { s: 60, min: 1, h: 1 / 60 }

/** Leads a minute as `--live` says them: `6/min`, `1/s`, `90/h`. Undefined when it is absent. Throws a `UsageError`. */
export const livePace = (args: Arguments): number | undefined => {
  const text = textOption(args, 'live')
  if (text === undefined) return undefined
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)\/(s|min|h)$/.exec(text) ?? []
  const perMinute = Number(number) * (PER_MINUTE[unit] ?? 0)
  if (perMinute > 0 && perMinute <= FASTEST_PER_MINUTE) return perMinute
  throw new UsageError(
    `--live takes leads a second, minute or hour, like 6/min, at most ${FASTEST_PER_MINUTE}/min; not ${JSON.stringify(text)}.`,
  )
}
