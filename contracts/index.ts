import type { Clause } from '../src/kit/clause.ts'
import { catalogue } from './catalogue.ts'
import { common } from './common.ts'
import { entryPoint } from './entry-point.ts'
import { errors } from './errors.ts'
import { publicationsBounds } from './publications-bounds.ts'
import { publicationsCar } from './publications-car.ts'
import { publicationsCreate } from './publications-create.ts'
import { publicationsEquipment } from './publications-equipment.ts'
import { publicationsExposure } from './publications-exposure.ts'
import { publicationsIds } from './publications-ids.ts'
import { publicationsMembers } from './publications-members.ts'
import { publicationsRead } from './publications-read.ts'

/** Every clause, in the order of the description's sections. */
export const clauses: readonly Clause[] = [
  ...common,
  ...entryPoint,
  ...catalogue,
  ...errors,
  ...publicationsCreate,
  ...publicationsIds,
  ...publicationsBounds,
  ...publicationsMembers,
  ...publicationsExposure,
  ...publicationsEquipment,
  ...publicationsCar,
  ...publicationsRead,
]
