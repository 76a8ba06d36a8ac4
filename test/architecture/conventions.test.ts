import ts from 'typescript'
import { expect, it } from 'vitest'
import { isTest, pathsUnder, type Source, sourceAt, sourcesUnder } from '../coverage/sources.ts'
import { lineOf, nodesIn, type Place, placeText } from './syntax.ts'

/** Conventions of the source text that neither the compiler nor Biome checks. */

const everything: readonly Source[] = [
  ...sourcesUnder('src', 'test', 'fixtures', 'contracts'),
  sourceAt('build.ts'),
  sourceAt('vitest.config.ts'),
].filter(({ path }) => !path.endsWith('.d.ts'))

const isBesideComment = (place: Place): boolean => {
  const { lines } = place.source
  const line = lineOf(place)
  const own = lines.slice(line, lineOf(place, true) + 1)
  return own.some((text) => text.includes('//')) || /^\s*(\/\/|\*|\/\*)| \/\/ /.test(lines[line - 1] ?? '')
}

const isCast = (node: ts.Node): boolean =>
  ts.isAsExpression(node) && !(ts.isTypeReferenceNode(node.type) && node.type.getText() === 'const')

/** The word after a value, in a line that is neither all comment nor an import. */
const CAST_WORD = /^(?!\s*(?:\*|\/\/|\/\*|import\b|\w+ as \w+,$)).*[\w)\]}>] as (?!const\b)/m

it('every cast is beside a comment that says why it holds', () => {
  const sources = sourcesUnder('src', 'contracts').filter(
    (source) => !isTest(source) && !source.path.endsWith('.d.ts'),
  )
  const bare = nodesIn(sources, CAST_WORD, isCast).filter((place) => !isBesideComment(place))
  expect(bare.map(placeText)).toEqual([])
})

it('no comment turns off the compiler, except for an error that a test expects', () => {
  const off = /@ts-(ignore|nocheck|expect-error)/
  const own = 'test/architecture/conventions.test.ts'
  const found = everything.filter(({ path, text }) => {
    const directive = off.exec(text)?.[1]
    return path !== own && directive !== undefined && !(directive === 'expect-error' && isTest({ path }))
  })
  expect(found.map(({ path }) => path)).toEqual([])
})

const COLUMNS = 110

/** A line that is all comment; Biome wraps code only. */
const COMMENT_LINE = /^\s*(?:\/\*\*|\*|\/\/) /

it('comments end within 110 columns', () => {
  const wide = everything.flatMap(({ path, lines }) =>
    lines.flatMap((line, i) =>
      line.length > COLUMNS && COMMENT_LINE.test(line) ? [`${path}:${i + 1}`] : [],
    ),
  )
  expect(wide).toEqual([])
})

/** Words that hide the actor or the action; write "reports", "shows" or "distinguishes" instead. */
const VAGUE = /\b(?:whoever|nobody|somebody|(?:is|are|was|were) told|all the same)\b/i

it('comments and titles of tests name the actor and what is done', () => {
  const vague = everything.flatMap(({ path, lines }) =>
    lines.flatMap((line, i) =>
      (COMMENT_LINE.test(line) || /^\s*it\(/.test(line)) && VAGUE.test(line) ? [`${path}:${i + 1}`] : [],
    ),
  )
  expect(vague).toEqual([])
})

const isSwitchedOff = (node: ts.Node): boolean =>
  (ts.isPropertyAccessExpression(node) &&
    /^(it|test|describe)\b/.test(node.expression.getText()) &&
    ['skip', 'only', 'todo', 'fails'].includes(node.name.text)) ||
  (ts.isCallExpression(node) && /^(xit|xdescribe|fit|fdescribe)$/.test(node.expression.getText()))

it('no URL is judged by URL.canParse, which refuses letters outside ASCII once it is optimized', () => {
  const found = sourcesUnder('src', 'contracts').filter(
    ({ path, text }) => path !== 'src/lib/text/url.ts' && text.includes('URL.canParse'),
  )
  expect(found.map(({ path }) => path)).toEqual([])
})

/** A word that switches a test off. */
const SWITCH = /\b(skip|only|todo|fails|xit|xdescribe|fit|fdescribe)\b/

it('no test is switched off', () => {
  expect(nodesIn(everything.filter(isTest), SWITCH, isSwitchedOff).map(placeText)).toEqual([])
})

it('no source contains a path of one machine', () => {
  const local = /['"`\s(](?:\/(?:home|Users|root|work|mnt|tmp)\/|[A-Z]:\\)/
  const own = 'test/architecture/conventions.test.ts'
  const found = everything
    .filter(({ path }) => path !== own)
    .flatMap(({ path, lines }) =>
      lines.flatMap((line, i) => (local.test(line) ? [`${path}:${i + 1} ${line.trim()}`] : [])),
    )
  expect(found).toEqual([])
})

it('file names are kebab case, and none is empty of meaning', () => {
  const empty =
    /(^|\/)(utils?|helpers?|types|misc|shared|managers?)(\.test)?(\.ts)?(\/|$)|^src\/(.*\/)?common-/
  const paths = ['src', 'test', 'fixtures', 'scenarios', 'contracts'].flatMap(pathsUnder)
  expect(paths.filter((path) => empty.test(path))).toEqual([])
  const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.test|\.d)?\.ts$/
  const wrong = paths.filter(
    (path) => path.endsWith('.ts') && !kebab.test(path.slice(path.lastIndexOf('/') + 1)),
  )
  expect(wrong).toEqual([])
})
