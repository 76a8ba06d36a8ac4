import { expect, it } from 'vitest'
import type { SweptFault, SweptOption } from '../verdicts/findings.ts'
import { causeHead, causeSentences, causeVariant, findingHead } from './sections.ts'

const causeOf = (id: string, option: string, count = 1) => {
  const first: SweptOption = {
    id,
    option,
    verdict: 'stood-on',
    question: 'How?',
    note: null,
    waived: false,
    basis: '',
    evidence: null,
  }
  return { id: `${id}=${option}`, ids: [], count, first, otherFailures: [] }
}

const headOf = (id: string, option: string): string => causeHead(causeOf(id, option))

it('the heading of a finding says what the client does, and names the variant that shows it', () => {
  const cause = causeOf('publications/list', 'all-states', 3)
  expect(causeHead(cause)).toBe('assumes that everything listed is active')
  expect(causeVariant(cause)).toBe('publications/list=all-states and 2 more')
  expect(causeSentences(cause)).toEqual(['How? Here: all-states'])
})

it('a heading says perhaps if several habits are possible, and is general if none is known', () => {
  expect(headOf('inquiries/page-size', 'size:2')).toBe(
    'perhaps reads only the first page, or counts entries, instead of following next',
  )
  expect(headOf('publications/list', 'active-only')).toContain('suspended or archived')
  expect(headOf('publications/etag-strength', 'strong')).toBe('relies on what the description leaves open')
})

it('a heading prefers what the requests show to what the client perhaps does', () => {
  const first: SweptFault = {
    id: 'stale-tag@publications.edit#1',
    fault: 'stale-tag',
    exchange: 'publications.edit#1',
    verdict: 'broken',
    means: 'another client writes',
    weakness: 'gives up, or writes its old body',
    note: null,
    waived: false,
    basis: '',
    evidence: {
      reason: '',
      conduct: 'writes without If-Match',
      parts: null,
      next: [],
      world: [],
      gaveUp: false,
      tests: [],
      output: '',
      again: '',
    },
  }
  const cause = { id: 'tag', ids: [], count: 1, first, otherFailures: [] }
  expect(causeHead(cause)).toBe('writes without If-Match')
  expect(causeHead({ ...cause, first: { ...first, evidence: null } })).toBe(
    'perhaps gives up, or writes its old body',
  )
})

it('a heading names the reason before the text of a missing value that was sent', () => {
  const conduct = 'sends "NaN" in place of a value'
  const entry = { id: 'text-ids', fault: 'text-ids', weakness: 'expects ids to be numbers' }
  // The function reads no other members of a finding.
  const finding = { ...entry, evidence: { conduct } } as SweptFault
  expect(findingHead(finding)).toBe(`expects ids to be numbers: ${conduct}`)
  expect(findingHead({ ...finding, weakness: 'needs one, or another' })).toBe(conduct)
})
