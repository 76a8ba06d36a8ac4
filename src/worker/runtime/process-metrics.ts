import type { MetricFamily } from '../../metrics/prometheus-text.ts'

/** Returns nothing: the platform measures processes itself. */
export const processMetrics = (): readonly MetricFamily[] => []
