import { Href, to } from '../../http/href.ts'
import { set, textIn, without } from '../document-edits.ts'
import { changeDocument, changeEntries, changeQuery } from '../interceptors.ts'
import { BRAND, ENTRY, MODEL, TRIM } from '../route-patterns.ts'
import { type WrongVariant, wrong } from '../variant.ts'

/** Searches and lists of the catalogue that are not as described. */
export const WRONG_CATALOGUE: readonly WrongVariant[] = [
  wrong('brands without make', 'CAT-08', 'make is required.', {
    mistake: changeQuery(BRAND, (query) => query.get('make') || query.set('make', 'Suzuki')),
  }),
  wrong('models without make', 'CAT-07', 'make is required.', {
    mistake: changeQuery(MODEL, (query) => query.get('make') || query.set('make', 'Suzuki')),
  }),
  wrong('a model without model', 'CAT-07', 'model is required.', {
    mistake: changeQuery(MODEL, (query) => query.get('model') || query.set('model', 'Swift')),
  }),
  wrong('always the first brand', 'CAT-08', 'The best match is of the requested text.', {
    mistake: changeQuery(BRAND, (query) => query.get('make') && query.set('make', 'Suzuki')),
  }),
  wrong('power is a number', 'CAT-04', 'Potencia is a string.', {
    mistake: changeDocument(TRIM, (document) =>
      'Potencia' in document ? set('Potencia', 110)(document) : document,
    ),
  }),
  wrong('a version without Nombre', 'CAT-04', 'A summary has Nombre.', {
    mistake: changeDocument(TRIM, (document, { form }) =>
      form === 'ref' ? document : without('Nombre')(document),
    ),
  }),
  wrong('a version ref without Marca', 'CAT-06', 'A ref has Marca.', {
    mistake: changeDocument(TRIM, (document, { form }) =>
      form === 'ref' ? without('Marca')(document) : document,
    ),
  }),
  wrong('body styles are objects', 'CAT-09', 'Carrocerias is an array of string.', {
    mistake: changeDocument(MODEL, (document) => ({
      ...document,
      ...('Carrocerias' in document ? { Carrocerias: [{ Nombre: 'Sedán' }] } : {}),
    })),
  }),
  wrong('models of a brand lead to another brand', 'CAT-09', 'Modelos leads to the brand’s models.', {
    mistake: changeDocument(BRAND, (document, { world }) =>
      'Modelos' in document
        ? {
            ...document,
            Modelos: {
              _links: {
                lineas: {
                  href: new Href(['lineas'], {
                    'de-fabricante': String(
                      world.catalogue.brands.find(({ name }) => name !== document['Nombre'])?.id,
                    ),
                  }),
                },
              },
            },
          }
        : document,
    ),
  }),
  wrong('versions of a model lead nowhere', 'CAT-09 COM-12', 'Versiones leads to the versions.', {
    mistake: changeDocument(MODEL, (document) =>
      'Versiones' in document ? { ...document, Versiones: { _links: { gamas: to('gamas-de') } } } : document,
    ),
  }),
  wrong('the entry point without Versiones', 'CAT-01', 'It has ten link blocks.', {
    mistake: changeDocument(ENTRY, without('Versiones')),
  }),
  wrong('the list of currencies fails', 'CAT-11', 'The lists answer.', {
    mistake: { at: /^GET divisas/, response: () => ({ status: 500, text: 'Error', type: 'text/plain' }) },
  }),
  wrong('regions are linked in another version', 'CAT-11 COM-12', 'A client can follow links.', {
    mistake: changeDocument(ENTRY, (document, { world }) => ({
      ...document,
      Regiones: { _links: { regiones: { href: `${world.origin}/v2/territorio/regiones` } } },
    })),
  }),
  wrong('Codenames is null', 'CAT-09', 'Codenames is an array.', {
    mistake: changeDocument(/^GET marcas/, (document) =>
      'Codenames' in document ? { ...document, Codenames: null } : document,
    ),
  }),
  wrong('the search for a model ignores make', 'CAT-07', 'It is a model of that brand.', {
    mistake: changeDocument(MODEL, (document, { world }) => {
      const other = world.catalogue.brands.find(({ name }) => name !== document['Marca'])
      return 'Marca' in document && other ? { ...document, Marca: other.name } : document
    }),
  }),
  wrong('the search for a brand takes a codename only', 'CAT-08 CAT-12', 'make takes names too.', {
    mistake: changeQuery(BRAND, (query) => {
      if (/\s/.test(query.get('make') ?? '')) query.set('make', 'nada-de-esto')
    }),
  }),
  wrong('names with accents have no match', 'CAT-08 CAT-12', 'make takes the full name.', {
    mistake: changeQuery(/^GET (marcas|modelos)\/bestmatch/, (query) => {
      if (/[^\x20-\x7e]/.test(query.get('make') ?? '')) query.set('make', 'nada-de-esto')
    }),
  }),
  wrong('bodystyle is refused', 'CAT-07', 'bodystyle is a parameter.', {
    mistake: changeQuery(MODEL, (query) => {
      if (query.has('bodystyle')) query.set('bodystyle', 'ninguna de estas')
    }),
  }),
  wrong('a version of another brand', 'CAT-04', 'Marca is the brand of the version.', {
    mistake: changeDocument(/^GET (versiones|gamas)/, (document, { world }) =>
      'Marca' in document && 'Nombre' in document
        ? { ...document, Marca: world.catalogue.brands.find(({ name }) => name !== document['Marca'])?.name }
        : document,
    ),
  }),
  wrong('models of the list have no body styles', 'CAT-09 CAT-11', 'An entry is the model.', {
    mistake: changeEntries(/^GET lineas/, (entry) => ({ ...entry, Carrocerias: [] })),
  }),
  wrong('brands of the list have another name', 'CAT-09 CAT-11', 'An entry is the brand.', {
    mistake: changeEntries(
      /^GET fabricantes/,
      textIn('Nombre', (text) => text.toUpperCase().slice(0, 3)),
    ),
  }),
  ...(
    ['fabricantes', 'lineas', 'gamas', 'combustibles', 'siluetas', 'directorio', 'territorio'] as const
  ).map((path) =>
    wrong(`the list at ${path} fails`, 'CAT-11', 'The list answers.', {
      mistake: {
        at: new RegExp(`^GET ${path}`),
        response: () => ({ status: 500, text: 'Error', type: 'text/plain' }),
      },
    }),
  ),
]
