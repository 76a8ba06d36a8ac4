import { ApiError } from '../../web-ui/sandbox/api-error.ts'
import type { PublicationPageData } from '../../web-ui/sandbox/api-types.ts'
import type { WorldClient } from '../../web-ui/sandbox/world-client.ts'

interface OpenApiParameter {
  readonly name: string
  readonly in: string
  readonly schema?: object
}

interface OpenApiCall {
  readonly tags?: readonly string[]
  readonly parameters?: readonly OpenApiParameter[]
}

/** The members of an OpenAPI document that the references change. */
export interface OpenApiObject {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiCall>>>>
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
    tags: GROUPS.map(({ name, description }) => ({ name, description })),
  }
}

const withCalls = (document: OpenApiObject, change: (call: OpenApiCall) => OpenApiCall): OpenApiObject => ({
  ...document,
  paths: Object.fromEntries(
    Object.entries(document.paths).map(([path, item]) => [
      path,
      Object.fromEntries(
        // A path also has members that are no calls, such as parameters.
        Object.entries(item).map(([method, call]) => [
          method,
          METHODS.includes(method) ? change(call) : call,
        ]),
      ),
    ]),
  ),
})

const METHODS: readonly string[] = ['get', 'put', 'post', 'patch', 'delete', 'head']
