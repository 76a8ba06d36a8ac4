import { localizedOperation, localizedStatement } from '../../ui/language/localized-texts.ts'
import { type Label, pageLanguage, t } from '../../ui/language/texts.ts'
import { ApiError } from '../../ui/sandbox/api-error.ts'
import type { PublicationPageData } from '../../ui/sandbox/api-types.ts'
import type { WorldClient } from '../../ui/sandbox/world-client.ts'
import { introduction } from './docs-introduction.ts'

interface OpenApiParameter {
  readonly name: string
  readonly in: string
  readonly description?: string
  readonly schema?: object
}

interface OpenApiCall {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly OpenApiParameter[]
  readonly requestBody?: { readonly description?: string }
  readonly 'x-playa-statements'?: readonly string[]
}

type PathItems = Readonly<Record<string, Readonly<Record<string, OpenApiCall>>>>

/** The members of an OpenAPI document that the references change. */
export interface OpenApiObject {
  readonly info?: object
  readonly paths: PathItems
  readonly webhooks?: PathItems
  readonly tags?: readonly { readonly name: string; readonly description?: string }[]
}

/** Examples of path parameters by name. */
type ParameterExamples = Readonly<Record<string, string>>

/** Values with which the forms of the control API respond in a new world. */
export const CONTROL_EXAMPLES: ParameterExamples = {
  world: 'default',
  snapshot: 'before',
  fault: 'f1',
  delivery: 'd1',
  mail: 'm1',
  n: '1',
}

/** Returns the first agency and publication of a world as examples; none for an unknown or empty world. */
export const worldExamples = async (world: WorldClient): Promise<ParameterExamples> => {
  try {
    const [agency] = (await world.details()).agencies
    if (!agency) return {}
    const path = `/v3/publicaciones/${encodeURIComponent(agency.adminMail)}`
    const [first] = (await world.api.read<PublicationPageData>(path))._entries
    return { adminmail: agency.adminMail, ...(first && { externalid: first.ExternalId }) }
  } catch (error) {
    if (error instanceof ApiError) return {}
    throw error
  }
}

/** Returns the document with these examples of its path parameters, as defaults too: they fill the forms. */
export const withExamples = (document: OpenApiObject, examples: ParameterExamples): OpenApiObject =>
  withCalls(document, ({ parameters, ...call }) => ({
    ...call,
    ...(parameters && {
      parameters: parameters.map((parameter) => {
        if (parameter.in !== 'path' || !Object.hasOwn(examples, parameter.name)) return parameter
        const example = examples[parameter.name]
        return { ...parameter, example, schema: { ...parameter.schema, default: example } }
      }),
    }),
  }))

/** Groups of control calls by what they are for, and the tags in each. */
const GROUPS: readonly {
  readonly name: string
  readonly description: string
  readonly tags: readonly string[]
}[] = [
  { name: 'Worlds', description: 'Create, copy, reset and keep', tags: ['worlds', 'snapshots', 'scenarios'] },
  { name: 'Observation', description: 'What clients did', tags: ['journal', 'hints', 'events'] },
  { name: 'Time', description: 'The clock and the story on it', tags: ['clock', 'story'] },
  {
    name: 'Traffic',
    description: 'What happens by itself',
    tags: ['leads', 'live', 'visits', 'invitations'],
  },
  { name: 'Notifications', description: 'Webhooks and mails', tags: ['deliveries', 'outbox'] },
  { name: 'Behaviour', description: 'Faults and assumptions', tags: ['faults', 'profile', 'assumptions'] },
  { name: 'Server', description: 'The server itself', tags: ['server'] },
]

/** Returns the document of the control API with its calls in a few groups instead of a tag for each noun. */
export const groupedCalls = (document: OpenApiObject): OpenApiObject => {
  const groupOf = (tag: string) => GROUPS.find(({ tags }) => tags.includes(tag))?.name ?? tag
  return {
    ...withCalls(document, ({ tags = [], ...call }) => ({ ...call, tags: tags.map(groupOf) })),
    info: { ...document.info, 'x-locale': pageLanguage() },
    tags: GROUPS.map(({ name, description }) => ({ name, description })),
  }
}

