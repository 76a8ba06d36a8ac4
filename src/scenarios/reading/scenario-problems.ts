import type * as z from 'zod'
import { defaultProfile, ProfileError, withOptions } from '../../assumptions/profile.ts'
import { type SchemaIssue, schemaIssues } from '../../validation/schema-issues.ts'
import type { AgencyInput } from '../schema/agency-schema.ts'
import { type Locate, type MemberPath, problemAt } from '../schema/scenario-error.ts'
import { ScenarioFile } from '../schema/scenario-schema.ts'
import { type ScenarioTotals, totalProblems } from './scenario-totals.ts'
import { unknownReferences } from './story-references.ts'

/**
 * Lists all problems of a parsed scenario with their positions: those of the schema, or else of references.
 */
export const scenarioProblems = (
  parsed: z.ZodSafeParseResult<ScenarioFile>,
  value: unknown,
  locate: Locate,
  totals: ScenarioTotals,
): string[] => {
  const found = parsed.success
    ? problemsOf(parsed.data, totals)
    : schemaIssues(ScenarioFile, value, parsed.error.issues)
  return found.slice(0, MAX_PROBLEMS).map(([path, sentence]) => problemAt(locate, path, sentence))
}

/** Most problems that are listed. */
const MAX_PROBLEMS = 1_000

/** Sums come first: references of a scenario that is too large are not worth the work. */
const problemsOf = (file: ScenarioFile, totals: ScenarioTotals): SchemaIssue[] => {
  const tooMany = totalProblems(file, totals)
  return tooMany.length > 0 ? tooMany : referenceProblems(file)
}

/** Checks that a schema cannot make: names must exist, be unique or match each other. */
const referenceProblems = (file: ScenarioFile): SchemaIssue[] => [
  ...profileProblems(file),
  ...duplicates(
    file.apps.map(({ name }) => name),
    (i) => ['apps', i, 'name'],
  ),
  ...duplicates(
    file.apps.map(({ key }) => key),
    (i) => ['apps', i, 'key'],
  ),
  ...duplicates(
    file.agencies.map(({ adminMail }) => adminMail),
    (i) => ['agencies', i, 'adminMail'],
  ),
  ...file.agencies.flatMap((agency, i) => agencyProblems(file, agency, ['agencies', i])),
  ...file.webhooks.flatMap(({ app }, i) => unknownApp(file, app, ['webhooks', i, 'app'])),
  ...duplicates(
    file.webhooks.map(({ app, topic }) => `${app} ${topic}`),
    (i) => ['webhooks', i, 'topic'],
  ),
  ...unknownReferences(file),
]

const profileProblems = ({ profile }: ScenarioFile): SchemaIssue[] =>
  Object.entries(profile)
    .slice(0, MAX_PROBLEMS)
    .flatMap(([id, option]): SchemaIssue[] => {
      try {
        withOptions(defaultProfile, { [id]: option }, 'scenario')
        return []
      } catch (error) {
        if (error instanceof ProfileError) return error.problems.map((problem) => [['profile', id], problem])
        throw error
      }
    })

const agencyProblems = (file: ScenarioFile, agency: AgencyInput, path: MemberPath): SchemaIssue[] => [
  ...administratorProblems(agency, path),
  ...duplicates(
    agency.operators.map(({ Email }) => Email),
    (i) => [...path, 'operators', i, 'Email'],
  ),
  ...Object.keys(agency.access).flatMap((app) => unknownApp(file, app, [...path, 'access', app])),
  ...agency.publications.flatMap((row, i) => [
    ...unknownApp(file, row.app, [...path, 'publications', i, 'app']),
    ...unknownOperator(agency, row.OperadorResponsable, [...path, 'publications', i, 'OperadorResponsable']),
  ]),
  ...agency.stock.flatMap((stock, i) => unknownApp(file, stock.app, [...path, 'stock', i, 'app'])),
  ...(agency.inquiries?.given ?? []).flatMap((row, i) =>
    unknownOperator(agency, row.OperadorResponsable, [
      ...path,
      'inquiries',
      'given',
      i,
      'OperadorResponsable',
    ]),
  ),
]

/** AGE-12: the e-mail of the only administrator identifies the agency. */
const administratorProblems = ({ adminMail, operators }: AgencyInput, path: MemberPath): SchemaIssue[] => {
  const marked = operators.filter(({ administrator }) => administrator)
  if (marked.length > 1) return [[[...path, 'operators'], `expected one administrator, got ${marked.length}`]]
  const administrator = marked[0] ?? operators[0]!
  if (administrator.Email.toLowerCase() === adminMail.toLowerCase()) return []
  return [
    [
      [...path, 'adminMail'],
      `expected the e-mail of the administrator (${administrator.Email}), got ${adminMail}`,
    ],
  ]
}

const unknownApp = ({ apps }: ScenarioFile, app: string | undefined, path: MemberPath): SchemaIssue[] => {
  if (app === undefined || namesOf(apps, ({ name }) => name).has(app)) return []
  const names = listed(apps.map(({ name }) => name))
  return [[path, `expected the name of an app of this scenario (${names}), got ${app}`]]
}

const unknownOperator = (
  { operators }: AgencyInput,
  email: string | undefined,
  path: MemberPath,
): SchemaIssue[] => {
  if (email === undefined || namesOf(operators, ({ Email }) => Email.toLowerCase()).has(email.toLowerCase()))
    return []
  const emails = listed(operators.map(({ Email }) => Email))
  return [[path, `expected an operator of this agency (${emails}), got ${email}`]]
}

const nameSets = new WeakMap<object, ReadonlySet<string>>()

/** Returns the names of a list as a set, made once for each list: many rows are looked up in it. */
const namesOf = <T>(rows: readonly T[], name: (row: T) => string): ReadonlySet<string> => {
  const names = nameSets.get(rows) ?? new Set(rows.map(name))
  nameSets.set(rows, names)
  return names
}

/** Most names that a sentence lists. */
const MAX_LISTED = 20

const listed = (names: readonly string[]): string =>
  names.length <= MAX_LISTED ? names.join(', ') : `${names.slice(0, MAX_LISTED).join(', ')}, ...`

const duplicates = (names: readonly string[], path: (i: number) => MemberPath): SchemaIssue[] => {
  const seen = new Set<string>()
  return names.flatMap((name, i): SchemaIssue[] => {
    const isNew = !seen.has(name.toLowerCase())
    seen.add(name.toLowerCase())
    return isNew ? [] : [[path(i), `expected unique values, got ${name} twice`]]
  })
}
