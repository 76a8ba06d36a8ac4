/** The commands that check or explore a service, in one module because they share most of theirs. */

export { checkCommand } from './check.ts'
export { driftCommand } from './drift.ts'
export { explainCommand } from './explain.ts'
export { exploreCommand } from './explore.ts'
export { importCommand } from './import.ts'
export { learnCommand } from './learn.ts'
export { sweepCommand } from './sweep.ts'
