/** Where things live, from `/v3` on. Segments are percent-encoded; paths of catalogue entries come with the entries. */

/** Stands for a segment that is filled in later: no encoded segment, host or world has such a character. */
export const GAP = '\ufdd0'

const encoded = new Map<string, string>()
const MOST_KEPT = 4_096

/** A path segment of that text. The few addresses of a world come again and again, so what was encoded is kept for a while. */
export const segment = (text: string): string => {
  if (text === GAP) return GAP
  const known = encoded.get(text)
  if (known !== undefined) return known
  if (encoded.size >= MOST_KEPT) encoded.clear()
  const made = encodeURIComponent(text)
  encoded.set(text, made)
  return made
}

export const paths = {
  entry: '/v3',
  agencies: '/v3/agencias',
  agency: (adminMail: string) => `/v3/agencias/${segment(adminMail)}`,
  products: (adminMail: string) => `/v3/agencias/${segment(adminMail)}/productos`,
  publications: (adminMail: string) => `/v3/publicaciones/${segment(adminMail)}`,
  publication: (adminMail: string, externalId: string) =>
    `/v3/publicaciones/${segment(adminMail)}/${segment(externalId)}`,
  inquiries: (adminMail: string) => `/v3/consultas/${segment(adminMail)}`,
  inquiriesOf: (adminMail: string, externalId: string) =>
    `/v3/consultas/${segment(adminMail)}?externalid=${segment(externalId)}`,
  inquiriesFor: (adminMail: string, email: string) => `/v3/consultas/${segment(adminMail)}?operador=${segment(email)}`,
  inquiriesByOperator: '/v3/consultas',
  inquiry: (adminMail: string, sid: string) => `/v3/consultas/${segment(adminMail)}/${segment(sid)}`,
  operators: (adminMail: string) => `/v3/operadores/${segment(adminMail)}`,
  operator: (adminMail: string, email: string) => `/v3/operadores/${segment(adminMail)}?operador=${segment(email)}`,
  operatorByMail: '/v3/operadores',
  branches: (adminMail: string) => `/v3/sucursales/${segment(adminMail)}`,
  branch: (adminMail: string, id: number) => `/v3/sucursales/${segment(adminMail)}/${id}`,
  notifications: (adminMail: string) => `/v3/notificaciones/${segment(adminMail)}`,
  visits: (adminMail: string) => `/v3/visitas/${segment(adminMail)}`,
  publicationsBy: (adminMail: string, email: string) =>
    `/v3/publicaciones/${segment(adminMail)}?operador=${segment(email)}`,
  topics: '/v3/appnotificaciones',
  topic: (topic: string) => `/v3/appnotificaciones/${segment(topic)}`,
  regions: '/v3/regiones',
  cities: '/v3/ciudades',
  citiesOf: (iso: string) => `/v3/ciudades?region=${segment(iso)}`,
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
