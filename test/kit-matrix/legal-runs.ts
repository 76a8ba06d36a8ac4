import type { Choices } from '../outsider/choices.ts'
import type { Interceptor } from '../outsider/variants/interceptors.ts'
import { LEGAL_VARIANTS } from '../outsider/variants/legal/index.ts'
import type { LegalVariant } from '../outsider/variants/variant.ts'

/** Several legal variants at once. */
export interface LegalRun {
  readonly names: readonly string[]
  readonly switches: Partial<Choices>
}

/** Variants that wait, or whose effect another one hides. */
const isAlone = ({ switches, createsImpossible, unobservable }: LegalVariant): boolean =>
  createsImpossible === true ||
  unobservable !== undefined ||
  switches.rateLimit !== undefined ||
  switches.delayMs !== undefined ||
  switches.deliveryDelayMs !== undefined

/** Packs legal variants into a few runs: two variants share a run when they set different switches. */
export const legalRuns = (count: number): readonly LegalRun[] => {
  const runs = Array.from({ length: count }, emptyRun)
  for (const variant of LEGAL_VARIANTS.filter((one) => !isAlone(one))) {
    const { interceptors = [], ...switches } = variant.switches
    const keys = Object.keys(switches)
    // The emptiest run first, so that a failure names few variants.
    const free = runs.filter((one) => keys.every((key) => !(key in one.switches)))
    const run = free.sort((one, other) => one.names.length - other.names.length)[0]
    if (!run) continue
    run.names.push(variant.name)
    // Interceptors concern the edge of single routes: any number of them goes together.
    Object.assign(run.switches, switches)
    run.interceptors.push(...interceptors)
  }
  return runs.map(({ names, switches, interceptors }) => ({ names, switches: { ...switches, interceptors } }))
}

const emptyRun = () => ({
  names: [] as string[],
  switches: {} as Record<string, unknown>,
  interceptors: [] as Interceptor[],
})
