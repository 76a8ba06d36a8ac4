import { FLOODS, type FloodName } from './floods.ts'

/** Floods of one process, and how long they last. */
export interface FloodOrder {
  readonly port: number
  readonly agency: string
  readonly floods: readonly FloodName[]
  readonly seconds: number
}

/** How many responses of each status were read, by flood. */
export type FloodReport = Partial<Record<FloodName, Record<number, number>>>

// The benchmark passes it as JSON.
const { floods, seconds, ...where } = JSON.parse(process.argv[2] ?? '{}') as FloodOrder
const untilMs = performance.now() + seconds * 1_000
const report: FloodReport = {}
await Promise.all(
  floods.map((name) => {
    const statuses: Record<number, number> = {}
    report[name] = statuses
    const seen = (status: number) => void (statuses[status] = (statuses[status] ?? 0) + 1)
    return FLOODS[name]({ ...where, untilMs, seen })
  }),
)
console.log(JSON.stringify(report))
// Connections that were kept alive would hold the process.
process.exit()
