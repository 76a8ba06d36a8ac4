import type { Consulta } from '../../../api/wire/response-schemas.ts'
import { type Inquiry, isCatalogueEntry } from '../../world/inquiry.ts'
import { isUsed } from '../../world/publication.ts'
import type { World } from '../../world/world.ts'
import { isActiveOption } from '../decision-context.ts'
import { shownExternalId } from '../external-id.ts'
import { inquiredListing } from './inquired-listing.ts'

/** Returns the car of an inquiry (INQ-02); a catalogue entry has no `ExternalId` (INQ-03). */
export const inquiryCar = (world: World, inquiry: Inquiry): Consulta['Auto'] => {
  const { car } = inquiry
  if (isCatalogueEntry(car)) {
    const { version } = car
    const showsPrice = isActiveOption({ world }, 'inquiries/catalogue-price', 'list-price')
    return {
      ExternalId: '',
      RefStock: null,
      Marca: version.model.brand.Nombre,
      Modelo: version.model.Nombre,
      Version: version.Nombre,
      VersionYear: version.VersionYear,
      Kilometraje: null,
      Color: null,
      BodyType: version.Carroceria,
      Estado: car.Estado,
      Precio: showsPrice ? version.Precio : null,
      Anticipo: null,
      Cuota: null,
    }
  }
  const listing = inquiredListing(world, inquiry, 'inquiries/auto') ?? car
  return {
    ExternalId: shownExternalId(listing.ExternalId, world.setting.profile),
    RefStock: listing.RefStock,
    Marca: listing.Marca,
    Modelo: listing.Modelo,
    Version: listing.Version,
    VersionYear: listing.VersionYear,
    Kilometraje: listing.Kilometraje,
    Color: listing.Color,
    BodyType: listing.Carroceria,
    Estado: isUsed(listing.Kilometraje) ? 'usado' : 'nuevo',
    Precio: listing.Precio,
    Anticipo: listing.Adelanto,
    Cuota: listing.Cuota,
  }
}
