import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../src/runtime/package-root.ts'

/** A generator of clients, and the program that takes its client through the lifecycle. */
export interface Generator {
  /** Its heading in docs/guides/clients.md, whose blocks `npm run clients` runs. */
  readonly name: string
  /** Commands that must be installed. */
  readonly needs: readonly string[]
  /** The program and what else the guide says to write, below test/clients. */
  readonly files: readonly string[]
  /** Compiles the program, where `run` does not. */
  readonly compile?: string
  readonly run: string
}

const TSC =
  'tsc --ignoreConfig --strict --noEmit --skipLibCheck --target es2022 --module esnext --moduleResolution bundler ' +
  '--lib es2022,dom,dom.iterable --types node'

export const GENERATORS: readonly Generator[] = [
  {
    name: 'openapi-python-client',
    needs: ['python3'],
    files: ['python/openapi_python_client.py'],
    run: 'python openapi_python_client.py',
  },
  {
    name: 'openapi-generator, Python',
    needs: ['python3', 'java', 'mvn'],
    files: ['python/openapi_generator.py'],
    run: 'python openapi_generator.py',
  },
  {
    name: 'openapi-generator, Java',
    needs: ['java', 'mvn'],
    files: ['java/Lifecycle.java'],
    run: "java -cp 'client/target/*:client/target/dependency/*' Lifecycle.java",
  },
  {
    name: 'oapi-codegen',
    needs: ['go'],
    files: ['go/oapi-codegen/main.go', 'go/oapi-codegen/oapi-codegen.yaml'],
    run: 'go run .',
  },
  { name: 'ogen', needs: ['go'], files: ['go/ogen/main.go'], run: 'go run .' },
  {
    name: '@hey-api/openapi-ts',
    needs: [],
    files: ['typescript/hey-api.ts'],
    compile: `${TSC} hey-api.ts`,
    run: 'tsx hey-api.ts',
  },
  {
    name: 'orval',
    needs: [],
    files: ['typescript/orval.ts', 'typescript/orval-config.ts', 'typescript/send.ts'],
    compile: `${TSC} orval.ts`,
    run: 'tsx orval.ts',
  },
]

export interface Block {
  readonly language: string
  readonly text: string
}

/** Returns the fenced blocks of docs/guides/clients.md by heading; those before the first are under ''. */
export const guideBlocks = (): ReadonlyMap<string, readonly Block[]> => {
  const guide = readFileSync(join(packageRoot(), 'docs/guides/clients.md'), 'utf8')
  const sections = `\n${guide}`.split(/\n## /)
  return new Map(
    sections.map((section, at) => [
      at === 0 ? '' : section.slice(0, section.indexOf('\n')),
      [...section.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map(([, language = '', text = '']) => ({
        language,
        text,
      })),
    ]),
  )
}

/** Returns the shell blocks under a heading as one script. */
export const shellOf = (heading: string): string =>
  (guideBlocks().get(heading) ?? [])
    .filter(({ language }) => language === 'sh')
    .map(({ text }) => text)
    .join('')
