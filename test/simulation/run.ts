import { spawnSync } from 'node:child_process'
import { bundleSimulation } from './bundled-simulation.ts'

/** `npm run simulate`: bundles the simulation and runs it with the given words. */

const { path, remove } = await bundleSimulation()
const { status } = spawnSync(process.execPath, ['--enable-source-maps', path, ...process.argv.slice(2)], {
  stdio: 'inherit',
})
remove()
process.exitCode = status ?? 1
