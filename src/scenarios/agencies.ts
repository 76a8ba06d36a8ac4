import type { Agency, Branch, NotificationSettings, Operator } from '../world/agency.ts'
import { phonesOf } from '../domain/agencies/edit-operator.ts'
import type { AgencySaid } from './agency-schema.ts'

/** The agencies in the scenario's order, members always in the same order too; branches without an id are numbered through the whole world. */
export const agenciesOf = (
  said: readonly AgencySaid[],
): { readonly agencies: Agency[]; readonly nextBranch: number } => {
  let nextBranch = 1 + Math.max(0, ...said.flatMap(({ branches }) => branches.map(({ id }) => id ?? 0)))
  const agencies = said.map((agency, ordinal): Agency => {
    const branches = agency.branches.map(({ id, ...branch }): Branch => ({ id: id ?? nextBranch++, ...branch }))
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

const operatorsOf = ({ operators }: AgencySaid): Operator[] => {
  const marked = operators.findIndex(({ administrator }) => administrator)
  return operators.map((operator, i) => ({
    Nombre: operator.Nombre,
    Apellido: operator.Apellido,
    Email: operator.Email,
    TelefonoLaboral: operator.TelefonoLaboral,
    WhatsApp: operator.WhatsApp,
    Telefonos: operator.Telefonos ?? phonesOf(operator.TelefonoLaboral, operator.WhatsApp),
    Direcciones: operator.Direcciones,
    administrator: i === Math.max(0, marked),
    createdThroughApi: operator.createdThroughApi,
  }))
}

const notificationsOf = (said: AgencySaid['notifications']): NotificationSettings =>
  // A channel that is undefined and one that is absent differ for exactOptionalPropertyTypes only; undefined ones are dropped.
  Object.fromEntries(Object.entries(said).filter(([, channel]) => channel !== undefined)) as NotificationSettings
