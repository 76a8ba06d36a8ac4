import { defaultProfile } from '../../src/api/assumptions/profile.ts'
import { LEVELS } from '../../src/api/wire/exposure-level.ts'
import { CertificadoDeGarantiaUsado, DatoTecnico } from '../../src/api/wire/response-schemas.ts'
import { stateLiterals } from '../../src/api/wire/state-literal.ts'
import { type Json, schemaRef } from './schemas.ts'

/** The words are an assumption, so clients must take others. */
const STATE: Json = {
  type: 'string',
  description: `Current state: ${stateLiterals(defaultProfile).join(', ')} in the sandbox; others may come`,
  'x-playa-values': stateLiterals(defaultProfile),
  'x-playa-assumption': 'publications/state-literals',
}

/** Types of members that the wire schemas leave open and the default profile fixes, by component. */
const FIXED_MEMBERS: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  Publicacion: {
    EstadoActual: STATE,
    Exposicion: { type: 'string', enum: LEVELS },
    // Both are required in create and full edit, so no response has null.
    VersionYear: {
      type: 'integer',
      format: 'int32',
      'x-playa-assumption': 'publications/required-members',
    },
    Kilometraje: {
      type: 'integer',
      format: 'int32',
      'x-playa-assumption': 'publications/required-members',
    },
    DatosTecnicosCustom: {
      type: 'array',
      items: schemaRef(DatoTecnico),
      'x-playa-assumption': 'publications/custom-data-item',
    },
    CertificadoDeGarantiaUsado: {
      anyOf: [schemaRef(CertificadoDeGarantiaUsado), { type: 'null' }],
      'x-playa-assumption': 'publications/warranty',
    },
  },
  PublicacionRef: { EstadoActual: STATE },
}

/** Returns the components with the members that the default profile fixes. */
export const responseComponents = (components: Readonly<Record<string, Json>>): Record<string, Json> => ({
  ...components,
  ...Object.fromEntries(
    Object.entries(FIXED_MEMBERS).map(([name, fixed]) => [name, withMembers(components[name] ?? {}, fixed)]),
  ),
})

const withMembers = (schema: Json, fixed: Readonly<Record<string, Json>>): Json => {
  // The generator writes an object's members as a record of schemas.
  const known = schema['properties'] as Readonly<Record<string, Json>>
  const members = Object.entries(known).map(([name, { description, ...type }]) => [
    name,
    { ...(description !== undefined && { description }), ...(fixed[name] ?? type) },
  ])
  return { ...schema, properties: Object.fromEntries(members) }
}
