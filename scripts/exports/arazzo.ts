import { stringify } from 'yaml'
import { operations } from '../../src/model/resources/index.ts'
import type { Journey, JourneyStep } from './journeys.ts'

const GENERATED = '# Generated from the journeys of the project. npm run openapi writes it.\n'

const PHOTO = 'http://127.0.0.1:4010/_playa/photos/1280x720/hatchback/blanco'

/**
 * Name of the source description of journeys in the default world, and of those that need another scenario.
 */
const sourceNameOf = ({ scenario }: Journey): string => (scenario === undefined ? 'api' : scenario)

/** Writes the Arazzo 1.0.1 document of one journey. */
export const arazzoDocument = (journey: Journey): string =>
  GENERATED + stringify(documentOf(journey), { lineWidth: 110, aliasDuplicateObjects: false })

const documentOf = (journey: Journey): object => ({
  arazzo: '1.0.1',
  info: {
    title: journey.title,
    version: '1.0.0',
    description:
      journey.scenario === undefined
        ? journey.about
        : `${journey.about} It begins in a world of the scenario ${journey.scenario}.`,
  },
  sourceDescriptions: [{ name: sourceNameOf(journey), url: '../openapi.json', type: 'openapi' }],
  workflows: [
    {
      workflowId: journey.name,
      summary: journey.title,
      inputs: { type: 'object', properties: inputsOf(journey) },
      steps: journey.steps.map((step) => stepOf(step, sourceNameOf(journey))),
    },
  ],
})

const inputsOf = (journey: Journey): Record<string, object> => {
  const all: Record<string, string> = {
    agency: journey.agency,
    photo: `${PHOTO}/1.svg`,
    photo2: `${PHOTO}/2.svg`,
    photo3: `${PHOTO}/3.svg`,
    callback: 'http://127.0.0.1:4011/hook',
  }
  const text = JSON.stringify(journey.steps)
  return Object.fromEntries(
    Object.entries(all)
      .filter(([name]) => text.includes(`"$inputs.${name}"`) || text.includes(`$inputs.${name} `))
      .map(([name, value]) => [name, { type: 'string', default: value }]),
  )
}

/** Returns where an operation is in the OpenAPI document, as a JSON pointer below `paths`. */
const pointerOf = (id: string): string => {
  const operation = operations.all.find((entry) => entry.id === id)
  if (!operation) throw new Error(`a journey names the operation ${id}, which does not exist`)
  return `${operation.path.replaceAll('~', '~0').replaceAll('/', '~1')}/${operation.method.toLowerCase()}`
}

const stepOf = (step: JourneyStep, source: string): object => {
  const parameters = (['path', 'query', 'headers'] as const).flatMap((place) =>
    Object.entries(step[place] ?? {}).map(([name, value]) => ({
      name,
      in: place === 'headers' ? 'header' : place,
      value,
    })),
  )
  return {
    stepId: step.id,
    description: step.about,
    // Ids of operations have a dot, which a reader of Arazzo takes for the name of a source.
    operationPath: `{$sourceDescriptions.${source}.url}#/paths/${pointerOf(step.operation)}`,
    ...(parameters.length > 0 && { parameters }),
    ...(step.body !== undefined && {
      requestBody: { contentType: 'application/json', payload: step.body },
    }),
    successCriteria: [`$statusCode == ${step.status}`, ...(step.conditions ?? [])].map((condition) => ({
      condition,
    })),
    ...(step.outputs && { outputs: step.outputs }),
  }
}
