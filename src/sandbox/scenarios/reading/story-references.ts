import type { SchemaIssue } from '../../../lib/validation/schema-issues.ts'
import type { ScenarioFile } from '../schema/scenario-schema.ts'
import { agenciesNamed, appsNamed } from '../schema/story-schema.ts'
import { listedNames } from './listed-names.ts'

/**
 * Finds agencies and apps in events that the scenario does not define. Publications may still be created
 * later.
 */
export const unknownReferences = ({ agencies, apps, events = [] }: ScenarioFile): SchemaIssue[] => {
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
