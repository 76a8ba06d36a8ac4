import { limits } from '../wire/limits.ts'
import type { ParameterSpec } from './parameter.ts'

/** The parameters that several operations share (COM-13). */

export const adminMailParameter: ParameterSpec = {
  name: 'adminmail',
  label: 'adminMail',
  in: 'path',
  kind: 'email',
  required: true,
  description: 'E-mail of the agency administrator operator',
}

export const externalIdParameter: ParameterSpec = {
  name: 'externalid',
  in: 'path',
  kind: 'text',
  required: true,
  description: "The publication's ExternalId",
}

export const idParameter: ParameterSpec = {
  name: 'id',
  in: 'path',
  kind: 'int32',
  required: true,
  description: 'The id, an int32',
}

export const operatorParameter: ParameterSpec = {
  name: 'operador',
  in: 'query',
  kind: 'email',
  required: false,
  description: 'E-mail of a collaborator',
}

/** Below 1 is a fault like any other (`inquiries/pagina-minimum`). */
export const pageParameter: ParameterSpec = {
  name: 'pagina',
  in: 'query',
  kind: 'int32',
  required: false,
  min: 1,
  description: 'Page number',
}

/** Filters of lists by period (INQ-05, INQ-06). */
export const periodParameters: readonly ParameterSpec[] = [
  operatorParameter,
  { name: 'externalid', in: 'query', kind: 'text', required: false, description: 'Only those of that publication' },
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

export const searchParameter: ParameterSpec = {
  name: 'q',
  in: 'query',
  kind: 'text',
  required: false,
  description: 'Codename or part of the name, accents and case ignored',
}

/** A query parameter with text that is resolved or searched for. */
export const textParameter = (name: string, required: boolean, description: string): ParameterSpec => ({
  name,
  in: 'query',
  kind: 'text',
  required,
  description,
})

export const newOnlyParameter: ParameterSpec = {
  name: 'soloMercadoNuevos',
  in: 'query',
  kind: 'boolean',
  required: false,
  description: 'Only what is still sold new',
}