/** Groups of the described API, and the tags in each. */
const API_GROUPS: readonly (readonly [title: Label, tags: readonly string[]])[] = [
  ['Entry point', ['entry']],
  ['Publications', ['publications']],
  ['Inquiries', ['inquiries']],
  ['Operators', ['operators']],
  ['Agencies and package', ['agencies']],
  ['Notification settings', ['notifications']],
  ['Branches', ['branches']],
  ['Views', ['visits']],
  ['Webhooks of the app', ['webhooks']],
  ['Catalogue of cars', ['brands', 'models', 'versions', 'fuels', 'body-styles', 'currencies']],
  ['Places', ['regions', 'cities']],
  ['What the service sends', ['deliveries']],
]

/**
 * Returns the document of the described API as a page for people shows it, in the language of the page: an
 * introduction, groups with titles, and what the description leaves open folded away.
 */
export const readableApi = (document: OpenApiObject, world: string): OpenApiObject => {
  const titleOf = (tag: string): string => {
    const group = API_GROUPS.find(([, tags]) => tags.includes(tag))
    return group ? t(group[0]) : tag
  }
  const readable = withCalls(document, (call) => ({
    ...call,
    summary: localizedOperation(call.operationId ?? '') ?? call.summary ?? '',
    description: foldedText(call.description, call['x-playa-statements']),
    ...(call.parameters && { parameters: call.parameters.map(withFoldedText) }),
    ...(call.requestBody && { requestBody: withFoldedText(call.requestBody) }),
    tags: (call.tags ?? []).map(titleOf),
  }))
  const used = new Set([readable.paths, readable.webhooks ?? {}].flatMap(tagsIn))
  return {
    ...readable,
    info: { ...readable.info, description: introduction(world, readable.paths), 'x-locale': pageLanguage() },
    tags: API_GROUPS.map(([title]) => ({ name: t(title) })).filter(({ name }) => used.has(name)),
  }
}

const tagsIn = (items: PathItems): readonly string[] =>
  Object.values(items).flatMap((item) => Object.values(item).flatMap(({ tags = [] }) => tags))

/** A sentence of the description, with the ids of its statement. */
const STATEMENT = /^(.*) \(([A-Z]+-\d+)\)$/
/** A sentence that names the assumption behind it. */
const ASSUMPTION = /(?:^|an assumption, )`[a-z-]+\/[a-z-]+`: |\(`[a-z-]+\/[a-z-]+`\)/

interface Described {
  readonly description?: string
}

const withFoldedText = <Part extends Described>(part: Part): Part =>
  part.description === undefined ? part : { ...part, description: foldedText(part.description) }

/** Returns a description without ids: what is open, and the statements, are folded away after it. */
const foldedText = (description = '', ids: readonly string[] = []): string => {
  const lines = description.split('\n').filter((line) => line !== '')
  const isOpen = (line: string) => ASSUMPTION.test(line)
  const sentences = lines
    .filter((line) => !isOpen(line))
    .map((line) => {
      const [, sentence = line, id = ''] = STATEMENT.exec(line) ?? []
      return localizedStatement(id) ?? sentence
    })
  const folded = [
    ...lines.filter(isOpen),
    ...(ids.length > 0 ? [t('Statements: {ids}', { ids: ids.join(', ') })] : []),
  ]
  if (folded.length === 0) return sentences.join('\n\n')
  const summary = `<details><summary>${t('What the description leaves open here')}</summary>`
  return [...sentences, summary, ...folded.map((line) => `- ${line}`), '</details>'].join('\n\n')
}

/** Returns the document with each of its calls changed, those of webhooks too. */
const withCalls = (document: OpenApiObject, change: (call: OpenApiCall) => OpenApiCall): OpenApiObject => ({
  ...document,
  paths: changedItems(document.paths, change),
  ...(document.webhooks && { webhooks: changedItems(document.webhooks, change) }),
})

const changedItems = (items: PathItems, change: (call: OpenApiCall) => OpenApiCall): PathItems =>
  Object.fromEntries(
    Object.entries(items).map(([path, item]) => [
      path,
      Object.fromEntries(
        // A path also has members that are not calls, such as parameters.
        Object.entries(item).map(([method, call]) => [
          method,
          METHODS.includes(method) ? change(call) : call,
        ]),
      ),
    ]),
  )

const METHODS: readonly string[] = ['get', 'put', 'post', 'patch', 'delete', 'head']
