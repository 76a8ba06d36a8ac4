import type { LookupAddress } from 'node:dns'
import { expect, test } from 'vitest'
import { guardedLookup, type ResolveName } from './guarded-lookup.ts'

const v4 = (address: string): LookupAddress => ({ address, family: 4 })
const v6 = (address: string): LookupAddress => ({ address, family: 6 })

/** The result for `node:net`: addresses, or the error. */
const asked = (resolve: ResolveName, { allowPrivate = false, all = true } = {}) =>
  new Promise((settle) => {
    guardedLookup(resolve, allowPrivate)('photos.example', { all }, (error, address) =>
      settle(error ?? address),
    )
  })

test('the addresses handed over are the very ones that were looked at', async () => {
  let calls = 0
  const resolve: ResolveName = async () => [calls++ === 0 ? v4('93.184.216.34') : v4('127.0.0.1')]
  expect(await asked(resolve)).toEqual([v4('93.184.216.34')])
  expect(calls).toBe(1)
  expect(await asked(resolve)).toMatchObject({ name: 'OutgoingRefused', because: 'address' })
})

test.each([
  [[v4('93.184.216.34'), v4('10.0.0.7')]],
  [[v4('10.0.0.7'), v4('93.184.216.34')]],
  [[v6('2606:4700::1111'), v6('::1')]],
  [[v4('93.184.216.34'), v6('::ffff:127.0.0.1')]],
  [[v4('93.184.216.34'), v6('fe80::1%eth0')]],
  [[v4('93.184.216.34'), v4('0x7f.1')]],
])('one private address among several refuses the name: %j', async (addresses) => {
  expect(await asked(async () => addresses)).toMatchObject({ name: 'OutgoingRefused', because: 'address' })
  expect(await asked(async () => addresses, { all: false })).toMatchObject({ name: 'OutgoingRefused' })
})

test('a refusal names the kind of address and not the address', async () => {
  const refused = await asked(async () => [v4('10.20.30.40')])
  expect(refused).toMatchObject({
    message: '"photos.example" leads to an address that is not public: private.',
  })
})

test('private addresses are handed over when they are allowed', async () => {
  expect(await asked(async () => [v4('127.0.0.1'), v6('::1')], { allowPrivate: true })).toEqual([
    v4('127.0.0.1'),
    v6('::1'),
  ])
  expect(await asked(async () => [v4('127.0.0.1')], { allowPrivate: true, all: false })).toBe('127.0.0.1')
})

test.each<[string, ResolveName]>([
  ['has none', async () => []],
  ['cannot be resolved', () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))],
])('a name that %s fails', async (_, resolve) => {
  expect(await asked(resolve)).toMatchObject({ name: 'OutgoingFailed', because: 'name' })
})

test('names that lead to cloud metadata are refused even where private addresses are allowed', async () => {
  expect(await asked(async () => [v4('169.254.169.254')], { allowPrivate: true })).toMatchObject({
    message: '"photos.example" leads to an address that is never reached: cloud metadata.',
  })
})
