import { spawnSync } from 'node:child_process'
import { bundledScript } from '../support/bundled-script.ts'

/** `npm run simulate`: bundles the simulation and runs it with the given words. */

const { path, remove } = await bundledScript('test/simulation/main.ts')
const { status } = spawnSync(process.execPath, ['--enable-source-maps', path, ...process.argv.slice(2)], {
  stdio: 'inherit',
})
remove()
process.exitCode = status ?? 1
