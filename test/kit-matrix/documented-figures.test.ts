import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { LEGAL_VARIANTS } from '../outsider/variants/legal/index.ts'
import { WRONG_VARIANTS } from '../outsider/variants/wrong/index.ts'

it('the page of measurements says how many variants there are', () => {
  const page = readFileSync(new URL('../../docs/measurements.md', import.meta.url), 'utf8')
  expect(page).toContain(`${LEGAL_VARIANTS.length} legal variants`)
  expect(page).toContain(`${WRONG_VARIANTS.length} wrong ones`)
})
