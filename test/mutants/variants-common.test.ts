import { expect, test } from 'vitest'
import { clauses } from '../../contracts/index.ts'
import type { Assumption } from '../../src/assumptions/assumption.ts'
import { optionWords } from '../../src/assumptions/options.ts'
import { assumptions } from '../../src/assumptions/profile.ts'
import { tryOn } from './mutant.ts'

const SECTIONS = /^(common|entry-point|catalogue|errors)\//

const mine = clauses.filter(({ id }) => SECTIONS.test(id))

/** Options under which a caller has to be told something first: the vendor word, credentials, patience. */
const TOLD = /^(common\/vendor|auth\/scheme|limits\/rate)$/

/** Every option that is no default, of the assumptions that a world can be switched to and that touch these sections' statements. */
const variants = assumptions
  .filter((entry: Assumption) => entry.switchable && !TOLD.test(entry.id) && touches(entry))
  .flatMap((entry: Assumption) =>
    optionWords(entry)
      .slice(1)
      .map((word) => [entry.id, textOf(entry, word)] as const),
  )

function touches({ statements }: Assumption): boolean {
  return mine.some((clause) => clause.statements.some((statement) => statements.includes(statement)))
}

function textOf(entry: Assumption, word: string): string {
  const example = entry.options[word]?.value?.example
  return example === undefined ? word : `${word}:${Array.isArray(example) ? example.join(',') : example}`
}

const tried = async (profile: Readonly<Record<string, string>>) => {
  const results = []
  for (const clause of mine) results.push(await tryOn(clause, { profile }))
  return results
}

test.each(variants)('nobody is accused for %s=%s', async (id, option) => {
  const results = await tried({ [id]: option })
  const accused = results.filter(({ verdict }) => verdict === 'failed' || verdict === 'broken')
  expect(accused.map(({ clause, violation, reason }) => [clause.id, violation?.expected ?? reason])).toEqual([])
})

/** What these clauses are there to see, whichever way a service goes. */
const SEEN = [
  'common/href-form',
  'common/accept-unsupported',
  'common/content-type-unsupported',
  'common/answer-content-type',
  'common/etag-elsewhere',
  'common/cache-headers',
  'common/types',
  'common/null-members',
  'common/unknown-members',
  'common/write-to-unknown',
  'catalogue/detail-media-type',
  'catalogue/no-match',
  'errors/not-found',
  'errors/member-casing',
  'errors/keys',
  'errors/how-many',
  'errors/precondition-type',
  'versioning/deprecation',
]

test.each(
  assumptions
    .filter(({ id }) => SEEN.includes(id))
    .flatMap((entry: Assumption) => optionWords(entry).map((word) => [entry.id, word] as const)),
)('%s=%s is learned, and nothing else of it', async (id, option) => {
  const results = await tried({ [id]: option })
  const learned = results.flatMap((result) => result.learned).filter((one) => one.id === id)
  expect(new Set(learned.map((one) => one.option))).toEqual(new Set([option]))
})
