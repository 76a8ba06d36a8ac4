import { operatorPhones } from '../../model/domain/agencies/operator-edit.ts'
import type { Agency, Branch, NotificationSettings, Operator } from '../../model/world/agency.ts'
import type { AgencyInput } from './schema/agency-schema.ts'

/**
 * Builds the agencies in the scenario's order. Branches without an id get numbers that are unique in the
 * world.
 */
export const buildAgencies = (
  inputs: readonly AgencyInput[],
): { readonly agencies: Agency[]; readonly nextBranch: number } => {
  let nextBranch = 1 + Math.max(0, ...inputs.flatMap(({ branches }) => branches.map(({ id }) => id ?? 0)))
  const agencies = inputs.map((agency, ordinal): Agency => {
    const branches = agency.branches.map(
      ({ id, ...branch }): Branch => ({ id: id ?? nextBranch++, ...branch }),
    )
    return {
      ordinal,
      adminMail: agency.adminMail,
      NombreComercial: agency.nombreComercial,
      zoneMinutes: agency.zoneMinutes,
      pack: agency.package,
      product: agency.product,
      access: agency.access,
      operators: operatorsOf(agency),
      branches,
      notifications: notificationsOf(agency.notifications),
    }
  })
  return { agencies, nextBranch }
}

const operatorsOf = ({ operators }: AgencyInput): Operator[] => {
  const marked = operators.findIndex(({ administrator }) => administrator)
  return operators.map((operator, i) => ({
    Nombre: operator.Nombre,
    Apellido: operator.Apellido,
    Email: operator.Email,
    TelefonoLaboral: operator.TelefonoLaboral,
    WhatsApp: operator.WhatsApp,
    Telefonos: operator.Telefonos ?? operatorPhones(operator.TelefonoLaboral, operator.WhatsApp),
    Direcciones: operator.Direcciones,
    administrator: i === Math.max(0, marked),
    createdThroughApi: operator.createdThroughApi,
  }))
}

const notificationsOf = (input: AgencyInput['notifications']): NotificationSettings =>
  // Undefined channels are dropped; only exactOptionalPropertyTypes distinguishes them from absent ones.
  Object.fromEntries(
    Object.entries(input).filter(([, channel]) => channel !== undefined),
  ) as NotificationSettings
