import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Counts the code lines of the product and of its tests by folder: lines that are neither blank nor comment.
 */

/** Written by `npm run openapi` and `npm run build`. */
const GENERATED: readonly string[] = [
  'contracts/openapi.d.ts',
  'src/pages/ui/sandbox/control-api.d.ts',
  'src/server/worker/embedded-files.d.ts',
]

const PRODUCT = /^(?:src|contracts|scenarios|fixtures)\//
const TESTS = /^test\/|\.test\.ts$/
const CODE = /\.(?:ts|css|js|mjs)$/

/** Counts the lines of one file. Comments stand on lines of their own, which the formatter keeps. */
const codeLines = (text: string): number => {
  let isInComment = false
  let count = 0
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (isInComment) isInComment = !line.includes('*/')
    else if (line.startsWith('/*')) isInComment = !line.includes('*/')
    else if (line !== '' && !line.startsWith('//')) count += 1
  }
  return count
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => CODE.test(path) && !GENERATED.includes(path))

const folders = new Map<string, { product: number; tests: number }>()
const total = { product: 0, tests: 0 }
for (const path of files) {
  const kind = TESTS.test(path) ? 'tests' : PRODUCT.test(path) ? 'product' : undefined
  if (kind === undefined) continue
  const [top = '', below = ''] = path.split('/')
  const folder = path.split('/').length > 2 ? `${top}/${below}` : top
  const counted = folders.get(folder) ?? { product: 0, tests: 0 }
  const lines = codeLines(readFileSync(path, 'utf8'))
  counted[kind] += lines
  total[kind] += lines
  folders.set(folder, counted)
}

const row = (name: string, { product, tests }: { product: number; tests: number }): string =>
  `${name.padEnd(28)}${String(product).padStart(8)}${String(tests).padStart(8)}`

console.log(`${'folder'.padEnd(28)}${'product'.padStart(8)}${'tests'.padStart(8)}`)
for (const [folder, counted] of [...folders].sort(([a], [b]) => (a < b ? -1 : 1)))
  console.log(row(folder, counted))
console.log(row('all', total))
console.log(`Not counted, because it is generated: ${GENERATED.join(', ')}.`)
