/** Number of statements of the description, by chapter. */
const STATEMENTS: Readonly<Record<string, number>> = {
  COM: 14,
  CAT: 12,
  PUB: 38,
  INQ: 9,
  AGE: 13,
  EVT: 7,
  ERR: 10,
}

const CITED = /\b(COM|CAT|PUB|INQ|AGE|EVT|ERR)-(\d+)\b/g

/** Returns the citations in a text that name no statement. */
export const wrongCitations = (text: string): string[] =>
  [...text.matchAll(CITED)]
    .filter(
      ([, chapter = '', number = '']) =>
        number.length !== 2 || Number(number) < 1 || Number(number) > (STATEMENTS[chapter] ?? 0),
    )
    .map(([citation]) => citation)

/** Returns the ids of all statements. */
export const allStatements = (): string[] =>
  Object.entries(STATEMENTS).flatMap(([chapter, count]) =>
    Array.from({ length: count }, (_, i) => `${chapter}-${String(i + 1).padStart(2, '0')}`),
  )
