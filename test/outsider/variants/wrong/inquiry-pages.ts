import { asText, type Document, entriesIn, inside, set, without } from '../document-edits.ts'
import { changeDocument, changeEntries, changeQuery, memoryOf } from '../interceptors.ts'
import { INQUIRIES } from '../route-patterns.ts'
import { type WrongVariant, wrong } from '../variant.ts'

/** Pages of inquiries that miscount, overlap, or ignore their filters. */
export const WRONG_INQUIRY_PAGES: readonly WrongVariant[] = [
  wrong('Total one too many', 'INQ-04', 'Total counts the inquiries.', { totalFault: 'plusOne' }),
  wrong('Total one too many on the last page', 'INQ-04', 'Total counts the inquiries.', {
    totalFault: 'lastPage',
  }),
  wrong('Total of the page', 'INQ-04', 'Total counts the inquiries.', { totalFault: 'page' }),
  wrong('entries twice across pages', 'INQ-04', 'Each inquiry is on one page.', { pageFault: 'twice' }),
  wrong('entries missing across pages', 'INQ-04', 'Each inquiry is on one page.', { pageFault: 'missing' }),
  wrong('every page is the first', 'INQ-05', 'pagina chooses the page.', { pageFault: 'first' }),
  wrong('operador ignored', 'INQ-05', 'operador filters.', { filterIgnored: 'operador' }),
  wrong('externalid ignored', 'INQ-05', 'externalid filters.', { filterIgnored: 'externalid' }),
  wrong('externalid ignored beside operador', 'INQ-05', 'Filters add up.', { filterIgnored: 'both' }),
  wrong('externalid ignored in the ref form', 'INQ-05', 'externalid filters.', { filterIgnored: 'ref' }),
  wrong('filters ignored on later pages', 'INQ-05', 'Filters hold on every page.', {
    filterIgnored: 'secondPage',
  }),
  wrong('period ignored', 'INQ-05', 'desde and hasta filter.', { filterIgnored: 'desde' }),
  wrong('first day left out', 'INQ-05', 'desde is the first day.', { dayFault: 'desde' }),
  wrong('last day left out', 'INQ-05', 'hasta is the last day.', { dayFault: 'hasta' }),
  wrong('days off by one', 'INQ-05', 'Days are those of reception.', { dayFault: 'zone' }),
  wrong('days of UTC, shown in another zone', 'INQ-05', 'desde and hasta are days of reception.', {
    dayFault: 'utc',
  }),
  wrong('PerPagina is not the size', 'INQ-04', 'PerPagina is the size of a page.', {
    inquiryFault: 'perPage',
  }),
  wrong('an inquiry of the list has another mail', 'INQ-04', 'The list shows the inquiry.', {
    mistake: changeEntries(
      INQUIRIES,
      inside('Interesado', (person) => ({ ...person, Email: 'oculto@x.example' })),
    ),
  }),
  wrong('every period is said to end today', 'INQ-04', 'Hasta is the end of the period.', {
    mistake: changeDocument(INQUIRIES, (document, { query }) =>
      query.has('hasta')
        ? { ...document, Hasta: `${new Date().toISOString().slice(0, 10)}T23:59:59-03:00` }
        : document,
    ),
  }),
  wrong('externalid finds beginnings', 'INQ-05', 'Only inquiries of that listing.', {
    mistake: changeQuery(INQUIRIES, (query, { world }) => {
      const asked = query.get('externalid')?.toLowerCase() ?? ''
      const ids = world.inquiries.map(({ publication }) => publication?.members.ExternalId ?? '')
      const found = ids.find((id) => asked !== '' && id.toLowerCase().startsWith(asked))
      if (found !== undefined) query.set('externalid', found)
    }),
  }),
  wrong('hasta alone is ignored', 'INQ-05', 'hasta is the last day.', {
    mistake: changeQuery(INQUIRIES, (query) => query.has('desde') || query.delete('hasta')),
  }),
  wrong('desde alone is ignored', 'INQ-05', 'desde is the first day.', {
    mistake: changeQuery(INQUIRIES, (query) => query.has('hasta') || query.delete('desde')),
  }),
  wrong('Pagina is always 1', 'INQ-04 INQ-05', 'Pagina is the page.', {
    mistake: changeDocument(INQUIRIES, set('Pagina', 1)),
  }),
  wrong('Total is a text', 'INQ-04 COM-14', 'Total is an integer.', {
    mistake: changeDocument(INQUIRIES, asText('Total')),
  }),
  wrong('a page without Hasta', 'INQ-04', 'A page has Hasta.', {
    mistake: changeDocument(INQUIRIES, without('Hasta')),
  }),
  wrong('Desde is a day', 'INQ-04', 'Desde is a date-time.', {
    mistake: changeDocument(INQUIRIES, (document) => ({
      ...document,
      Desde: String(document['Desde']).slice(0, 10),
    })),
  }),
  wrong('Desde and Hasta are those of today', 'INQ-04', 'They are the period of the page.', {
    mistake: changeDocument(INQUIRIES, (document, { world }) => {
      const day = new Date(world.now()).toISOString().slice(0, 10)
      return { ...document, Desde: `${day}T00:00:00Z`, Hasta: `${day}T23:59:59Z` }
    }),
  }),
  wrong('more entries than PerPagina', 'INQ-04', 'PerPagina is the size of a page.', {
    mistake: changeDocument(INQUIRIES, set('PerPagina', 3)),
  }),
  wrong('Total without filters', 'INQ-04 INQ-05', 'Total counts the filtered inquiries.', {
    mistake: changeDocument(INQUIRIES, (document, { world }) => ({
      ...document,
      Total: world.inquiries.length,
    })),
  }),
  wrong('page 0 breaks the service', 'INQ-06', 'No request breaks the service.', {
    mistake: {
      at: INQUIRIES,
      response: (answer, { query }) =>
        /^(0|-\d+|[a-z]+)$/.test(query.get('pagina') ?? '')
          ? { status: 500, text: 'Error', type: 'text/plain' }
          : answer,
    },
  }),
  wrong('the last page lacks its last inquiry', 'INQ-04', 'The pages hold Total entries.', {
    mistake: changeDocument(INQUIRIES, (document) =>
      entriesIn(document).length > 1 && entriesIn(document).length < Number(document['PerPagina'])
        ? { ...document, _entries: entriesIn(document).slice(0, -1) }
        : document,
    ),
  }),
  wrong('Total is 100 at most', 'INQ-04', 'Total is the number of inquiries.', {
    mistake: changeDocument(INQUIRIES, (document) => ({
      ...document,
      Total: Math.min(Number(document['Total']), 100),
    })),
  }),
  wrong('PerPagina is the number of entries', 'INQ-04', 'PerPagina is the size of a page.', {
    mistake: changeDocument(INQUIRIES, (document) => ({
      ...document,
      PerPagina: entriesIn(document).length,
    })),
  }),
  wrong('the second page begins with the end of the first', 'INQ-04', 'An inquiry is listed once.', {
    mistake: changeDocument(INQUIRIES, (document, call) => {
      const key = `last ${call.form}`
      const entries = entriesIn(document)
      const last = memoryOf(call).get(key)
      memoryOf(call).set(key, entries.at(-1))
      return call.query.get('pagina') === '2' && last
        ? { ...document, _entries: [last, ...entries.slice(1)] }
        : document
    }),
  }),
  wrong('one day as desde and hasta gives nothing', 'INQ-05', 'Both days belong to the period.', {
    mistake: changeDocument(INQUIRIES, (document, { query }) =>
      query.has('desde') && query.get('desde') === query.get('hasta')
        ? { ...document, Total: 0, _entries: [] }
        : document,
    ),
  }),
  wrong('an early desde beside hasta', 'INQ-06', 'desde is 90 days ago at the earliest.', {
    mistake: changeQuery(INQUIRIES, (query) => {
      const early = new Date(Date.now() - 90 * 86_400_000).toISOString().slice(0, 10)
      if (query.has('hasta') && (query.get('desde') ?? '9') < early) query.delete('desde')
    }),
  }),
  wrong('an early desde beside operador', 'INQ-06', 'desde is 90 days ago at the earliest.', {
    mistake: changeQuery(INQUIRIES, (query) => {
      const early = new Date(Date.now() - 90 * 86_400_000).toISOString().slice(0, 10)
      if (query.has('operador') && (query.get('desde') ?? '9') < early) query.delete('desde')
    }),
  }),
  wrong('pagina is ignored beside operador', 'INQ-05 INQ-04', 'pagina is the page.', {
    mistake: changeQuery(INQUIRIES, (query) => {
      if (query.has('operador')) query.delete('pagina')
    }),
  }),
  wrong('desde is ignored beside externalid', 'INQ-05', 'Filters are combined.', {
    mistake: changeQuery(INQUIRIES, (query) => {
      if (query.has('externalid')) query.delete('desde')
    }),
  }),
  wrong('hasta is ignored beside operador', 'INQ-05', 'Filters are combined.', {
    mistake: changeQuery(INQUIRIES, (query) => {
      if (query.has('operador')) query.delete('hasta')
    }),
  }),
  wrong('externalid hides catalogue inquiries only', 'INQ-05', 'Only those of the publication.', {
    mistake: {
      at: INQUIRIES,
      request: (call) => {
        const query = new URLSearchParams(call.query)
        if (query.has('externalid')) memoryOf(call).set('only', true)
        query.delete('externalid')
        return { ...call, query }
      },
      response: (answer, call) => {
        if (!memoryOf(call).has('only') || !answer.document) return answer
        memoryOf(call).delete('only')
        const document = answer.document as Document
        const entries = entriesIn(document).filter((one) => one['TipoAnuncio'] !== 'catalogo')
        return { ...answer, document: { ...document, _entries: entries } }
      },
    },
  }),
  wrong('the page of refs has full entries', 'COM-10 INQ-04', 'The ref type gives refs.', {
    mistake: {
      at: INQUIRIES,
      request: (call) => (call.form === 'ref' ? { ...call, form: 'full' } : call),
    },
  }),
  wrong('the page in the entry type has refs', 'COM-10 INQ-04', 'The entry type gives the full form.', {
    mistake: {
      at: INQUIRIES,
      request: (call) => (/entry\+json/.test(call.mediaType) ? { ...call, form: 'ref' } : call),
    },
  }),
  wrong('externalid finds nothing', 'PUB-38 INQ-05', 'Only those of the publication.', {
    mistake: changeQuery(INQUIRIES, (query) => {
      if (query.has('externalid')) query.set('externalid', `${query.get('externalid')} `)
    }),
  }),
  wrong('the next page of inquiries is the same', 'INQ-04 COM-12', 'A client can follow links.', {
    mistake: changeDocument(INQUIRIES, ({ _links, ...document }) => {
      const links = _links as Document
      return {
        ...document,
        _links: { ...links, ...(links['siguiente'] ? { siguiente: links['self'] } : {}) },
      }
    }),
  }),
]
