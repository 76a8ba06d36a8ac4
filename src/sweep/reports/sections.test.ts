import { expect, it } from 'vitest'
import type { SweptOption } from '../verdicts/findings.ts'
import { causeSentences } from './sections.ts'

const sentences = (id: string, option: string): string[] => {
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
  return causeSentences({ id: `${id}=${option}`, ids: [], first, otherWays: [] })
}

it('of an option a report tells what a client perhaps does that stands on it', () => {
  expect(sentences('inquiries/page-size', 'size:2')).toEqual([
    'How? Here: size:2',
    'perhaps it reads the first page alone, or counts entries, instead of following next',
  ])
})

it('the other way round it tells another habit, or none', () => {
  expect(sentences('publications/list', 'all-states')[1]).toBe(
    'perhaps it takes whatever is listed for active',
  )
  expect(sentences('publications/list', 'active-only')[1]).toContain('suspended or archived')
  expect(sentences('publications/etag-strength', 'strong')).toEqual(['How? Here: strong'])
  expect(sentences('publications/required-members', 'external-id-only')).toEqual([
    'How? Here: external-id-only',
  ])
})
