import { limits } from '../wire/limits.ts'
import type { ParameterSpec } from './parameter.ts'

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
