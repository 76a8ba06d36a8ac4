/**
 * All numbers of the description's table of limits, in its units. Lengths count UTF-16 units
 * (`common/length-unit`). Schemas and rules read them only from here.
 */
export const limits = {
  externalId: { min: 2, max: 255 },
  refStock: { max: 25 },
  vin: { length: 17 },
  exposicion: { max: 5 },
  operadorResponsable: { max: 50 },
  version: { max: 50 },
  versionYear: { min: 1908, max: 2050 },
  kilometraje: { min: 0, max: 999_000 },
  /** Longer colours are truncated to `max`, not refused (PUB-15). */
  color: { min: 1, max: 50 },
  descripcion: { max: 2_000 },
  datosTecnicosCustom: { max: 50 },
  fotos: { minWidthPx: 640, minHeightPx: 360 },
  callback: { max: 1_024 },
  secret: { min: 16, max: 256 },
  description: { max: 256 },
  nombre: { max: 50 },
  telefono: { min: 8, max: 20 },
  place: { max: 200 },
  nombreComercial: { min: 3, max: 100 },
  pagina: { max: 99 },
  desde: { daysBack: 90 },
  perPagina: 100,
  sucursal: { email: 50, telefono: 50, place: 200 },
} as const

/** The longest request body, in bytes: no limit of the description, but `errors/body-too-large`. */
export const BODY_LIMIT_BYTES = 1024 * 1024

/**
 * Most values in the JSON of a body (`errors/body-too-large`): half a million fit into 1 MiB, and parsing so
 * many holds the event loop for 300 ms. No described body comes near.
 */
export const MAX_BODY_VALUES = 131_072

/** Most members in the JSON of a body (`errors/malformed-json`): parsing 65,000 names takes 80 ms. */
export const MAX_BODY_MEMBERS = 16_384

/**
 * Bounds of the sandbox where the description shows none, so that no client fills its memory
 * (`limits/texts`, `limits/photos`, `limits/branches`, `limits/recipients`).
 */
export const ceilings = { text: 10_000, photos: 1_000, branches: 500, recipients: 100 } as const
