import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CONTROL_TYPES_FILE, controlApiTypes } from '../../../control/client-types.ts'
import { packageRoot } from '../../../lib/runtime/package-root.ts'

it('the committed types of the control API are those of its document; `npm run openapi` writes them', async () => {
  expect(readFileSync(join(packageRoot(), CONTROL_TYPES_FILE), 'utf8')).toBe(await controlApiTypes())
})
