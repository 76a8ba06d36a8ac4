import { openLmdbFile } from '../../src/sandbox/stores/lmdb-file.ts'

/**
 * Writes to a data folder that has too little room: `full-disk FOLDER ROUNDS`; prints what was written and
 * refused.
 */

const [, , folder = '', rounds = '0'] = process.argv
const file = await openLmdbFile(folder, { durability: 'os' })
const written: string[] = []
const refusals = new Set<string>()
let refused = 0
for (let i = 0; refused < Number(rounds); i++) {
  const text = 'x'.repeat((i * 7_919) % 9_000)
  try {
    file.write([
      { key: ['v', i % 50, i, 'r'], text },
      { key: ['w', `world${i % 50}`], text: `${i}` },
      { key: ['j', i], text: text.slice(0, 500) },
    ])
    written.push(text)
  } catch (error) {
    refused += 1
    refusals.add(String(error))
    if (file.get(['j', i]) !== undefined) refusals.add('half of a transaction was written')
  }
}
const kept = [...file.range(['v'])].map(([, text]) => text)
await file.close()
console.log(JSON.stringify({ written: written.length, kept: kept.length, refusals: [...refusals] }))
