import { isChosen, type Profile } from '../../../api/assumptions/profile.ts'
import type { TechnicalRow, Version } from '../../world/catalogue.ts'
import { technicalSheet } from '../catalogue/technical-sheet.ts'

/** Returns the rows of a version's technical sheet as responses show them (`catalogue/technical-rows`). */
export const shownTechnicalRows = (version: Version, profile: Profile): readonly TechnicalRow[] =>
  isChosen(profile, 'catalogue/technical-rows', 'value-in-valor')
    ? technicalSheet(version)
    : technicalSheet(version).map((row) => ({ ...row, Valor: row.Datos, Datos: row.Valor }))

/**
 * Returns the rows of a version's technical sheet as custom rows of a publication
 * (`publications/custom-data-item`).
 */
export const customRowsOf = (
  version: Version,
  profile: Profile,
): readonly TechnicalRow[] | readonly string[] =>
  isChosen(profile, 'publications/custom-data-item', 'object')
    ? shownTechnicalRows(version, profile)
    : technicalSheet(version).map(({ Datos, Valor }) => `${Datos}: ${Valor}`)
