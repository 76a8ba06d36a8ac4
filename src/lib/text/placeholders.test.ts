import { expect, it } from 'vitest'
import { fillPlaceholders } from './placeholders.ts'

it('fills names that have a value, and no others', () => {
  const values = { url: 'http://a.example', world: 'one' }
  expect(fillPlaceholders('{url}/w/{world}/{other}', values)).toBe('http://a.example/w/one/{other}')
  expect(fillPlaceholders('{constructor} {toString}', values)).toBe('{constructor} {toString}')
})

it('does not fill placeholders inside of values', () => {
  expect(fillPlaceholders('{url}', { url: '{world}', world: 'one' })).toBe('{world}')
})
