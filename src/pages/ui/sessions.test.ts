import { expect, it } from 'vitest'
import { Sessions } from './sessions.ts'

const portable = (token: string) => new Sessions(token, { outlivesMemory: true })

it('a session that outlives memory is known to the next memory, by its form token too, and to no other token', () => {
  const { id, csrfToken } = portable('one').open()
  expect(portable('one').get(id)).toMatchObject({ id, csrfToken })
  expect(portable('two').get(id)).toBeUndefined()
  expect(portable('one').get(`${id}x`)).toBeUndefined()
  const [random, , signature] = id.split('.')
  expect(portable('one').get(`${random}.${Number.MAX_SAFE_INTEGER}.${signature}`)).toBeUndefined()
})

it('a closed session stays closed, and other sessions end with their memory', () => {
  const sessions = portable('one')
  const session = sessions.open()
  sessions.close(session)
  expect(sessions.get(session.id)).toBeUndefined()
  expect(new Sessions('one').get(new Sessions('one').open().id)).toBeUndefined()
})
