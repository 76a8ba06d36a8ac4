import { it } from 'vitest'
import { startReader } from './document-reader.ts'

/** Follows the README with the installed package; `documents.test.ts` goes on with the guides. */

const reader = await startReader()

it('every block of the README runs, in order, and prints what is shown', () => reader.follow('README.md'))
