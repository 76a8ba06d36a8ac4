/** The parts of an OpenAPI document that its tests read. */
export interface OpenapiParts {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationPart>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>
    readonly responses: Readonly<Record<string, ResponsePart>>
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>
    readonly headers: Readonly<Record<string, { readonly required?: boolean }>>
  }
}

export interface OperationPart {
  readonly operationId: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly example?: string | number
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaPart>> }
  readonly responses: Readonly<Record<string, ResponsePart>>
}

export interface ResponsePart {
  readonly $ref?: string
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>
  readonly content?: Readonly<Record<string, MediaPart>>
  readonly links?: Readonly<
    Record<string, { readonly operationId: string; readonly parameters: Readonly<Record<string, string>> }>
  >
}

export interface MediaPart {
  readonly schema: object
  readonly examples?: Readonly<Record<string, { readonly $ref?: string; readonly value?: unknown }>>
}

const lastPart = (ref: string): string => ref.split('/').at(-1)!

/** Every operation with its method and path template. */
export const operationsIn = ({ paths }: OpenapiParts) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )

const responseIn = ({ components }: OpenapiParts, response: ResponsePart): ResponsePart =>
  response.$ref ? components.responses[lastPart(response.$ref)]! : response

export const headerIn = ({ components }: OpenapiParts, header: { readonly $ref: string }) =>
  components.headers[lastPart(header.$ref)]!

/** The values of a media type's examples, wherever they are kept. */
export const examplesIn = ({ components }: OpenapiParts, { examples = {} }: MediaPart): unknown[] =>
  Object.values(examples).map(({ $ref, value }) =>
    $ref ? components.examples[lastPart($ref)]!.value : value,
  )

/** Every response of every operation with the media types of its bodies. */
export const answersIn = (document: OpenapiParts) =>
  operationsIn(document).flatMap(({ method, path, operation }) =>
    Object.entries(operation.responses).map(([status, declared]) => {
      const response = responseIn(document, declared)
      return {
        method,
        path,
        operation,
        status: Number(status),
        response,
        content: Object.entries(response.content ?? {}),
      }
    }),
  )
