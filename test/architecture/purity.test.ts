import ts from 'typescript'
import { expect, it } from 'vitest'
import { program } from '../coverage/sources.ts'
import { nodesIn, placeText } from './syntax.ts'

/** Pure folders use no clock, chance, I/O or environment. `.dependency-cruiser.mjs` checks their imports. */

const PURE = /^src\/(?:api|model|lib\/(?!runtime\/))/

const pure = program().filter(({ path }) => PURE.test(path))

/** Globals that read or change something outside, or wait. */
const IMPURE_GLOBALS = new Set([
  'performance',
  'process',
  'fetch',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'console',
  'crypto',
  'globalThis',
])

/** Functions of otherwise pure objects and modules. */
const IMPURE_MEMBERS = new Set(['Date.now', 'Math.random'])
const IMPURE_FUNCTIONS = new Set(['randomUUID', 'randomBytes', 'randomInt', 'getRandomValues'])

/** A word without which a file has nothing that `isImpure` finds. */
const IMPURE_WORD = new RegExp(
  `\\b(${[...IMPURE_GLOBALS, ...IMPURE_FUNCTIONS, 'Date', 'Math', 'async', 'await'].join('|')})\\b`,
)

const isImpure = (node: ts.Node): boolean => {
  if (ts.isNewExpression(node)) return node.expression.getText() === 'Date' && !node.arguments?.length
  if (ts.isCallExpression(node) && node.expression.getText() === 'Date') return true
  if (ts.isPropertyAccessExpression(node)) return IMPURE_MEMBERS.has(node.getText())
  if (ts.isAwaitExpression(node) || node.kind === ts.SyntaxKind.AsyncKeyword) return true
  return ts.isIdentifier(node) && (IMPURE_FUNCTIONS.has(node.text) || isImpureGlobal(node))
}

/** True for the use of a global, not for a member, parameter or property of the same name. */
const isImpureGlobal = (node: ts.Identifier): boolean => {
  if (!IMPURE_GLOBALS.has(node.text)) return false
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node
  return ts.isExpression(parent) && !ts.isObjectLiteralExpression(parent)
}

it('the pure folders exist', () => {
  expect(pure.length).toBeGreaterThan(100)
})

it('pure folders use no clock, chance, I/O, environment or waiting', () => {
  expect(nodesIn(pure, IMPURE_WORD, isImpure).map(placeText)).toEqual([])
})

it('pure folders import only hash functions from Node', () => {
  const imported = nodesIn(
    pure,
    /'node:/,
    (node) => ts.isImportDeclaration(node) && node.moduleSpecifier.getText().startsWith("'node:"),
  ).flatMap(({ node }) => [...node.getText().matchAll(/\w+(?=[ ,}])/g)].map(([name]) => name))
  const names = imported.filter((name) => !['import', 'from', 'type'].includes(name))
  expect([...new Set(names)].sort()).toEqual(['createHash', 'createHmac', 'timingSafeEqual'])
})
