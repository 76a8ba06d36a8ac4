/**
 * The catalogue of cars and places as one immutable value. Its members with a name in the API description
 * keep that spelling; the rest is English. `fixtures/` holds the facts, `readCatalogue` (sandbox) validates and links them.
 */

/** Anything that a request may name by id, api-url, api-url-path, full name or codename (COM-11). */
export interface Named {
  /** int32, unique among its kind. */
  readonly id: number
  /** Full name as shown, e.g. `Mercedes-Benz`. */
  readonly Nombre: string
  /** Short machine names, first one preferred, e.g. `['vw', 'volkswagen']`. Lower case, `a-z0-9-`. */
  readonly codenames: readonly string[]
  /** api-url-path, e.g. `/v3/marcas/12`. */
  readonly path: string
}

export interface Brand extends Named {
  readonly models: readonly Model[]
}

export interface Model extends Named {
  readonly brand: Brand
  /** Names of the body styles that the model exists in. */
  readonly Carrocerias: readonly string[]
  /** e.g. `Sedán mediano`. */
  readonly Segmento: string
  readonly versions: readonly Version[]
}

export interface Version extends Named {
  readonly model: Model
  /** Model year; null for a version sold without one. */
  readonly VersionYear: number | null
  /** Fuel type's name, one of `Catalogue.fuels`. */
  readonly Propulsion: string
  readonly Transmision: 'Automática' | 'Manual'
  /** e.g. `110 CV`. */
  readonly Potencia: string
  /** e.g. `1598 cm3`; `''` is never used: electric cars say `0 cm3`. */
  readonly Cilindrada: string
  /** Body style's name, one of `Catalogue.bodyStyles`. */
  readonly Carroceria: string
  readonly Segmento: string
  readonly Origen: string | null
  readonly Garantia: string | null
  /** List price; null when it is no longer sold new. */
  readonly Precio: { readonly Moneda: string; readonly Importe: number } | null
  readonly Colores: readonly string[]
  readonly ActualmenteDisponible: boolean
}

/** One row of a version's technical sheet. */
export interface TechnicalRow {
  readonly Seccion: string
  readonly Valor: string
  readonly Datos: string
}

export interface Region extends Named {
  /** ISO 3166-2, e.g. `AR-B`. */
  readonly Iso: string
  readonly cities: readonly City[]
}

export interface City extends Named {
  readonly region: Region
}

export interface Currency extends Named {
  readonly Simbolo: string
}

export interface Catalogue {
  readonly brands: readonly Brand[]
  readonly models: readonly Model[]
  readonly versions: readonly Version[]
  readonly fuels: readonly Named[]
  readonly bodyStyles: readonly Named[]
  readonly regions: readonly Region[]
  readonly cities: readonly City[]
  /** `codenames[0]` is the ISO 4217 code in capitals. */
  readonly currencies: readonly Currency[]
}
