import * as z from 'zod'
import { WAIVER_MEMBERS, waiverFile } from '../../kit/reports/waivers.ts'
import { isCounted, type SweepWaiver, type SweptFault, type SweptOption, variantId } from './findings.ts'

/** A waiver file of a sweep: a list, or a map with the list under `waivers`. */
export const SweepWaiverFile = waiverFile(z.strictObject({ id: z.string().min(1), ...WAIVER_MEMBERS }))

/** Returns what is wrong with the waivers: expired, or without a finding. */
export const waiverFaults = (
  waivers: readonly SweepWaiver[],
  findings: readonly (SweptOption | SweptFault)[],
  today: string,
): string[] =>
  waivers.flatMap(({ id, expires }) => {
    const finding = findings.find((entry) => variantId(entry) === id)
    if (expires < today) return [`${id}: the waiver expired on ${expires}`]
    // A sweep of only some variants says nothing about the others.
    if (!finding) return []
    return isCounted({ ...finding, waived: false }) ? [] : [`${id}: the waiver matches no finding`]
  })
