import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { LEGAL_VARIANTS } from '../outsider/variants/legal/index.ts'
import { WRONG_VARIANTS } from '../outsider/variants/wrong/index.ts'

it('the guide says how many variants there are', () => {
  const guide = readFileSync(new URL('../../docs/guides/contract-kit.md', import.meta.url), 'utf8')
  expect(guide).toContain(`${LEGAL_VARIANTS.length} legal variants`)
  expect(guide).toContain(`${WRONG_VARIANTS.length} wrong ones`)
})
