import { UsageError } from '../support/errors.ts'

/** Returns the files of `--report json=FILE`. Throws a `UsageError` for another kind. */
export const jsonFiles = (entries: readonly string[] = []): readonly string[] =>
  entries.map((entry) => {
    const [, file] = /^json=(.+)$/s.exec(entry) ?? []
    if (file === undefined) throw new UsageError(`--report takes json=FILE, not ${JSON.stringify(entry)}.`)
    return file
  })
