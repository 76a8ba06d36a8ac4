import { REQUEST_BODIES, type SucursalEdit } from '../../../api/wire/request-bodies.ts'
import { isEmail } from '../../../lib/text/email.ts'
import { type Agency, type Branch, operatorByEmail } from '../../world/agency.ts'
import type { World } from '../../world/world.ts'
import { checkEmptyPlace, resolvePlace } from '../catalogue/place-resolution.ts'
import { isActiveOption } from '../decision-context.ts'
import type { ValidationIssues } from '../validation-issues.ts'

/** Returns a branch with no data. */
export const newBranch = (id: number): Branch => {
  const members = Object.entries(REQUEST_BODIES.SucursalEdit.members)
  const values = members.map(([name, { kind }]) => [name, kind === 'boolean' ? false : null])
  // A branch has exactly the members of that body.
  return { id, ...Object.fromEntries(values) } as Branch
}

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
  const hours = ({ Desde = null, Hasta = null }: OpeningHours) => ({ Desde, Hasta })
  const edited = {
    ...sent,
    ...placeAfterEdit(issues, world, before, sent),
    Laborable: sent.Laborable && hours(sent.Laborable),
    PreFestivo: sent.PreFestivo && hours(sent.PreFestivo),
    Festivo: sent.Festivo && hours(sent.Festivo),
  }
  const present = Object.entries(edited).filter(([, value]) => value !== undefined)
  // Each has the type of its member.
  return { ...before, ...Object.fromEntries(present) } as Branch
}

type OpeningHours = NonNullable<SucursalEdit['Laborable']>

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
  const Region = sent.Region === undefined ? before.Region : sent.Region
  const Ciudad = sent.Ciudad === undefined ? null : sent.Ciudad
  const place = resolvePlace(issues, '', { Region, Ciudad }, world.setting.catalogue(), {
    keepsUnresolved: isActiveOption({ world }, 'agencies/place-no-match', 'kept'),
  })
  const stays = sent.Ciudad === undefined && place.Region === before.Region
  return { Region: place.Region, Ciudad: stays ? before.Ciudad : place.Ciudad }
}
