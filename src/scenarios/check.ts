import type * as z from 'zod'
import { choose, defaultProfile, ProfileError } from '../assumptions/profile.ts'
import { type SchemaFault, schemaFaults } from '../validation/schema-issues.ts'
import { strangersIn } from './story-references.ts'
import type { AgencySaid } from './agency-schema.ts'
import { type Locate, type Path, problemAt } from './scenario-error.ts'
import { ScenarioFile } from './schema.ts'

/** All problems of a parsed scenario, each with its place: first those of its shape, then those of what it refers to. */
export const problemsOf = (parsed: z.ZodSafeParseResult<ScenarioFile>, value: unknown, locate: Locate): string[] => {
  const found = parsed.success ? referenceProblems(parsed.data) : schemaFaults(ScenarioFile, value, parsed.error.issues)
  return found.map(([path, sentence]) => problemAt(locate, path, sentence))
}

/** What the shape alone cannot say: names that must be known, unique or the same in two places. */
const referenceProblems = (file: ScenarioFile): SchemaFault[] => [
  ...profileProblems(file),
  ...repeated(
    file.apps.map(({ name }) => name),
    (i) => ['apps', i, 'name'],
  ),
  ...repeated(
    file.apps.map(({ key }) => key),
    (i) => ['apps', i, 'key'],
  ),
  ...repeated(
    file.agencies.map(({ adminMail }) => adminMail),
    (i) => ['agencies', i, 'adminMail'],
  ),
  ...file.agencies.flatMap((agency, i) => agencyProblems(file, agency, ['agencies', i])),
  ...file.webhooks.flatMap(({ app }, i) => unknownApp(file, app, ['webhooks', i, 'app'])),
  ...repeated(
    file.webhooks.map(({ app, topic }) => `${app} ${topic}`),
    (i) => ['webhooks', i, 'topic'],
  ),
  ...strangersIn(file),
]

const profileProblems = ({ profile }: ScenarioFile): SchemaFault[] =>
  Object.entries(profile).flatMap(([id, option]): SchemaFault[] => {
    try {
      choose(defaultProfile, { [id]: option }, 'scenario')
      return []
    } catch (error) {
      if (error instanceof ProfileError) return error.problems.map((problem) => [['profile', id], problem])
      throw error
    }
  })

const agencyProblems = (file: ScenarioFile, agency: AgencySaid, path: Path): SchemaFault[] => [
  ...administratorProblems(agency, path),
  ...repeated(
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
    unknownOperator(agency, row.OperadorResponsable, [...path, 'inquiries', 'given', i, 'OperadorResponsable']),
  ),
]

/** AGE-12: the agency is called by the e-mail of its one administrator. */
const administratorProblems = ({ adminMail, operators }: AgencySaid, path: Path): SchemaFault[] => {
  const marked = operators.filter(({ administrator }) => administrator)
  if (marked.length > 1) return [[[...path, 'operators'], `expected one administrator, got ${marked.length}`]]
  const administrator = marked[0] ?? operators[0]!
  if (administrator.Email.toLowerCase() === adminMail.toLowerCase()) return []
  return [
    [[...path, 'adminMail'], `expected the e-mail of the administrator (${administrator.Email}), got ${adminMail}`],
  ]
}

const unknownApp = ({ apps }: ScenarioFile, app: string | undefined, path: Path): SchemaFault[] =>
  app === undefined || apps.some(({ name }) => name === app)
    ? []
    : [[path, `expected the name of an app of this scenario (${apps.map(({ name }) => name).join(', ')}), got ${app}`]]

const unknownOperator = ({ operators }: AgencySaid, email: string | undefined, path: Path): SchemaFault[] =>
  email === undefined || operators.some(({ Email }) => Email.toLowerCase() === email.toLowerCase())
    ? []
    : [[path, `expected an operator of this agency (${operators.map(({ Email }) => Email).join(', ')}), got ${email}`]]

const repeated = (names: readonly string[], path: (i: number) => Path): SchemaFault[] => {
  const seen = new Set<string>()
  return names.flatMap((name, i): SchemaFault[] => {
    const isNew = !seen.has(name.toLowerCase())
    seen.add(name.toLowerCase())
    return isNew ? [] : [[path(i), `expected each one once, got ${name} again`]]
  })
}
