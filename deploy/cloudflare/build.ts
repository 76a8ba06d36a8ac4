import { join } from 'node:path'
import { packageRoot } from '../../src/runtime/package-root.ts'
import { bundleWorker } from './bundle.ts'

/** Makes `deploy/cloudflare/dist`, which `wrangler deploy` uploads. */
await bundleWorker(join(packageRoot(), 'deploy/cloudflare/dist'))
