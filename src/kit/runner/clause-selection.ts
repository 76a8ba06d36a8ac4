import { statements } from '../../api/statements/statements.ts'
import { closestWords, suggestionSentence } from '../../lib/text/did-you-mean.ts'
import { InvalidOptionsError } from '../target/invalid-options-error.ts'
import type { Clause } from './clause.ts'

/**
 * Returns the clauses at the addresses, each an id of a clause, a section or an id of a statement; all
 * clauses without addresses. Throws an `InvalidOptionsError` for an unknown address.
 */
export const selectClauses = (
  clauses: readonly Clause[],
  addresses: readonly string[],
): readonly Clause[] => {
  if (addresses.length === 0) return clauses
  const wanted = new Set(addresses.flatMap((address) => clausesAt(clauses, address)))
  return clauses.filter((entry) => wanted.has(entry))
}

/** One of several parts into which the clauses are divided; both count from 1. */
export interface Shard {
  readonly number: number
  readonly of: number
}

/** Returns the clauses of a shard: each section is spread over all shards. */
export const inShard = (clauses: readonly Clause[], shard: Shard | undefined): readonly Clause[] =>
  shard === undefined ? clauses : clauses.filter((_, at) => at % shard.of === shard.number - 1)

const clausesAt = (clauses: readonly Clause[], address: string): readonly Clause[] => {
  const asStatement = address.toUpperCase()
  const section = address.replace(/\/$/, '')
  // `publications` also stands for publications-create and the other sections that begin with the word.
  const isIn = (id: string) => sectionOf(id) === section || sectionOf(id).startsWith(`${section}-`)
  const found = clauses.filter(
    ({ id, statements: cited }) => id === address || isIn(id) || cited.includes(asStatement),
  )
  if (found.length > 0) return found
  if (statements.some(({ id }) => id === asStatement))
    throw new InvalidOptionsError(`No clause cites ${asStatement}: playa statements ${asStatement} says why.`)
  const guess = suggestionSentence(nearestAddresses(clauses, address))
  throw new InvalidOptionsError(
    `There is no clause or section ${JSON.stringify(address)}.${guess} playa clauses lists them all.`,
  )
}

const sectionOf = (id: string): string => id.split('/')[0] ?? ''

const isAddress = (clauses: readonly Clause[], word: string): boolean =>
  clauses.some(({ id }) => id === word || sectionOf(id) === word || sectionOf(id).startsWith(`${word}-`))

const nearestAddresses = (clauses: readonly Clause[], address: string): string[] => {
  const ids = clauses.map(({ id }) => id)
  const sections = ids.map(sectionOf)
  const families = sections.map((section) => section.split('-')[0] ?? '')
  const near = closestWords(address, [...new Set([...families, ...sections, ...ids])], 3).filter((word) =>
    isAddress(clauses, word),
  )
  if (near.length > 0) return near
  // The address may have the right name below a wrong section, or without a section.
  const name = address.slice(address.indexOf('/') + 1)
  const tails = closestWords(name, [...new Set(ids.map((id) => id.slice(id.indexOf('/') + 1)))], 3)
  return ids
    .filter((id) => tails.includes(id.slice(id.indexOf('/') + 1)) || (name.length > 3 && id.includes(name)))
    .slice(0, 3)
}
