/** The commands that print what the package holds, in one module because each is small. */

export { assumptionsCommand } from './assumptions.ts'
export { openapiCommand } from './openapi.ts'
export { operationsCommand } from './operations.ts'
export { scenariosCommand } from './scenarios.ts'
export { statementsCommand } from './statements.ts'
