import { isCounted, variantId } from '../../src/sweep/verdicts/findings.ts'
import { carefulClients, type PlantedClient, weakClients } from './planted.ts'
import { sweepOf } from './sweep-of.ts'

/**
 * Runs complete sweeps of all clients, or the named ones, and prints which planted weaknesses were found:
 * `npm run sweep:clients`. It takes some minutes.
 */
const named = process.argv.slice(2)
const isNamed = ({ name }: PlantedClient) => named.length === 0 || named.includes(name)
let [planted, found] = [0, 0]
for (const { name, words, planted: ids } of weakClients.filter(isNamed)) {
  const report = await sweepOf(words)
  const counted = [...report.assumptions, ...report.faults].filter(isCounted).map(variantId)
  const missed = ids.filter((id) => !counted.some((other) => other === id || other.startsWith(`${id}=`)))
  planted += ids.length
  found += ids.length - missed.length
  console.log(
    `${name}: ${ids.length - missed.length} of ${ids.length} planted found, ${report.runs} runs in ${Math.round(report.tookMs / 1_000)} s`,
  )
  if (report.stopped !== null) console.log(`  ${report.stopped}`)
  for (const id of missed) console.log(`  missed: ${id}`)
  for (const id of counted)
    console.log(`  ${ids.some((other) => id.startsWith(other)) ? 'planted' : 'also'}: ${id}`)
  for (const sentence of report.unstable) console.log(`  unstable: ${sentence}`)
}
const accused: string[] = []
for (const { name, words } of carefulClients.filter(isNamed)) {
  const report = await sweepOf(words)
  const counted = [...report.assumptions, ...report.faults].filter(isCounted).map(variantId)
  accused.push(...counted)
  const healed = report.faults.filter(({ verdict }) => verdict === 'healed').length
  console.log(`${name}: ${healed} faults healed, accused of ${counted.join(', ') || 'nothing'}`)
}
console.log(`${found} of ${planted} planted weaknesses found.`)
process.exitCode = found >= 0.95 * planted && accused.length === 0 ? 0 : 1
