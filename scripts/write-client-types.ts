import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CONTROL_TYPES_FILE, controlApiTypes } from '../src/control/client-types.ts'
import { packageRoot } from '../src/lib/runtime/package-root.ts'

/**
 * Writes the committed types of the control API. Run it with `npm run openapi` after a change of its calls.
 */
writeFileSync(join(packageRoot(), CONTROL_TYPES_FILE), await controlApiTypes())
