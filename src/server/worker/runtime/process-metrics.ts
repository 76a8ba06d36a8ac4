import type { MetricFamily } from '../../../lib/text/prometheus-text.ts'

/** Returns nothing: the platform measures processes itself. */
export const processMetrics = (): readonly MetricFamily[] => []
