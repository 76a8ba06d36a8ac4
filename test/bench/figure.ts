import { type Spread, spreadOf } from './samples.ts'

export type Unit = 'x' | 'ms' | 'MiB' | 'bytes'

/** What a figure ought to be; the unit is the figure's. */
export type Target = { readonly atLeast: number } | { readonly atMost: number }

/** One line of the table. */
export interface Figure {
  readonly name: string
  readonly unit: Unit
  /** The value that is judged, a median unless the name says otherwise. */
  readonly measured: number
  readonly spread: Spread
  /** Absent: told for information. */
  readonly target?: Target | undefined
  readonly note?: string | undefined
  /** Everything that was measured for it, by what it is. */
  readonly samples: Readonly<Record<string, readonly number[]>>
}

export type Verdict = 'ok' | 'miss' | ''

export const verdictOf = ({ measured, target }: Figure): Verdict => {
  if (!target) return ''
  const met = 'atLeast' in target ? measured >= target.atLeast : measured <= target.atMost
  return met ? 'ok' : 'miss'
}

type FigureHeading = Pick<Figure, 'name' | 'unit' | 'target' | 'note'>

/** A figure of repeated samples, judged by their median. */
export const figure = (told: FigureHeading, samples: readonly number[], more: Figure['samples'] = {}): Figure => {
  const spread = spreadOf(samples)
  return { ...told, measured: spread.median, spread, samples: { judged: samples, ...more } }
}

/** What one family of measures may spend. */
export interface Effort {
  readonly quick: boolean
}

/** Measures that belong together; `--only` names them. */
export interface Family {
  readonly name: string
  readonly measure: (effort: Effort) => Promise<Figure[]>
}
