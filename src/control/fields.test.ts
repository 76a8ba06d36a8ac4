import { expect, it } from 'vitest'
import { callFields } from './fields.ts'
import { controlApi } from './table.ts'

it('fields state kind, bounds, choices and necessity of what a call takes', () => {
  const named = Object.fromEntries(callFields(controlApi.deliveries.list).map((field) => [field.name, field]))
  expect(named['world']).toMatchObject({ in: 'path', kind: 'text', isRequired: true })
  expect(named['state']).toMatchObject({ in: 'query', kind: 'choice', isRequired: false })
  expect(named['state']?.choices).toContain('pending')
  expect(named['limit']).toMatchObject({ kind: 'integer', minimum: 0, maximum: 9_999 })
})

it('fields are those of path, query and body, members of members included', () => {
  const names = callFields(controlApi.leads.receive).map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['world', 'adminMail', 'externalid', 'interesado.Nombre', 'notify']),
  )
})

it('a default makes a member optional', () => {
  const [count] = callFields(controlApi.visits.receive).filter(({ name }) => name === 'count')
  expect(count).toMatchObject({ kind: 'integer', isRequired: false, default: 1, minimum: 1 })
})
