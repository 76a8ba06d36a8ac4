import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from './package-root.ts'

test('the package root holds the fixtures, from whatever depth it is sought', () => {
  const root = packageRoot()
  expect(existsSync(join(root, 'fixtures', 'README.md'))).toBe(true)
  expect(packageRoot(join(root, 'dist', 'not', 'there'))).toBe(root)
})

test('outside of the package the search ends with an error that names the start', () => {
  expect(() => packageRoot('/')).toThrow('expected a package.json named playa above /')
})
