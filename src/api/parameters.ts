import { limits } from './wire/limits.ts'

/** A path or query parameter as data, for the parser, the OpenAPI document and the list of operations. */
export interface ParameterSpec {
  /** Name in the path template or the query. */
  readonly name: string
  readonly in: 'path' | 'query'
  readonly kind: 'email' | 'text' | 'int32' | 'date' | 'boolean'
  readonly required: boolean
  readonly min?: number
  readonly max?: number
  readonly description: string
  /** The key in `Errors` where it differs from the name (`adminMail`). */
  readonly label?: string
}

/** Parsed parameters by name. */
export type ParameterValues = Readonly<Record<string, string | number | boolean | undefined>>

/** Path parameter: `adminMail` of an agency. */
export const adminMailParameter: ParameterSpec = {
  name: 'adminmail',
  label: 'adminMail',
  in: 'path',
  kind: 'email',
  required: true,
  description: 'E-mail of the agency administrator operator',
}

/** Path parameter: `ExternalId` of a publication. */
export const externalIdParameter: ParameterSpec = {
  name: 'externalid',
  in: 'path',
  kind: 'text',
  required: true,
  description: "The publication's ExternalId",
}

/** Path parameter: numeric id. */
export const idParameter: ParameterSpec = {
  name: 'id',
  in: 'path',
  kind: 'int32',
  required: true,
  description: 'The id, an int32',
}

/** Query parameter: e-mail of an operator. */
export const operatorParameter: ParameterSpec = {
  name: 'operador',
  in: 'query',
  kind: 'email',
  required: false,
  description: 'E-mail of a collaborator',
}

/** Query parameter: page number; one below 1 is an issue (`inquiries/pagina-minimum`). */
export const pageParameter: ParameterSpec = {
  name: 'pagina',
  in: 'query',
  kind: 'int32',
  required: false,
  min: 1,
  description: 'Page number',
}

/** Query parameters of lists by period (INQ-05, INQ-06). */
export const periodParameters: readonly ParameterSpec[] = [
  operatorParameter,
  {
    name: 'externalid',
    in: 'query',
    kind: 'text',
    required: false,
    description: 'Only those of that publication',
  },
  {
    name: 'desde',
    in: 'query',
    kind: 'date',
    required: false,
    description: 'First day, not earlier than today minus 90 days',
  },
  { name: 'hasta', in: 'query', kind: 'date', required: false, description: 'Last day' },
  { ...pageParameter, max: limits.pagina.max },
]

/** Query parameter: search text. */
export const searchParameter: ParameterSpec = {
  name: 'q',
  in: 'query',
  kind: 'text',
  required: false,
  description: 'Codename or part of the name, accents and case ignored',
}

/** Declares a query parameter of free text. */
export const textParameter = (name: string, required: boolean, description: string): ParameterSpec => ({
  name,
  in: 'query',
  kind: 'text',
  required,
  description,
})

/** Query parameter: restricts a list to what is still sold new. */
export const newOnlyParameter: ParameterSpec = {
  name: 'soloMercadoNuevos',
  in: 'query',
  kind: 'boolean',
  required: false,
  description: 'Only what is still sold new',
}

/** Query parameter: a region, in the forms of `COM-11`. */
export const regionParameter = textParameter(
  'region',
  false,
  'id, api-url, api-url-path, name or ISO 3166-2 code',
)

/** Query parameter: model year of a version. */
export const yearParameter: ParameterSpec = {
  name: 'year',
  in: 'query',
  kind: 'int32',
  required: false,
  ...limits.versionYear,
  description: 'Model year',
}

/** Path parameter: topic of a webhook. */
export const topicParameter: ParameterSpec = {
  name: 'topic',
  in: 'path',
  kind: 'text',
  required: true,
  description: 'Name of the topic',
}

/** Path parameter: id of an inquiry. */
export const inquiryIdParameter: ParameterSpec = {
  name: 'sid',
  in: 'path',
  kind: 'text',
  required: true,
  description: 'The inquiry id',
}
