import { LEVELS, type Level } from '../../../api/wire/exposure-level.ts'
import {
  type PlainMember,
  type PlainMembers,
  plainMembersOf,
  plainType,
} from '../../../api/wire/publication-members.ts'
import type { DatoTecnico } from '../../../api/wire/response-schemas.ts'
import { type CustomDatum, publicationIndex } from '../../world/publication.ts'
import { type DecisionContext, isActiveOption } from '../decision-context.ts'
import type { ValidationIssues } from '../validation-issues.ts'
import { parseAmount } from './amount.ts'
import { hasCheckDigit, isVin } from './vin.ts'

/** Rules of single members that create and full edit share (PUB-21). */

/** Parses a VIN (PUB-05); converts it to upper case (`publications/vin-case`). */
export const parseVin = (
  issues: ValidationIssues,
  context: DecisionContext,
  sent: string | null,
  ownKey: string,
): string | null => {
  if (sent === null) return null
  if (isActiveOption(context, 'publications/vin-case', '400') && /[a-z]/.test(sent))
    issues.add('Vin', 'Se esperan letras mayúsculas.', 'PUB-05', 'publications/vin-case')
  // ASCII only: some other letters have an ASCII capital, and none of them is valid in a VIN.
  const vin = sent.replace(/[a-z]/g, (letter) => letter.toUpperCase())
  if (!isVin(vin)) {
    issues.add('Vin', 'No es un VIN según ISO 3779: 17 letras mayúsculas o dígitos, sin I, O ni Q.', 'PUB-05')
  } else if (isActiveOption(context, 'publications/vin-check-digit', 'enforced') && !hasCheckDigit(vin)) {
    issues.add(
      'Vin',
      'El dígito verificador (posición 9) no es correcto.',
      'PUB-05',
      'publications/vin-check-digit',
    )
  } else if (isActiveOption(context, 'publications/same-vehicle', '400')) {
    const others = context.world.publications
      .index(publicationIndex.withVin(context.agency.ordinal, vin))
      .slice(0, 2)
    if (others.some((other) => other.key !== ownKey)) {
      issues.add(
        'Vin',
        'Otra publicación activa de la agencia tiene el mismo VIN.',
        'publications/same-vehicle',
      )
    }
  }
  return vin
}

/**
 * Parses a level (PUB-07). Null and an empty text request no level; an unknown word is an issue
 * (`publications/exposure-unknown`).
 */
export const parseLevel = (
  issues: ValidationIssues,
  context: DecisionContext,
  sent: string | null | undefined,
): Level | null => {
  if (!sent) return null
  const level = LEVELS.find((known) => known === sent)
  const refuses = isActiveOption(context, 'publications/exposure-unknown', '400')
  if (!level && refuses && !issues.hasIssueAt('Exposicion')) {
    issues.add(
      'Exposicion',
      `Se espera ${LEVELS.join(', ')} o null.`,
      'PUB-07',
      'publications/exposure-unknown',
    )
  }
  return level ?? null
}

/** Plain members of a body: of the type that their rows say, or absent. */
export type SentPlainMembers = { readonly [M in PlainMember]?: PlainMembers[M] | undefined }

/** Reads all plain members as they are stored; an absent one is null (`publications/optional-absent`). */
export const parsePlainMembers = (
  issues: ValidationIssues,
  context: DecisionContext,
  sent: SentPlainMembers,
): PlainMembers => plainMembersOf((name) => parsePlainMember(issues, context, name, sent[name] ?? null))

/**
 * Reads a plain member as it is stored: a text as `publications/empty-strings` says and truncated where its
 * type says so (PUB-15), an amount with its currency resolved.
 */
export const parsePlainMember = (
  issues: ValidationIssues,
  context: DecisionContext,
  name: PlainMember,
  sent: PlainMembers[PlainMember],
): PlainMembers[PlainMember] => {
  if (typeof sent === 'object') return parseAmount(issues, name, sent, context)
  if (typeof sent !== 'string') return sent
  if (sent === '' && isActiveOption(context, 'publications/empty-strings', 'null')) return null
  const type = plainType(name)
  return type?.kind === 'text' && type.cutAt !== undefined ? cutAt(sent, type.cutAt) : sent
}

/** Never splits a surrogate pair, which would leave invalid text. */
const cutAt = (text: string, length: number): string => {
  const cut = text.slice(0, length)
  return cut.length < text.length && /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut
}

/** Parses `AplicaCertificadoGarantiaUsado` (PUB-18); a new car has no such certificate. */
export const parseWarranty = (
  issues: ValidationIssues,
  context: DecisionContext,
  sent: boolean | undefined,
  isUsedCar: boolean,
): boolean => {
  const refuses = isActiveOption(context, 'publications/warranty-new-car', '400')
  if (sent && !isUsedCar && refuses) {
    issues.add(
      'AplicaCertificadoGarantiaUsado',
      'Un vehículo nuevo no tiene certificado de usado.',
      'PUB-18',
      'publications/warranty-new-car',
    )
  }
  return isUsedCar && sent === true
}

/** Parses custom technical data (PUB-16); `publications/custom-data-item` decides the type of an item. */
export const parseCustomData = (
  issues: ValidationIssues,
  context: DecisionContext,
  sent: readonly unknown[],
): CustomDatum[] => {
  const textual = isActiveOption(context, 'publications/custom-data-item', 'string')
  // A list beyond the bound is refused as a whole; describing each item would block the event loop.
  return sent.slice(0, MAX_JUDGED_ROWS).flatMap((item, i): CustomDatum[] => {
    if (textual && typeof item === 'string') return [item]
    if (!textual && isTechnicalRow(item))
      return [{ Seccion: item.Seccion, Valor: item.Valor, Datos: item.Datos }]
    const expected = textual ? 'un texto' : 'un objeto con los textos Seccion, Valor y Datos'
    const wrong = textual ? [] : wrongTextsOf(item)
    for (const name of wrong.length === 0 ? [''] : wrong)
      issues.add(
        `DatosTecnicosCustom[${i}]${name && `.${name}`}`,
        `Se espera ${name ? 'un texto' : expected}.`,
        'PUB-16',
        'publications/custom-data-item',
      )
    return []
  })
}

const MAX_JUDGED_ROWS = 1_000

/** Returns the members of a row of technical data that are not texts; none if the row is not an object. */
const wrongTextsOf = (item: unknown): readonly string[] => {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return []
  const members = new Map(Object.entries(item))
  return ['Seccion', 'Valor', 'Datos'].filter((name) => typeof members.get(name) !== 'string')
}

const isTechnicalRow = (item: unknown): item is DatoTecnico =>
  typeof item === 'object' &&
  item !== null &&
  'Seccion' in item &&
  'Valor' in item &&
  'Datos' in item &&
  [item.Seccion, item.Valor, item.Datos].every((text) => typeof text === 'string')
