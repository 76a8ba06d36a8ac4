import { LEVELS } from '../../src/api/wire/exposure-level.ts'
import { Productos } from '../../src/api/wire/response-schemas.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'

/** More free places than concurrent clauses take. */
const MANY = 12

/** Reads the package; skips the clause when it is not shown. */
export const products = async (t: ClauseContext): Promise<Productos> => {
  const read = await t.get(`/v3/agencias/${t.adminMail}/productos`)
  if (read.response.status !== 200) t.skip(`the package is answered ${read.response.status}`)
  return t.shape(read, Productos)
}

/**
 * Returns the free places of a level when others may have taken and freed the rest of them; else undefined.
 */
export const fewPlacesOf = async (t: ClauseContext, level: unknown): Promise<number | undefined> => {
  const known = LEVELS.find((one) => one === level)
  const { Disponibles = 0 } = known ? (await products(t))[known] : {}
  return Disponibles < MANY ? Disponibles : undefined
}
