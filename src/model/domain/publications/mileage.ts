import { yearOf } from '../../../lib/calendar/date-time.ts'
import { zoneMinutesOf } from '../../world/agency.ts'
import { isUsed } from '../../world/publication.ts'
import { byActiveOption, type DecisionContext } from '../decision-context.ts'
import type { ValidationIssues } from '../validation-issues.ts'

/** Maximum under the option `also-yearly-maximum` of `publications/suspicious-mileage`. */
const MAX_KM_PER_YEAR = 60_000

/**
 * Checks `Kilometraje` beyond its bounds (PUB-14): 0 is valid for new cars only, and the agency's product may
 * permit only new or only used cars (`publications/mileage-by-product`).
 */
export const checkMileage = (
  issues: ValidationIssues,
  context: DecisionContext,
  km: number,
  year: number | null,
): void => {
  const suspicious = byActiveOption(context, 'publications/suspicious-mileage', SUSPICIOUS_MILEAGE)
  // A car of unknown age is not suspicious for its age.
  const age =
    year === null
      ? Number.NaN
      : yearOf(context.nowMs, zoneMinutesOf(context.world.setting.profile, context.agency)) - year
  if (suspicious.zero && km === 0 && age > 1) {
    issues.add(
      'Kilometraje',
      `Un vehículo ${year} no puede tener 0 km: 0 es solo para vehículos nuevos, sin patentar.`,
      'PUB-14',
      'publications/suspicious-mileage',
    )
  }
  if (suspicious.yearly && km > MAX_KM_PER_YEAR * Math.max(1, age)) {
    issues.add(
      'Kilometraje',
      `${km} km es sospechoso para un vehículo ${year}: se esperan hasta ${MAX_KM_PER_YEAR} por año.`,
      'PUB-14',
      'publications/suspicious-mileage',
    )
  }
  const { cars } = context.agency.product
  if (cars === 'new' && isUsed(km)) {
    issues.add(
      'Kilometraje',
      'El producto contratado admite solo vehículos nuevos: se espera 0.',
      'PUB-14',
      'publications/mileage-by-product',
    )
  }
  if (cars === 'used' && !isUsed(km)) {
    issues.add(
      'Kilometraje',
      'El producto contratado admite solo vehículos usados: se espera un valor mayor que 0.',
      'PUB-14',
      'publications/mileage-by-product',
    )
  }
}

const SUSPICIOUS_MILEAGE = {
  'zero-km-age': { zero: true, yearly: false },
  'also-yearly-maximum': { zero: true, yearly: true },
  off: { zero: false, yearly: false },
}

/**
 * Checks the mileage of a full edit, which may lower it but not set a used car back to 0
 * (`publications/mileage-put`).
 */
export const checkMileageChange = (
  issues: ValidationIssues,
  context: DecisionContext,
  before: number | null,
  km: number,
): void => {
  if (before !== null && byActiveOption(context, 'publications/mileage-put', REFUSED_CHANGES)(before, km)) {
    const sentence = `El kilometraje no puede volver de ${before} a ${km}.`
    issues.add('Kilometraje', sentence, 'publications/mileage-put')
  }
}

const REFUSED_CHANGES = {
  'not-to-zero': (before: number, km: number) => isUsed(before) && km === 0,
  'rules-of-create': () => false,
  'never-lower': (before: number, km: number) => km < before,
}
