import { join } from 'node:path'
import { smallFile } from '../../src/cli/support/web-pages.ts'
import { Brandings } from '../../src/pages/ui/branding.ts'
import { Simulator } from '../../src/sandbox/simulator/simulator.ts'
import { openDataFolder } from '../../src/sandbox/stores/data-folder.ts'
import { listen } from '../../src/server/listen.ts'

/**
 * A server with a data folder, to be killed: `kill-target FOLDER os|fsync|repair [journal]`; prints its URL
 * when ready. With `repair` it does what `playa data repair` does.
 */

const [, , folder = '', durability = 'os', journal = ''] = process.argv
if (durability === 'repair') {
  const repaired = (problems: readonly string[]) => problems.length > 0 && console.error(problems)
  const store = await openDataFolder(folder, { durability: 'fsync', repaired }, 'test')
  for (const name of store.names()) await store.load(name)
  await store.close()
} else {
  const options = { durability: durability === 'fsync' ? 'fsync' : 'os' } as const
  const simulator = await Simulator.open({
    scenario: 'empty',
    store: await openDataFolder(folder, options, 'test'),
    keepsJournals: journal === 'journal',
  })
  const brandings = new Brandings(smallFile(join(folder, 'brandings.json')))
  const pages = async () => (request: Request) => {
    const { searchParams } = new URL(request.url)
    const world = searchParams.get('world') ?? ''
    const name = searchParams.get('name')
    if (name !== null) brandings.set(world, { name, colour: undefined })
    return new Response(brandings.get(world)?.name ?? '')
  }
  const { url } = await listen(simulator, { port: 0, hostname: '127.0.0.1', pages })
  console.log(url)
}
