import { killRounds } from './kill-rounds.ts'

/** `npm run test:kill -- [rounds] [seed] [os|fsync]`: kills a server with a data folder again and again. */

const [, , rounds = '1000', seed = '1', durability = 'os'] = process.argv
const { faults, answers, repeated } = await killRounds(Number(rounds), {
  seed: Number(seed),
  durability: durability === 'fsync' ? 'fsync' : 'os',
})
for (const fault of faults) console.error(fault)
console.log(`${rounds} rounds, ${answers} answers, ${repeated} deliveries repeated, ${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1
