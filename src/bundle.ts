import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'

/** The file that everything in the package is bundled into, and beside it the code that V8 made of it when the package was built. */
const BUNDLE = fileURLToPath(new URL('./bundle/playa.cjs', import.meta.url))
const CODE = `${BUNDLE}.code`

/** Loads one part of the package with what it needs; parts that nobody asks for are not run. */
export interface Parts {
  readonly cli: () => unknown
  readonly index: () => Readonly<Record<string, unknown>>
  readonly kit: () => Readonly<Record<string, unknown>>
  readonly vitest: () => Readonly<Record<string, unknown>>
}

interface Bundle {
  readonly parts: Parts
  readonly script: Script
}

let bundle: Bundle | undefined
/** Packages that whoever loads the bundle has loaded for it. */
const lent = new Map<string, unknown>()

/** Lends the bundle a package that only its user has. */
export const lend = (name: string, exported: unknown): void => {
  lent.set(name, exported)
}

/**
 * The bundle's parts. Compiling takes longer than anything else at a start, so V8 is given the code that it made before; another V8 than the one
 * that made it refuses it, and compiles.
 */
export const parts = (): Parts => loaded().parts

/** The code that V8 has made of the bundle so far. */
export const codeSoFar = (): Buffer => loaded().script.createCachedData()

/** Whether V8 took the code that was made before. */
export const codeTaken = (): boolean => loaded().script.cachedDataRejected === false

const loaded = (): Bundle => (bundle ??= run())

const run = (): Bundle => {
  const cachedData = readCode()
  // The bundle is ASCII, of which no character has to be decoded.
  const text = `(function (exports, require, __filename) {${readFileSync(BUNDLE, 'latin1')}\n})`
  // The code keeps the name, which must not be a place on the machine that made it.
  const script = new Script(text, { filename: 'playa/dist/bundle/playa.cjs', ...(cachedData && { cachedData }) })
  const ours = createRequire(BUNDLE)
  const parts = {}
  script.runInThisContext()(parts, (name: string) => lent.get(name) ?? ours(name), BUNDLE)
  // The build has put a function there for every part.
  return { parts: parts as Parts, script }
}

const readCode = (): Buffer | undefined => {
  try {
    return readFileSync(CODE)
  } catch {
    return undefined
  }
}
