/**
 * Placeholder of a segment that is filled in later; no encoded segment, host or world contains this
 * character.
 */
export const SEGMENT_PLACEHOLDER = '\ufdd0'

/** Percent-encodes a path segment, but not the placeholder. */
export const encodeSegment = (text: string): string =>
  text === SEGMENT_PLACEHOLDER ? text : encodeURIComponent(text)

/** Paths of the described API, from `/v3` on. A catalogue entry holds its own path. */
export const paths = {
  entry: '/v3',
  agencies: '/v3/agencias',
  agency: (adminMail: string) => `/v3/agencias/${encodeSegment(adminMail)}`,
  products: (adminMail: string) => `/v3/agencias/${encodeSegment(adminMail)}/productos`,
  publications: (adminMail: string) => `/v3/publicaciones/${encodeSegment(adminMail)}`,
  publication: (adminMail: string, externalId: string) =>
    `/v3/publicaciones/${encodeSegment(adminMail)}/${encodeSegment(externalId)}`,
  inquiries: (adminMail: string) => `/v3/consultas/${encodeSegment(adminMail)}`,
  inquiriesOf: (adminMail: string, externalId: string) =>
    `/v3/consultas/${encodeSegment(adminMail)}?externalid=${encodeSegment(externalId)}`,
  inquiriesFor: (adminMail: string, email: string) =>
    `/v3/consultas/${encodeSegment(adminMail)}?operador=${encodeSegment(email)}`,
  inquiriesByOperator: '/v3/consultas',
  inquiry: (adminMail: string, sid: string) =>
    `/v3/consultas/${encodeSegment(adminMail)}/${encodeSegment(sid)}`,
  operators: (adminMail: string) => `/v3/operadores/${encodeSegment(adminMail)}`,
  operator: (adminMail: string, email: string) =>
    `/v3/operadores/${encodeSegment(adminMail)}?operador=${encodeSegment(email)}`,
  operatorByMail: '/v3/operadores',
  branches: (adminMail: string) => `/v3/sucursales/${encodeSegment(adminMail)}`,
  branch: (adminMail: string, id: number) => `/v3/sucursales/${encodeSegment(adminMail)}/${id}`,
  notifications: (adminMail: string) => `/v3/notificaciones/${encodeSegment(adminMail)}`,
  visits: (adminMail: string) => `/v3/visitas/${encodeSegment(adminMail)}`,
  publicationsBy: (adminMail: string, email: string) =>
    `/v3/publicaciones/${encodeSegment(adminMail)}?operador=${encodeSegment(email)}`,
  topics: '/v3/appnotificaciones',
  topic: (topic: string) => `/v3/appnotificaciones/${encodeSegment(topic)}`,
  regions: '/v3/regiones',
  cities: '/v3/ciudades',
  citiesOf: (iso: string) => `/v3/ciudades?region=${encodeSegment(iso)}`,
  cityBestMatch: '/v3/ciudades/bestmatch',
  currencies: '/v3/monedas',
  fuels: '/v3/propulsiones',
  bodyStyles: '/v3/carrocerias',
  brands: '/v3/marcas',
  brandBestMatch: '/v3/marcas/bestmatch',
  models: '/v3/modelos',
  modelsOf: (brandId: number) => `/v3/modelos?marca=${brandId}`,
  modelBestMatch: '/v3/modelos/bestmatch',
  versions: '/v3/versiones',
  versionsOf: (modelId: number) => `/v3/versiones?modelo=${modelId}`,
  versionBestMatch: '/v3/versiones/bestmatch',
} as const
