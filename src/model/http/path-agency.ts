import { findAgency } from '../domain/access.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { Agency } from '../world/agency.ts'
import type { RequestContext } from './operation.ts'

/** Finds the agency that the path names by its `adminmail`, to read or to write something of it. */
export const agencyOfPath = (context: RequestContext, purpose: 'read' | 'write'): Agency | Refusal =>
  findAgency(context, String(context.path['adminmail']), purpose)
