import { rotateEntries } from '../interceptors.ts'
import { type LegalVariant, legal } from '../variant.ts'

/** Other ways to keep the catalogue. */
export const LEGAL_CATALOGUE: readonly LegalVariant[] = [
  legal('titles with the year first', 'A title has brand, model, trim and year; its form is free.', {
    titles: 'yearFirst',
  }),
  legal('titles with dashes', 'A title has brand, model, trim and year; its form is free.', {
    titles: 'dashes',
  }),
  legal('titles in capitals', 'A title has brand, model, trim and year; its form is free.', {
    titles: 'upper',
  }),
  legal('detail by query', 'What selects the detail is not shown.', { versionDetail: 'query' }),
  legal('detail for application/json', 'What selects the detail is not shown.', { versionDetail: 'json' }),
  legal('detail for versions on sale', 'What selects the detail is not shown.', {
    versionDetail: 'available',
  }),
  legal('404 for no best match', 'No match is not spoken of.', { noMatch: 404 }),
  legal('always some best match', 'A best match may be a poor one.', { noMatch: 'nearest' }),
  legal('stray body style ignored', 'A body style without a match is not spoken of.', {
    bodystyleNoMatch: 'ignored',
  }),
  legal('catalogue lists of three', 'The size of lists is not shown.', { catalogueListSize: 3 }),
  legal('regions without ISO', 'Shapes behind links are not shown.', { showsIso: false }),
  legal('brands without codenames', 'The list may be empty.', { showsCodenames: false }),
  legal('ids above two million', 'Ids are int32.', { idOffset: 2_000_000 }),
  legal('detail with a number as price', 'The type in the detail is not shown.', {
    versionDetail: 'available',
    detailPrice: 'number',
  }),
  legal('detail without a price', 'The price is nullable.', {
    versionDetail: 'available',
    detailPrice: 'null',
  }),
  legal('detail with little known', 'The types in the detail are not shown.', {
    versionDetail: 'json',
    detailNulls: true,
  }),
  legal('versions without a year', 'VersionYear is nullable.', { versionYears: false }),
  legal('one version as the best match', 'The shape of the versions best-match is not shown.', {
    trimMatch: 'single',
  }),
  legal('catalogue lists in a new order each time', 'The order is not shown.', {
    interceptors: [
      rotateEntries(/^GET (marcas|modelos|versiones|divisas|regiones|ciudades|propulsiones|carrocerias)/),
    ],
  }),
]
