import { expect, it } from 'vitest'
import { limits } from '../../src/api/wire/limits.ts'

/** Rows of the description's table of limits: its numbers, and those that the program uses. */
const ROWS: readonly (readonly [row: string, numbers: readonly number[], kept: readonly number[]])[] = [
  ['`ExternalId`', [2, 255], [limits.externalId.min, limits.externalId.max]],
  ['`RefStock`', [0, 25], [0, limits.refStock.max]],
  ['`Vin`', [17], [limits.vin.length]],
  ['`Exposicion`', [0, 5], [0, limits.exposicion.max]],
  ['`OperadorResponsable`', [0, 50], [0, limits.operadorResponsable.max]],
  ['`Version` (create)', [0, 50], [0, limits.version.max]],
  ['`VersionYear`', [1908, 2050], [limits.versionYear.min, limits.versionYear.max]],
  ['`Kilometraje`', [0, 999000], [limits.kilometraje.min, limits.kilometraje.max]],
  ['`Color`', [1, 50], [limits.color.min, limits.color.max]],
  ['`Descripcion`', [0, 2000], [0, limits.descripcion.max]],
  ['`DatosTecnicosCustom`', [50], [limits.datosTecnicosCustom.max]],
  ['`Fotos` images', [640, 360], [limits.fotos.minWidthPx, limits.fotos.minHeightPx]],
  ['`Callback`', [0, 1024], [0, limits.callback.max]],
  ['`Secret`', [16, 256], [limits.secret.min, limits.secret.max]],
  ['webhook `Description`', [0, 256], [0, limits.description.max]],
  ['`Nombre`, `Apellido` (operator)', [0, 50], [0, limits.nombre.max]],
  ['`TelefonoLaboral`, `WhatsApp`', [8, 20], [limits.telefono.min, limits.telefono.max]],
  ['operator `Region`, `Ciudad`, `Direccion`', [0, 200], [0, limits.place.max]],
  ['`NombreComercial`', [3, 100], [limits.nombreComercial.min, limits.nombreComercial.max]],
  ['inquiry list `pagina`', [99], [limits.pagina.max]],
  ['inquiry list `desde`', [90], [limits.desde.daysBack]],
  ['inquiry page size', [100], [limits.perPagina]],
]

it('the limits in force are the numbers of the description', () => {
  for (const [row, numbers, kept] of ROWS) expect(kept, row).toEqual(numbers)
})

it('the program has no limits beside the table, except those of branches', () => {
  // The description shows branches only as links; their bounds come from `agencies/branches`.
  const { sucursal, ...described } = limits
  expect(sucursal).toEqual({ email: 50, telefono: 50, place: 200 })
  expect(Object.keys(described)).toHaveLength(ROWS.length)
})
