/** Spanish of an assumption: its question, and what each option means. */
export type SpanishAssumption = readonly [question: string, means: Readonly<Record<string, string>>]
