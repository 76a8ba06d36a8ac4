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
 * Maximum number of values in the JSON of a body (`errors/body-too-large`): half a million fit into 1 MiB,
 * and parsing so many holds the event loop for 300 ms. No described body comes near.
 */
export const MAX_BODY_VALUES = 131_072

/**
 * Maximum number of members in the JSON of a body (`errors/malformed-json`): parsing 65,000 names takes 80
 * ms.
 */
export const MAX_BODY_MEMBERS = 16_384

/**
 * Bounds of the sandbox where the description shows none, so that no client fills its memory
 * (`limits/texts`, `limits/photos`, `limits/branches`, `limits/recipients`).
 */
export const ceilings = { text: 10_000, photos: 1_000, branches: 500, recipients: 100 } as const

const KIB = 1024
const MIB = 1024 * KIB

/**
 * All limits of a server, which `GET /_playa` shows and `docs/reliability.md` explains. What is refused gets
 * 413 (too large), 429 (too many at a time of one client) or 503 (too many at a time of all).
 */
export const serverLimits = {
  bodyBytes: { value: BODY_LIMIT_BYTES, means: 'Bytes of a body; 413' },
  bodyValues: { value: MAX_BODY_VALUES, means: 'Values in a body of the described API; 413' },
  controlBodyValues: { value: 21_845, means: 'Values in a body of a control call; 413' },
  worldBodyBytes: { value: 32 * MIB, means: 'Bytes of a body that makes a world; 413' },
  worldBodyValues: { value: 4_194_304, means: 'Values in a body that makes a world; 413' },
  worldBodies: { value: 4, means: 'Bodies over bodyBytes at a time; 503' },
  worldFileBytes: { value: 256 * MIB, means: 'Bytes of an unpacked world file; 400' },
  worldFileValues: { value: 4_194_304, means: 'Values in a world file; 400' },
  connections: { value: 10_000, means: 'Connections at a time; 503' },
  headerBytes: { value: 16 * KIB, means: 'Bytes of the headers of a request; 431' },
  headersTimeoutS: { value: 10, means: 'Seconds for the headers of a request; 408' },
  requestTimeoutS: { value: 30, means: 'Seconds for a whole request; 408' },
  keepAliveTimeoutS: { value: 65, means: 'Seconds between requests, after which a connection is closed' },
  idleTimeoutS: { value: 120, means: 'Seconds without a byte, after which a connection is closed' },
  wrongTokens: { value: 20, means: 'Wrong control tokens of an address within a minute; 429' },
  worlds: { value: 20_000, means: 'Worlds; 503' },
  storedWorlds: { value: 1_000_000, means: 'Worlds of a server with a data folder; 503' },
  loadedWorlds: { value: 1_000, means: 'Worlds of a data folder in memory; the others are only stored' },
  snapshots: { value: 100, means: 'Snapshots of a world; 503' },
  waitingDeliveries: { value: 20_000, means: 'Deliveries of a world that wait; more fail at once' },
  journalEntries: { value: 10_000, means: 'Exchanges in a journal; the oldest are dropped' },
  journalBytes: { value: 16 * MIB, means: 'Bytes of a journal; the oldest exchanges are dropped' },
  allJournalsBytes: { value: 128 * MIB, means: 'Bytes of all journals; the oldest exchanges are dropped' },
  representationBytes: {
    value: 96 * MIB,
    means: 'Bytes of cached representations; those not read are dropped',
  },
  followers: { value: 100, means: 'Followers of events at a time; 503' },
  exports: { value: 8, means: 'Exports, world files and HARs at a time; 503' },
  waitingPhotos: { value: 64, means: 'PNGs that wait to be drawn; 503' },
} as const satisfies Readonly<Record<string, { readonly value: number; readonly means: string }>>
