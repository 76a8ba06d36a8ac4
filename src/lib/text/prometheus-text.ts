/** One value of a metric. */
export interface MetricSample {
  /** Ends the name: `_bucket`, `_sum` and `_count` of a histogram. */
  readonly suffix?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

/** A metric with its values. */
export interface MetricFamily {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly samples: readonly MetricSample[]
}

/** Media type of the text, with its version. */
export const PROMETHEUS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Writes metrics in the text format 0.0.4 of Prometheus. Leaves out those without a value. */
export const prometheusText = (families: readonly MetricFamily[]): string =>
  families
    .filter(({ samples }) => samples.length > 0)
    .map(familyText)
    .join('')

const familyText = ({ name, help, type, samples }: MetricFamily): string =>
  `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n# TYPE ${name} ${type}\n${samples
    .map(({ suffix = '', labels, value }) => `${name}${suffix}${labelsText(labels)} ${numberText(value)}\n`)
    .join('')}`

const labelsText = (labels: MetricSample['labels'] = {}): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapedValue(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const escapedValue = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

const numberText = (value: number): string =>
  value === Number.POSITIVE_INFINITY
    ? '+Inf'
    : value === Number.NEGATIVE_INFINITY
      ? '-Inf'
      : // `NaN` is written as the format wants it.
        String(value)

/** Returns a gauge. */
export const gauge = (name: string, help: string, samples: MetricFamily['samples']): MetricFamily => ({
  name,
  help,
  type: 'gauge',
  samples,
})
