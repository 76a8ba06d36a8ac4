import type * as z from 'zod'
import { expectation, valueAt } from '../../lib/validation/schema-issues.ts'

/** A part of a value that does not fit its schema: its path, and the expected value in words. */
export interface ShapeIssue {
  readonly path: readonly PropertyKey[]
  readonly sentence: string
  readonly found: unknown
}

/** Describes the first issue of a value that does not fit its schema. */
export const shapeIssue = ({ issues: [issue] }: z.ZodError, value: unknown): ShapeIssue => {
  const { path, sentence } = issue ? innermost(issue) : { path: [], sentence: 'the described form' }
  return { path, sentence, found: valueAt(value, path) }
}

/**
 * Returns the path and the expected value. Of alternatives, such as an amount or null, takes the one of the
 * value's kind.
 */
const innermost = (issue: z.core.$ZodIssue): Omit<ShapeIssue, 'found'> => {
  if (issue.code !== 'invalid_union') return { path: issue.path, sentence: expectation(issue) }
  const inside = issue.errors.find((issues) => issues.every(({ path }) => path.length > 0))?.[0]
  if (!inside) return { path: issue.path, sentence: alternatives(issue) }
  const { path, sentence } = innermost(inside)
  return { path: [...issue.path, ...path], sentence }
}

const alternatives = ({ errors }: z.core.$ZodIssueInvalidUnion): string => {
  const own = errors.flatMap(([first]) => (first && first.path.length === 0 ? innermost(first).sentence : []))
  return own.length > 0 ? [...new Set(own)].join(' or ') : 'one of the described forms'
}
