import { assumption } from './assumption.ts'

/** Open questions of the description about the lists, the best-match searches and the version detail. */
export const catalogueAssumptions = [
  assumption({
    id: 'catalogue/detail-media-type',
    question: 'Which media type selects the detail of a version?',
    options: {
      'ex-entry': {
        means:
          '`application/vnd.service.ex-entry+json` gives the detail, entry and `application/json` the summary.',
      },
      json: { means: '`application/json` gives the detail.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'Three forms need three types, and an extended entry is the natural third.',
    statements: ['CAT-03', 'CAT-05'],
  }),
  assumption({
    id: 'catalogue/no-match',
    question: 'What answers a best-match search without a match?',
    options: {
      '400': { means: 'A validation problem on the parameter.', default: true },
      '404': { means: '404 with a plain message.' },
    },
    switchable: true,
    evidence: 'documented',
    why: 'The operations list 200 and 400 only.',
    statements: ['CAT-07', 'CAT-08', 'ERR-04'],
  }),
  assumption({
    id: 'catalogue/versions-bestmatch',
    question: 'What does the best-match of versions take and give?',
    options: {
      'match-and-candidates': {
        means:
          '`GET /v3/versiones/bestmatch` takes make and model, optionally trim, year, bodystyle, transmissionType, displacement, power and fuelType; it gives `Match` (summary or null), `Candidates`, the echoes `Make`, `Model`, `Trim`, `FuelType`, `TransmisionType`, and `_links`.',
      },
    },
    switchable: false,
    evidence: 'documented',
    why: 'The path is documented and the shape was seen in a public client. Fixed: no other form is known.',
    statements: ['CAT-10'],
  }),
  assumption({
    id: 'catalogue/brands',
    question: 'How are brands listed?',
    options: {
      collection: {
        means: '`GET /v3/marcas?q&soloMercadoNuevos` gives brands or refs, `/v3/marcas/{id}` one of them.',
      },
    },
    switchable: false,
    evidence: 'documented',
    why: 'The list is publicly documented. Fixed: no other form is known.',
    statements: ['CAT-09', 'CAT-11'],
  }),
  assumption({
    id: 'catalogue/models',
    question: 'How are models listed?',
    options: {
      'brand-required': {
        means:
          '`GET /v3/modelos?marca&q&soloMercadoNuevos` with a required int32 `marca`; `/v3/modelos/{id}` gives one.',
      },
    },
    switchable: false,
    evidence: 'documented',
    why: 'The list is publicly documented. Fixed: no other form is known.',
    statements: ['CAT-09', 'CAT-11'],
  }),
  assumption({
    id: 'catalogue/versions',
    question: 'How are versions listed?',
    options: {
      'model-required': { means: '`GET /v3/versiones?modelo&q&year` with a required int32 `modelo`.' },
    },
    switchable: false,
    evidence: 'inferred',
    why: 'Versions belong to a model as models belong to a brand. Fixed: no other form is known.',
    statements: ['CAT-03', 'CAT-11'],
  }),
  assumption({
    id: 'catalogue/cities',
    question: 'How are cities listed?',
    options: {
      'region-or-q': {
        means:
          '`GET /v3/ciudades?region&q` needs one of the two and gives `Nombre` and `Region`, refs are titled `Ciudad (Region)`; `/v3/ciudades/bestmatch?region&city` finds one.',
      },
    },
    switchable: false,
    evidence: 'documented',
    why: 'The list is documented; only the parameters of its best-match are ours. Fixed: no other form is known.',
    statements: ['CAT-11', 'COM-08'],
  }),
  assumption({
    id: 'catalogue/regions',
    question: 'How are regions listed?',
    options: {
      'name-and-iso': {
        means: '`GET /v3/regiones?q` gives `Nombre`, `Iso` (ISO 3166-2) and a link block `Ciudades`.',
      },
    },
    switchable: false,
    evidence: 'inferred',
    why: 'Requests accept a name or an ISO code, so the list has to show both. Fixed: no other form is known.',
    statements: ['CAT-11', 'PUB-26', 'COM-08'],
  }),
  assumption({
    id: 'catalogue/currencies',
    question: 'How are currencies listed?',
    options: {
      'name-codename-symbol': {
        means: '`GET /v3/monedas` gives `Nombre`, `Codename` (ISO 4217) and `Simbolo`.',
      },
    },
    switchable: false,
    evidence: 'inferred',
    why: 'Requests accept a name or a code, so the list has to show both. Fixed: no other form is known.',
    statements: ['CAT-11', 'COM-07'],
  }),
  assumption({
    id: 'catalogue/fuels',
    question: 'How are fuel types listed?',
    options: {
      'name-and-codename': { means: '`GET /v3/propulsiones` gives `Nombre` and `Codename`.' },
    },
    switchable: false,
    evidence: 'inferred',
    why: 'Requests accept a name or a codename, so the list has to show both. Fixed: no other form is known.',
    statements: ['CAT-11', 'PUB-13'],
  }),
  assumption({
    id: 'catalogue/body-styles',
    question: 'How are body styles listed?',
    options: {
      'name-and-codename': { means: '`GET /v3/carrocerias` gives `Nombre` and `Codename`.' },
    },
    switchable: false,
    evidence: 'inferred',
    why: 'Requests accept a name or a codename, so the list has to show both. Fixed: no other form is known.',
    statements: ['CAT-11', 'PUB-13', 'CAT-12'],
  }),
  assumption({
    id: 'catalogue/best-match-scoring',
    question: 'How does best-match rank what it finds?',
    options: {
      'exact-first': {
        means:
          'Exact api-url, path, full name, codename and id come first, then words without accents and case, the same sound, a missing last letter, slips in the whole name, beginnings of words and of codenames; words after a sure name are ignored; a tie is no single match.',
      },
    },
    switchable: false,
    evidence: 'free',
    why: 'An exact form must beat every likeness, and a tie must not be guessed away. Fixed: ranking is no choice between behaviours but a measure.',
    statements: ['COM-11', 'CAT-12'],
  }),
  assumption({
    id: 'catalogue/ordinary-words',
    question: 'Does a word of ordinary language in a `Version`, such as `fiesta`, name the car by itself?',
    options: {
      'need-company': {
        means: 'Only beside the brand or other words of that car: `fiesta 1.6`.',
      },
      name: { means: 'It names the model that is called so.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'An advert must not become a car that its author did not name.',
    statements: ['PUB-10', 'COM-11'],
  }),
  assumption({
    id: 'catalogue/numeric-names',
    question: 'Is a text such as `208` a name or an id?',
    options: {
      name: { means: 'The name or codename inside the given brand comes first.' },
      id: { means: 'The id comes first.' },
    },
    switchable: false,
    evidence: 'inferred',
    why: 'Inside a given brand the name is what a person means. Fixed: the index of the catalogue is built for one order.',
    statements: ['CAT-12', 'COM-11'],
  }),
  assumption({
    id: 'catalogue/q',
    question: 'What does `q` of the lists compare?',
    options: {
      part: { means: 'The codename or any part of the name, without accents and case.' },
      'exact-case': { means: 'Any part of the name, in exactly that case.' },
      start: { means: 'The start of the name.' },
    },
    switchable: false,
    evidence: 'documented',
    why: 'Search by part of a name is documented; ignoring accents is what typing needs. Fixed: a search that finds less can be tested with a text that matches nothing.',
    statements: ['CAT-11'],
  }),
  assumption({
    id: 'catalogue/list-size',
    question: 'Do the lists come in pages?',
    options: {
      whole: { means: 'A list comes whole.' },
      pages: { means: 'A list comes in pages, as publications do.' },
    },
    switchable: false,
    evidence: 'documented',
    why: 'The documented lists have no paging members. Fixed: the lists are short, and a page of one would repeat what the lists of an agency show.',
    statements: ['CAT-11', 'COM-05'],
  }),
  assumption({
    id: 'catalogue/bodystyle-no-match',
    question: 'What becomes of a `bodystyle` that matches nothing, or that the model does not have?',
    options: {
      '400': { means: 'A validation problem on `bodystyle`.', default: true },
      ignored: { means: 'The search goes on without it.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'A filter that silently falls away gives wrong answers.',
    statements: ['CAT-07', 'CAT-12'],
  }),
  assumption({
    id: 'catalogue/detail-types',
    question: 'Which types do the first members of the version detail have?',
    options: {
      'precio-valor': {
        means:
          '`Precio` is a `Valor`, `Colores` are strings, `Origen`, `Garantia` and `Foto` strings or null, `VersionYear` may be null.',
      },
      'precio-number': { means: '`Precio` is a number.' },
    },
    switchable: false,
    evidence: 'inferred',
    why: 'Prices elsewhere are `Valor`, and the rest reads as text. Fixed: the types of answers derive from one schema.',
    statements: ['CAT-05', 'COM-07', 'COM-14'],
  }),
  assumption({
    id: 'catalogue/technical-rows',
    question: 'What do `Valor` and `Datos` of a row of `InfoTecnica` hold?',
    options: {
      'value-in-valor': {
        means: '`Valor` the value with its unit (`1598 cm3`, `4580 mm`), `Datos` the name.',
      },
      'value-in-datos': { means: '`Datos` the value with its unit, `Valor` the name.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'The names suggest it; units are metric and part of the text.',
    statements: ['CAT-05'],
  }),
  assumption({
    id: 'catalogue/order',
    question: 'In which order do the lists of the catalogue come?',
    options: {
      'as-given': {
        means:
          'In that of the catalogue: versions by year, the newest first, places and brands by what is best known.',
      },
      'by-name': { means: 'By name, without accents and case.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'What most people look for comes first.',
    statements: ['CAT-11', 'COM-05'],
  }),
] as const
