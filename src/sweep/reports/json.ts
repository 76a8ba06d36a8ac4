import type { SweepReport, SweptVariant } from '../report.ts'

/** The report as data: what `--report json=FILE` writes. */
export interface SweepJson {
  readonly variants: readonly Pick<
    SweptVariant,
    'id' | 'kind' | 'exchange' | 'verdict' | 'tests' | 'world' | 'evidence'
  >[]
  readonly unstable: readonly string[]
}

/** Returns the report as data. */
export const sweepJson = ({ variants, unstable }: SweepReport): SweepJson => ({
  variants: variants.map(({ id, kind, exchange, verdict, tests, world, evidence }) => ({
    id,
    kind,
    exchange,
    verdict,
    tests,
    world,
    evidence,
  })),
  unstable,
})
