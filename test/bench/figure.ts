import { type Spread, spreadOf } from './samples.ts'

export type Unit = 'x' | 'ms' | 'MiB' | 'bytes'

/** Target of a figure, in the unit of the figure. */
export type Target = { readonly atLeast: number } | { readonly atMost: number }

/** One line of the table. */
export interface Figure {
  readonly name: string
  readonly unit: Unit
  /** The value that is compared with the target, usually a median. */
  readonly measured: number
  readonly spread: Spread
  /** Absent: for information only. */
  readonly target?: Target | undefined
  readonly note?: string | undefined
  /** All samples by name. */
  readonly samples: Readonly<Record<string, readonly number[]>>
}

/** Whether a figure meets its target; empty without one. */
export type Verdict = 'ok' | 'miss' | ''

/** Compares a figure with its target. */
export const verdictOf = ({ measured, target }: Figure): Verdict => {
  if (!target) return ''
  const met = 'atLeast' in target ? measured >= target.atLeast : measured <= target.atMost
  return met ? 'ok' : 'miss'
}

type FigureHeading = Pick<Figure, 'name' | 'unit' | 'target' | 'note'>

/** Creates a figure from samples; its value is their median. */
export const figure = (
  heading: FigureHeading,
  samples: readonly number[],
  more: Figure['samples'] = {},
): Figure => {
  const spread = spreadOf(samples)
  return { ...heading, measured: spread.median, spread, samples: { judged: samples, ...more } }
}

/** Effort of a run. */
export interface Effort {
  readonly quick: boolean
}

/** A group of measurements that `--only` selects by name. */
export interface Family {
  readonly name: string
  readonly measure: (effort: Effort) => Promise<Figure[]>
}
