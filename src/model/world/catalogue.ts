/**
 * The catalogue of cars and places as one immutable value. Members that the API description names keep that
 * spelling. `fixtures/` holds the source data; `readCatalogue` links it.
 */

/** A catalogue entry that a request may name by id, api-url, api-url-path, full name or codename (COM-11). */
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

/** A car brand. */
export interface Brand extends Named {
  readonly models: readonly Model[]
}

/** A model of a brand. */
export interface Model extends Named {
  readonly brand: Brand
  /** Names of the model's body styles. */
  readonly Carrocerias: readonly string[]
  /** e.g. `Sedán mediano`. */
  readonly Segmento: string
  readonly versions: readonly Version[]
}

/** A version (trim) of a model. */
export interface Version extends Named {
  readonly model: Model
  /** Model year; null for a version sold without one. */
  readonly VersionYear: number | null
  /** Fuel type's name, one of `Catalogue.fuels`. */
  readonly Propulsion: string
  readonly Transmision: 'Automática' | 'Manual'
  /** e.g. `110 CV`. */
  readonly Potencia: string
  /** e.g. `1598 cm3`; `0 cm3` for electric cars. */
  readonly Cilindrada: string
  /** Body style's name, one of `Catalogue.bodyStyles`. */
  readonly Carroceria: string
  readonly Segmento: string
  readonly Origen: string | null
  readonly Garantia: string | null
  /** List price; null when the version is no longer sold new. */
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

/** A region of the country. */
export interface CatalogueRegion extends Named {
  /** ISO 3166-2, e.g. `AR-B`. */
  readonly Iso: string
  readonly cities: readonly CatalogueCity[]
}

/** A city of a region. */
export interface CatalogueCity extends Named {
  readonly region: CatalogueRegion
}

/** A currency. */
export interface Currency extends Named {
  readonly Simbolo: string
}

/** All lists of the catalogue, with their entries linked to each other. */
export interface Catalogue {
  readonly brands: readonly Brand[]
  readonly models: readonly Model[]
  readonly versions: readonly Version[]
  readonly fuels: readonly Named[]
  readonly bodyStyles: readonly Named[]
  readonly regions: readonly CatalogueRegion[]
  readonly cities: readonly CatalogueCity[]
  /** `codenames[0]` is the upper-case ISO 4217 code. */
  readonly currencies: readonly Currency[]
}
