import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../src/lib/runtime/package-root.ts'

/** A section of a guide whose blocks are run. */
export interface Example {
  readonly guide: 'clients' | 'languages'
  /** Its heading in the guide. */
  readonly heading: string
  /** Commands that must be installed. */
  readonly needs: readonly string[]
  /** The folder below test/clients from which `files` are copied. */
  readonly folder?: string
  /** What is run and not written by the guide. */
  readonly files?: readonly string[]
  /** Commands after those of the section. */
  readonly run?: readonly string[]
  /** What the commands must print, where no lifecycle tells what happened. */
  readonly prints?: RegExp
}

const TSC =
  'tsc --ignoreConfig --strict --noEmit --skipLibCheck --target es2022 --module esnext ' +
  '--moduleResolution bundler --lib es2022,dom,dom.iterable --types node'

/** Generated clients: a program takes each through the lifecycle of a publication. */
export const GENERATED: readonly Example[] = [
  {
    guide: 'clients',
    heading: 'openapi-python-client',
    needs: ['python3'],
    folder: 'python',
    files: ['openapi_python_client.py'],
    run: ['python openapi_python_client.py'],
  },
  {
    guide: 'clients',
    heading: 'openapi-generator, Python',
    needs: ['python3', 'java', 'mvn'],
    folder: 'python',
    files: ['openapi_generator.py'],
    run: ['python openapi_generator.py'],
  },
  {
    guide: 'clients',
    heading: 'openapi-generator, Java',
    needs: ['java', 'mvn'],
    folder: 'java',
    files: ['Lifecycle.java'],
    run: ["java -cp 'client/target/*:client/target/dependency/*' Lifecycle.java"],
  },
  {
    guide: 'clients',
    heading: 'oapi-codegen',
    needs: ['go'],
    folder: 'go/oapi-codegen',
    files: ['main.go', 'oapi-codegen.yaml'],
    run: ['go run .'],
  },
  {
    guide: 'clients',
    heading: 'ogen',
    needs: ['go'],
    folder: 'go/ogen',
    files: ['main.go'],
    run: ['go run .'],
  },
  {
    guide: 'clients',
    heading: '@hey-api/openapi-ts',
    needs: [],
    folder: 'typescript',
    files: ['hey-api.ts'],
    run: [`${TSC} hey-api.ts`, 'tsx hey-api.ts'],
  },
  {
    guide: 'clients',
    heading: 'orval',
    needs: [],
    folder: 'typescript',
    files: ['orval.ts', 'orval-config.ts', 'send.ts'],
    run: [`${TSC} orval.ts`, 'tsx orval.ts'],
  },
]

/** Tests in other languages, which the guide shows whole. */
export const WRITTEN: readonly Example[] = [
  {
    guide: 'languages',
    heading: 'Python',
    needs: ['python3'],
    folder: 'python',
    files: ['test_webhook_signature.py'],
    prints: /^\d\d passed/m,
  },
  {
    guide: 'languages',
    heading: 'Java',
    needs: ['java', 'mvn'],
    folder: 'java',
    files: ['src/test/java/WebhookSignatureTest.java'],
    prints: /Tests run: 2, Failures: 0, Errors: 0, Skipped: 0$/m,
  },
  {
    guide: 'languages',
    heading: 'Go',
    needs: ['go'],
    folder: 'go/hand-written',
    files: ['webhook_signature_test.go'],
    prints: /PASS: TestAStaleTag[\s\S]*PASS: TestVectors/,
  },
  { guide: 'languages', heading: 'PHP', needs: ['php'], prints: /^done$/m },
]

export interface Block {
  readonly language: string
  readonly text: string
}

/** Returns the fenced blocks of a guide by heading; those before the first are under ''. */
export const guideBlocks = (guide: Example['guide']): ReadonlyMap<string, readonly Block[]> => {
  const text = readFileSync(join(packageRoot(), 'docs/guides', `${guide}.md`), 'utf8')
  return new Map(
    text.split(/^## /m).map((section, at) => [
      at === 0 ? '' : section.slice(0, section.indexOf('\n')),
      [...section.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map(([, language = '', block = '']) => ({
        language,
        text: block,
      })),
    ]),
  )
}

/** Returns the shell blocks under a heading as one script. */
export const shellOf = (guide: Example['guide'], heading: string): string =>
  (guideBlocks(guide).get(heading) ?? [])
    .filter(({ language }) => language === 'sh')
    .map(({ text }) => text)
    .join('')

/** Returns the files that a section says to save: blocks whose first line is a comment with a name. */
export const savedFiles = ({ guide, heading }: Example): readonly (readonly [string, string])[] =>
  (guideBlocks(guide).get(heading) ?? []).flatMap(({ text }) => {
    const [, name] = /^(?:<\?php )?(?:#|\/\/|<!--) (\S+\.\w+)(?: -->)?\n/.exec(text) ?? []
    return name === undefined ? [] : [[name, text]]
  })
