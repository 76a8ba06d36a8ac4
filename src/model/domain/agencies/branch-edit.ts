import type { SucursalEdit } from '../../../api/wire/request-bodies.ts'
import { isEmail } from '../../../lib/text/email.ts'
import { type Agency, type Branch, operatorByEmail } from '../../world/agency.ts'
import type { World } from '../../world/world.ts'
import { checkEmptyPlace, resolvePlace } from '../catalogue/place-resolution.ts'
import { activeOption } from '../decision-context.ts'
import type { ValidationIssues } from '../validation-issues.ts'

/** Returns a branch with no data. */
export const newBranch = (id: number): Branch => ({
  id,
  Descripcion: null,
  Email: null,
  Telefono: null,
  Region: null,
  Ciudad: null,
  Direccion: null,
  Comercial: false,
  TallerMecanico: false,
  Autopartes: false,
  Laborable: null,
  PreFestivo: null,
  Festivo: null,
  ResponsableLeadsPostVenta: null,
})

/** Applies a create or an edit (`agencies/branches`). Absent members keep their value, null clears them. */
export const editBranch = (
  issues: ValidationIssues,
  { world, agency }: { readonly world: World; readonly agency: Agency },
  before: Branch,
  sent: SucursalEdit,
): Branch => {
  if (sent.Email && !isEmail(sent.Email))
    issues.add('Email', 'Se espera un correo electrónico.', 'agencies/branches')
  const responsible = sent.ResponsableLeadsPostVenta
  if (responsible && !operatorByEmail(agency, responsible)) {
    issues.add(
      'ResponsableLeadsPostVenta',
      `${responsible} no es colaborador de la agencia.`,
      'agencies/branches',
    )
  }
  return {
    id: before.id,
    Descripcion: sentOr(sent.Descripcion, before.Descripcion),
    Email: sentOr(sent.Email, before.Email),
    Telefono: sentOr(sent.Telefono, before.Telefono),
    ...placeAfterEdit(issues, world, before, sent),
    Direccion: sentOr(sent.Direccion, before.Direccion),
    Comercial: sent.Comercial ?? before.Comercial,
    TallerMecanico: sent.TallerMecanico ?? before.TallerMecanico,
    Autopartes: sent.Autopartes ?? before.Autopartes,
    Laborable: openingHours(sent.Laborable, before.Laborable),
    PreFestivo: openingHours(sent.PreFestivo, before.PreFestivo),
    Festivo: openingHours(sent.Festivo, before.Festivo),
    ResponsableLeadsPostVenta: sentOr(responsible, before.ResponsableLeadsPostVenta),
  }
}

const placeAfterEdit = (
  issues: ValidationIssues,
  world: World,
  before: Branch,
  sent: SucursalEdit,
): Pick<Branch, 'Region' | 'Ciudad'> => {
  if (sent.Region === undefined && sent.Ciudad === undefined)
    return { Region: before.Region, Ciudad: before.Ciudad }
  checkEmptyPlace(issues, { world }, sent)
  // A new region without a city clears the previous city.
  const Region = sentOr(sent.Region, before.Region)
  const Ciudad = sent.Ciudad === undefined ? null : sent.Ciudad
  const place = resolvePlace(issues, '', { Region, Ciudad }, world.setting.catalogue(), {
    keepsUnresolved: activeOption({ world }, 'agencies/place-no-match') === 'kept',
  })
  const stays = sent.Ciudad === undefined && place.Region === before.Region
  return { Region: place.Region, Ciudad: stays ? before.Ciudad : place.Ciudad }
}

const sentOr = (sent: string | null | undefined, before: string | null): string | null =>
  sent === undefined ? before : sent

const openingHours = (sent: SucursalEdit['Laborable'], before: Branch['Laborable']): Branch['Laborable'] =>
  sent === undefined
    ? before
    : sent === null
      ? null
      : { Desde: sent.Desde ?? null, Hasta: sent.Hasta ?? null }
