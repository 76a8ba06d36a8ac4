import { type LegalVariant, legal } from '../variant.ts'

/** Other ways to identify apps, and to refuse them. */
export const LEGAL_ACCESS: readonly LegalVariant[] = [
  legal('key required', 'The credential is not shown.', { keyRequired: true }),
  legal('plain 401', 'The body of a 401 is not shown.', { keyRequired: true, unauthorized: 'plain' }),
  legal('app that only reads', 'A write may answer 403.', { readOnly: true }, { createsImpossible: true }),
  legal(
    'app that only reads, refused after validation',
    'The order of refusals is not shown.',
    { readOnly: true, forbiddenLate: true },
    { createsImpossible: true },
  ),
  legal('403 for writes to the unknown', 'PUT and PATCH list no 404.', { writeToUnknown: 403 }),
  legal('400 for writes to the unknown', 'PUT and PATCH list no 404.', { writeToUnknown: 400 }),
  legal('409 for writes to the unknown', 'PUT and PATCH list no 404.', { writeToUnknown: 409 }),
]
