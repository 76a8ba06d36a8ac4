import { listen } from '../../src/server/listen.ts'
import { Simulator } from '../../src/simulator/simulator.ts'
import { openDataFolder } from '../../src/stores/data-folder.ts'

/** A server with a data folder, to be killed: `kill-target FOLDER os|fsync`; prints its URL when ready. */

const [, , folder = '', durability = 'os'] = process.argv
const store =
  folder === ''
    ? {}
    : {
        store: await openDataFolder(folder, { durability: durability === 'fsync' ? 'fsync' : 'os' }, 'test'),
      }
const simulator = await Simulator.open({ scenario: 'empty', ...store })
const { url } = await listen(simulator, { port: 0, hostname: '127.0.0.1' })
console.log(url)
