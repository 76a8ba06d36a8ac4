import { DatoTecnico } from '../../wire/response-schemas.ts'
import { limits } from '../../wire/limits.ts'
import { type DecisionContext, activeOption } from '../decision-context.ts'
import type { ValidationIssues } from '../validation-issues.ts'
import { type CustomDatum, LEVELS, type Level, publicationIndex } from '../../world/publication.ts'
import { hasCheckDigit, isVin } from './vin.ts'

/** Rules of single members that create and full edit share (PUB-21). */

/** PUB-05. A lower-case number is shown in capitals (`publications/vin-case`). */
export const parseVin = (faults: ValidationIssues, deciding: DecisionContext, sent: string | null, ownKey: string): string | null => {
  if (sent === null) return null
  // Of the alphabet only: beyond it there are letters whose capital is an ordinary one, and they are none of the standard's.
  const vin = sent.replace(/[a-z]/g, (letter) => letter.toUpperCase())
  if (!isVin(vin)) {
    faults.add('Vin', 'No es un VIN según ISO 3779: 17 letras mayúsculas o dígitos, sin I, O ni Q.', 'PUB-05')
  } else if (activeOption(deciding, 'publications/vin-check-digit') === 'enforced' && !hasCheckDigit(vin)) {
    faults.add('Vin', 'El dígito verificador (posición 9) no es correcto.', 'PUB-05', 'publications/vin-check-digit')
  } else if (activeOption(deciding, 'publications/same-vehicle') === '400') {
    const others = deciding.world.publications.index(publicationIndex.withVin(deciding.agency.ordinal, vin)).slice(0, 2)
    if (others.some((other) => other.key !== ownKey)) {
      faults.add('Vin', 'Otra publicación activa de la agencia tiene el mismo VIN.', 'publications/same-vehicle')
    }
  }
  return vin
}

/** PUB-07. Null and empty ask for nothing; a word that is no level is a fault (`publications/exposure-unknown`). */
export const parseLevel = (faults: ValidationIssues, sent: string | null | undefined): Level | null => {
  if (!sent) return null
  const level = LEVELS.find((known) => known === sent)
  if (!level && !faults.hasIssueAt('Exposicion')) {
    faults.add('Exposicion', `Se espera ${LEVELS.join(', ')} o null.`, 'PUB-07', 'publications/exposure-unknown')
  }
  return level ?? null
}

/** PUB-15: cut, not refused. A character of two units is never cut in half, which would leave a text that is no text. */
export const parseColor = (sent: string | undefined): string | null => {
  if (sent === undefined) return null
  const cut = sent.slice(0, limits.color.max)
  return cut.length < sent.length && /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut
}

/** PUB-16. What an item is stands in `publications/custom-data-item`. */
export const parseCustomData = (faults: ValidationIssues, deciding: DecisionContext, sent: readonly unknown[]): CustomDatum[] => {
  const textual = activeOption(deciding, 'publications/custom-data-item') === 'string'
  return sent.flatMap((item, i): CustomDatum[] => {
    if (textual && typeof item === 'string') return [item]
    const row = textual ? undefined : DatoTecnico.safeParse(item)
    if (row?.success) return [row.data]
    const expected = textual ? 'un texto' : 'un objeto con los textos Seccion, Valor y Datos'
    faults.add(`DatosTecnicosCustom[${i}]`, `Se espera ${expected}.`, 'PUB-16', 'publications/custom-data-item')
    return []
  })
}
