import { Records } from './schema/records-schema.ts'

const { publications, former, inquiries, visits } = Records.shape

/**
 * Judges exported records as a scenario file does; yields after each, so that the caller may pause. Throws
 * with the kind of the first that is not whole.
 */
export function* checkRecords(records: Records): Generator<void, void> {
  for (const [name, rows, schema] of [
    ['publications', records.publications, publications.unwrap().element],
    ['former publications', records.former, former.unwrap().element],
    ['inquiries', records.inquiries, inquiries.unwrap().element],
    ['visits', records.visits, visits.unwrap().element],
  ] as const)
    for (const row of rows) {
      if (!schema.safeParse(row).success) throw new Error(`its ${name} are not whole.`)
      yield
    }
}
