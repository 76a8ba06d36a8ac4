import { ceilings } from './limits.ts'

/**
 * The types that request bodies are described by, as data: the body reader checks bodies with them at run
 * time, and the OpenAPI document is made from them. A server checks bodies without loading zod, which takes
 * longer than everything else that a first create does.
 */
export type BodyType = Documented &
  (
    | TextType
    | IntegerType
    | { readonly kind: 'number' | 'boolean' | 'any' }
    | { readonly kind: 'list'; readonly of: BodyType; readonly max?: number }
    | NullableType
    | ObjectType
  )

/** Documentation of a type in OpenAPI that the body reader does not check: rules of the domain do. */
export interface Documented {
  readonly description?: string
  /** The only values, where the description fixes them. */
  readonly values?: readonly string[]
  readonly format?: 'uri'
  /** Further keywords of JSON Schema, for what a rule of the domain checks. */
  readonly schema?: Readonly<Record<string, unknown>>
  /** What an absent member counts as. */
  readonly default?: boolean
}

/** A text; its bounds count UTF-16 units (`common/length-unit`). */
export interface TextType {
  readonly kind: 'text'
  readonly min?: number
  readonly max?: number
  readonly pattern?: RegExp
  /** A longer text is truncated to this length, never refused. */
  readonly cutAt?: number
}

/** An int32 within bounds. */
export interface IntegerType {
  readonly kind: 'integer'
  readonly min: number
  readonly max: number
}

/** A type or null. */
export interface NullableType<Of extends BodyType = BodyType> {
  readonly kind: 'nullable'
  readonly of: Of
}

/** An object. Its members are optional unless it `isComplete`. */
export interface ObjectType<Members extends BodyMembers = BodyMembers> extends Documented {
  readonly kind: 'object'
  readonly members: Members
  readonly isComplete?: boolean
}

/** The types of an object's members by their names. */
export type BodyMembers = Readonly<Record<string, BodyType>>

/** The value of a type. */
export type ValueOf<T> = T extends { readonly kind: 'nullable'; readonly of: infer Of }
  ? ValueOf<Of> | null
  : T extends { readonly kind: 'text' }
    ? string
    : T extends { readonly kind: 'integer' | 'number' }
      ? number
      : T extends { readonly kind: 'boolean' }
        ? boolean
        : T extends { readonly kind: 'list'; readonly of: infer Of }
          ? ValueOf<Of>[]
          : T extends { readonly kind: 'object'; readonly members: infer Members }
            ? T extends { readonly isComplete: true }
              ? { [Name in keyof Members]: ValueOf<Members[Name]> }
              : { [Name in keyof Members]?: ValueOf<Members[Name]> | undefined }
            : unknown

/** Describes a text within bounds. */
export const textWithin = (bounds: Omit<TextType, 'kind'> = {}): TextType => ({ kind: 'text', ...bounds })

/** Describes an integer within bounds. */
export const integerWithin = ({ min, max }: Omit<IntegerType, 'kind'>): IntegerType => ({
  kind: 'integer',
  min,
  max,
})

/** Adds documentation to a type. */
export const documented = <const T extends BodyType>(
  description: string,
  type: T,
  more: Documented = {},
): T & Documented => ({ ...type, ...more, description })

/** Describes a type that also takes null. */
export const orNull = <const T extends BodyType>(of: T): NullableType<T> => ({ kind: 'nullable', of })

/** Describes an object with optional members. */
export const objectOf = <const M extends BodyMembers>(members: M) => ({ kind: 'object', members }) as const

/** Describes an object that needs every member. */
export const completeObject = <const M extends BodyMembers>(members: M) =>
  ({ kind: 'object', members, isComplete: true }) as const

/** A text without a documented bound (`limits/texts`). */
export const ANY_TEXT = textWithin({ max: ceilings.text })
/** True or false. */
export const BOOLEAN = { kind: 'boolean' } as const
/** Documents a text as an e-mail, one `@` with text on both sides, or as empty, which counts as absent. */
export const EMAIL_OR_EMPTY = { schema: { pattern: '^([^\\s@]+@[^\\s@]+)?$' } } as const
