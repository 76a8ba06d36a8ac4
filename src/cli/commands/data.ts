import { join } from 'node:path'
import type { Command } from 'commander'
import { packageVersion } from '../../lib/runtime/package-version.ts'
import { worldTimeMs } from '../../model/world/world.ts'
import { exportWorld } from '../../sandbox/scenarios/export-world.ts'
import { openDataFolder } from '../../sandbox/stores/data-folder.ts'
import type { LmdbOptions } from '../../sandbox/stores/lmdb-file.ts'
import { StoreError } from '../../sandbox/stores/record-file.ts'
import type { WorldStore } from '../../sandbox/stores/world-store.ts'
import { createCommand, needsVerb, onRun, withExample } from '../support/create-command.ts'
import { Failure, UsageError } from '../support/errors.ts'
import { writeOutput } from '../support/output-file.ts'

/** `playa data`: judges, mends and reads the folder of `playa serve --data`. */
export const dataCommand = (): Command => {
  const group = createCommand('data').description('Check, repair or export the folder of playa serve --data.')
  const check = createCommand('check')
    .description('Read every stored world; exits with 1 when one is damaged.')
    .argument('<folder>', 'the folder')
  withExample(check, 'playa data check ./worlds')
  const repair = createCommand('repair')
    .description('Rebuild damaged pages and remove unreadable worlds; the others stay.')
    .argument('<folder>', 'the folder, which no server may have open')
  withExample(repair, 'playa data repair ./worlds')
  const exported = createCommand('export')
    .description('Write every stored world as a scenario file, from which playa can recreate it.')
    .argument('<folder>', 'the folder')
    .requiredOption('-o, --output <folder>', 'folder for the files, NAME.json each')
  withExample(exported, 'playa data export ./worlds -o ./exported')
  group.addCommand(onRun(check, () => withStore(check, { readOnly: true }, checkWorlds)))
  group.addCommand(onRun(repair, () => withStore(repair, { repaired: tellRebuilt }, repairWorlds)))
  group.addCommand(
    onRun(exported, () =>
      withStore(exported, { readOnly: true }, (store) =>
        exportWorlds(store, exported.opts<{ output: string }>().output),
      ),
    ),
  )
  return needsVerb(group)
}

const withStore = async (
  command: Command,
  options: Partial<LmdbOptions>,
  use: (store: WorldStore) => Promise<number>,
): Promise<number> => {
  try {
    const folder = command.args[0] ?? ''
    const store = await openDataFolder(folder, { durability: 'fsync', ...options }, packageVersion())
    try {
      return await use(store)
    } finally {
      await store.close()
    }
  } catch (error) {
    if (error instanceof StoreError) throw new UsageError(error.message)
    throw error
  }
}

/** Reads every world; returns those that cannot be read, each with the reason. */
const damagedWorlds = async (store: WorldStore): Promise<Map<string, string>> => {
  const damaged = new Map<string, string>()
  for (const name of store.names()) {
    try {
      await store.load(name)
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      damaged.set(name, error.message)
    }
  }
  return damaged
}

const checkWorlds = async (store: WorldStore): Promise<number> => {
  const damaged = await damagedWorlds(store)
  for (const [name, why] of damaged) console.log(`${name}: ${why}`)
  const wakes = await store.checkWakes()
  for (const name of wakes.worlds) console.log(`${name}: the time of its next task is not recorded.`)
  if (wakes.others > 0) console.log(`Times of tasks that belong to no world: ${wakes.others}.`)
  const count = [...store.names()].length
  const isWhole = wakes.worlds.length === 0 && wakes.others === 0
  if (damaged.size === 0 && isWhole) {
    console.log(wholeSentence(count))
    return 0
  }
  if (damaged.size > 0)
    console.log(
      `${damaged.size} of ${count} worlds are damaged. playa data repair removes them and keeps the others.`,
    )
  if (!isWhole) console.log('playa data repair records the times of tasks again.')
  return 1
}

const repairWorlds = async (store: WorldStore): Promise<number> => {
  const damaged = await damagedWorlds(store)
  const missing = store.recount()
  store.drop([...damaged.keys()])
  for (const [name, why] of damaged) console.log(`${name} was removed: ${why}`)
  const wakes = await store.checkWakes(true)
  for (const name of wakes.worlds) console.log(`${name}: the time of its next task was recorded again.`)
  if (wakes.others > 0) console.log(`Times of tasks that belonged to no world were removed: ${wakes.others}.`)
  if (missing > 0)
    console.log(`${missing} of the worlds that were stored could not be found: their pages are damaged.`)
  console.log(wholeSentence([...store.names()].length))
  return 0
}

const tellRebuilt = (problems: readonly string[]): void => {
  for (const problem of problems)
    console.log(`The file was recreated, and the previous one is beside it: ${problem}.`)
}

const exportWorlds = async (store: WorldStore, output: string): Promise<number> => {
  const damaged = await damagedWorlds(store)
  for (const [name, why] of damaged) console.log(`${name} was left out: ${why}`)
  let count = 0
  for (const name of store.names()) {
    const stored = damaged.has(name) ? undefined : await store.load(name)
    if (!stored) continue
    const scenario = exportWorld(stored.world, worldTimeMs(stored.world.clock, Date.now()))
    writeOutput(join(output, `${name}.json`), JSON.stringify(scenario), (sentence) => new Failure(sentence))
    count += 1
  }
  console.log(
    `${count === 1 ? 'One world is' : `${count} worlds are`} in ${output}; start one with playa serve --scenario ${join(output, 'NAME.json')}.`,
  )
  return damaged.size === 0 ? 0 : 1
}

const wholeSentence = (count: number): string =>
  count === 0
    ? 'No world is stored.'
    : count === 1
      ? 'The one world is whole.'
      : `All ${count} worlds are whole.`
