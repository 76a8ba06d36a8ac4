import type { Consulta } from '../../wire/response-schemas.ts'
import { type Inquiry, isCatalogueEntry } from '../../world/inquiry.ts'
import { isUsed } from '../../world/publication.ts'

/** Returns the car of an inquiry (INQ-02); a catalogue entry has no `ExternalId` (INQ-03). */
export const inquiryCar = ({ car }: Inquiry): Consulta['Auto'] => {
  if (isCatalogueEntry(car)) {
    const { version } = car
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
      Precio: version.Precio,
      Anticipo: null,
      Cuota: null,
    }
  }
  return {
    ExternalId: car.ExternalId,
    RefStock: car.RefStock,
    Marca: car.Marca,
    Modelo: car.Modelo,
    Version: car.Version,
    VersionYear: car.VersionYear,
    Kilometraje: car.Kilometraje,
    Color: car.Color,
    BodyType: car.Carroceria,
    Estado: isUsed(car.Kilometraje) ? 'usado' : 'nuevo',
    Precio: car.Precio,
    Anticipo: car.Adelanto,
    Cuota: car.Cuota,
  }
}
