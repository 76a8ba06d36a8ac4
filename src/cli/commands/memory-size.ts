import { MIN_BUDGET_BYTES } from '../../simulator/memory-budget.ts'
import { UsageError } from '../errors.ts'

const MIB = 1024 * 1024
const SMALLEST_MIB = MIN_BUDGET_BYTES / MIB
const UNITS: Readonly<Record<string, number>> = { MiB: MIB, GiB: 1024 * MIB }

/** Reads a size such as `512MiB` or `2GiB`, in bytes; `name` is the option that has it. */
export const memorySize = (text: string, name: string): number => {
  const [, digits = '', unit = ''] = /^(\d{1,6})\s*(MiB|GiB)$/.exec(text) ?? []
  const bytes = Number(digits) * (UNITS[unit] ?? 0)
  if (bytes >= MIN_BUDGET_BYTES) return bytes
  throw new UsageError(
    `${name} takes a size of at least ${SMALLEST_MIB}MiB, like 512MiB or 2GiB, not ${JSON.stringify(text)}.`,
  )
}
