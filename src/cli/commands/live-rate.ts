import { MAX_LEADS_PER_MINUTE } from '../../sandbox/traffic/live-leads.ts'
import { UsageError } from '../support/errors.ts'

const PER_MINUTE: Readonly<Record<string, number>> = { s: 60, min: 1, h: 1 / 60 }

/** Reads the leads a minute of `--live`: `6/min`, `1/s`, `90/h`. Throws a `UsageError`. */
export const liveRate = (text: string): number => {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)\/(s|min|h)$/.exec(text) ?? []
  const perMinute = Number(number) * (PER_MINUTE[unit] ?? 0)
  if (perMinute > 0 && perMinute <= MAX_LEADS_PER_MINUTE) return perMinute
  const most = `at most ${MAX_LEADS_PER_MINUTE}/min`
  throw new UsageError(
    `--live takes leads a second, minute or hour, like 6/min, ${most}; not ${JSON.stringify(text)}.`,
  )
}
