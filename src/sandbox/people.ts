import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PeoplePool } from '../world/people.ts'
import { packageRoot } from './package-root.ts'

let pool: PeoplePool | undefined

/** The names and phrases that come with the package, read once. */
export function readPeople(): PeoplePool {
  // The cast is safe at this boundary: a test holds the file to exactly what a typed script makes.
  pool ??= JSON.parse(readFileSync(join(packageRoot(), 'fixtures/people/people.json'), 'utf8')) as PeoplePool
  return pool
}
