import { changeMembers, type Document } from '../document-edits.ts'
import { changeDocument, changeEntries } from '../interceptors.ts'
import { type LegalVariant, legal } from '../variant.ts'

const isOdd = (text: string): boolean =>
  [...text].reduce((sum, sign) => sum + sign.charCodeAt(0), 0) % 2 === 1

const inUtc = (value: unknown): unknown =>
  typeof value === 'string' ? new Date(value).toISOString().replace('.000Z', '+00:00') : value

const momentInTwoOffsets = (entry: Document): Document => {
  const interested = JSON.stringify(entry['Interesado'] ?? '')
  return isOdd(interested) ? changeMembers(entry, ['Momento'], inUtc) : entry
}

/** Other ways to keep inquiries, their days and their pages. */
export const LEGAL_INQUIRIES: readonly LegalVariant[] = [
  legal('UTC with Z', 'A Z is an offset.', { zuluInstants: true }),
  legal('UTC days', 'The zone of a day is not shown.', { zoneMinutes: 0 }),
  legal('a zone with half an hour', 'The zone of a day is not shown.', { zoneMinutes: 330 }),
  legal('milliseconds', 'ISO 8601 allows fractions.', { instants: 'millis' }),
  legal('ten-millionths of a second', 'ISO 8601 allows fractions of any length.', { instants: 'ticks' }),
  legal(
    'no inquiries',
    'An agency may have received none.',
    { inquiries: 'none' },
    { unobservable: 'inquiries' },
  ),
  legal('few inquiries', 'One page may hold all.', { inquiries: 'few' }),
  legal('ten inquiries a page', 'The size is only in an example.', { pageSize: 10 }),
  legal('twenty-five inquiries a page', 'The size is only in an example.', { pageSize: 25 }),
  legal('oldest first', 'The order is not shown.', { inquiryOrder: 'oldest' }),
  legal('404 beyond the last page', 'Pages beyond the last are not spoken of.', { beyondLast: 404 }),
  legal('400 beyond the last page', 'Pages beyond the last are not spoken of.', { beyondLast: 400 }),
  legal('cities by their full names', 'Only the name of the region is spoken of.', {
    cityShown: 'with region',
  }),
  legal('whole reach by default', 'The default period is not shown.', { period: 'all' }),
  legal('default period ends yesterday', 'The default period is not shown.', { period: 'yesterday' }),
  legal('today by default', 'The default period is not shown.', { period: 'today' }),
  legal('period shown by midnights', 'Desde and Hasta are date-times of any kind.', {
    periodShown: 'midnights',
  }),
  legal('future hasta refused', 'Values not valid may be refused.', { futureHasta: 'refused' }),
  legal('reversed period is empty', 'A reversed period is not spoken of.', { reversedPeriod: 200 }),
  legal(
    'administrator sees only his own',
    'The description does not say what is visible to a collaborator.',
    {
      administratorSees: 'own',
    },
  ),
  legal('400 for an unknown filter value', 'Unknown values are not spoken of.', { unknownFilter: 400 }),
  legal('404 for an unknown filter value', 'Unknown values are not spoken of.', { unknownFilter: 404 }),
  legal('only inquiries on own listings', 'Other kinds need the agency to enable the app.', {
    otherKinds: false,
  }),
  legal('no inquiries without the mail', 'How the segment is left out is not shown.', { withoutMail: false }),
  legal('more words in inquiries', 'Full enumerations are not shown.', { inquiryWords: 'many' }),
  legal('anonymous inquiries', 'Several members are nullable.', { inquiryNulls: true }),
  legal('page zero is the first', 'Only a maximum is given.', { pageMinimum: 200 }),
  legal('inquiry ids of digits', 'sid is a string.', { sid: 'number' }),
  legal('inquiry ids with odd signs', 'sid is a string.', { sid: 'odd' }),
  legal('a clock ten minutes ahead', 'Days are those of the service.', { clockOffsetMinutes: 10 }),
  legal('a clock ten minutes behind', 'Days are those of the service.', { clockOffsetMinutes: -10 }),
  legal('a clock of another day', 'Days are those of the service.', { clockOffsetMinutes: 24 * 60 }),
  legal('two inquiries a page', 'The size is only in an example.', { pageSize: 2 }),
  legal('one inquiry a page', 'The size is only in an example.', { pageSize: 1, inquiries: 'few' }),
  legal('five hundred inquiries a page', 'The size is only in an example.', { pageSize: 500 }),
  legal('inquiries in no order', 'The order is not shown.', { inquiryOrder: 'scattered' }),
  legal('inquiries that come in meanwhile', 'Clients use a service at any time.', { arriveEvery: 25 }),
  legal('inquiries with their number', 'No sentence says that there are no others.', {
    interceptors: [
      changeEntries(/^GET consultas/, (entry) => ({ ...entry, Numero: 7, Leida: false, Etiquetas: [] })),
    ],
  }),
  legal('a zone beyond the date line', 'The offset is not shown.', { zoneMinutes: 13 * 60 }),
  legal('moments in two offsets', 'Momento has an offset; which one is not shown.', {
    interceptors: [
      changeEntries(/^GET consultas/, momentInTwoOffsets),
      changeDocument(/^GET consultas\/:mail\/:sid$/, momentInTwoOffsets),
    ],
  }),
  legal('the period in UTC', 'Desde and Hasta are date-times.', {
    interceptors: [
      changeDocument(/^GET consultas(\/:mail)?$/, (document) =>
        changeMembers(document, ['Desde', 'Hasta'], inUtc),
      ),
    ],
  }),
]
