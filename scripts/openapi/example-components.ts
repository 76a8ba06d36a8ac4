import type { Examples } from './examples.ts'
import type { Json } from './schemas.ts'

/** Example components of the document; media types with the same example share one. */
export class ExampleComponents {
  readonly #refs = new Map<string, Json>()
  readonly #components = new Map<string, Json>()

  constructor({ responses: answers }: Examples) {
    const named = new Map<string, string>()
    for (const { operation, status, mediaType, value } of answers) {
      const text = `${operation}.${status} ${JSON.stringify(value)}`
      const name = named.get(text) ?? this.#freeName(`${operation}.${status}`)
      named.set(text, name)
      this.#components.set(name, { summary: `${operation} answers ${status}`, value })
      this.#refs.set(key(operation, status, mediaType), {
        answered: { $ref: `#/components/examples/${name}` },
      })
    }
  }

  /** All examples by component name. */
  get components(): Json {
    return Object.fromEntries(this.#components)
  }

  /** Returns the `examples` of a media type; undefined when none was recorded. */
  examplesOf(operation: string, status: number, mediaType: string): Json | undefined {
    return this.#refs.get(key(operation, status, mediaType))
  }

  #freeName(stem: string): string {
    let name = stem
    for (let n = 2; this.#components.has(name); n++) name = `${stem}.${n}`
    return name
  }
}

const key = (...parts: readonly (string | number)[]): string => parts.join(' ')
