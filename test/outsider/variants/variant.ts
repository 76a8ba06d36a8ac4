import type { Choices } from '../choices.ts'
import type { FAULTS } from '../faults.ts'
import type { FREE } from '../free-choices.ts'

/** Describes another reading that contradicts no sentence of the description. */
export interface LegalVariant {
  readonly name: string
  /** Why no sentence is against it. */
  readonly statement: string
  readonly switches: Partial<Choices>
  /** Set when no listing at all can be created. */
  readonly createsImpossible?: true
  /** Area without visible effects. */
  readonly unobservable?:
    | 'deliveries'
    | 'webhooks'
    | 'inquiries'
    | 'suspension'
    | 'used cars'
    | 'operator edit'
}

/** Describes a mistake: a sentence of the description that is broken. */
export interface WrongVariant {
  readonly name: string
  readonly violates: readonly string[]
  readonly sentence: string
  readonly switches: Partial<Choices>
}

type Marks = Pick<LegalVariant, 'createsImpossible' | 'unobservable'>

/** Makes a row of the table of legal variants; only free choices fit. */
export const legal = (
  name: string,
  statement: string,
  switches: Partial<typeof FREE>,
  marks: Marks = {},
): LegalVariant => ({ name, statement, switches, ...marks })

/** Makes a row of the table of wrong variants: a fault, and the free choices `under` which it shows. */
export const wrong = (
  name: string,
  violates: string,
  sentence: string,
  switches: Partial<typeof FAULTS>,
  under: Partial<typeof FREE> = {},
): WrongVariant => ({ name, violates: violates.split(' '), sentence, switches: { ...under, ...switches } })
