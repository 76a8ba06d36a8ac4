import type { ScenarioFile } from './schema.ts'
import { agenciesNamed, appsNamed } from './story-schema.ts'
import type { SchemaFault } from '../validation/schema-issues.ts'

/** Agencies and apps that the events of a scenario name and that it does not have. Publications may still come when their time does. */
export const strangersIn = ({ agencies, apps, events = [] }: ScenarioFile): SchemaFault[] => {
  const mails = agencies.map(({ adminMail }) => adminMail)
  const names = apps.map(({ name }) => name)
  return events.flatMap((event, i) => [
    ...agenciesNamed(event)
      .filter(([, mail]) => !mails.some((known) => known.toLowerCase() === mail.toLowerCase()))
      .map(
        ([path, mail]): SchemaFault => [
          ['events', i, ...path],
          `expected an agency of this scenario (${mails.join(', ')}), got ${mail}`,
        ],
      ),
    ...appsNamed(event)
      .filter(([, name]) => !names.includes(name))
      .map(
        ([path, name]): SchemaFault => [
          ['events', i, ...path],
          `expected the name of an app of this scenario (${names.join(', ')}), got ${name}`,
        ],
      ),
  ])
}
