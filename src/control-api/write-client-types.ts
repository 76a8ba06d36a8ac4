import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../runtime/package-root.ts'
import { CONTROL_TYPES_FILE, controlApiTypes } from './client-types.ts'

/**
 * Writes the committed types of the control API. Run it with `npm run openapi` after a change of its calls.
 */
writeFileSync(join(packageRoot(), CONTROL_TYPES_FILE), await controlApiTypes())
