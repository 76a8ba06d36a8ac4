import type { SucursalEdit } from '../../wire/bodies.ts'
import { type Agency, type Branch, operatorOf } from '../../world/agency.ts'
import { isEmail } from '../publications/contact.ts'
import type { FaultList } from '../validation-issues.ts'
import { readPlace } from '../catalogue/place.ts'
import type { World } from '../../world/world.ts'

/** A branch with nothing said about it yet. */
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

/** The branch after a create or an edit (`agencies/branches`): absent members stay, null clears. */
export const editBranch = (
  faults: FaultList,
  { world, agency }: { readonly world: World; readonly agency: Agency },
  before: Branch,
  sent: SucursalEdit,
): Branch => {
  if (sent.Email && !isEmail(sent.Email)) faults.add('Email', 'Se espera un correo electrónico.', 'agencies/branches')
  const responsible = sent.ResponsableLeadsPostVenta
  if (responsible && !operatorOf(agency, responsible)) {
    faults.add('ResponsableLeadsPostVenta', `${responsible} no es colaborador de la agencia.`, 'agencies/branches')
  }
  return {
    id: before.id,
    Descripcion: kept(sent.Descripcion, before.Descripcion),
    Email: kept(sent.Email, before.Email),
    Telefono: kept(sent.Telefono, before.Telefono),
    ...placeAfter(faults, world, before, sent),
    Direccion: kept(sent.Direccion, before.Direccion),
    Comercial: sent.Comercial ?? before.Comercial,
    TallerMecanico: sent.TallerMecanico ?? before.TallerMecanico,
    Autopartes: sent.Autopartes ?? before.Autopartes,
    Laborable: hours(sent.Laborable, before.Laborable),
    PreFestivo: hours(sent.PreFestivo, before.PreFestivo),
    Festivo: hours(sent.Festivo, before.Festivo),
    ResponsableLeadsPostVenta: kept(responsible, before.ResponsableLeadsPostVenta),
  }
}

const placeAfter = (
  faults: FaultList,
  world: World,
  before: Branch,
  sent: SucursalEdit,
): Pick<Branch, 'Region' | 'Ciudad'> => {
  if (sent.Region === undefined && sent.Ciudad === undefined) return { Region: before.Region, Ciudad: before.Ciudad }
  // A region that was sent alone leaves the former city behind.
  const Region = kept(sent.Region, before.Region)
  const Ciudad = sent.Ciudad === undefined ? null : sent.Ciudad
  const place = readPlace(faults, '', { Region, Ciudad }, world.setting.catalogue())
  const stays = sent.Ciudad === undefined && place.Region === before.Region
  return { Region: place.Region, Ciudad: stays ? before.Ciudad : place.Ciudad }
}

const kept = (sent: string | null | undefined, before: string | null): string | null =>
  sent === undefined ? before : sent

const hours = (sent: SucursalEdit['Laborable'], before: Branch['Laborable']): Branch['Laborable'] =>
  sent === undefined ? before : sent === null ? null : { Desde: sent.Desde ?? null, Hasta: sent.Hasta ?? null }
