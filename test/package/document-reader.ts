import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { packageRoot } from '../../src/lib/runtime/package-root.ts'
import { freePort } from '../support/free-port.ts'
import { installedPlaya, scratch } from './installed.ts'

/**
 * Runs documents as a reader does: every block in order, each document in one shell, all against one server,
 * with the installed package. Only the ports differ.
 */

/** How long commands explore that the documents let explore for longer: what is shown is found by then. */
const BUDGET = '--budget 4s'

export interface Block {
  readonly language: string
  readonly text: string
  /** What the document shows as its output. */
  readonly shown: string | undefined
}

interface Ports {
  readonly server: number
  readonly receiver: number
  readonly proxy: number
}

/** A reader with a folder and ports of its own. */
export interface Reader {
  /** What a receiver that a document started has printed. */
  received(): string
  /** Runs every block of a document that needs nothing else, and expects the output that it shows. */
  follow(document: string): Promise<void>
}

const root = packageRoot()

/** The blocks of a document that a reader runs, with these ports instead of those that it names. */
export const blocksOf = (document: string, { server, receiver, proxy }: Ports): Block[] => {
  const text = readFileSync(join(root, document), 'utf8')
    .replaceAll('127.0.0.1:4010', `127.0.0.1:${server}`)
    .replaceAll(/--budget \d+(?:\ds|m)/g, BUDGET)
    .replaceAll(/127\.0\.0\.1:4011|(?<=--port )4011/g, (found) => found.replace('4011', String(receiver)))
    .replaceAll(/127\.0\.0\.1:4012|(?<=--port )4012/g, (found) => found.replace('4012', String(proxy)))
  const fenced = [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)].map(([, language = '', body = '']) => ({
    language,
    text: body,
  }))
  return fenced.flatMap((block, index) => {
    const next = fenced[index + 1]
    return block.language === 'text'
      ? []
      : [{ ...block, shown: next?.language === 'text' ? next.text : undefined }]
  })
}

/** The first line of a block that needs what a test does not have. */
export const NEEDS = /^(?:#|\/\/) Needs (a clone of this repository|a service at URL|Jest)/

/** What stands for a reader's terminals: a command that goes on gets one of its own. */
const PRELUDE = `
exec 2>&1
curl() {
  case " $* " in
    *' -i '*) command curl --silent --show-error "$@" ;;
    *) command curl --silent --show-error --fail-with-body "$@" ;;
  esac
  # The last line of a body has no end.
  echo
}
npx() {
  [ "$1" = playa ] && shift
  case "$1" in
    serve|receive|proxy)
      node "$PLAYA_COMMAND" "$@" > "$LOGS/$1" 2>&1 < /dev/null &
      echo $! >> "$LOGS/pids"
      until grep -q Ctrl-C "$LOGS/$1"; do kill -0 $! || { cat "$LOGS/$1"; return 1; }; sleep 0.05; done
      cat "$LOGS/$1" ;;
    *) node "$PLAYA_COMMAND" "$@" ;;
  esac
}
`

const MARK = '@@@ block'

const Job = z.looseObject({ script: z.array(z.string()) })

/** What a runner of GitLab executes of a file of jobs; nothing for other YAML, which must be well-formed. */
const scriptIn = (yaml: string): string =>
  Object.values(z.record(z.string(), z.unknown()).parse(parse(yaml)))
    .flatMap((entry) => Job.safeParse(entry).data?.script ?? [])
    .join('\n')

/** Test runners by what their tests import. */
const RUNNERS = [
  { imports: "from 'vitest'", file: 'vitest/vitest.mjs', words: 'run --root' },
  { imports: "from '@playwright/test'", file: '@playwright/test/cli.js', words: 'test -c' },
] as const

const commandOf = ({ language, text }: Block, name: string, folder: string): string => {
  if (language === 'sh') return text
  if (language === 'yaml') return scriptIn(text)
  const runner = RUNNERS.find(({ imports }) => text.includes(imports))
  mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, name, runner ? 'block.test.ts' : 'block.mjs'), text)
  const modules = join(installedPlaya().folder, 'node_modules')
  return runner
    ? `node '${join(modules, runner.file)}' ${runner.words} '${name}'`
    : `node '${name}/block.mjs'`
}

interface Session {
  readonly code: number | null
  /** Output of each block. */
  readonly outputs: readonly string[]
}

interface Place extends Ports {
  /** Where the reader works, and where commands that go on print. */
  readonly folder: string
  readonly logs: string
}

const session = (document: string, blocks: readonly Block[], place: Place): Promise<Session> => {
  const { folder, logs, server } = place
  const steps = blocks.map((block, index) => {
    const name = `${document.replaceAll(/\W/g, '-')}-${index}`
    return `echo '${MARK} ${index}'\n${commandOf(block, name, folder)}`
  })
  const { PLAYA_CONTROL_TOKEN: _, PLAYA_WORLD: __, NODE_OPTIONS: ___, ...env } = process.env
  const child = spawn('bash', ['--norc', '-eu', '-c', [PRELUDE, ...steps].join('\n')], {
    cwd: folder,
    env: {
      ...env,
      PLAYA_COMMAND: installedPlaya().command,
      LOGS: logs,
      PORT: String(server),
      PLAYA_URL: `http://127.0.0.1:${server}`,
      NO_PROXY: '127.0.0.1',
      NO_COLOR: '1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      resolve({ code, outputs: text.split(new RegExp(`^${MARK} \\d+\\n`, 'm')).slice(1) }),
    )
  })
}

/** Matches what is shown: `...` is anything, and a time or a duration is any. */
const shownPattern = (shown: string): RegExp =>
  new RegExp(
    shown
      .trim()
      .replaceAll(/[\\^$*+?()[\]{}|]/g, '\\$&')
      .split('...')
      .map((part) => part.replaceAll('.', '\\.'))
      .join('[\\s\\S]*?')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:\\.]+(?:Z|[-\\+]+\d\d:\d\d)/g, '\\S+')
      .replaceAll(/\d+(?:\\\.\d+)? ms/g, '[\\d.]+ ms')
      .replaceAll(/\s+/g, '\\s+'),
  )

/** Makes a reader; what the documents start is stopped after the tests of the file. */
export const startReader = async (): Promise<Reader> => {
  const place = {
    server: await freePort(),
    receiver: await freePort(),
    proxy: await freePort(),
    folder: scratch(),
    logs: scratch(),
  }
  afterAll(() => {
    const pids = join(place.logs, 'pids')
    if (existsSync(pids))
      for (const pid of readFileSync(pids, 'utf8').trim().split('\n')) process.kill(Number(pid))
  })
  return {
    received: () => readFileSync(join(place.logs, 'receive'), 'utf8'),
    async follow(document) {
      const blocks = blocksOf(document, place).filter(({ text }) => !NEEDS.test(text))
      const { code, outputs } = await session(document, blocks, place)
      expect(code, outputs.at(-1)).toBe(0)
      expect(outputs).toHaveLength(blocks.length)
      for (const [index, { text, shown }] of blocks.entries()) {
        if (shown !== undefined) expect(outputs[index]).toMatch(shownPattern(shown))
        // Where a refusal is expected, the document shows it.
        if (/curl -i/.test(text)) expect(shown).toMatch(/^HTTP\/1\.1 \d+/m)
      }
    },
  }
}
