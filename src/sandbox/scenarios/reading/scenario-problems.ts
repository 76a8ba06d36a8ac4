import { defaultProfile, ProfileError, withOptions } from '../../../api/assumptions/profile.ts'
import { mapSteps, type Steps } from '../../../lib/collections/steps.ts'
import type { Parsed } from '../../../lib/validation/parse-steps.ts'
import { type SchemaIssue, schemaIssues } from '../../../lib/validation/schema-issues.ts'
import type { AgencyInput } from '../schema/agency-schema.ts'
import { type Locate, type MemberPath, problemAt } from '../schema/scenario-error.ts'
import { ScenarioFile } from '../schema/scenario-schema.ts'
import { agenciesNamed, appsNamed } from '../schema/story-schema.ts'
import { type ScenarioTotals, totalProblems } from './scenario-totals.ts'

/**
 * Lists all problems of a parsed scenario with their positions, in steps: those of the schema, or else of
 * references.
 */
export function* scenarioProblems(
  parsed: Parsed<ScenarioFile>,
  value: unknown,
  locate: Locate,
  totals: ScenarioTotals,
): Steps<string[]> {
  const found = parsed.success
    ? yield* problemsOf(parsed.data, totals)
    : schemaIssues(ScenarioFile, value, parsed.issues)
  return found.slice(0, MAX_PROBLEMS).map(([path, sentence]) => problemAt(locate, path, sentence))
}

/** Maximum number of problems that are listed. */
const MAX_PROBLEMS = 1_000

/** Sums come first: references of a scenario that is too large are not worth the work. */
function* problemsOf(file: ScenarioFile, totals: ScenarioTotals): Steps<SchemaIssue[]> {
  const tooMany = totalProblems(file, totals)
  return tooMany.length > 0 ? tooMany : yield* referenceProblems(file)
}

/** Checks that a schema cannot make: names must exist, be unique or match each other. */
function* referenceProblems(file: ScenarioFile): Steps<SchemaIssue[]> {
  const { apps, agencies, webhooks } = file
  const found: SchemaIssue[] = [
    ...profileProblems(file),
    ...duplicates(
      apps.map(({ name }) => name),
      (i) => ['apps', i, 'name'],
    ),
    ...duplicates(
      apps.map(({ key }) => key),
      (i) => ['apps', i, 'key'],
    ),
    ...duplicates(
      agencies.map(({ adminMail }) => adminMail),
      (i) => ['agencies', i, 'adminMail'],
    ),
  ]
  for (const [i, agency] of agencies.entries())
    for (const issue of yield* agencyProblems(file, agency, ['agencies', i])) found.push(issue)
  return [
    ...found,
    ...webhooks.flatMap(({ app }, i) => unknownApp(file, app, ['webhooks', i, 'app'])),
    ...duplicates(
      webhooks.map(({ app, topic }) => `${app} ${topic}`),
      (i) => ['webhooks', i, 'topic'],
    ),
    ...unknownReferences(file),
  ]
}

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

function* agencyProblems(file: ScenarioFile, agency: AgencyInput, path: MemberPath): Steps<SchemaIssue[]> {
  const { operators, access, publications, stock, inquiries } = agency
  const ofPublications = yield* mapSteps(publications.entries(), ([i, row]) => [
    ...unknownApp(file, row.app, [...path, 'publications', i, 'app']),
    ...unknownOperator(agency, row.OperadorResponsable, [...path, 'publications', i, 'OperadorResponsable']),
  ])
  const ofInquiries = yield* mapSteps((inquiries?.given ?? []).entries(), ([i, row]) =>
    unknownOperator(agency, row.OperadorResponsable, [
      ...path,
      'inquiries',
      'given',
      i,
      'OperadorResponsable',
    ]),
  )
  yield
  return [
    ...administratorProblems(agency, path),
    ...duplicates(
      operators.map(({ Email }) => Email),
      (i) => [...path, 'operators', i, 'Email'],
    ),
    ...Object.keys(access).flatMap((app) => unknownApp(file, app, [...path, 'access', app])),
    ...ofPublications.flat(),
    ...stock.flatMap((row, i) => unknownApp(file, row.app, [...path, 'stock', i, 'app'])),
    ...ofInquiries.flat(),
  ]
}

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
  const names = listedNames(apps.map(({ name }) => name))
  return [[path, `expected the name of an app of this scenario (${names}), got ${app}`]]
}

const unknownOperator = (
  { operators }: AgencyInput,
  email: string | undefined,
  path: MemberPath,
): SchemaIssue[] => {
  if (email === undefined || namesOf(operators, ({ Email }) => Email.toLowerCase()).has(email.toLowerCase()))
    return []
  const emails = listedNames(operators.map(({ Email }) => Email))
  return [[path, `expected an operator of this agency (${emails}), got ${email}`]]
}

const nameSets = new WeakMap<object, ReadonlySet<string>>()

/** Returns the names of a list as a set, made once for each list: many rows are looked up in it. */
const namesOf = <T>(rows: readonly T[], name: (row: T) => string): ReadonlySet<string> => {
  const names = nameSets.get(rows) ?? new Set(rows.map(name))
  nameSets.set(rows, names)
  return names
}

const duplicates = (names: readonly string[], path: (i: number) => MemberPath): SchemaIssue[] => {
  const seen = new Set<string>()
  return names.flatMap((name, i): SchemaIssue[] => {
    const isNew = !seen.has(name.toLowerCase())
    seen.add(name.toLowerCase())
    return isNew ? [] : [[path(i), `expected unique values, got ${name} twice`]]
  })
}

/** Maximum number of names that a sentence lists. */
const MAX_LISTED = 20

/** Lists names for a sentence, the first twenty of many. */
const listedNames = (names: readonly string[]): string =>
  names.length <= MAX_LISTED ? names.join(', ') : `${names.slice(0, MAX_LISTED).join(', ')}, ...`

/**
 * Finds agencies and apps in events that the scenario does not define. Publications may still be created
 * later.
 */
const unknownReferences = ({ agencies, apps, events = [] }: ScenarioFile): SchemaIssue[] => {
  const mails = agencies.map(({ adminMail }) => adminMail)
  const names = apps.map(({ name }) => name)
  const knownMails = new Set(mails.map((mail) => mail.toLowerCase()))
  const knownNames = new Set(names)
  return events.flatMap((event, i) => [
    ...agenciesNamed(event)
      .filter(([, mail]) => !knownMails.has(mail.toLowerCase()))
      .map(
        ([path, mail]): SchemaIssue => [
          ['events', i, ...path],
          `expected an agency of this scenario (${listedNames(mails)}), got ${mail}`,
        ],
      ),
    ...appsNamed(event)
      .filter(([, name]) => !knownNames.has(name))
      .map(
        ([path, name]): SchemaIssue => [
          ['events', i, ...path],
          `expected the name of an app of this scenario (${listedNames(names)}), got ${name}`,
        ],
      ),
  ])
}
