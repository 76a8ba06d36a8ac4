import { packageRoot } from '../../src/lib/runtime/package-root.ts'
import { writeSite } from './site.ts'

/** `npm run docs:site`: writes the documentation as a static site into `site`, or into the folder given. */
const folder = process.argv[2] ?? 'site'
console.log(`${writeSite(packageRoot(), folder)} pages in ${folder}`)
