import { publicationBoundClauses } from '../../../contracts/publications/bounds.ts'
import { publicationCarClauses } from '../../../contracts/publications/car.ts'
import { publicationCreateClauses } from '../../../contracts/publications/create.ts'
import { publicationEquipmentClauses } from '../../../contracts/publications/equipment.ts'
import { publicationExposureClauses } from '../../../contracts/publications/exposure.ts'
import { publicationIdClauses } from '../../../contracts/publications/ids.ts'
import { publicationMemberClauses } from '../../../contracts/publications/members.ts'
import { publicationReadClauses } from '../../../contracts/publications/read.ts'

/** The clauses on creates and reads of publications. */
export const createAndReadClauses = [
  ...publicationCreateClauses,
  ...publicationIdClauses,
  ...publicationBoundClauses,
  ...publicationMemberClauses,
  ...publicationExposureClauses,
  ...publicationEquipmentClauses,
  ...publicationCarClauses,
  ...publicationReadClauses,
]
