import type { Assumption } from '../../src/api/assumptions/assumption.ts'
import { defaultWord } from '../../src/api/assumptions/options.ts'
import { type AssumptionId, assumptions } from '../../src/api/assumptions/profile.ts'
import { statements } from '../../src/api/statements/statements.ts'
import type { Operation } from '../../src/model/http/operation.ts'
import type { Json } from './schemas.ts'

/** Texts of the document that the operations do not contain. */

const TAG_DESCRIPTIONS: Readonly<Record<string, string>> = {
  entry: 'Where a client starts',
  publications: 'Vehicle listings of an agency',
  inquiries: 'Leads received on publications and catalogue entries',
  operators: 'Collaborators of an agency',
  agencies: 'Car agencies and their package of publications',
  notifications: 'Notification settings of an agency',
  branches: 'Branches of an agency',
  visits: 'How often publications were viewed',
  webhooks: "Configuration of the calling app's webhooks",
  brands: 'Catalogue: brands',
  models: 'Catalogue: models of a brand',
  versions: 'Catalogue: versions (trims) of a model',
  regions: 'Regions',
  cities: 'Cities',
  currencies: 'Currencies',
  fuels: 'Fuel types',
  'body-styles': 'Body styles',
}

/** Returns the tag of an operation: its noun. */
export const tagName = (operation: Operation): string => operation.id.split('.', 1)[0]!

/** Returns one tag per noun, in the order of the operations. */
export const tagsOf = (operations: readonly Operation[]): Json[] =>
  [...new Set(operations.map(tagName))].map((name) => {
    const description = TAG_DESCRIPTIONS[name]
    if (description === undefined)
      throw new Error(`expected a sentence about the noun ${name} in descriptions.ts`)
    return { name, description }
  })

const STATUS_DESCRIPTIONS: Readonly<Record<number, string>> = {
  200: 'The resource, in the form that `Accept` asks for',
  201: 'Created; the response shows what was made',
  304: 'Unchanged since the entity tag in `If-None-Match`',
  400: 'Something that was sent is not valid',
  401: 'The calling app is not identified',
  403: 'The calling app may not do this',
  404: 'It does not exist, or not for the calling app',
  406: 'None of the forms that `Accept` admits is offered',
  409: 'In conflict with what there is, or with its state',
  412: 'The entity tag in `If-Match` is not the current one',
  413: 'The body is too large',
  415: 'The body is of a media type that is not read',
  428: 'A write has to carry `If-Match`',
  429: 'Too many requests within a minute',
}

/** Returns the description of a status. */
export const statusDescription = (status: number): string => {
  const sentence = STATUS_DESCRIPTIONS[status]
  if (sentence === undefined)
    throw new Error(`expected a sentence about the status ${status} in descriptions.ts`)
  return sentence
}

const entries = new Map<string, Assumption>(assumptions.map((entry) => [entry.id, entry]))

/** Returns the question of an assumption and its default answer. */
export const assumptionText = (id: AssumptionId): string => {
  const entry = entries.get(id)!
  return `\`${id}\`: ${entry.question} ${entry.options[defaultWord(entry)]!.means}`
}

const sentences = new Map(statements.map(({ id, sentence }) => [id, sentence]))

/** Returns what the API description says of an operation, in our words, and its assumption. */
export const operationDescription = ({ statements: ids, assumption }: Operation): string =>
  [
    statedText(ids),
    ...(assumption
      ? [
          `The API description shows only links to it. Its shape is an assumption, ${assumptionText(assumption)}`,
        ]
      : []),
  ].join('\n\n')

/** Returns the sentence of each statement, with its id. */
export const statedText = (ids: readonly string[]): string =>
  ids.map((id) => `${sentences.get(id)} (${id})`).join('\n')

/** Description of the document. */
export const INTRODUCTION = `The Vehicle Listing Agency API v3 as Playa serves it: publications, inquiries, operators, agencies, notification
settings, webhooks of the calling app and the catalogue.

Assumptions fill what the API description leaves open. \`x-playa-assumption\` names the assumption behind an operation, a status, a
media type or a header, \`x-playa-statements\` the numbered statements of the description, and \`x-playa-link-only\` marks operations that
the description shows only as links. The document shows the default of every assumption; \`playa assumptions\` lists the other options.

Request bodies are shown as the default profile accepts them: \`required\` follows \`publications/required-members\` and similar
assumptions, and an optional member that is null counts as absent (\`common/null-members\`), so a body that was read can be sent back
with PUT. Lengths count UTF-16 code units (\`common/length-unit\`).

Examples are real responses of the sandbox. A known path answers 405 with \`Allow\` to other methods (\`common/method-not-allowed\`).`
