import { publicationEditAssumptions } from './publication-edits.ts'
import { publicationMemberAssumptions } from './publication-members.ts'
import { publicationStateAssumptions } from './publication-states.ts'

/**
 * Open questions of the description about creating, reading, editing, suspending and archiving publications.
 */
export const publicationAssumptions = [
  ...publicationStateAssumptions,
  ...publicationEditAssumptions,
  ...publicationMemberAssumptions,
] as const
