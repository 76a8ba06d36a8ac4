import { reportJsonSchema } from '../../src/checks/reports/schema.ts'
import { scenarioJsonSchema } from '../../src/sandbox/scenarios/schema/scenario-schema.ts'
import { arazzoDocument } from './arazzo.ts'
import { asyncapiDocument } from './asyncapi.ts'
import { journeys } from './journeys.ts'
import { httpFile, hurlFile } from './request-files.ts'
import { settingsSchema } from './settings-schema.ts'

/** Returns every document for other tools, by its path below the root of the package. */
export const exportedDocuments = (): ReadonlyMap<string, string> =>
  new Map([
    ...journeys.map((journey) => [`contracts/arazzo/${journey.name}.yaml`, arazzoDocument(journey)] as const),
    ['contracts/asyncapi.yaml', asyncapiDocument()] as const,
    ['contracts/settings.schema.json', settingsSchema()] as const,
    // On one line: they ship, and spaces are half of what they weigh.
    ['contracts/report.schema.json', `${JSON.stringify(reportJsonSchema())}\n`] as const,
    ['scenarios/scenario.schema.json', `${JSON.stringify(scenarioJsonSchema())}\n`] as const,
    ['examples/playa.http', httpFile()] as const,
    ['examples/playa.hurl', hurlFile()] as const,
  ])
